"""What must hold in every position of a game, cheap enough to be checked after every action.

Each check answers with what is wrong, like `engine.check.check`; an empty list is good news.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import combo_of, verb_of
from smallworld.engine.game import NOBODY, Event, Listener, State
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.query import (
    BALROG,
    CHOOSE,
    KINDS,
    LEAVES,
    NO_POWER,
    PICK,
    POWER_REVEAL,
    RACE_REVEAL,
    VOLCANO,
    conquest_only,
    count,
    sum_of,
)


def check_sums(s: State) -> list[str]:
    """Tokens over the whole board: none too many or few, none shared, no holding without one."""
    expected: int = count(s.tribes) + 2 * count(s.monsters)
    found: int = 0
    held: int = s.tribes | s.monsters
    overlap = s.tribes & s.monsters != 0
    for e in s.empires:
        if e is NOBODY:
            continue
        expected += e.race.supply
        found += e.hand + e.withdrawn + e.tray
        overlap = overlap or held & e.regions != 0
        held |= e.regions
        if e.hand < 0 or e.withdrawn < 0 or e.tray < 0:
            return [f"{e.race.name} have less than no tokens in hand, withdrawn or in the tray"]
    filled = 0
    for tokens in s.tokens:
        if tokens:
            filled += 1
            found += tokens
    wrong: list[str] = []
    if overlap:
        wrong.append("a region is held twice")
    if filled != count(held):
        wrong.append(f"{count(held)} regions are held, {filled} have tokens")
    if found != expected:
        wrong.append(f"{found} tokens where there should be {expected}")
    return wrong


def check_cards(s: State) -> list[str]:
    """No banner, badge, place or relic is lost or doubled."""
    races: int = count(s.race_stack) + len(s.race_bottom) + s.row_size
    powers: int = count(s.power_stack) + count(s.power_discard) + s.row_size
    pending = [step & 31 for step in s.agenda()]
    if POWER_REVEAL in pending and RACE_REVEAL not in pending:
        races += 1  # its banner is turned up, but not yet a combo
    for e in s.empires:
        if e is not NOBODY:
            races += 1
            if e.power is not NO_POWER:
                powers += 1
    markers: int = count(s.finds)
    for marker in s.library.markers:
        if s.marker_region(marker.index) >= 0:
            markers += 1
            if marker.lends(s, NOBODY) is not None:
                powers += 1
    wrong: list[str] = []
    for what, found, all_ in (
        ("banners", races, s.library.races),
        ("badges", powers, s.library.powers),
        ("places and relics", markers, s.library.markers),
    ):
        if found != len(all_):
            wrong.append(f"{found} {what} where there should be {len(all_)}")
    return wrong


def check_pieces(s: State) -> list[str]:
    """Pieces that leave with their race stand with one; the Balrog stands alone."""
    held: int = 0
    for e in s.empires:
        held |= e.regions
    wrong: list[str] = []
    for kind, piece in enumerate(s.library.pieces):
        if piece.abandoned == LEAVES and s.where[kind] & ~held:
            wrong.append(f"a {piece.name} stands where no race does")
    if s.where[BALROG] & (held | s.tribes | s.monsters | s.board.chasms):
        wrong.append("the balrog is not alone")
    if s.where[VOLCANO] & ~s.board.chasms:
        wrong.append("the volcano is not on a chasm")
    return wrong


def check_hands(s: State) -> list[str]:
    """Nothing waits when it should not: between turns, and while it is another's turn (A9, A11)."""
    wrong: list[str] = []
    between = s.step() == PICK or s.step() == CHOOSE
    declined = [0] * s.seats
    for e in s.empires:
        if e is NOBODY:
            continue
        if between and (e.withdrawn or e.pieces_back):
            wrong.append(f"{e.race.name}: something withdrawn still waits between turns")
        if e.seat != s.seat and e.regions and e.hand > conquest_only(s, e):
            wrong.append(f"{e.race.name} have {e.hand} tokens in hand out of turn")
        if e.declined and not e.lingers:
            declined[e.seat] += 1
    if max(declined) > 1:
        wrong.append("more than one race of a seat is in decline")
    return wrong


def check_text(s: State, action: int, text: str) -> list[str]:
    """The text of an action means that action."""
    back = from_text(s, text)
    return [] if back == action else [f"{text!r} is read as {to_text(s, back)!r}"]


class Ledger(Listener):
    """Follows every coin by what is told, and counts the turns."""

    def __init__(self, s: State) -> None:
        self.coins: Final = [int(s.coins[seat]) for seat in range(s.seats)]
        self.row: Final = [int(s.row_coins[slot]) for slot in range(len(s.row_coins))]
        self.turns: Final = [0] * s.seats
        self.over = False
        self.wrong: list[str] = []
        self._collected = 0  # from other players, in the scoring that is going on

    def before(self, s: State, action: int) -> None:
        """A pick leaves coins in the row, and nothing tells where: foresee it (A2)."""
        if verb_of(action) != actions.PICK:
            return
        slot = int(combo_of(action)) - 1
        for i in range(slot):
            self.row[i] += 1
        del self.row[slot]
        self.row.append(0)

    def hear(self, event: Event) -> None:
        """Write down what was paid."""
        if event.kind == "paid":
            self.coins[event.other] += event.amount
            if event.seat >= 0:
                self.coins[event.seat] -= event.amount
                self._collected += event.amount
            return
        if event.kind == "scored":
            self.coins[event.seat] += event.amount - self._collected
            if sum_of(event.parts or []) != event.amount:
                self.wrong.append(f"the parts of a score of {event.amount} are {event.parts}")
        elif event.kind == "picked":
            self.coins[event.seat] += sum_of(event.parts or [])
        elif event.kind == "turn":
            self.turns[event.seat] += 1
        elif event.kind == "over":
            self.over = True
        elif event.kind not in KINDS:
            self.wrong.append(f"an event of no known kind: {event!r}")
        self._collected = 0

    def check(self, s: State) -> list[str]:
        """What the players and the row have is what was told."""
        wrong = self.wrong
        for seat in range(s.seats):
            if s.coins[seat] != self.coins[seat]:
                wrong.append(f"seat {seat} has {s.coins[seat]} coins, told: {self.coins[seat]}")
        for slot, coins in enumerate(self.row):
            if int(s.row_coins[slot]) != coins:
                wrong.append(f"combo {slot + 1} has {int(s.row_coins[slot])} coins, not {coins}")
        return wrong
