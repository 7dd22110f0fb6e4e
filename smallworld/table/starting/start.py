"""Where a table begins, if not at the very beginning: a position given, or a line of a record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final

from smallworld.content.library import Custom
from smallworld.content.loader import Map, read_map
from smallworld.engine.game import RULES, GameError
from smallworld.game.records.header import verify_files
from smallworld.game.records.record import Move, Record
from smallworld.game.setup import GameSetup
from smallworld.table.limits import ActionText, Count, Length, Matching
from smallworld.table.problems import Refused
from smallworld.table.starting.luck import TableLuck

OWN_MAP: Final = "own.toml"  # what a map is called that came with the request
LONGEST_GIVEN: Final = 20_000  # letters


@dataclass(frozen=True)
class StartRequest:
    """Where a table is to begin, on what board, and what luck brings there."""

    given: dict[str, object] = field(default_factory=dict)  # as scenarios say it; empty: nothing is
    record: Annotated[str, Length(0, 60_000)] = ""  # or a game that was played …
    line: Count | None = None  # … after so many of its lines; None: after all
    board: Annotated[str, Length(0, 20_000)] = ""  # the text of a map file
    luck: Annotated[tuple[ActionText, ...], Length(0, 500)] = ()  # outcomes, as they shall come
    deal: Annotated[str, Matching("^[A-Za-z0-9-]{0,40}$")] = ""  # a code: luck for who has it too


@dataclass(frozen=True)
class RecordBranch:
    """A game that is gone on with from one of its lines."""

    table: GameSetup
    moves: Sequence[Move] = ()
    players: Sequence[str] = ()  # who sat there, by name


def luck_of(start: StartRequest | None) -> TableLuck | None:
    """What was said of luck; None: it is drawn as ever."""
    if start is None or not (start.luck or start.deal):
        return None
    return TableLuck(start.luck, start.deal)


def deal_of(start: StartRequest | None) -> str:
    """The code of its luck; empty: there is none."""
    return "" if start is None else start.deal


def begun_at(start: StartRequest | None) -> int:
    """The line after which the table began: those before it were played elsewhere."""
    return 0 if start is None else start.line or 0


def as_kept(start: StartRequest | None, line: int) -> StartRequest | None:
    """The same without the record, whose lines are the first of the table's own."""
    return None if start is None else replace(start, record="", line=line or None)


def check_start(start: StartRequest) -> None:
    """`Refused` if its parts do not go together."""
    if start.record and start.given:
        raise _refused("say either `given` or `record`, not both")
    if start.record and start.board:
        raise _refused("a record has its own board; leave `board` out")
    if start.line is not None and not start.record:
        raise _refused("`line` is one of a `record`, which is missing")


def given_text(start: StartRequest | None) -> str:
    """The position as it stands in the header of a record: JSON in one line."""
    if start is None or not start.given:
        return ""
    try:
        text = json.dumps(start.given, ensure_ascii=False)
    except RecursionError:
        raise _refused("given: nested too deeply") from None
    if len(text) > LONGEST_GIVEN:
        raise _refused(f"given: it has {len(text)} letters, and {LONGEST_GIVEN} are allowed")
    return text


def own_board(start: StartRequest | None) -> Map | None:
    """The map that came with the request."""
    if start is None or not start.board:
        return None
    try:
        return read_map(start.board, OWN_MAP)
    except GameError as error:
        raise _refused(f"board: {error}") from None


def read_branch(request: StartRequest | None, custom: Custom | None) -> RecordBranch | None:
    """The game of the record up to its line; None if no record was given."""
    if request is None or not request.record:
        return None
    try:
        record = Record.from_text(request.record, custom)
        verify_files(record.header)
    except GameError as error:
        raise _refused(f"record: {error}") from None
    if record.table.rules > RULES:
        raise _refused(f"record: it has rules {record.table.rules}, known are those up to {RULES}")
    moves = record.moves
    line = len(moves) if request.line is None else request.line
    if line > len(moves):
        raise _refused(f"line: the record has {len(moves)} lines, so there is none after {line}")
    return RecordBranch(record.table, moves[:line], record.players)


def _refused(text: str) -> Refused:
    return Refused("bad_start", text=text)
