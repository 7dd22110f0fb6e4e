"""What is kept of a table, and the changes of it, as plain data; how it is kept is the home's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from smallworld.table.clocks.clock import TableClock
from smallworld.table.seats.orders import ASK
from smallworld.table.starting.table_request import TableRequest
from smallworld.wire.game import Ending
from smallworld.wire.quick import quick


@quick
@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept."""

    id: str
    created: float
    moved: float  # when the last line was written
    header: str  # of the record, without the names of the players
    request: TableRequest  # what was asked for
    watch: str  # opens the table to spectators; empty: nothing does but what is kept
    open: bool  # listed for guests
    n: int  # version: one more with every change
    line: int  # lines of the record
    turn: int
    acting: str | None  # the seat to act
    over: bool
    result: Ending | None
    rematch: str | None  # the table where the same people play again
    watch_digest: bytes = b""  # of the token that was told when the table was made
    clock: TableClock | None = None  # where people have only so much time


@dataclass(frozen=True)
class SeatRow:
    """A seat as it is kept."""

    table_id: str
    seat: str
    kind: str  # device, link or computer
    name: str
    level: str | None  # of a computer's seat
    digest: bytes | None  # of the secret; none for a computer's seat
    claimed: bool  # somebody has come with the secret
    computer: str | None  # the level that plays it now
    orders: str = ASK  # what it answers by itself when it has to regroup in another's turn
    owner: bytes | None = None  # digest of the personal key that opens it beside its secret

    @property
    def free(self) -> bool:
        """Whether somebody with a link may still come to sit here."""
        return self.kind == "link" and not self.claimed and self.computer is None


@quick
@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change as it is kept."""

    n: int
    seat: str  # who asked for it; * at the start
    id: str | None  # of the request; none for a computer's
    base: int  # the lines after this one were replaced ...
    line: int  # ... by those up to this one
    fingerprint: str | None  # of the position then, where a turn ended


@dataclass(frozen=True)
class LoadedTable:
    """All that is kept of one table."""

    table: TableRow
    seats: Sequence[SeatRow]
    lines: Sequence[tuple[str, str]]  # who, and the text
    changes: Sequence[ChangeRow]
    rev: int = 0  # how often it was written, where several homes write
    host: str = ""  # the seat that hosts since it was handed over; empty: it was not
    guests: Mapping[str, str] = field(default_factory=dict)  # by seat, as of `SaveGuest`
    maker: str = ""  # of a new open table: what whoever made it is counted by


# ---- changes ----


@dataclass(frozen=True)
class SaveNewTable:
    """A table that was not there before."""

    loaded: LoadedTable


@dataclass(frozen=True)
class SaveTable:
    """How the game stands now, in place of what is kept of it."""

    row: TableRow


@dataclass(frozen=True)
class SaveSeat:
    """A seat, in place of what is kept of it."""

    row: SeatRow


@dataclass(frozen=True)
class SaveChange:
    """A change: the lines after its base are gone, these stand in their place.

    It is refused if its number, or its id for that seat, was kept before.
    """

    table_id: str
    row: ChangeRow
    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class SaveHost:
    """That seat hosts from now on; always kept together with a seat."""

    table_id: str
    seat: str


@dataclass(frozen=True)
class SaveGuest:
    """A guest from a list sits there from now on; always kept together with the seat."""

    table_id: str
    seat: str
    mark: str  # what the guest is counted by; empty: there is none any more


# ---- what another home has kept ----


@dataclass(frozen=True)
class Standing:
    """How a game stands: what moves change of a table's row."""

    moved: float
    n: int
    line: int
    turn: int
    acting: str | None
    over: bool
    result: Ending | None
    rematch: str | None
    clock: TableClock | None = None


@dataclass(frozen=True)
class TableUpdate:
    """What was kept of a table since some version, by whomever."""

    rev: int  # as of `LoadedTable`
    standing: Standing
    seats: Sequence[SeatRow]  # at least those that have changed
    changes: Sequence[SaveChange]  # one after another
    host: str = ""  # as of `LoadedTable`; empty: as it was
    guests: Mapping[str, str] = field(default_factory=dict)  # at least those that have changed


Change = SaveNewTable | SaveTable | SaveSeat | SaveChange | SaveHost | SaveGuest


def stand(row: TableRow, standing: Standing) -> TableRow:
    """The row of a table whose game stands like that."""
    return replace(
        row,
        moved=standing.moved,
        n=standing.n,
        line=standing.line,
        turn=standing.turn,
        acting=standing.acting,
        over=standing.over,
        result=standing.result,
        rematch=standing.rematch,
        clock=standing.clock,
    )


def standing_of(row: TableRow) -> Standing:
    """How the game of that row stands."""
    return Standing(
        *(row.moved, row.n, row.line, row.turn, row.acting, row.over, row.result, row.rematch),
        row.clock,
    )


def update_of(rev: int, row: TableRow, changes: Sequence[Change]) -> TableUpdate:
    """What others are told of changes that were kept; `row` is the table before them."""
    seats = [change.row for change in changes if isinstance(change, SaveSeat)]
    made = [change for change in changes if isinstance(change, SaveChange)]
    guests = {one.seat: one.mark for one in changes if isinstance(one, SaveGuest)}
    host = ""
    for change in changes:
        if isinstance(change, SaveTable):
            row = change.row
        elif isinstance(change, SaveHost):
            host = change.seat
    return TableUpdate(rev, standing_of(row), seats, made, host, guests)
