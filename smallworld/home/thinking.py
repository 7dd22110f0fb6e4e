"""What a computer chooses, and what it advises, from what a seat may see.

This is done where nobody waits for it: in a process of a server, in a worker of a browser.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from smallworld.engine.game import GameError, Library, Options
from smallworld.engine.notation import to_text
from smallworld.engine.pack import from_bytes
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare
from smallworld.game.views.view import View
from smallworld.home.custom_files import CustomFiles
from smallworld.players.analysis.hint import (
    SECONDS,
    Consideration,
    hint_ahead,
)
from smallworld.players.budget import Budget, StopCheck, ThoughtStopped, never
from smallworld.players.handicap import HandicappedPlayer
from smallworld.players.registry import make_player
from smallworld.players.search.search import SearchPlayer
from smallworld.table.interface import SeatPosition
from smallworld.table.messages import HintAnswer, HintReason
from smallworld.wire.forecasts import DeclineForecast, ExpectedResult

log: Final = logging.getLogger("smallworld.thinking")

FALLBACKS: Final = ("greedy", "random")  # play on for a level that fails
HINT: Final = Budget(seconds=SECONDS, per="decision")


@dataclass(frozen=True)
class Question:
    """A position in which a computer is to decide, for whoever thinks."""

    position: SeatPosition
    paths: tuple[str, ...]  # of all home-made races and powers of the home
    level: str
    seed: int


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


def answer(
    asked: Question, stopped: StopCheck = never, longest: Mapping[str, float] = MappingProxyType({})
) -> str:
    """What the level chooses; if it fails, what another one does.

    `longest` has the seconds that a turn of a level may take, however slow the device is.
    """
    position = asked.position
    table, options, library = _prepared(position.header, asked.paths, tuple(position.files))
    for level in (asked.level, *FALLBACKS):
        seen = from_bytes(position.seen, options, library)
        view = View(seen, table, position.seat, list(position.tallied))
        try:
            offered = view.legal[:]
            player = make_player(level, asked.seed)
            thinker = player.player if isinstance(player, HandicappedPlayer) else player
            if isinstance(thinker, SearchPlayer):
                thinker.stopped = stopped
                thinker.longest = longest.get(thinker.name.partition(":")[0])
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
            replace(
                one, coins=round(one.coins, 1), lead=round(one.lead, 1), error=round(one.error, 1)
            )
            for one in found.market
        ],
        None if found.clock is None else _clock(found.clock),
    )


def _clock(clock: DeclineForecast) -> DeclineForecast:
    return DeclineForecast(_expected(clock.expand), _expected(clock.decline), round(clock.error, 1))


def _reason(reason: Consideration) -> HintReason:
    return HintReason(reason.code, reason.facts)


def _expected(expected: ExpectedResult) -> ExpectedResult:
    return replace(expected, coins=round(expected.coins, 1), lead=round(expected.lead, 1))
