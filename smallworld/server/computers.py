"""Computer seats think in processes of their own, so that no table waits for another.

A worker is told the table, what the seat may see, and the coins everybody could have counted; it
answers with the text of an action.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from smallworld.engine.game import GameError, Library, Options, State, to_act
from smallworld.engine.notation import to_text
from smallworld.engine.pack import from_bytes, to_bytes
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare
from smallworld.game.views.view import View
from smallworld.players.analysis.hint import Expected, HintReason, hint
from smallworld.players.budget import Budget
from smallworld.players.registry import make_player
from smallworld.server.customs import Customs
from smallworld.server.messages import Because, Hinted, Hoped
from smallworld.server.workers import Died, Workers

log: Final = logging.getLogger("smallworld.server")

FALLBACKS: Final = ("greedy", "random")  # play on for a level that fails


HINT: Final = Budget(seconds=1.5, per="decision")


@dataclass(frozen=True)
class Question:
    """A position in which a computer is to decide."""

    header: str  # of the record: the table
    paths: tuple[str, ...]  # of all home-made races and powers of the server
    files: tuple[str, ...]  # ... of which the table uses these
    seen: bytes  # the state as the seat sees it
    tallied: tuple[int, ...]  # coins of every seat, as counted by who forgets nothing
    seat: int
    level: str
    seed: int


class Computers:
    """The processes in which levels think."""

    def __init__(self, workers: int, customs: tuple[str, ...], limit: float = 60.0) -> None:
        self._customs: Final = customs
        self._limit: Final = limit  # seconds for a decision
        # Two at least: one that thinks long must not keep all others waiting.
        self.workers: Final = Workers(workers or max(2, min(4, (os.cpu_count() or 2) - 1)))
        self.answer: Callable[[Question], str] = answer
        self.adviser: Callable[[Question], Hinted] = advise

    def question(
        self, s: State, table: GameSetup, header: str, files: tuple[str, ...], level: str
    ) -> Question:
        """What a worker is told: what the seat sees, and the coins that went by in public."""
        seat = to_act(s)
        view = View(s, table, seat)
        seen = to_bytes(view.state)
        tallied = tuple(view.tallied)
        seed = secrets.randbits(60)
        return Question(header, self._customs, files, seen, tallied, seat, level, seed)

    async def choose(self, asked: Question) -> str:
        """The text of the action the level chooses.

        A process that dies or takes too long gets a second try; then another level decides.
        """
        for level in (asked.level, asked.level, *FALLBACKS):
            try:
                return await self.workers.do(self.answer, replace(asked, level=level), self._limit)
            except Died:
                log.error("the level %s died, or took more than %g s", level, self._limit)
        raise GameError(f"the level {asked.level} cannot be asked: its process dies")

    async def advise(self, asked: Question) -> Hinted:
        """What a strong player would do in the place of the seat to act, and why."""
        return await self.workers.do(self.adviser, asked, self._limit)

    def warm_up(self) -> None:
        """Start a process now, so that the first move of a computer need not wait for it."""
        self.workers.warm_up(load)

    def close(self) -> None:
        """Stop thinking."""
        self.workers.close()


# ---- in the worker ----


@lru_cache(maxsize=16)
def _prepared(
    header: str, paths: tuple[str, ...], files: tuple[str, ...]
) -> tuple[GameSetup, Options, Library]:
    custom = Customs(paths).chosen(files)
    table = Record.from_text(header, custom).table
    options, library = prepare(table)
    return table, options, library


def load(_: None) -> None:
    """Nothing but what it takes to get here: all modules are loaded."""


def answer(asked: Question) -> str:
    """What the level chooses; if it fails, what another one does."""
    table, options, library = _prepared(asked.header, asked.paths, asked.files)
    for level in (asked.level, *FALLBACKS):
        seen = from_bytes(asked.seen, options, library)
        view = View(seen, table, asked.seat, list(asked.tallied))
        try:
            offered = view.legal[:]
            action = make_player(level, asked.seed).choose_number(view)
            if action not in offered:
                raise GameError(f"the level {level} chose {action!r}, which is not legal")
        except Exception:
            log.exception("the level %s failed", level)
            continue
        return to_text(view.state, action)
    raise GameError(f"neither the level {asked.level} nor {' nor '.join(FALLBACKS)} could decide")


def advise(asked: Question, budget: Budget = HINT) -> Hinted:
    """A hint for the seat."""
    table, options, library = _prepared(asked.header, asked.paths, asked.files)
    view = View(from_bytes(asked.seen, options, library), table, asked.seat)
    found = hint(view, budget, asked.seed)
    return Hinted(
        0,
        found.do,
        found.reason,
        [_because(reason) for reason in found.gains],
        [_because(reason) for reason in found.risks],
        None if found.expected is None else _hoped(found.expected),
        [_hoped(other) for other in found.others],
    )


def _because(reason: HintReason) -> Because:
    return Because(reason.code, reason.facts)


def _hoped(expected: Expected) -> Hoped:
    return Hoped(expected.do, round(expected.coins, 1), round(expected.lead, 1))
