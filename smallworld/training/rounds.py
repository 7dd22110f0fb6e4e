"""A run of training, round after round: play, fit, measure, judge. All of it is in one folder.

Every step leaves a file that is there whole or not at all, and a step whose file is there is not
done again: so a run may be stopped at any time, its folder carried elsewhere, and gone on with.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from smallworld.learn.judge.net_file import NetShape, load_net
from smallworld.learn.shards import write_whole
from smallworld.training.fitting import (
    Fitting,
    LoadedSamples,
    judge_all,
    predicted_coins,
    use_device,
)
from smallworld.training.judging import judged_games, learned, play_all_judged, verdict
from smallworld.training.measuring import measurable, measure
from smallworld.training.plan import LearnPlan, keep_run_plan
from smallworld.training.playing import GamesTask, PositionsTask, play_games, play_positions
from smallworld.training.run_folder import RunFolder, Tell, TimeUp
from smallworld.training.samples import Samples, read_samples, write_samples
from smallworld.work.where import Where

BEST: Final = "best.pt"
NET: Final = "net.pt"
TEACHER: Final = "teacher.pt"
IN_ONE_FILE: Final = 200  # positions
GAMES_IN_ONE_FILE: Final = 2
NET_SEATS: Final = 3  # how often the best net is drawn for each other player that is
HELD_SEED: Final = 7_000_000  # luck that nothing is learnt from


class LearningRun(RunFolder):
    """A folder, and the steps that fill it."""

    def __init__(
        self,
        folder: Path,
        plan: LearnPlan,
        where: Where,
        device: str = "auto",
        minutes: float | None = None,
        tell: Tell = print,
    ) -> None:
        super().__init__(folder, where, minutes, tell)
        self.plan: Final = plan
        self.device: Final = use_device(device)
        keep_run_plan(folder, plan)

    # ---- a round ----

    def _round(self, number: int) -> None:
        home = self.home(number)
        home.mkdir(exist_ok=True)
        self._play(number)
        net, losses = self._fit(number)
        explained = self._measure(net, number)
        said = self._judge(number, net)
        if said["replaces"]:
            fresh = self.folder / f"{BEST}.part"
            shutil.copyfile(net, fresh)
            fresh.replace(self.folder / BEST)
        done = {
            "round": number,
            "net": net.relative_to(self.folder).as_posix(),
            "losses": losses,
            "unexplained": explained,
            "verdict": said,
        }
        self._add_result(done)

    # ---- playing ----

    def _play(self, number: int) -> None:
        plan = self.plan
        held = self.folder / "held"
        held.mkdir(exist_ok=True)
        self._work(
            play_positions, self._positions(held, plan.held, HELD_SEED), "positions held back"
        )
        home = self.home(number)
        if number == 0:
            tasks = self._positions(home, plan.positions, 0)
            self._work(play_positions, tasks, "positions")
            return
        players = self._who_plays(number)
        games = {
            home / f"games-{first:06}.npz": GamesTask(
                plan.boards,
                first + number * 1_000_000,
                min(GAMES_IN_ONE_FILE, plan.games - first),
                plan.seed,
                players,
                plan.explore,
                plan.keep,
                plan.lean,
            )
            for first in range(0, plan.games, GAMES_IN_ONE_FILE)
        }
        self._work(play_games, games, "games")

    def _positions(self, home: Path, many: int, seed: int) -> dict[Path, PositionsTask]:
        plan = self.plan
        return {
            home / f"positions-{first:06}.npz": PositionsTask(
                plan.boards,
                first,
                min(IN_ONE_FILE, many - first),
                plan.seed + seed,
                plan.playouts,
                plan.simulations,
                plan.thought,
            )
            for first in range(0, many, IN_ONE_FILE)
        }

    def _who_plays(self, number: int) -> tuple[str, ...]:
        """The best net most often, nets of other rounds, and the players of the plan."""
        plan = self.plan
        best = learned(self.folder / BEST, plan.simulations)
        old = [self.home(n) / NET for n in range(max(0, number - plan.window), number)]
        others = (*(learned(net, plan.simulations) for net in old), *plan.opponents)
        return (*[best] * max(NET_SEATS, len(others)), *others)

    def _work(self, work: Callable[[Any], bytes], tasks: dict[Path, Any], what: str) -> None:
        """Do what is not there yet; every piece is kept as soon as it is done."""
        due = {path: task for path, task in tasks.items() if not path.is_file()}
        if not due:
            return
        self.tell(f"{what}: {len(due)} of {len(tasks)} files to play")
        paths = {task: path for path, task in due.items()}
        with closing(self.where.as_done(work, [*due.values()])) as made:
            for task, content in made:
                write_samples(paths[task], content)
                self._check_time()

    def _samples(self, folder: Path) -> list[Samples]:
        return [read_samples(path) for path in sorted(folder.glob("*.npz"))]

    # ---- fitting ----

    def _learnt_from(self, number: int) -> Samples:
        first = max(0, number + 1 - self.plan.window)
        homes = [self.home(n) for n in range(first, number + 1)]
        return Samples.joined([part for home in homes for part in self._samples(home)])

    def _fit(self, number: int) -> tuple[Path, list[list[float]]]:
        home, plan = self.home(number), self.plan
        path, file = home / NET, home / "losses.json"
        if path.is_file() and file.is_file():
            losses: list[list[float]] = json.loads(file.read_text(encoding="utf-8"))
            return path, losses
        samples = self._learnt_from(number)
        self.tell(f"round {number}: {len(samples)} samples, on {self.device}")
        data = LoadedSamples(samples, self.device)
        taught = None
        if plan.teacher:
            teacher = home / TEACHER
            if not teacher.is_file():
                self._fitted(plan.teacher, data, number, teacher, TEACHER).finish(
                    teacher, {"round": number, "samples": len(samples)}
                )
            taught = judge_all(load_net(teacher, self.device)[1], data)
        fitting = self._fitted(plan.net, data, number, path, NET, taught)
        write_whole(file, json.dumps(fitting.losses).encode())
        fitting.finish(path, {"round": number, "samples": len(samples)})
        return path, fitting.losses

    def _fitted(
        self,
        shape: str,
        data: LoadedSamples,
        number: int,
        path: Path,
        name: str,
        taught: Any = None,
    ) -> Fitting:
        """A net with all its passes behind it, begun with that of the round before."""
        before = self.home(number - 1) / name
        begin = load_net(before, self.device)[1].state_dict() if number else None
        fitting = Fitting(
            *(NetShape.from_text(shape), data, self.plan.fit, path.with_suffix(".fit")),
            *(self.plan.seed * 1000 + number, begin, taught),
        )
        if not fitting.run(self._is_time_up, self.tell):
            raise TimeUp
        return fitting

    # ---- measuring and judging ----

    def _measure(self, net: Path, number: int) -> dict[str, float]:
        held = measurable(Samples.joined(self._samples(self.folder / "held")))
        first = measurable(Samples.joined(self._samples(self.home(0))))
        data = LoadedSamples(held, self.device)
        coins = predicted_coins(load_net(net, self.device)[1], data)
        found = measure(held, coins, first)
        self.tell(f"round {number}: {found.words()}")
        return asdict(found)

    def _judge(self, number: int, net: Path) -> dict[str, Any]:
        plan, home = self.plan, self.home(number)
        hero = learned(net, plan.simulations)
        pool = self._judged(home / "pool.json", hero, plan.pool)
        best_pool, duel = None, None
        best = self._best_round()
        if best is not None:
            best_pool = json.loads((self.home(best) / "pool.json").read_text(encoding="utf-8"))
            other = learned(self.home(best) / NET, plan.simulations)
            duel = self._judged(home / "duel.json", hero, (other,))
        said = verdict(pool, best_pool, duel)
        self.tell(f"round {number}: {said.words()}")
        return asdict(said)

    def _best_round(self) -> int | None:
        found = [one["round"] for one in self.results() if one["verdict"]["replaces"]]
        return found[-1] if found else None

    def _judged(self, file: Path, hero: str, against: tuple[str, ...]) -> dict[str, float]:
        plan = self.plan
        games = judged_games(plan.judges, plan.deals, hero, against)
        return play_all_judged(file, games, plan.seed, self.where, self.tell, self._check_time)

    def _check_time(self) -> None:
        if self._is_time_up():
            raise TimeUp
