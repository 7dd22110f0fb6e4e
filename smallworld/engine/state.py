"""Everything that changes in a game: State, Empire and Turn.

No random generator and no secrets but coin totals live here. `copy()` is the only way to branch.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.events import Event, Listener
from smallworld.engine.options import Library, Options
from smallworld.engine.pieces import STACKS
from smallworld.engine.regions import BIT, Regions, at, cells, table_of
from smallworld.engine.shim import Cells, Table, i64
from smallworld.engine.terms import OVER, ROW, STARTING_COINS
from smallworld.engine.trait import NO_POWER, NO_RACE, Power, Race, Trait

# Shared by all; such lists are replaced, never changed.
NO_TRAITS: Final[list[Trait]] = []
NO_AWARDS: Final[list[int]] = []


class Empire:
    """One seat's race and power on the map, active or in decline."""

    def __init__(self, seat: i64, race: Race, power: Power) -> None:
        self.seat: i64 = seat
        self.race: Race = race
        self.power: Power = power
        self.regions: i64 = 0  # the set it holds
        self.hand: i64 = 0  # tokens in hand
        self.withdrawn: i64 = 0  # tokens driven out, waiting for the end of the turn
        self.tray: i64 = race.supply  # tokens of this race not in play
        self.hammers: i64 = 0
        self.pieces_back: i64 = 0  # stacked pieces driven out with the tokens
        self.declined: bool = False
        self.first_turn: bool = True  # picked in this turn
        self.lingers: bool = False  # does not count toward the limit of one in decline
        self.kept_by_loan: bool = False  # its stacks stand through a power that was only lent
        self.traits: list[Trait] = NO_TRAITS  # those that speak now; replaced, never changed
        self.hooks: i64 = 0  # what they answer

    def copy(self) -> Empire:
        """An independent copy."""
        c = Empire(self.seat, self.race, self.power)
        c.regions = self.regions
        c.hand = self.hand
        c.withdrawn = self.withdrawn
        c.tray = self.tray
        c.hammers = self.hammers
        c.pieces_back = self.pieces_back
        c.declined = self.declined
        c.first_turn = self.first_turn
        c.lingers = self.lingers
        c.kept_by_loan = self.kept_by_loan
        c.traits = self.traits
        c.hooks = self.hooks
        return c

    def speaks(self, trait: Trait) -> bool:
        """Whether this trait speaks for this empire now."""
        for t in self.traits:
            if t is trait:
                return True
        return False


# Stands where a seat has no active race. Shared by all states; nothing ever changes it.
NOBODY: Final = Empire(-1, NO_RACE, NO_POWER)


class Turn:
    """Facts of the running turn."""

    def __init__(self) -> None:
        self.taken: i64 = 0  # regions conquered, by any race of the player
        self.won: i64 = 0  # those of the active race that were not empty
        self.attacked: i64 = 0  # seats whose active race the active race attacked (bits)
        self.die: i64 = -1  # rolled ahead and waiting for its conquest
        self.hammers_used: i64 = 0
        self.victim: i64 = -1  # the seat last attacked
        self.awards: list[int] = NO_AWARDS  # coins due whatever is held: trait number, coins
        self.begun: bool = False  # the running race has begun its conquests
        self.declining: bool = False  # this turn was spent declining
        self.noted: bool = False  # some trait remembers something until the end of the turn

    def copy(self) -> Turn:
        """An independent copy."""
        c = Turn()
        c.taken = self.taken
        c.won = self.won
        c.attacked = self.attacked
        c.die = self.die
        c.hammers_used = self.hammers_used
        c.victim = self.victim
        c.awards = self.awards
        c.begun = self.begun
        c.declining = self.declining
        c.noted = self.noted
        return c


class State:
    """A position, with everything needed to go on from it."""

    # More attributes than a plain object keeps quickly: with slots a copy takes a fifth less.
    __slots__ = (
        "barred",
        "below",
        "board",
        "coins",
        "depth",
        "empires",
        "finds",
        "library",
        "listener",
        "marked",
        "markers",
        "monsters",
        "notes",
        "now",
        "offered",
        "options",
        "pieced",
        "power_discard",
        "power_stack",
        "race_bottom",
        "race_stack",
        "row_coins",
        "row_powers",
        "row_races",
        "row_size",
        "row_slots",
        "seat",
        "seats",
        "shielded",
        "stacks",
        "strength",
        "tokens",
        "top",
        "tribes",
        "turn",
        "turn_notes",
        "voices",
        "where",
    )  # fmt: skip

    def __init__(self, options: Options, library: Library, source: State | None = None) -> None:
        self.options: Final = options
        self.library: Final = library
        self.board: Final = options.board
        self.seats: Final = len(options.seats)
        self.listener: Listener | None = None
        self.offered: list[int] | None = None  # legal actions of this very position, once asked
        if source is not None:
            self._take_from(source)
            return
        size = options.board.size
        self.turn: i64 = 1
        self.seat: i64 = options.first  # whose turn it is
        self.coins: Table = table_of([STARTING_COINS] * self.seats)
        # The first entries are the seats' active races (or NOBODY); those in decline follow.
        self.empires: list[Empire] = [NOBODY] * self.seats
        self.voices: i64 = 0  # all hooks answered on the map
        self.tokens: Cells = cells(size)  # race tokens, Lost Tribes or Monsters
        # What a region costs before the attacker's own modifiers: ground and all defences.
        self.strength: Cells = cells(size)
        self.stacks: Cells = cells(STACKS * size)  # of the pieces that stack
        self.where: Table = table_of([0] * len(library.pieces))  # the regions of each piece
        self.pieced: i64 = 0  # regions with any piece
        self.shielded: i64 = 0  # closed to every seat but the holder's
        self.barred: i64 = 0  # closed to everyone but whom a trait exempts
        self.tribes: i64 = 0
        self.monsters: i64 = 0
        self.markers: Cells = cells(len(library.markers))  # region + 1 of each place and relic
        self.marked: i64 = 0  # regions where any of them lies
        self.finds: i64 = 0  # markers that may still be turned up
        self.notes: Cells = cells(len(library.traits))  # a trait's lasting memory
        self.turn_notes: Cells = cells(len(library.traits))  # ... and for this turn only
        self.race_stack: i64 = 0
        self.race_bottom: list[int] = []  # banners known to lie at the bottom, the last one last
        self.power_stack: i64 = 0
        self.power_discard: i64 = 0
        self.row_races: Cells = cells(ROW)
        self.row_powers: Cells = cells(ROW)
        self.row_coins: Cells = cells(ROW)
        self.row_size: i64 = 0
        self.row_slots: i64 = ROW  # fewer only in positions made up by hand
        self.now: Turn = Turn()
        self.top: i64 = OVER  # the step that waits, or runs next
        self.below: Table = table_of([0] * 16)  # the steps below it, the lowest first
        self.depth: i64 = 0  # how many there are

    def _take_from(self, s: State) -> None:
        """Become an independent copy of s."""
        self.turn = s.turn
        self.seat = s.seat
        self.coins = s.coins[:]
        self.empires = [e if e is NOBODY else e.copy() for e in s.empires]
        self.voices = s.voices
        self.tokens = s.tokens[:]
        self.strength = s.strength[:]
        self.stacks = s.stacks[:]
        self.where = s.where[:]
        self.pieced = s.pieced
        self.shielded = s.shielded
        self.barred = s.barred
        self.tribes = s.tribes
        self.monsters = s.monsters
        self.markers = s.markers[:]
        self.marked = s.marked
        self.finds = s.finds
        self.notes = s.notes[:]
        self.turn_notes = s.turn_notes[:]
        self.race_stack = s.race_stack
        self.race_bottom = s.race_bottom[:]
        self.power_stack = s.power_stack
        self.power_discard = s.power_discard
        self.row_races = s.row_races[:]
        self.row_powers = s.row_powers[:]
        self.row_coins = s.row_coins[:]
        self.row_size = s.row_size
        self.row_slots = s.row_slots
        self.now = s.now.copy()
        self.top = s.top
        self.below = s.below[:]
        self.depth = s.depth

    def copy(self) -> State:
        """An independent copy; nobody listens to it."""
        return State(self.options, self.library, self)

    # ---- empires ----

    def active(self, seat: i64) -> Empire:
        """The seat's active race, or NOBODY."""
        return self.empires[seat]

    def declined(self, seat: i64) -> list[Empire]:
        """The seat's races in decline, oldest first."""
        found: list[Empire] = []
        for i in range(self.seats, len(self.empires)):
            e = self.empires[i]
            if e.seat == seat:
                found.append(e)
        return found

    def empires_of(self, seat: i64) -> list[Empire]:
        """The seat's races on the map or in hand, the active one first."""
        found: list[Empire] = []
        for e in self.empires:
            if e.seat == seat:
                found.append(e)
        return found

    def holder(self, r: i64) -> Empire:
        """Who holds the region, or NOBODY."""
        bit: i64 = BIT[r]
        for e in self.empires:
            if e.regions & bit:
                return e
        return NOBODY

    def empire_of_race(self, index: i64) -> Empire:
        """The empire of that race of the library, or NOBODY."""
        for e in self.empires:
            if e.race.index == index:
                return e
        return NOBODY

    def regions_of(self, seat: i64) -> Regions:
        """All regions of the seat's races."""
        held: i64 = 0
        for e in self.empires:
            if e.seat == seat:
                held |= e.regions
        return held

    def occupied(self) -> Regions:
        """Every region that is not empty (0.4)."""
        held: i64 = self.tribes | self.monsters
        for e in self.empires:
            held |= e.regions
        return held

    # ---- cells ----

    def tokens_in(self, r: i64) -> i64:
        """Tokens in the region: of a race, Lost Tribes or Monsters."""
        return at(self.tokens, r)

    def stacked(self, stack: i64, r: i64) -> i64:
        """How many pieces of that stacking kind stand in r."""
        return at(self.stacks, stack * self.board.size + r)

    def marker_region(self, marker: i64) -> i64:
        """Where that place or relic lies; -1 if not on the map."""
        return at(self.markers, marker) - 1

    def note(self, trait: Trait) -> i64:
        """What the trait remembers."""
        return at(self.notes, trait.number)

    def set_note(self, trait: Trait, value: i64) -> None:
        """Let the trait remember a number from 0 to 255."""
        n: int = value
        self.notes[trait.number] = n

    def turn_note(self, trait: Trait) -> i64:
        """What the trait remembers until the end of the turn."""
        return at(self.turn_notes, trait.number)

    def set_turn_note(self, trait: Trait, value: i64) -> None:
        """Let the trait remember a number from 0 to 255 until the end of the turn."""
        self.now.noted = True
        n: int = value
        self.turn_notes[trait.number] = n

    # ---- agenda ----

    def push(self, kind: i64, seat: i64, arg: i64) -> None:
        """Put a step on top of the agenda."""
        if self.depth == len(self.below):
            self.below = table_of([*self.agenda(), 0, 0, 0, 0])
        self.below[self.depth] = self.top
        self.depth += 1
        self.top = kind | seat << 5 | arg << 8

    def pop(self) -> None:
        """Take the step on top off the agenda."""
        self.depth -= 1
        self.top = self.below[self.depth]

    def agenda(self) -> list[int]:
        """All steps, the one on top last."""
        return [*[int(self.below[i]) for i in range(self.depth)], int(self.top)]

    def set_agenda(self, steps: list[int]) -> None:
        """Put these steps, the one on top last, in place of all there are."""
        self.depth = len(steps) - 1
        self.below = table_of(steps[:-1] + [0] * max(0, 16 - len(steps)))
        self.top = steps[-1]

    def step(self) -> i64:
        """The kind of the step on top."""
        return self.top & 31

    def step_seat(self) -> i64:
        """The seat of the step on top."""
        return (self.top >> 5) & 7

    def step_arg(self) -> i64:
        """The argument of the step on top."""
        return self.top >> 8

    # ---- telling ----

    def tell(self, event: Event) -> None:
        """Pass an event on; call it only when `listener` is set."""
        if self.listener is not None:
            self.listener.hear(event)
