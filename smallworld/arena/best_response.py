"""A best response: numbers for a player that is trained against one frozen opponent.

Generation by generation, the best player so far and changed copies of it meet the opponent with
paired luck; whoever does worse is dropped, half of them at a time. What it is worth in the end
is measured in games with luck that nobody trained on. Every game is kept in a file as it ends, so
it can be cut off at any time.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from smallworld.arena.plan import LAST, ArenaPlan, ArenaTable, Rules, derive_seed
from smallworld.arena.play import GameOutcome
from smallworld.arena.pool import play_games
from smallworld.arena.report import Cell, make_report
from smallworld.arena.results import ResultsFile
from smallworld.engine.game import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.players.policy.evaluation import share
from smallworld.players.registry import check_player
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.tuned import DOUBT, PARTS, POLICY, SCOPES, TUNED
from smallworld.work.where import Where

SEATS: Final = 2
CHANGED: Final = 7  # copies of the best player so far in a generation
HALVINGS: Final = (3, 3, 6)  # deals that those who are left play before the worse half goes
PLAN, TRAINED = "plan.json", "trained.json"

Numbers = dict[str, float]


@dataclass(frozen=True)
class ResponsePlan:
    """Against whom, where and with how much thinking."""

    against: str
    budget: str  # of those who are trained, as it is written after the colon
    map: str = "base-2"
    turns: int = 0  # 0: those of the map
    seed: int = 1

    def check(self) -> None:
        """Refuse what cannot be played."""
        self.arena("check", [{}], 1).check()

    def arena(self, name: object, numbers: list[Numbers], games: int) -> ArenaPlan:
        """Everybody with these numbers against the opponent, with luck that follows from a name."""
        players = (*(self.spec(one) for one in numbers), self.against)
        return ArenaPlan(
            players,
            (ArenaTable(self.map, SEATS),),
            games,
            derive_seed(self.seed, "response", name),
            LAST,
            mixed=False,
            rules=Rules(turns=self.turns),
        )

    def spec(self, numbers: Numbers) -> str:
        """A player with these numbers, as it is written."""
        words = [f"{name}={value:g}" for name, value in sorted(numbers.items())]
        return f"{TUNED}:{','.join([*words, self.budget])}"


def budget_of(player: str) -> str:
    """How long that player thinks, as it is written after the colon."""
    setting = player.partition(":")[2]
    words = [word.strip() for word in setting.split(",")]
    kept = [word for word in words if word.partition("=")[0] in ("time", "simulations", "per")]
    return ",".join(kept) or ChampionPlayer.DEFAULT


def changed(numbers: Numbers, dealer: Dealer) -> Numbers:
    """A copy with one to three numbers changed."""
    usual = ChampionPlayer.OF_FEW.get(SEATS, ChampionPlayer.SCOPE)
    found = dict(numbers)
    names = [*SCOPES, "doubt", *POLICY]
    for _ in range(1 + dealer.pick(3)):
        name = names[dealer.pick(len(names))]
        if name in SCOPES:
            least, most = SCOPES[name]
            step = (1 + dealer.pick(2)) * (2 * dealer.pick(2) - 1)
            value = found.get(name, float(getattr(usual, name))) + step
        elif name == "doubt":
            least, most = 0, DOUBT
            value = found.get(name, usual.doubt) + (1 + dealer.pick(3)) * (dealer.pick(2) - 0.5) / 2
        else:
            least, most = PARTS
            part = (115, 140, 180)[dealer.pick(3)] / 100
            value = found.get(name, 100.0) * (part if dealer.pick(2) else 1 / part)
        value = min(max(value, least), most)
        found[name] = value if name == "doubt" else float(round(value))
    return found


@dataclass
class Trained:
    """How far the training has come."""

    seconds: float = 0.0
    generations: int = 0
    games: int = 0
    best: Numbers | None = None


class BestResponse:
    """A training in a folder; one that was begun there is gone on with."""

    def __init__(
        self, folder: Path, plan: ResponsePlan, where: Where, say: Callable[[str], None]
    ) -> None:
        self.folder: Final = folder
        self.plan: Final = plan
        self._where: Final = where
        self._say: Final = say
        plan.check()
        check_player(plan.against)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GameError(f"{folder}: it cannot be made: {error.strerror}") from None
        kept = self._read(PLAN)
        if kept is None:
            self._write(PLAN, asdict(plan))
        elif kept != asdict(plan):
            raise GameError(f"{folder} was begun with other settings: {kept}")
        self.trained: Final = Trained()
        for name, value in (self._read(TRAINED) or {}).items():
            setattr(self.trained, name, value)

    def train(self, seconds: float) -> None:
        """Go on until it has been trained for so long in all."""
        while self.trained.seconds < seconds:
            self._generation(seconds)

    def measure(self, games: int) -> Cell:
        """How the best player does against the opponent, with new luck; the games are kept."""
        best = self.best
        plan = self.plan.arena("measured", [best], games)
        path = self.folder / f"measured-{self.trained.generations:03}.jsonl"
        with ResultsFile(plan, path, resume=True) as file:
            waiting = [game for game in plan.all_games() if game.key not in file.results.outcomes]
            with closing(play_games(plan, waiting, self._where)) as ended:
                for one in ended:
                    file.add(one)
            results = file.results
        if results.failures:
            raise GameError(f"a game failed: {next(iter(results.failures.values())).error}")
        cell = make_report([results]).places[0].cell(self.plan.spec(best), self.plan.against)
        assert cell is not None
        return cell

    @property
    def best(self) -> Numbers:
        """The numbers that did best; none: those of the champion."""
        return self.trained.best or {}

    def _generation(self, limit: float) -> None:
        trained = self.trained
        number = trained.generations + 1
        dealer = Dealer(derive_seed(self.plan.seed, "generation", number))
        entrants = [self.best]
        while len(entrants) <= CHANGED:
            one = changed(self.best, dealer)
            if one not in entrants:
                entrants.append(one)
        plan = self.plan.arena(number, entrants, SEATS * sum(HALVINGS))
        path = self.folder / f"generation-{number:03}.jsonl"
        alive = list(range(len(entrants)))
        with ResultsFile(plan, path, resume=True) as file:
            until = 0
            for deals in HALVINGS:
                until += deals
                if not self._play(plan, file, alive, until, limit):
                    return
                # Whoever goes on knows more games than were played when it was cut off.
                values = values_of(played_by(plan, file.results.outcomes, until), len(entrants))
                # The best of before stays to the end: who replaces it has met the same luck.
                order = sorted(alive[1:], key=lambda n: -values[n])
                alive = [0, *order[: (len(order) + 1) // 2]]
        best = max(alive, key=lambda n: values[n])
        trained.best = entrants[best]
        trained.generations = number
        self._write(TRAINED, asdict(trained))
        self._say(
            f"generation {number}, {trained.seconds / 60:.1f} min, {trained.games} games: "
            f"{100 * values[best]:.1f} % of the results with {self.plan.spec(trained.best)}"
        )

    def _play(
        self, plan: ArenaPlan, file: ResultsFile, alive: list[int], until: int, limit: float
    ) -> bool:
        """What is left of these deals for those who are left; False: time is up."""
        waiting = [
            game
            for game in plan.all_games()
            if game.deal < until
            and game.lineup.rest in alive
            and game.key not in file.results.outcomes
        ]
        begun, before = time.monotonic(), self.trained.seconds
        with closing(play_games(plan, waiting, self._where)) as ended:
            for one in ended:
                if not isinstance(one, GameOutcome):
                    raise GameError(f"a game failed: {one.error}")
                file.add(one)
                self.trained.games += 1
                self.trained.seconds = before + time.monotonic() - begun
                self._write(TRAINED, asdict(self.trained))
                if self.trained.seconds >= limit:
                    return False
        return True

    def _read(self, name: str) -> dict[str, object] | None:
        path = self.folder / name
        try:
            found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        except (OSError, ValueError) as error:
            raise GameError(f"{path}: it cannot be read: {error}") from None
        if found is not None and not isinstance(found, dict):
            raise GameError(f"{path}: this is no file of `smallworld respond`")
        return found

    def _write(self, name: str, data: object) -> None:
        path = self.folder / name
        new = path.with_suffix(".new")
        try:
            new.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
            new.replace(path)  # whoever is cut off leaves the old one or the new one
        except OSError as error:
            raise GameError(f"{path}: it cannot be written: {error.strerror}") from None


def played_by(
    plan: ArenaPlan, outcomes: Mapping[str, GameOutcome], until: int
) -> list[GameOutcome]:
    """The games of the deals before that one."""
    return [
        outcomes[game.key]
        for game in plan.all_games()
        if game.deal < until and game.key in outcomes
    ]


def values_of(outcomes: Iterable[GameOutcome], entrants: int) -> list[float]:
    """The mean share of the result that each entrant got; the opponent is the last player."""
    found: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        coins = [float(n) for n in outcome.coins]
        for seat, player in enumerate(outcome.seats):
            if player < entrants:
                found[player].append(share(coins, seat))
    return [fmean(found[n]) if found[n] else 0.0 for n in range(entrants)]
