"""Proof by play: random games in which every invariant is checked on the way.

>>> play_checked(GameSetup(map="base-2", turns=2), seed=7).turns
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from smallworld.devtools.checked import CheckedGame, CheckLevel, Unsound
from smallworld.devtools.soak_tables import SHIPPED, SoakContent, table_for
from smallworld.engine.actions import verb_of
from smallworld.engine.game import State, is_chance, is_over, result, start
from smallworld.engine.pack import fingerprint
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import Move
from smallworld.game.setup import GameSetup, prepare
from smallworld.work.processes import in_order

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
class SoakedGame:
    """A game that was played to its end and found sound."""

    table: GameSetup
    seed: int
    moves: list[Move]
    decisions: int
    turns: int
    deep_checks: int
    coins: list[int]
    fingerprint: str


def play_checked(
    table: GameSetup, seed: int, chooser: Chooser = choose_any, care: CheckLevel | None = None
) -> SoakedGame:
    """Play one game with random luck and choices; `Unsound` as soon as anything is wrong."""
    dealer = Dealer(seed)
    options, library = prepare(table)
    s = start(options, library)
    game = CheckedGame(s, seed, table, care)
    while not is_over(s):
        if is_chance(s):
            game.play(dealer.draw(s))
            continue
        game.play(chooser(s, game.offered(), dealer))
    game.check_end()
    if seed % (care or CheckLevel()).replay == 0:
        game.check_replay()
    return SoakedGame(
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
class SoakReport:
    """What a soak found."""

    games: int
    decisions: int
    deep_checks: int
    failures: tuple[Unsound, ...]

    def joined(self, other: SoakReport) -> SoakReport:
        """Both together."""
        return SoakReport(
            self.games + other.games,
            self.decisions + other.decisions,
            self.deep_checks + other.deep_checks,
            self.failures + other.failures,
        )


NOTHING: Final = SoakReport(0, 0, 0, ())


def soak(
    games: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
    care: CheckLevel | None = None,
    content: SoakContent = SHIPPED,
) -> SoakReport:
    """Play that many checked games over all boards and settings; game n has the seed `seed + n`."""
    batches = [range(n, min(n + _BATCH, games)) for n in range(0, games, _BATCH)]
    report = NOTHING
    work = partial(soak_batch, seed=seed, care=care, content=content)
    for found in in_order(work, batches, processes):
        report = report.joined(found)
        if progress is not None:
            progress(report.games, len(report.failures))
    return report


def soak_batch(
    batch: Iterable[int],
    seed: int,
    care: CheckLevel | None = None,
    content: SoakContent = SHIPPED,
) -> SoakReport:
    """Some of the games of a soak."""
    report = NOTHING
    for n in batch:
        number = seed + n
        chooser = choose_verb if number % 3 else choose_any
        try:
            game = play_checked(table_for(number, content), number, chooser, care)
        except Unsound as failure:
            report = report.joined(SoakReport(1, 0, 0, (failure,)))
        else:
            report = report.joined(SoakReport(1, game.decisions, game.deep_checks, ()))
    return report
