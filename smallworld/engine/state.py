"""Everything that changes in a game: State, Empire and Turn.

No random generator and no secrets but coin totals live here. `copy()` is the only way to branch.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.events import Event, Listener
from smallworld.engine.options import Library, Options
from smallworld.engine.pieces import STACKS
from smallworld.engine.regions import BIT, Regions, at, cells, table, table_of, with_cell
from smallworld.engine.shim import Cells, Table, i64, mypyc_attr, u8
from smallworld.engine.terms import OVER, ROW, STARTING_COINS
from smallworld.engine.trait import NO_POWER, NO_RACE, Power, Race, Trait

# Shared by all; such lists are replaced, never changed.
NO_TRAITS: Final[list[Trait]] = []
NO_AWARDS: Final[list[int]] = []

STEPS: Final = 8  # room on the agenda; more is made when needed, which is rare


@mypyc_attr(acyclic=True)
class Empire:
    """One seat's race and power on the map, active or in decline."""

    def __init__(self, seat: i64, race: Race, power: Power, source: Empire | None = None) -> None:
        self.seat: i64 = seat
        self.race: Race = race
        self.power: Power = power
        if source is None:
            self.regions: i64 = 0  # the set it holds
            self.hand: i64 = 0  # tokens in hand
            # Small numbers in a byte each: an empire takes a quarter less room. Their names without
            # the dash, below, are those to use.
            self._withdrawn: u8 = 0
            self._tray: u8 = race.supply
            self._hammers: u8 = 0
            self._pieces_back: u8 = 0
            self.declined: bool = False
            self.first_turn: bool = True  # picked in this turn
            self.lingers: bool = False  # does not count toward the limit of one in decline
            self.kept_by_loan: bool = False  # its stacks stand through a power that was only lent
            self.traits: list[Trait] = NO_TRAITS  # those that speak now; replaced, never changed
            self.hooks: i64 = 0  # what they answer
        else:
            self.regions = source.regions
            self.hand = source.hand
            self._withdrawn = source._withdrawn
            self._tray = source._tray
            self._hammers = source._hammers
            self._pieces_back = source._pieces_back
            self.declined = source.declined
            self.first_turn = source.first_turn
            self.lingers = source.lingers
            self.kept_by_loan = source.kept_by_loan
            self.traits = source.traits
            self.hooks = source.hooks

    def copy(self) -> Empire:
        """An independent copy."""
        return Empire(self.seat, self.race, self.power, self)

    @property
    def withdrawn(self) -> i64:
        """Tokens driven out, waiting for the end of the turn."""
        n: int = self._withdrawn
        return n

    @withdrawn.setter
    def withdrawn(self, tokens: i64) -> None:
        n: int = tokens
        self._withdrawn = n

    @property
    def tray(self) -> i64:
        """Tokens of this race not in play."""
        n: int = self._tray
        return n

    @tray.setter
    def tray(self, tokens: i64) -> None:
        n: int = tokens
        self._tray = n

    @property
    def hammers(self) -> i64:
        """Hammers the race has forged."""
        n: int = self._hammers
        return n

    @hammers.setter
    def hammers(self, pieces: i64) -> None:
        n: int = pieces
        self._hammers = n

    @property
    def pieces_back(self) -> i64:
        """Stacked pieces driven out with the tokens."""
        n: int = self._pieces_back
        return n

    @pieces_back.setter
    def pieces_back(self, pieces: i64) -> None:
        n: int = pieces
        self._pieces_back = n

    def speaks(self, trait: Trait) -> bool:
        """Whether this trait speaks for this empire now."""
        for t in self.traits:
            if t is trait:
                return True
        return False


# Stands where a seat has no active race. Shared by all states; nothing ever changes it.
NOBODY: Final = Empire(-1, NO_RACE, NO_POWER)


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn:
    """Facts of the running turn."""

    def __init__(self, source: Turn | None = None) -> None:
        if source is None:
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
        else:
            self.taken = source.taken
            self.won = source.won
            self.attacked = source.attacked
            self.die = source.die
            self.hammers_used = source.hammers_used
            self.victim = source.victim
            self.awards = source.awards
            self.begun = source.begun
            self.declining = source.declining
            self.noted = source.noted

    def copy(self) -> Turn:
        """An independent copy."""
        return Turn(self)


class State:
    """A position, with everything needed to go on from it.

    What is marked as shared is replaced, never changed: copies hold the very same rows.
    """

    # More attributes than a plain object keeps quickly: with slots a copy takes a fifth less.
    __slots__ = (
        "barred",
        "below",
        "board",
        "coins",
        "defence",
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
        # Both branches set everything here and now: knowing that, the compiler tests nothing later.
        if source is None:
            size = options.board.size
            self.turn: i64 = 1
            self.seat: i64 = options.first  # whose turn it is
            self.coins: Table = table_of([STARTING_COINS] * self.seats)
            # The first entries are the seats' active races (or NOBODY); those in decline follow.
            self.empires: list[Empire] = [NOBODY] * self.seats
            self.voices: i64 = 0  # all hooks answered on the map, and which seats have options
            self.tokens: Cells = cells(size)  # race tokens, Lost Tribes or Monsters
            self.defence: Cells = cells(size)  # what ground and pieces cost an attacker; shared
            self.stacks: Cells = cells(STACKS * size)  # of the pieces that stack; shared
            self.where: Table = table(len(library.pieces))  # of each piece; shared
            self.pieced: i64 = 0  # regions with any piece
            self.shielded: i64 = 0  # closed to every seat but the holder's
            self.barred: i64 = 0  # closed to everyone but whom a trait exempts
            self.tribes: i64 = 0
            self.monsters: i64 = 0
            self.markers: Cells = cells(len(library.markers))  # region + 1 of each; shared
            self.marked: i64 = 0  # regions where any place or relic lies
            self.finds: i64 = 0  # markers that may still be turned up
            self.notes: Cells = cells(len(library.traits))  # a trait's lasting memory; shared
            self.turn_notes: Cells = self.notes  # ... and for this turn only; shared
            self.race_stack: i64 = 0
            self.race_bottom: list[int] = []  # banners known to lie there, the last last; shared
            self.power_stack: i64 = 0
            self.power_discard: i64 = 0
            self.row_races: Cells = cells(ROW)  # shared, as the next two
            self.row_powers: Cells = cells(ROW)
            self.row_coins: Cells = cells(ROW)
            self.row_size: i64 = 0
            self.row_slots: i64 = ROW  # fewer only in positions made up by hand
            self.now: Turn = Turn()
            self.top: i64 = OVER  # the step that waits, or runs next
            self.below: Table = table(STEPS)  # the steps below it, the lowest first
            self.depth: i64 = 0  # how many there are
        else:
            self.turn = source.turn
            self.seat = source.seat
            self.coins = source.coins[:]
            self.empires = source.empires[:]
            for i, e in enumerate(source.empires):
                if e is not NOBODY:
                    self.empires[i] = e.copy()
            self.voices = source.voices
            self.tokens = source.tokens[:]
            self.defence = source.defence
            self.stacks = source.stacks
            self.where = source.where
            self.pieced = source.pieced
            self.shielded = source.shielded
            self.barred = source.barred
            self.tribes = source.tribes
            self.monsters = source.monsters
            self.markers = source.markers
            self.marked = source.marked
            self.finds = source.finds
            self.notes = source.notes
            self.turn_notes = source.turn_notes
            self.race_stack = source.race_stack
            self.race_bottom = source.race_bottom
            self.power_stack = source.power_stack
            self.power_discard = source.power_discard
            self.row_races = source.row_races
            self.row_powers = source.row_powers
            self.row_coins = source.row_coins
            self.row_size = source.row_size
            self.row_slots = source.row_slots
            self.now = source.now.copy()
            self.top = source.top
            self.below = source.below[:]
            self.depth = source.depth

    def copy(self) -> State:
        """An independent copy; nobody listens to it."""
        return State(self.options, self.library, self)

    def __repr__(self) -> str:
        where = f"turn {self.turn}, seat {self.seat}, step {self.step()}"
        return f"<State of {self.board.name}: {where}>"

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()  # options and library never change, so copies share them

    def restore(self, before: State) -> None:
        """Be again what a copy has kept; the copy is used up, and whoever listens still does."""
        self.offered = None
        self.turn = before.turn
        self.seat = before.seat
        self.coins = before.coins
        self.empires = before.empires
        self.voices = before.voices
        self.tokens = before.tokens
        self.defence = before.defence
        self.stacks = before.stacks
        self.where = before.where
        self.pieced = before.pieced
        self.shielded = before.shielded
        self.barred = before.barred
        self.tribes = before.tribes
        self.monsters = before.monsters
        self.markers = before.markers
        self.marked = before.marked
        self.finds = before.finds
        self.notes = before.notes
        self.turn_notes = before.turn_notes
        self.race_stack = before.race_stack
        self.race_bottom = before.race_bottom
        self.power_stack = before.power_stack
        self.power_discard = before.power_discard
        self.row_races = before.row_races
        self.row_powers = before.row_powers
        self.row_coins = before.row_coins
        self.row_size = before.row_size
        self.row_slots = before.row_slots
        self.now = before.now
        self.top = before.top
        self.below = before.below
        self.depth = before.depth

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
        n: int = self.tokens[r]
        return n

    def strength(self, r: i64) -> i64:
        """What the region costs before the attacker's own modifiers: ground and all who defend."""
        ground: int = self.defence[r]
        tokens: int = self.tokens[r]
        return ground + tokens

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
        if self.note(trait) != value:
            self.notes = with_cell(self.notes, trait.number, value)

    def turn_note(self, trait: Trait) -> i64:
        """What the trait remembers until the end of the turn."""
        return at(self.turn_notes, trait.number)

    def set_turn_note(self, trait: Trait, value: i64) -> None:
        """Let the trait remember a number from 0 to 255 until the end of the turn."""
        self.now.noted = True
        self.turn_notes = with_cell(self.turn_notes, trait.number, value)

    def begin_turn(self) -> None:
        """Forget what was true of the last turn only."""
        if self.now.noted:
            self.turn_notes = cells(len(self.turn_notes))
        self.now = Turn()

    def own_row(self) -> None:
        """Have the row of combos for ourselves alone, so that it may be changed."""
        self.row_races = self.row_races[:]
        self.row_powers = self.row_powers[:]
        self.row_coins = self.row_coins[:]

    # ---- agenda ----

    def push(self, kind: i64, seat: i64, arg: i64) -> None:
        """Put a step on top of the agenda."""
        if self.depth == len(self.below):
            self.below = table_of(self.agenda() + [0] * STEPS)
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
        self.below = table_of(steps[:-1] + [0] * max(0, STEPS - len(steps)))
        self.top = steps[-1]

    def awaits(self, kind: i64) -> bool:
        """Whether a step of that kind is on the agenda."""
        i: i64 = 0
        while i < self.depth:
            if self.below[i] & 31 == kind:
                return True
            i += 1
        return self.top & 31 == kind

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
