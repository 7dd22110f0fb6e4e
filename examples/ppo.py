"""Learn to play from nothing: proximal policy optimisation (PPO) on the vector environment.

    python examples/ppo.py --out build/ppo                  # less than half an hour
    python examples/ppo.py --out build/ppo --updates 900    # goes on where it stopped

One network plays every seat against itself. Coins gained above those of the others are its only
reward. Every so often it meets players of the box; how often it won then goes to curve.csv.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import smallworld as sw
from smallworld.extras import needed_by

with needed_by("this example"):
    import numpy as np
    import torch
    from numpy.typing import NDArray
    from torch import Tensor, nn
    from torch.nn import functional

    from smallworld.encoding.action_space import ActionSpace
    from smallworld.encoding.encoder import Encoder
    from smallworld.encoding.layout import ARRAYS, Field
    from smallworld.env.single_seat import SmallWorldEnv
    from smallworld.env.vector import SmallWorldVectorEnv

COINS_IN_REWARD: Final = 20.0  # so many coins more than the others are a reward of 1
MANY_REGIONS: Final = 8  # for one seat
SCALED: Final = ("globals", "seats", "empires", "combos", "regions", "fronts")
STANDING: Final = ("seconds", "processor_seconds", "steps", "update")  # of a training
MAY_BE_NOTHING: Final = ("entropy", "trace", "seed")  # all other numbers are more than 0
OPPONENTS: Final = ("random", "careless", "greedy")
COLUMNS: Final = (*STANDING, *OPPONENTS, "entropy", "unexplained")


@dataclass(frozen=True)
class Settings:
    """What may be chosen from outside; every one is a word of the command line."""

    board: str = "base-2"
    out: str = "build/ppo"
    updates: int = 370  # rounds of playing and learning
    minutes: float = 30.0  # it ends then, even if there are updates left
    games: int = 256  # side by side
    steps: int = 64  # in each of them, between two updates
    passes: int = 3  # over what was played, in an update
    batch: int = 2048  # decisions in one step of the optimiser
    rate: float = 1e-3  # of learning, at the beginning; it falls to nothing
    clip: float = 0.2  # how far an update may change the chance of an action
    entropy: float = 0.01  # the reward for being undecided, at the beginning; it falls, too
    trace: float = 0.95  # lambda of generalised advantage estimation
    width: int = 32  # numbers that tell of a region
    look_every: int = 50  # updates between matches against other players
    look_games: int = 100  # of such a match
    last_games: int = 400  # of the last one
    threads: int = 1  # more gain little, and lose much where others use the processor, too
    seed: int = 1


# ---- the network ----


def scale(name: str) -> Tensor:
    """About how large each column of an array gets."""
    return torch.tensor(ARRAYS[name].most(), dtype=torch.float32)


def column(array: str, field: str) -> int:
    """Where a field of an array stands."""
    return ARRAYS[array].at[field]


def meanings(array: str, field: str) -> int:
    """How many different things a column tells apart."""
    found: Field = next(each for each in ARRAYS[array].fields if each.name == field)
    return len(found.means)


def legal_actions(masks: Tensor) -> tuple[Tensor, Tensor]:
    """All legal actions of all positions: which position each belongs to, and its number.

    One in a hundred numbers is legal, so a list of them is much shorter than the masks.
    """
    found = masks.view(torch.bool).flatten().nonzero()[:, 0]
    return found // masks.shape[1], found % masks.shape[1]


class Choices:
    """The legal actions of some positions, one after the other, and how likely each is."""

    def __init__(self, rows: Tensor, ids: Tensor, scores: Tensor, positions: int) -> None:
        self.rows: Final = rows
        self.ids: Final = ids
        self.positions: Final = positions
        highest = self._highest(scores.detach())
        total = scores.new_zeros(positions).index_add(0, rows, (scores - highest).exp())
        self.logs: Final = scores - highest - total.log()[rows]  # logarithms of the chances

    def _highest(self, values: Tensor) -> Tensor:
        """For every action the highest value of any action in its position."""
        found = values.new_zeros(self.positions)
        found = found.scatter_reduce(0, self.rows, values, "amax", include_self=False)
        return found[self.rows]

    def of(self, actions: Tensor) -> Tensor:
        """The logarithm of the chance of one action in each position."""
        return self.logs[self.ids == actions[self.rows]]

    def best(self) -> Tensor:
        """The likeliest action of each position."""
        return self._first(self.logs)

    def drawn(self) -> Tensor:
        """An action for each position, by chance."""
        noise = -torch.empty_like(self.logs).exponential_().log()  # Gumbel's
        return self._first(self.logs + noise)

    def _first(self, values: Tensor) -> Tensor:
        found = torch.empty(self.positions, dtype=torch.int64)
        highest = values == self._highest(values)
        found[self.rows[highest]] = self.ids[highest]
        return found

    def entropy(self) -> Tensor:
        """How undecided the choices are, on average."""
        return -(self.logs.exp() * self.logs).sum() / self.positions


class Net(nn.Module):
    """Regions and combos through layers that they share; a score for each action, and a value.

    An action is of a kind, such as "deploy 3 tokens", and may be about a region or a combo. Its
    score adds up what the position says of the kind, and what the region or combo says of it.
    """

    def __init__(self, board: str, width: int) -> None:
        super().__init__()
        self.encoder: Final = Encoder(board)
        self.seats: Final = self.encoder.sizes.seats
        traits, told, wide = 8, 2 * 8, 4 * width
        self.trait: Final = nn.Embedding(self.encoder.sizes.traits, traits)
        self._keep_what_never_changes()
        self.kinds: Final = self._number_actions(ActionSpace(board))
        region = ARRAYS["regions"].width + self.map.shape[1] + 3 * self.seats + 1
        combo = ARRAYS["combos"].width + ARRAYS["combo_regions"].width + told
        empires = self.encoder.shapes["empires"][0] * (ARRAYS["empires"].width + told)
        whole = ARRAYS["globals"].width + meanings("globals", "phase")
        whole += self.seats * ARRAYS["seats"].width + empires + width * (self.seats + 2)
        self.region: Final = nn.Linear(region, width)
        self.around: Final = nn.Linear(2 * width, width)
        self.combo: Final = nn.Linear(combo, width)
        self.whole: Final = nn.Sequential(
            nn.Linear(whole, wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU()
        )
        self.region_again: Final = nn.Linear(width, width)
        self.combo_again: Final = nn.Linear(width, width)
        self.to_regions: Final = nn.Linear(wide, width)
        self.to_combos: Final = nn.Linear(wide, width)
        self.score: Final = nn.Linear(wide, self.kinds)
        self.region_score: Final = nn.Linear(width, self.kinds)
        self.combo_score: Final = nn.Linear(width, self.kinds)
        self.value: Final = nn.Linear(wide, 1)
        with torch.no_grad():
            for last in (self.score, self.region_score, self.combo_score, self.value):
                last.weight *= 0.1  # nearly undecided at the beginning

    def _keep_what_never_changes(self) -> None:
        static = {
            name: torch.frombuffer(bytearray(content), dtype=torch.uint8).reshape(
                self.encoder.shapes[name]
            )
            for name, content in self.encoder.static().items()
        }
        terrain = functional.one_hot(static["map"][:, 0].long(), meanings("map", "terrain"))
        printed = torch.cat([static["map"][:, 1:], terrain], 1).float()
        borders = static["borders"].float()
        self.register_buffer("map", printed)
        self.register_buffer("borders", borders / borders.sum(1, keepdim=True).clamp(min=1))
        for name in SCALED:
            self.register_buffer(f"most_{name}", scale(name))

    def _number_actions(self, space: ActionSpace) -> int:
        """Note the kind, the region and the combo of each action; how many kinds there are.

        Regions and combos count from 1; 0 is none.
        """
        names = self.encoder.options.board.names
        kinds: dict[tuple[object, ...], int] = {}
        rows = []
        for number in range(len(space)):
            action = space.action(number, "P1")
            told = (action.verb, action.tokens, action.swap, action.seat, action.trait, action.ways)
            kind = kinds.setdefault((*told, action.stands_for), len(kinds))
            region = 0 if action.region is None else names.index(action.region) + 1
            rows.append((kind, region, action.combo or 0))
        self.register_buffer("parts_of", torch.tensor(rows).T.contiguous())
        return len(kinds)

    def arrays(self, observations: Tensor) -> dict[str, Tensor]:
        """The named arrays of docs/learning.md, with an axis for positions in front."""
        return {
            name: observations[:, part].reshape(-1, *self.encoder.shapes[name])
            for name, part in self.encoder.slices.items()
        }

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Choices, Tensor]:
        """How likely each legal action is, and what the position is worth to who acts."""
        seen = self.arrays(observations)
        some = {name: seen[name] / getattr(self, f"most_{name}") for name in SCALED}

        holder = seen["regions"][:, :, column("regions", "seat")].long()
        holders = functional.one_hot(holder, self.seats + 1).float()
        fronts = some["fronts"].transpose(1, 2).flatten(2)
        printed = self.map.expand(len(observations), -1, -1)
        regions = torch.cat([some["regions"], holders, fronts, printed], 2)
        regions = torch.relu(self.region(regions))
        regions = torch.relu(self.around(torch.cat([regions, self.borders @ regions], 2)))
        held = holders.transpose(1, 2) @ regions / MANY_REGIONS

        would_be = seen["combo_regions"].float().mean(2)
        combos = torch.cat([some["combos"], would_be, self._traits(seen, "combos")], 2)
        combos = torch.relu(self.combo(combos))

        empires = torch.cat([some["empires"], self._traits(seen, "empires")], 2)
        phase = seen["globals"][:, column("globals", "phase")].long()
        phases = functional.one_hot(phase, meanings("globals", "phase"))
        parts = (some["globals"], phases, some["seats"], empires, held, combos.mean(1))
        whole = self.whole(torch.cat([part.flatten(1) for part in parts], 1))

        regions = torch.relu(self.region_again(regions) + self.to_regions(whole)[:, None])
        combos = torch.relu(self.combo_again(combos) + self.to_combos(whole)[:, None])
        rows, ids = legal_actions(masks)
        kind, region, combo = self.parts_of[:, ids]
        scores = self.score(whole)[rows, kind]
        scores = scores + _after_none(self.region_score(regions))[rows, region, kind]
        scores = scores + _after_none(self.combo_score(combos))[rows, combo, kind]
        return Choices(rows, ids, scores, len(masks)), self.value(whole)[:, 0]

    def _traits(self, seen: dict[str, Tensor], name: str) -> Tensor:
        """Race and power of each row, embedded."""
        first = column(name, "race")
        return self.trait(seen[name][:, :, first : first + 2].long()).flatten(2)


def _after_none(scores: Tensor) -> Tensor:
    """A row of zeros in front, for actions that are about nothing of the sort."""
    return functional.pad(scores, (0, 0, 1, 0))


# ---- playing ----


@dataclass
class Played:
    """What happened in all games in so many steps; time first, then games."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]  # who acted
    actions: NDArray[np.int64]
    chances: NDArray[np.float32]  # of the action taken, as a logarithm
    values: NDArray[np.float32]  # of the position, for who acted
    rewards: NDArray[np.float32]  # of all seats
    over: NDArray[np.bool_]  # whether the game ended by it
    last_values: NDArray[np.float32]  # of all seats, in the position after the last step


class Table:
    """The games that are played to learn from."""

    def __init__(self, settings: Settings) -> None:
        self.env: Final = SmallWorldVectorEnv(settings.games, board=settings.board, reward="coins")
        self.steps: Final = settings.steps
        self.seen, self.infos = self.env.reset(seed=settings.seed)

    def play(self, net: Net) -> Played:
        """Some steps in every game, by chance as the net says."""
        steps, games, seats = self.steps, self.env.num_envs, self.env.seats
        played = Played(
            observations=np.empty((steps, *self.seen["observation"].shape), np.uint8),
            masks=np.empty((steps, *self.seen["action_mask"].shape), np.int8),
            seats=np.empty((steps, games), np.int64),
            actions=np.empty((steps, games), np.int64),
            chances=np.empty((steps, games), np.float32),
            values=np.empty((steps, games), np.float32),
            rewards=np.empty((steps, games, seats), np.float32),
            over=np.empty((steps, games), np.bool_),
            last_values=np.empty((games, seats), np.float32),
        )
        for step in range(steps):
            played.observations[step] = self.seen["observation"]
            played.masks[step] = self.seen["action_mask"]
            played.seats[step] = self.infos["seat"]
            choices, values = look(net, self.seen)
            actions = choices.drawn()
            played.actions[step] = actions
            played.chances[step] = choices.of(actions)
            played.values[step] = values
            self.seen, _, played.over[step], _, self.infos = self.env.step(played.actions[step])
            played.rewards[step] = above_others(self.infos["rewards"]) / COINS_IN_REWARD
        # What one seat will gain above the others, the others will lose.
        own = look(net, self.seen)[1].numpy()
        played.last_values[:] = -own[:, None] / (seats - 1)
        played.last_values[np.arange(games), self.infos["seat"]] = own
        return played


def look(net: Net, seen: dict[str, Any]) -> tuple[Choices, Tensor]:
    """What the net says of positions as an environment tells them; nothing is learnt by it."""
    with torch.no_grad():
        found: tuple[Choices, Tensor] = net(
            torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"])
        )
    return found


def above_others(coins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The coins of each seat less the mean of the others: they add up to nothing."""
    seats = coins.shape[-1]
    others = (coins.sum(-1, keepdims=True) - coins) / (seats - 1)
    found: NDArray[np.float64] = coins - others
    return found


def advantages(played: Played, trace: float) -> NDArray[np.float32]:
    """How much better than expected things went after each decision, for who made it.

    A seat decides several times in a row and then waits: what it is rewarded with until it decides
    again counts for its last decision.
    """
    games = np.arange(played.over.shape[1])
    found = np.empty_like(played.values)
    following = played.last_values.copy()  # by game and seat, of the next own decision
    lasting = np.zeros_like(following)  # the advantage of that decision
    rewards = np.zeros_like(following)  # since this one
    for step in range(len(found) - 1, -1, -1):
        ended = played.over[step]
        following[ended] = lasting[ended] = rewards[ended] = 0
        rewards += played.rewards[step]
        own = games, played.seats[step]
        gained = rewards[own] + following[own] - played.values[step]
        found[step] = lasting[own] = gained + trace * lasting[own]
        following[own] = played.values[step]
        rewards[own] = 0
    return found


# ---- learning ----


def learn(
    net: Net, optimiser: torch.optim.Optimizer, played: Played, settings: Settings, left: float
) -> dict[str, float]:
    """Several passes over what was played; `left` is the share of the training still to come."""
    gained = advantages(played, settings.trace)
    flat = {
        "observation": torch.from_numpy(played.observations).flatten(0, 1),
        "mask": torch.from_numpy(played.masks).flatten(0, 1),
        "action": torch.from_numpy(played.actions).flatten(),
        "chance": torch.from_numpy(played.chances).flatten(),
        "gain": torch.from_numpy(gained).flatten(),
        "return": torch.from_numpy(gained + played.values).flatten(),
    }
    for group in optimiser.param_groups:
        group["lr"] = settings.rate * left
    undecided: list[float] = []
    for _ in range(settings.passes):
        for chosen in torch.randperm(len(flat["gain"])).split(settings.batch):
            part = {name: content[chosen] for name, content in flat.items()}
            loss, entropy = loss_of(net, part, settings, settings.entropy * left)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
            undecided.append(float(entropy.detach()))
    spread = float(flat["return"].var())
    return {
        "entropy": float(np.mean(undecided)),
        "unexplained": float(flat["gain"].var()) / max(spread, 1e-9),
    }


def loss_of(
    net: Net, part: dict[str, Tensor], settings: Settings, entropy_worth: float
) -> tuple[Tensor, Tensor]:
    """PPO's loss on some decisions, and how undecided the net is in them."""
    choices, values = net(part["observation"], part["mask"])
    gain = part["gain"]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    ratio = (choices.of(part["action"]) - part["chance"]).exp()
    limited = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    better = torch.min(ratio * gain, limited * gain).mean()
    wrong = functional.mse_loss(values, part["return"])
    entropy = choices.entropy()
    return 0.5 * wrong - better - entropy_worth * entropy, entropy


# ---- against others ----


def win_share(net: Net, board: str, opponent: str, games: int, seed: int) -> float:
    """The share of games that the net wins when it takes what it thinks best; seats in turn."""
    seats = net.encoder.options.seats
    envs = [
        SmallWorldEnv(board=board, seat=seats[n % len(seats)], opponents=opponent)
        for n in range(min(games, 50))
    ]
    won: list[float] = []
    for first in range(0, games, len(envs)):
        running = envs[: games - first]
        seen = [env.reset(seed=seed + first + n)[0] for n, env in enumerate(running)]
        while running:
            rows = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
            actions = look(net, rows)[0].best().tolist()
            steps = [env.step(action) for env, action in zip(running, actions, strict=True)]
            won += [step[1] for step in steps if step[2]]
            running = [env for env, step in zip(running, steps, strict=True) if not step[2]]
            seen = [step[0] for step in steps if not step[2]]
    return float(np.mean(won))


# ---- training ----


class Training:
    """Everything that is kept when training stops, and how it goes on."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.folder: Final = Path(settings.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        self.net: Final = Net(settings.board, settings.width)
        self.optimiser: Final = torch.optim.Adam(self.net.parameters(), settings.rate, eps=1e-5)
        self.update = 0
        self.steps = 0
        self.seconds = 0.0
        self.processor_seconds = 0.0
        if self.kept.is_file():
            self._go_on()

    @property
    def kept(self) -> Path:
        """The file with the net and where the training stands."""
        return self.folder / "training.pt"

    def keep(self) -> None:
        """Write all that is needed to go on; whole, or not at all."""
        fresh = self.kept.with_suffix(".new")
        standing = {name: getattr(self, name) for name in STANDING}
        standing["of"] = self._of()
        parts = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save({**standing, **parts}, fresh)
        fresh.replace(self.kept)

    def _of(self) -> str:
        return f"a net of width {self.settings.width} for {self.settings.board}"

    def _go_on(self) -> None:
        found = torch.load(self.kept, weights_only=True)
        if found["of"] != self._of():
            raise sw.GameError(
                f"{self.kept} holds {found['of']}, not {self._of()}; name another --out"
            )
        self.net.load_state_dict(found["net"])
        self.optimiser.load_state_dict(found["optimiser"])
        for name in STANDING:
            setattr(self, name, found[name])
        torch.manual_seed(self.settings.seed + self.update)

    def run(self) -> None:
        """Play, learn, look and keep, until there are no updates or no minutes left."""
        settings = self.settings
        table = Table(settings)
        if not self.update:
            self._look_around({}, settings.look_games)
        while (done := self.done()) < 1:
            clock, processor = time.monotonic(), time.process_time()
            told = learn(self.net, self.optimiser, table.play(self.net), settings, 1 - done)
            self.update += 1
            self.steps += settings.games * settings.steps
            self.seconds += time.monotonic() - clock  # matches are no training
            self.processor_seconds += time.process_time() - processor
            last = self.done() >= 1
            if last or self.update % settings.look_every == 0:
                self._look_around(told, settings.last_games if last else settings.look_games)
                self.keep()

    def done(self) -> float:
        """The share of the training that lies behind."""
        minutes = self.seconds / 60
        return max(self.update / self.settings.updates, minutes / self.settings.minutes)

    def _look_around(self, told: dict[str, float], games: int) -> None:
        shares = {
            name: win_share(self.net, self.settings.board, name, games, 1_000_000)
            for name in OPPONENTS
        }
        row = {name: round(getattr(self, name), 1) for name in STANDING}
        row |= {name: round(found, 4) for name, found in (shares | told).items()}
        curve = self.folder / "curve.csv"
        new = not curve.is_file()
        with curve.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if new:
                writer.writeheader()
            writer.writerow(row)
        print(*(f"{name} {content}" for name, content in row.items()), flush=True)


def read_settings(words: list[str] | None = None) -> Settings:
    """The settings that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in vars(Settings()).items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=type(default), default=default, metavar="…"
        )
    found = Settings(**vars(parser.parse_args(words)))
    for name, given in vars(found).items():
        if not isinstance(given, str) and name not in MAY_BE_NOTHING and given <= 0:
            parser.error(f"--{name.replace('_', '-')} is more than 0, not {given}")
    return found


if __name__ == "__main__":
    try:
        Training(read_settings()).run()
    except sw.GameError as error:
        sys.exit(str(error))
