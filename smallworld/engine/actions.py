"""An action is one small int: verb, region, amount, what, and via; with makers and readers.

Decisions and the outcomes of luck alike. `notation.py` turns them into text and back.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.regions import COMPILED, LIMIT, LOG, Regions, table_of
from smallworld.engine.shim import Table, i64, mypyc_attr

PICK: Final = 1
EXPAND: Final = 2
DECLINE: Final = 3
ABANDON: Final = 4
CONQUER: Final = 5
ROLL: Final = 6
STOP: Final = 7
DEPLOY: Final = 8
USE: Final = 9
GIVE_UP: Final = 10
PASS: Final = 11
DONE: Final = 12
DIE: Final = 13
RACE: Final = 14
POWER: Final = 15
FIND: Final = 16
GRANT: Final = 17
VERB_NAMES: Final = [  # the word of each, by its number less one
    "pick", "expand", "decline", "abandon", "conquer", "roll", "stop", "deploy", "use", "give up",
    "pass", "done", "die", "race", "power", "find", "grant",
]  # fmt: skip

NO_REGION: Final = 63
NO_SEAT: Final = -1

_AMOUNT: Final = 11
REGION_BIT: Final = 5  # from this bit on an action tells of its region
WAYS_BIT: Final = 17  # from this bit on an action tells of ways; nothing there: a plain conquest

# Actions without parts, ready made.
_NOWHERE: Final = NO_REGION << REGION_BIT
EXPANDING: Final = EXPAND | _NOWHERE
STOPPING: Final = STOP | _NOWHERE
PASSING: Final = PASS | _NOWHERE
BEING_DONE: Final = DONE | _NOWHERE
ROLL_AHEAD: Final = ROLL | _NOWHERE

ONE_MORE: Final = 1 << _AMOUNT  # what one token more adds to an action

_VIA: Final = 33


def action(verb: i64, region: i64, amount: i64, what: i64, via: i64) -> i64:
    """Put the parts of an action together."""
    return verb | region << REGION_BIT | amount << _AMOUNT | what << WAYS_BIT | via << _VIA


def verb_of(a: i64) -> i64:
    """What is done."""
    return a & 31


def region_of(a: i64) -> i64:
    """Where; NO_REGION if nowhere."""
    return (a >> REGION_BIT) & 63


def tokens_of(a: i64) -> i64:
    """Tokens of a deployment."""
    return (a >> _AMOUNT) & 63


def combo_of(a: i64) -> i64:
    """The slot of the combo that is picked, from 1."""
    return (a >> _AMOUNT) & 63


def pips_of(a: i64) -> i64:
    """What the die shows."""
    return (a >> _AMOUNT) & 63


def pieces_of(a: i64) -> i64:
    """Pieces or tokens that are put into the action's region; 0 if it says no number."""
    return (a >> _AMOUNT) & 63 if region_of(a) != NO_REGION else 0


def seat_of(a: i64) -> i64:
    """The seat that a trait's own action names; NO_SEAT if none."""
    return ((a >> _AMOUNT) & 63) - 1 if region_of(a) == NO_REGION else NO_SEAT


def amount_of(a: i64) -> i64:
    """The number that a trait's own action was made with by `use`."""
    return (a >> _AMOUNT) & 63


def swap_of(a: i64) -> i64:
    """The slot of the combo whose badge is taken in exchange, from 1; 0 if none."""
    return (a >> WAYS_BIT) & 0xFFFF


def ways_of(a: i64) -> i64:
    """The ways of a conquest or roll, as a set of their numbers; 0: a plain one."""
    return (a >> WAYS_BIT) & 0xFFFF


def trait_of(a: i64) -> i64:
    """The number of the trait whose own action this is."""
    return (a >> WAYS_BIT) & 0xFFFF


def keeper_of(a: i64) -> i64:
    """One more than the number of the trait by which a race declines; 0 if by none."""
    return (a >> WAYS_BIT) & 0xFFFF


def card_of(a: i64) -> i64:
    """Which banner, badge or marker is turned up, by its place in the box."""
    return (a >> WAYS_BIT) & 0xFFFF


def via_of(a: i64) -> i64:
    """One more than the marker that another trait stands for; 0 if none."""
    return (a >> _VIA) & 0xFF


def plain(verb: i64) -> i64:
    """An action without parts: expand, stop, pass, done …"""
    return verb | _NOWHERE


def in_region(verb: i64, r: i64) -> i64:
    """An action that names a region: abandon, conquer, roll, give up."""
    return verb | r << REGION_BIT


def pick(slot: i64, swap: i64) -> i64:
    """Take the combo in that slot (from 1); swap: the slot whose badge is taken, 0 for none."""
    return PICK | _NOWHERE | slot << _AMOUNT | swap << WAYS_BIT


def conquer(r: i64, ways: i64, via: i64) -> i64:
    """Conquer r, by ways if any."""
    return action(CONQUER, r, 0, ways, via)


def roll(r: i64, ways: i64, via: i64) -> i64:
    """Name r and roll."""
    return action(ROLL, r, 0, ways, via)


def decline(ways: i64) -> i64:
    """Go into decline, by the way of the trait with that number less one if not 0."""
    return DECLINE | _NOWHERE | ways << WAYS_BIT


def deploy(r: i64, tokens: i64) -> i64:
    """Put tokens from hand into r."""
    return action(DEPLOY, r, tokens, 0, 0)


def use(trait: i64, r: i64, amount: i64, via: i64) -> i64:
    """A trait's own action: in a region, with a number of pieces, or for a seat (seat + 1)."""
    return USE | r << REGION_BIT | amount << _AMOUNT | trait << WAYS_BIT | via << _VIA


def die(pips: i64) -> i64:
    """The die shows that many pips."""
    return DIE | _NOWHERE | pips << _AMOUNT


def outcome(verb: i64, number: i64) -> i64:
    """A race, power, find or grant is turned up."""
    return verb | _NOWHERE | number << WAYS_BIT


@mypyc_attr(acyclic=True)
class Actions:
    """A list of actions that is written again and again without making new objects."""

    def __init__(self) -> None:
        self.items: Table = table_of([0] * 2048)
        self.size: i64 = 0

    def add(self, a: i64) -> None:
        """Write one action."""
        if self.size == len(self.items):
            self.items = table_of(self.listed() + [0] * len(self.items))
        self.items[self.size] = a
        self.size += 1

    def reserve(self, more: i64) -> None:
        """Make room for that many more, for who then writes into `items` himself."""
        if self.size + more > len(self.items):
            room: int = self.size + 2 * more
            self.items = table_of(self.listed() + [0] * room)

    def add_in_each(self, regions: Regions, a: i64) -> None:
        """Write an action once for each of these regions; `a` is the one for region 0."""
        self.reserve(LIMIT)
        items = self.items
        size = self.size
        rest: i64 = regions
        while rest:
            items[size] = a | LOG[(rest & -rest) % 67] << REGION_BIT
            size += 1
            rest &= rest - 1
        self.size = size

    def listed(self) -> list[int]:
        """What was written, as a list."""
        if not COMPILED:
            return self.items[: self.size]  # type: ignore[return-value]
        found: list[int] = []
        i: i64 = 0
        while i < self.size:
            found.append(int(self.items[i]))
            i += 1
        return found


# Lists that nobody writes in now. Making one takes longer than filling it; taking one out and
# putting it back are single steps, so that no two threads ever have the same one.
_SPARE: Final[list[Actions]] = []


def borrow() -> Actions:
    """An empty list for a moment; `give_back` it when it has been read."""
    try:
        out = _SPARE.pop()
    except IndexError:
        return Actions()
    out.size = 0
    return out


def give_back(out: Actions) -> None:
    """Leave a borrowed list to the next one who needs it."""
    _SPARE.append(out)
