"""A state as bytes and back, and its fingerprint: equal states have equal bytes.

No pickle: the same bytes come from the compiled and the plain build. What follows from the rest,
as the price of a region does, is not written but worked out again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from smallworld.engine.errors import Unreadable
from smallworld.engine.options import Library, Options
from smallworld.engine.pieces import STACKS
from smallworld.engine.regions import BIT, at, cells_of, each, table_of
from smallworld.engine.shim import Cells, i64
from smallworld.engine.state import NOBODY, Empire, State, Turn
from smallworld.engine.trait import NO_POWER
from smallworld.engine.verbs import close_regions, refresh

_DAMAGED: Final = "the packed state is damaged"
_BITS: Final = 63  # of a number that fits where states keep them


class _Writer:
    """Numbers written one after another, small ones in one byte."""

    def __init__(self) -> None:
        self.out = bytearray()

    def put(self, number: i64) -> None:
        """A number that is not below -1."""
        rest: int = int(number) + 1
        while rest > 127:
            self.out.append(rest & 127 | 128)
            rest >>= 7
        self.out.append(rest)

    def put_cells(self, row: Cells) -> None:
        """A row of small numbers, runs of zeros shortened."""
        zeros = 0
        for i in range(len(row)):
            n = at(row, i)
            if n == 0:
                zeros += 1
                continue
            if zeros:
                self.put(0)
                self.put(zeros)
                zeros = 0
            self.put(n)
        if zeros:
            self.put(0)
            self.put(zeros)


class _Reader:
    """Reads what the writer wrote."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def get(self) -> int:
        """The next number."""
        number = 0
        shift = 0
        while True:
            if self.at >= len(self.data):
                raise Unreadable("the packed state ends too early")
            byte = self.data[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                if number >> _BITS:
                    raise Unreadable(_DAMAGED)
                return number - 1

    def get_cells(self, size: int) -> Cells:
        """A row of that many small numbers."""
        row: list[int] = []
        while len(row) < size:
            n = self.get()
            zeros = 0 if n else self.get()
            if not 0 <= n <= 255 or not 0 <= zeros <= size - len(row):
                raise Unreadable(_DAMAGED)
            row.extend([n] if n else [0] * zeros)
        return cells_of(row)


def to_bytes(s: State) -> bytes:
    """The whole state, without its options and library."""
    w = _Writer()
    w.put(s.turn)
    w.put(s.seat)
    for seat in range(s.seats):
        w.put(s.coins[seat])
    w.put(len(s.empires))
    for e in s.empires:
        _put_empire(w, e)
    w.put_cells(s.tokens)
    w.put_cells(s.stacks)
    for kind in range(len(s.library.pieces)):
        w.put(s.where[kind])
    for mask in (s.tribes, s.monsters, s.finds):
        w.put(mask)
    w.put_cells(s.markers)
    w.put_cells(s.notes)
    w.put_cells(s.turn_notes)
    for mask in (s.race_stack, s.power_stack, s.power_discard, s.row_size, s.row_slots):
        w.put(mask)
    _put_list(w, s.race_bottom)
    w.put_cells(s.row_races)
    w.put_cells(s.row_powers)
    w.put_cells(s.row_coins)
    t = s.now
    for fact in (t.taken, t.won, t.attacked, t.die, t.hammers_used, t.victim):
        w.put(fact)
    w.put(int(t.begun) + 2 * int(t.declining) + 4 * int(t.noted))
    _put_list(w, t.awards)
    _put_list(w, s.agenda())
    return bytes(w.out)


def from_bytes(data: bytes, options: Options, library: Library) -> State:
    """The state those bytes were made from, with the options and library it had."""
    r = _Reader(data)
    s = State(options, library)
    s.turn = r.get()
    s.seat = r.get()
    s.coins = table_of([r.get() for _ in range(s.seats)])
    number = r.get()
    if not s.seats <= number <= 64:
        raise Unreadable(_DAMAGED)
    s.empires = [_get_empire(r, library) for _ in range(number)]
    size = s.board.size
    s.tokens = r.get_cells(size)
    s.stacks = r.get_cells(STACKS * size)
    s.where = table_of([r.get() for _ in library.pieces])
    s.tribes = r.get()
    s.monsters = r.get()
    s.finds = r.get()
    s.markers = r.get_cells(len(library.markers))
    s.notes = r.get_cells(len(library.traits))
    s.turn_notes = r.get_cells(len(library.traits))
    s.race_stack = r.get()
    s.power_stack = r.get()
    s.power_discard = r.get()
    s.row_size = r.get()
    s.row_slots = r.get()
    s.race_bottom = _get_list(r)
    s.row_races = r.get_cells(len(s.row_races))
    s.row_powers = r.get_cells(len(s.row_powers))
    s.row_coins = r.get_cells(len(s.row_coins))
    t = Turn()
    t.taken = r.get()
    t.won = r.get()
    t.attacked = r.get()
    t.die = r.get()
    t.hammers_used = r.get()
    t.victim = r.get()
    flags = r.get()
    t.begun = flags & 1 != 0
    t.declining = flags & 2 != 0
    t.noted = flags & 4 != 0
    t.awards = _get_list(r)
    s.now = t
    agenda = _get_list(r)
    if not agenda:
        raise Unreadable(_DAMAGED)
    s.set_agenda(agenda)
    _check(s)
    _work_out(s)
    return s


def _check(s: State) -> None:
    """See that every number that others take for an index is one."""
    masks = s.tribes | s.monsters
    for e in s.empires:
        masks |= e.regions
        if e.seat >= s.seats:
            raise Unreadable(_DAMAGED)
    if masks & ~s.board.all:
        raise Unreadable("the packed state is of another board")
    if s.finds >> len(s.library.markers):
        raise Unreadable("the packed state is of another library")
    cards = s.race_stack >> len(s.library.races)
    cards |= (s.power_stack | s.power_discard) >> len(s.library.powers)
    rows = max(s.row_size, s.row_slots) > len(s.row_races) or min(s.row_size, s.row_slots) < 0
    if cards or rows or not 0 <= s.seat < s.seats or s.turn < 1:
        raise Unreadable(_DAMAGED)
    for cell in range(len(s.row_races)):
        race, power = at(s.row_races, cell), at(s.row_powers, cell)
        if race >= len(s.library.races) or power >= len(s.library.powers):
            raise Unreadable("the packed state is of another library")
    for race in s.race_bottom:
        if not 0 <= race < len(s.library.races):
            raise Unreadable("the packed state is of another library")


def _work_out(s: State) -> None:
    """What follows from the rest: defences, regions with pieces and markers, who speaks."""
    size = s.board.size
    defence = [int(at(s.board.ground, r)) for r in range(size)]
    for kind, piece in enumerate(s.library.pieces):
        if s.where[kind] & ~s.board.all:
            raise Unreadable("the packed state is of another board")
        for r in each(s.where[kind]):
            defence[r] += piece.defence * int(s.stacked(piece.stack, r) if piece.stack >= 0 else 1)
    for marker in s.library.markers:
        r = int(s.marker_region(marker.index))
        if r >= size:
            raise Unreadable("the packed state is of another board")
        if r >= 0:
            defence[r] += marker.defence
            s.marked |= BIT[r]
    if max(defence) > 255:
        raise Unreadable(_DAMAGED)
    s.defence = cells_of(defence)
    close_regions(s)
    for e in s.empires:
        if e is not NOBODY:
            refresh(s, e)


def fingerprint(s: State) -> str:
    """Sixteen letters that tell states apart."""
    return blake2b(to_bytes(s), digest_size=8).hexdigest()


def _put_list(w: _Writer, numbers: list[int]) -> None:
    w.put(len(numbers))
    for number in numbers:
        w.put(number)


def _get_list(r: _Reader) -> list[int]:
    number = r.get()
    if not 0 <= number <= len(r.data):
        raise Unreadable(_DAMAGED)
    return [r.get() for _ in range(number)]


def _put_empire(w: _Writer, e: Empire) -> None:
    w.put(e.seat)
    if e is NOBODY:
        return
    w.put(e.race.index)
    w.put(-1 if e.power is NO_POWER else e.power.index)
    for fact in (e.regions, e.hand, e.withdrawn, e.tray, e.hammers, e.pieces_back):
        w.put(fact)
    w.put(int(e.declined) + 2 * int(e.first_turn) + 4 * int(e.lingers) + 8 * int(e.kept_by_loan))


def _get_empire(r: _Reader, library: Library) -> Empire:
    seat = r.get()
    if seat < 0:
        return NOBODY
    race = r.get()
    power = r.get()
    if not 0 <= race < len(library.races) or not -1 <= power < len(library.powers):
        raise Unreadable("the packed state is of another library")
    e = Empire(seat, library.races[race], NO_POWER if power < 0 else library.powers[power])
    e.regions = r.get()
    e.hand = r.get()
    e.withdrawn = r.get()
    e.tray = r.get()
    e.hammers = r.get()
    e.pieces_back = r.get()
    flags = r.get()
    e.declined = flags & 1 != 0
    e.first_turn = flags & 2 != 0
    e.lingers = flags & 4 != 0
    e.kept_by_loan = flags & 8 != 0
    return e
