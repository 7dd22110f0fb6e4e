"""A table made, read again, written as a record, shown to a computer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from smallworld.content.library import Custom
from smallworld.engine.game import RULES, GameError, State
from smallworld.engine.pack import fingerprint, to_bytes
from smallworld.game.records.header import verify_files
from smallworld.game.records.record import LUCK, Checkpoint, Comment, Move, Record
from smallworld.game.views.game_view import ending_of
from smallworld.game.views.view import View
from smallworld.table.clocks.clock import new_clock
from smallworld.table.history import Deal, History, PendingChange
from smallworld.table.interface import SeatPosition
from smallworld.table.problems import Refused
from smallworld.table.publishing.views import acting
from smallworld.table.rows import ChangeRow, LoadedTable, SeatRow, TableRow
from smallworld.table.starting.start import RecordBranch, as_kept, begun_at, luck_of
from smallworld.table.starting.table_request import TableRequest, TableSetup


def new_table(
    request: TableRequest,
    setup: TableSetup,
    digests: Mapping[str, bytes],
    table_id: str,
    watch: str,
    now: float,
    deal: Deal,
    history: History | None = None,
) -> LoadedTable:
    """A table for that setup with its first luck, ready to be kept.

    `history` holds the lines that were played elsewhere, if it goes on from there.
    """
    if history is None:
        history = History(setup.table, luck_of(request.start))
    row = TableRow(
        id=table_id,
        created=now,
        moved=now,
        header=setup.header,
        request=replace(request, start=as_kept(request.start, history.line)),
        watch=watch,
        open=request.open,
        n=0,
        line=0,
        turn=1,
        acting=None,
        over=False,
        result=None,
        rematch=None,
        clock=new_clock(request.clock, len(setup.seats)),
    )
    seats = [
        SeatRow(
            table_id=table_id,
            seat=seat.seat,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            digest=digests.get(seat.seat),
            claimed=seat.kind != "link",
            computer=seat.level,
        )
        for seat in setup.seats
    ]
    luck = history.propose_luck(deal)
    changes = [luck] if luck.moves or not history.line else []
    if history.line:
        changes.insert(0, _played_elsewhere(history))
    lines: list[tuple[str, str]] = []
    kept: list[ChangeRow] = []
    for change in changes:
        row = row_after(row, change, now)
        kept.append(change_row(row, change, LUCK, None))
        lines += lines_of(change)
    return LoadedTable(row, seats, lines, kept)


def begin_branch(request: TableRequest, branch: RecordBranch) -> Iterator[History]:
    """The history up to where the branch begins, given after each of its lines."""
    history = History(branch.table, luck_of(request.start), len(branch.moves))
    yield history
    for move in branch.moves:
        try:
            history.replay(move)
        except GameError as error:
            text = f"record: line {history.line + 1} cannot be played: {error}"
            raise Refused("bad_start", text=text) from None
        yield history
    whole = request.start is not None and request.start.line is None  # to be looked at
    if history.over and not whole:
        text = f"the game is over after line {history.line} of the record; choose an earlier line"
        raise Refused("bad_start", text=text)


def _played_elsewhere(history: History) -> PendingChange:
    """The lines before a table began, as one change."""
    mark = fingerprint(history.state)
    return PendingChange(0, history.state, history.moves[:], history.log[:], checkpoint=mark)


def row_after(row: TableRow, change: PendingChange, now: float) -> TableRow:
    """The table's row after one more change."""
    s: State = change.state
    ending = ending_of(s)
    return replace(
        row,
        moved=now,
        n=row.n + 1,
        line=change.line,
        turn=int(s.turn),
        acting=acting(s),
        over=ending is not None,
        result=ending,
    )


def change_row(after: TableRow, change: PendingChange, who: str, id_: str | None) -> ChangeRow:
    """A change as it is kept, with the row of the table after it."""
    return ChangeRow(after.n, who, id_, change.base, change.line, change.checkpoint)


def lines_of(change: PendingChange) -> list[tuple[str, str]]:
    """The new lines of a change."""
    return [(move.who, move.text) for move in change.moves]


# ---- reading again ----


def begin_history(loaded: LoadedTable, custom: Custom | None) -> History:
    """The history of a kept table, before its first line; `custom` is what its files hold now."""
    header = Record.from_text(loaded.table.header, custom).header
    if header.table.rules > RULES:
        raise LaterRules(
            header.table.rules,
            f"it was begun by version {header.table.rules} of the rules, and this program knows "
            f"them up to {RULES}; use the version of the program that it was begun with",
        )
    verify_files(header)
    start = loaded.table.request.start
    return History(header.table, luck_of(start), begun_at(start))


def replay(history: History, loaded: LoadedTable) -> Iterator[int]:
    """Carry out the kept lines one after another, and compare; gives the number of each.

    `DamagedTable` says from where on what is kept is not the game that was played.
    """
    checks = {change.line: change.fingerprint for change in loaded.changes if change.fingerprint}
    for who, text in loaded.lines:
        try:
            history.replay(Move(who, text))
        except GameError as error:
            raise DamagedTable(f"line {history.line + 1} cannot be played: {error}") from None
        if history.line in checks and checks[history.line] != fingerprint(history.state):
            raise DamagedTable(f"the position after line {history.line} is not the one it was")
        yield history.line
    _compare(history, loaded)


def was_ended(row: TableRow) -> bool:
    """Whether the host has ended the game, damaged or not: it is over, and has no result."""
    return row.over and row.result is None


class LaterRules(GameError):
    """The table was begun by a version of the rules that this program does not know."""

    def __init__(self, version: int, text: str) -> None:
        super().__init__(text)
        self.version: Final = version


class DamagedTable(GameError):
    """What is kept of a table does not fit together."""


def _compare(history: History, loaded: LoadedTable) -> None:
    """Whether what was replayed is what the table's row says of it."""
    row, changes = loaded.table, loaded.changes
    if history.line != row.line:
        raise DamagedTable(f"{row.line} lines were kept, and {history.line} are there")
    if [change.n for change in changes] != list(range(1, row.n + 1)):
        raise DamagedTable(f"{row.n} changes were kept, and {len(changes)} are there")
    if changes and changes[-1].line != row.line:
        raise DamagedTable(f"the last change led to line {changes[-1].line}, not {row.line}")
    s = history.state
    # Who was to act when the host ended it nobody has kept.
    played = (int(s.turn), None, True) if was_ended(row) else (int(s.turn), acting(s), history.over)
    if played != (row.turn, row.acting, row.over):
        raise DamagedTable(f"its lines lead to another position than the one after line {row.line}")


def load_history(loaded: LoadedTable, custom: Custom | None = None) -> History:
    """The history of a kept table up to its last line."""
    history = begin_history(loaded, custom)
    for _ in replay(history, loaded):
        pass
    return history


# ---- as a record ----


def record_of(header: str, history: History, names: list[str], checks: Mapping[int, str]) -> str:
    """The record of the game so far, as text; `checks` are fingerprints by line."""
    begun = Record.from_text(header, history.table.custom).header
    record = Record(replace(begun, players=tuple(names)))
    turn: tuple[int, str] | None = None
    for line, (move, entries) in enumerate(zip(history.moves, history.log, strict=True), 1):
        now = (entries[0].turn, move.who)
        if move.who != LUCK and now != turn:
            turn = now
            record.entries.append(Comment(f"turn {now[0]}, {now[1]}"))
        record.entries.append(move)
        if line in checks:
            record.entries.append(Checkpoint(checks[line]))
    return record.to_text()


# ---- for computers ----


def seat_position(header: str, files: Sequence[str], history: History) -> SeatPosition:
    """What the seat to act sees, and the coins that went by in public."""
    view = View(history.state, history.table, history.acting)
    return SeatPosition(
        header=header,
        files=files,
        seen=to_bytes(view.state),
        tallied=tuple(view.tallied),
        seat=history.acting,
    )
