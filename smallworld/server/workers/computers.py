"""Computer seats think in processes of their own, so that no table waits for another.

A worker is told the table, what the seat may see, and the coins everybody could have counted; it
answers with the text of an action.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from smallworld.engine.game import GameError, Library, Options
from smallworld.engine.notation import to_text
from smallworld.engine.pack import from_bytes
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare
from smallworld.game.views.view import View
from smallworld.players.analysis.hint import Consideration, DeclineClock, Expected, hint_ahead
from smallworld.players.budget import Budget, StopCheck, ThoughtStopped, never
from smallworld.players.registry import make_player
from smallworld.players.search.search import SearchPlayer
from smallworld.server.custom_files import CustomFiles
from smallworld.server.workers.interface import Workers
from smallworld.server.workers.job_queue import JobPlace, Urgency
from smallworld.server.workers.pool import WorkerDied
from smallworld.table.interface import SeatPosition
from smallworld.table.messages import (
    ComboForecast,
    DeclineForecast,
    ExpectedResult,
    HintAnswer,
    HintReason,
)

log: Final = logging.getLogger("smallworld.server")

FALLBACKS: Final = ("greedy", "random")  # play on for a level that fails


HINT: Final = Budget(seconds=1.5, per="decision")


@dataclass(frozen=True)
class Question:
    """A position in which a computer is to decide, for a worker."""

    position: SeatPosition
    paths: tuple[str, ...]  # of all home-made races and powers of the server
    level: str
    seed: int


class Computers:
    """Asks levels what they would do."""

    def __init__(
        self, workers: Workers, customs: tuple[str, ...] = (), limit: float = 60.0
    ) -> None:
        self._customs: Final = customs
        self._limit: Final = limit  # seconds for a decision
        self._workers: Final = workers
        self.answer: Callable[[Question, StopCheck], str] = answer
        self.adviser: Callable[[Question, StopCheck], HintAnswer] = advise

    async def choose(self, position: SeatPosition, level: str, place: JobPlace) -> str:
        """The text of the action the level chooses.

        A process that dies or takes too long gets a second try; then another level decides.
        """
        asked = self._question(position, level)
        for one in (level, level, *FALLBACKS):
            try:
                job = replace(asked, level=one)
                return await self._workers.do(self.answer, job, self._limit, place)
            except WorkerDied:
                log.error("the level %s died, or took more than %g s", one, self._limit)
        raise GameError(f"the level {level} cannot be asked: its process dies")

    async def advise(self, position: SeatPosition, owner: str) -> HintAnswer:
        """What a strong player would do in the place of the seat to act, and why."""
        place = JobPlace(Urgency.HINT, owner)
        return await self._workers.do(
            self.adviser, self._question(position, ""), self._limit, place
        )

    def _question(self, position: SeatPosition, level: str) -> Question:
        return Question(position, self._customs, level, secrets.randbits(60))

    def warm_up(self) -> None:
        """Start a process now, so that the first move of a computer need not wait for it."""
        self._workers.warm_up(load)


# ---- in the worker ----


@lru_cache(maxsize=16)
def _prepared(
    header: str, paths: tuple[str, ...], files: tuple[str, ...]
) -> tuple[GameSetup, Options, Library]:
    custom = CustomFiles(paths).chosen(files)
    table = Record.from_text(header, custom).table
    options, library = prepare(table)
    return table, options, library


def load(_: None, stopped: StopCheck = never) -> None:
    """Nothing but what it takes to get here: all modules are loaded."""


def answer(asked: Question, stopped: StopCheck = never) -> str:
    """What the level chooses; if it fails, what another one does."""
    position = asked.position
    table, options, library = _prepared(position.header, asked.paths, tuple(position.files))
    for level in (asked.level, *FALLBACKS):
        seen = from_bytes(position.seen, options, library)
        view = View(seen, table, position.seat, list(position.tallied))
        try:
            offered = view.legal[:]
            player = make_player(level, asked.seed)
            if isinstance(player, SearchPlayer):
                player.stopped = stopped
            action = player.choose_number(view)
            if action not in offered:
                raise GameError(f"the level {level} chose {action!r}, which is not legal")
        except ThoughtStopped:
            raise
        except Exception:
            log.exception("the level %s failed", level)
            continue
        return to_text(view.state, action)
    raise GameError(f"neither the level {asked.level} nor {' nor '.join(FALLBACKS)} could decide")


def advise(asked: Question, stopped: StopCheck = never, budget: Budget = HINT) -> HintAnswer:
    """A hint for the seat."""
    position = asked.position
    table, options, library = _prepared(position.header, asked.paths, tuple(position.files))
    view = View(from_bytes(position.seen, options, library), table, position.seat)
    found = hint_ahead(view, budget, asked.seed, stopped)
    return HintAnswer(
        0,
        found.do,
        found.reason,
        [_reason(reason) for reason in found.gains],
        [_reason(reason) for reason in found.risks],
        None if found.expected is None else _expected(found.expected),
        [_expected(other) for other in found.others],
        [
            ComboForecast(one.combo, round(one.coins, 1), round(one.lead, 1), round(one.error, 1))
            for one in found.market
        ],
        None if found.clock is None else _clock(found.clock),
    )


def _clock(clock: DeclineClock) -> DeclineForecast:
    return DeclineForecast(_expected(clock.expand), _expected(clock.decline), round(clock.error, 1))


def _reason(reason: Consideration) -> HintReason:
    return HintReason(reason.code, reason.facts)


def _expected(expected: Expected) -> ExpectedResult:
    return ExpectedResult(expected.do, round(expected.coins, 1), round(expected.lead, 1))
