"""Proof by play: random games in which every invariant is checked on the way.

>>> play_checked(Table(map="base-2", turns=2), seed=7).turns
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final, TypeAlias

from smallworld.engine.actions import verb_of
from smallworld.engine.game import is_chance, is_over, legal, result, start
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.play.checked import Care, CheckedGame, Unsound
from smallworld.play.dealer import Dealer
from smallworld.play.record import Move
from smallworld.play.rota import table_for
from smallworld.play.table import Table, prepare

Chooser: TypeAlias = Callable[[State, list[int], Dealer], int]
Progress: TypeAlias = Callable[[int, int], None]  # games played, failures

_BATCH: Final = 25  # games a process plays before it reports


def choose_any(s: State, offered: list[int], dealer: Dealer) -> int:
    """Any legal action, all equally likely."""
    return offered[dealer.pick(len(offered))]


def choose_verb(s: State, offered: list[int], dealer: Dealer) -> int:
    """Any kind of action, then any of that kind: so the rare ones come up."""
    verbs = sorted({int(verb_of(action)) for action in offered})
    verb = verbs[dealer.pick(len(verbs))]
    same = [action for action in offered if verb_of(action) == verb]
    return same[dealer.pick(len(same))]


@dataclass(frozen=True)
class Soaked:
    """A game that was played to its end and found sound."""

    table: Table
    seed: int
    moves: list[Move]
    decisions: int
    turns: int
    deep_checks: int
    coins: list[int]
    fingerprint: str


def play_checked(
    table: Table, seed: int, chooser: Chooser = choose_any, care: Care | None = None
) -> Soaked:
    """Play one game with random luck and choices; `Unsound` as soon as anything is wrong."""
    dealer = Dealer(seed)
    options, library = prepare(table)
    s = start(options, library)
    game = CheckedGame(s, seed, table, care)
    while not is_over(s):
        if is_chance(s):
            game.play(dealer.draw(s))
            continue
        offered = legal(s)
        if not offered:
            raise game.unsound(["nothing is legal, and the game is not over"])
        game.play(chooser(s, offered, dealer))
    game.check_end()
    if seed % (care or Care()).replay == 0:
        game.check_replay()
    return Soaked(
        table,
        seed,
        game.moves,
        game.decisions,
        int(s.turn),
        game.deep_checks,
        result(s).coins,
        fingerprint(s),
    )


# ---- many games ----


@dataclass(frozen=True)
class Report:
    """What a soak found."""

    games: int
    decisions: int
    deep_checks: int
    failures: tuple[Unsound, ...]

    def joined(self, other: Report) -> Report:
        """Both together."""
        return Report(
            self.games + other.games,
            self.decisions + other.decisions,
            self.deep_checks + other.deep_checks,
            self.failures + other.failures,
        )


NOTHING: Final = Report(0, 0, 0, ())


def soak(
    games: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
    care: Care | None = None,
) -> Report:
    """Play that many checked games over all boards and settings; game n has the seed `seed + n`."""
    batches = [range(n, min(n + _BATCH, games)) for n in range(0, games, _BATCH)]
    report = NOTHING
    if processes <= 1:
        for batch in batches:
            report = report.joined(soak_batch(batch, seed, care))
            if progress is not None:
                progress(report.games, len(report.failures))
        return report
    # Spawned, not forked: that works the same everywhere, threads or not.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(soak_batch, batch, seed, care) for batch in batches]
        for done in as_completed(running):
            report = report.joined(done.result())
            if progress is not None:
                progress(report.games, len(report.failures))
    return report


def soak_batch(
    batch: Iterable[int], seed: int, care: Care | None = None, map_name: str = ""
) -> Report:
    """Some of the games of a soak, over all boards or on one."""
    report = NOTHING
    for n in batch:
        number = seed + n
        chooser = choose_verb if number % 3 else choose_any
        try:
            game = play_checked(table_for(number, map_name), number, chooser, care)
        except Unsound as failure:
            report = report.joined(Report(1, 0, 0, (failure,)))
        else:
            report = report.joined(Report(1, game.decisions, game.deep_checks, ()))
    return report
