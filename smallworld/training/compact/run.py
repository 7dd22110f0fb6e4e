"""A run that trains the small judge, round after round: play, fit, measure, judge.

The first round learns from the quick policy. In every further one the best judge so far chooses
how turns are played (`positions.py`), and the next judge learns how such games end. It begins with
the numbers of the best one, and takes its place only if it plays at least as well. Every step
leaves a file, and is not done again: so a run may be stopped, carried elsewhere and gone on with.
"""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import torch

from smallworld.learn.plan_file import keep_plan
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
from smallworld.training.fitting import use_device
from smallworld.training.judging import judged_games, play_all_judged, verdict
from smallworld.training.run_folder import RunFolder, Tell, TimeUp
from smallworld.work.where import Where

PLAN: Final = "compact.json"
NET: Final = "judge.pt"
JUDGE: Final = "judge.json"  # of a round; in the folder itself the best one
IN_ONE_FILE: Final = 50  # games
HELD_FIRST: Final = 5_000_000  # games from this number on are never learnt from
APART: Final = 10_000_000  # games of the next round
OLDER: Final = 2  # judges of former rounds that play as well


class CompactRun(RunFolder):
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
        super().__init__(folder, where, minutes, tell)
        self._device: Final = use_device(device)
        self.plan: Final = plan
        self._shape: Final = CompactShape.from_text(plan.net)
        keep_plan(folder / PLAN, asdict(plan), "its run has")

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
        self._add_result(done)

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
        if self._is_time_up():
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
