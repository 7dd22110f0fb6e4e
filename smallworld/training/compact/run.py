"""A run that trains the small judge, round after round: play, fit, measure, judge.

The first round learns from the quick policy. In every further one the best judge so far chooses
how turns are played (`positions.py`), and the next judge learns how such games end. It begins with
the numbers of the best one, and takes its place only if it plays at least as well. Every step
leaves a file, and is not done again: so a run may be stopped, carried elsewhere and gone on with.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import torch

from smallworld.engine.game import GameError
from smallworld.learn.shards import write_whole
from smallworld.training.compact.fitting import fit, predicted, save, unexplained
from smallworld.training.compact.net import CompactNet, CompactShape, export_judge
from smallworld.training.compact.plan import CompactPlan
from smallworld.training.compact.positions import (
    CompactSamples,
    CompactTask,
    play_compact,
    read_compact,
)
from smallworld.training.curves import draw_curves
from smallworld.training.fitting import use_device
from smallworld.training.judging import judged_games, play_all_judged, verdict
from smallworld.training.rounds import TimeUp
from smallworld.work.where import Where

PLAN: Final = "compact.json"
NET: Final = "judge.pt"
JUDGE: Final = "judge.json"  # of a round; in the folder itself the best one
RESULTS: Final = "results.json"
CURVES: Final = "curves.svg"
IN_ONE_FILE: Final = 50  # games
HELD_FIRST: Final = 5_000_000  # games from this number on are never learnt from
APART: Final = 10_000_000  # games of the next round
OLDER: Final = 2  # judges of former rounds that play as well

Tell = Callable[[str], None]


class CompactRun:
    """A folder, and the steps that fill it; what is there is not done again."""

    def __init__(
        self,
        folder: Path,
        plan: CompactPlan,
        where: Where,
        minutes: float | None = None,
        tell: Tell = print,
        device: str = "auto",
    ) -> None:
        self._device: Final = use_device(device)
        self.folder: Final = folder
        self.plan: Final = plan
        self.where: Final = where
        self.tell: Final = tell
        self._end: Final = None if minutes is None else time.monotonic() + 60 * minutes
        self._shape: Final = CompactShape.from_text(plan.net)
        self._keep_plan()

    def run(self, rounds: int) -> bool:
        """Do what is missing; False: time was up before all was done."""
        try:
            for number in range(rounds):
                if number >= len(self.results()):
                    self._round(number)
        except TimeUp:
            return False
        return True

    def results(self) -> list[dict[str, Any]]:
        """What the rounds led to, as far as they are done."""
        file = self.folder / RESULTS
        if not file.is_file():
            return []
        try:
            found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            raise GameError(
                f"{file}: it cannot be read; remove it, and the run looks at its rounds again"
            ) from None
        return found

    def home(self, number: int) -> Path:
        """The folder of that round."""
        return self.folder / f"round-{number:02}"

    def _keep_plan(self) -> None:
        wanted = json.loads(json.dumps(asdict(self.plan)))
        file = self.folder / PLAN
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                write_whole(file, (json.dumps(wanted, indent=2) + "\n").encode())
            kept = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise GameError(f"{self.folder}: it cannot be used: {error.strerror}") from None
        except ValueError:
            kept = None
        if kept != wanted:
            raise GameError(
                f"{self.folder}: a run of another plan is there ({file.name}); "
                "take another folder, or the same options"
            )

    def _round(self, number: int) -> None:
        plan = self.plan
        judges = self._judges()
        held = self._play("held", number, HELD_FIRST, plan.held, plan.held_playouts, judges)
        many, playouts = plan.games, plan.playouts
        if number:
            many, playouts = plan.further, plan.further_playouts
        first = (plan.seed - 1) * 1_000_000
        self._play("games", number, first, many, playouts, judges)
        net, losses = self._fit(number)
        explained = {
            "net": unexplained(held, predicted(net, held)),
            "signs": unexplained(held, held.prior),
            "positions": len(held),
        }
        self.tell(
            f"round {number}: unexplained of {len(held)} positions: "
            f"net {explained['net']:.1%}, signs {explained['signs']:.1%}"
        )
        text = export_judge(net, f"{plan.net}, seed {plan.seed}, round {number}").encode()
        write_whole(self.home(number) / JUDGE, text)
        said = self._judge(number)
        if said["replaces"]:
            write_whole(self.folder / JUDGE, text)
        done = {"round": number, "losses": losses, "unexplained": explained, "verdict": said}
        results = [*self.results(), done]
        write_whole(self.folder / RESULTS, (json.dumps(results, indent=2) + "\n").encode())
        write_whole(self.folder / CURVES, draw_curves(results).encode())

    def _best_round(self) -> int | None:
        found = [one["round"] for one in self.results() if one["verdict"]["replaces"]]
        return found[-1] if found else None

    def _judges(self) -> tuple[str, ...]:
        """The best judge so far, and the last of the others; none: the quick policy plays."""
        best = self._best_round()
        if best is None:
            return ()
        others = [one["round"] for one in self.results() if one["round"] != best]
        return tuple(str(self.home(n) / JUDGE) for n in (best, *others[-OLDER:]))

    def _check_time(self) -> None:
        if self._end is not None and time.monotonic() >= self._end:
            raise TimeUp

    # ---- playing ----

    def _play(
        self,
        name: str,
        number: int,
        first: int,
        games: int,
        playouts: int,
        judges: tuple[str, ...],
    ) -> CompactSamples:
        home = self.home(number) / name
        home.mkdir(parents=True, exist_ok=True)
        plan = self.plan
        first += number * APART
        tasks = {
            CompactTask(
                *(plan.boards, first + n, min(IN_ONE_FILE, games - n), playouts, plan.one_in),
                judges=judges,
            ): home / f"games-{n:07}.npz"
            for n in range(0, games, IN_ONE_FILE)
        }
        due = [task for task, path in tasks.items() if not path.is_file()]
        if due:
            self.tell(f"round {number}, {name}: {len(due)} of {len(tasks)} files to play")
        with closing(self.where.as_done(play_compact, due)) as made:
            for task, content in made:
                write_whole(tasks[task], content)
                self._check_time()
        return read_compact([*tasks.values()])

    # ---- fitting ----

    def _fit(self, number: int) -> tuple[CompactNet, list[list[float]]]:
        plan = self.plan
        torch.manual_seed(plan.seed + number)
        net = CompactNet(self._shape)
        kept, file = self.home(number) / NET, self.home(number) / "losses.json"
        if kept.is_file() and file.is_file():
            net.load_state_dict(torch.load(kept, weights_only=True))
            net.eval()
            losses: list[list[float]] = json.loads(file.read_text(encoding="utf-8"))
            return net, losses
        best = self._best_round()
        if best is not None:
            net.load_state_dict(torch.load(self.home(best) / NET, weights_only=True))
        first = max(0, number + 1 - plan.window)
        paths = [
            path
            for n in range(first, number + 1)
            for path in sorted((self.home(n) / "games").glob("*.npz"))
        ]
        samples = read_compact(paths)
        self.tell(f"round {number}: {len(samples)} positions to learn from")
        rate = plan.rate if best is None else plan.further_rate
        standing = self.home(number) / "judge.fit"
        losses = fit(
            *(net, samples, replace(plan, rate=rate), standing),
            *(self.tell, self._check_time, self._device),
        )
        write_whole(file, json.dumps(losses).encode())
        save(net.state_dict(), kept)
        standing.unlink(missing_ok=True)
        return net, losses

    # ---- judging ----

    def _judge(self, number: int) -> dict[str, Any]:
        hero = self._champion(number)
        home = self.home(number)
        pool = self._judged(home / "pool.json", hero, self.plan.pool)
        best_pool, duel = None, None
        best = self._best_round()
        if best is not None:
            best_pool = json.loads((self.home(best) / "pool.json").read_text(encoding="utf-8"))
            duel = self._judged(home / "duel.json", hero, (self._champion(best),))
        said = verdict(pool, best_pool, duel)
        self.tell(f"round {number}: {said.words()}")
        return asdict(said)

    def _champion(self, number: int) -> str:
        judge = self.home(number) / JUDGE
        return f"champion:judge={judge},simulations={self.plan.simulations}"

    def _judged(self, file: Path, hero: str, against: tuple[str, ...]) -> dict[str, float]:
        plan = self.plan
        games = judged_games(plan.judges, plan.deals, hero, against)
        return play_all_judged(file, games, plan.seed, self.where, self.tell, self._check_time)
