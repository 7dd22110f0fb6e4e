"""Every action there may be at a table, numbered from 0 without gaps."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from smallworld.content.custom.traits import DataPower, DataRace
from smallworld.encoding.compiled.action_table import NO_ID, ActionTable
from smallworld.encoding.layout import TRAIT_ROW
from smallworld.encoding.tables import TableBound
from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION
from smallworld.engine.game import GameError, Library, Options, start
from smallworld.engine.query import (
    BIT,
    KEEPS_NONE,
    OPTIONS,
    ROW,
    STANDS_FOR,
    ConquestPlan,
    Trait,
)
from smallworld.game.action import Action, Notation
from smallworld.game.player_view import PlayerView
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View

# Whoever changes which actions there are, or their order, raises this.
ACTIONS_VERSION: Final = 1

_MOST_PIECES: Final = 63  # that an action can say


class ActionSpace(TableBound):
    """All actions at one table, each with a number; it is made with the words of `Game`.

    Equal words give equal numbers, today and tomorrow, as long as `version` is the same. Seats that
    an action names are counted from the seat that acts.

    >>> import smallworld as sw
    >>> space = ActionSpace("base-2")
    >>> game = sw.Game("base-2", seed=7)
    >>> [space.id(action, "P1") for action in game.legal_actions[:2]]
    [0, 1]
    >>> space.action(1, "P1")
    Action('pick 2')
    >>> len(space), sum(space.mask(game.view("P1")))
    (829, 6)
    """

    version: Final = ACTIONS_VERSION

    def _take(self, setup: GameSetup) -> None:
        super()._take(setup)
        self.table = ActionTable(list_actions(self.options, self.library), len(self.options.seats))
        self._notation = Notation(start(self.options, self.library))

    def __len__(self) -> int:
        return self.table.size

    def id(self, action: Action | str, seat: str) -> int:
        """The number of an action that this seat may take at some time."""
        number = self._notation.number(action)
        found = self.table.id_of(number, self._seat(seat))
        if found == NO_ID:
            raise GameError(f"{action} is no action that a seat can take at this table")
        return found

    def action(self, number: int, seat: str) -> Action:
        """The action of that number, if this seat takes it."""
        if not isinstance(number, int) or not 0 <= number < len(self):
            raise GameError(
                f"actions have numbers from 0 to {len(self) - 1}; there is no {number!r}"
            )
        return self._notation.action(self.table.action_of(number, self._seat(seat)))

    def ids(self, view: View | PlayerView) -> list[int]:
        """The numbers of the legal actions of a view, in its order."""
        numbers = self._numbers(view)
        return self.table.ids_of(numbers.legal, numbers.seat or 0)

    def mask(self, view: View | PlayerView) -> bytes:
        """A byte for every number: 1 if it is legal for the seat of that view now."""
        numbers = self._numbers(view)
        return self.table.mask(numbers.legal, numbers.seat or 0)

    def digest(self) -> str:
        """A hash of all numbers: equal for equal spaces."""
        listed = ",".join(str(self.table.action_of(n, 0)) for n in range(len(self)))
        return sha256(listed.encode()).hexdigest()[:16]

    def _numbers(self, view: View | PlayerView) -> View:
        numbers = view.numbers if isinstance(view, PlayerView) else view
        self.check_fits(numbers.state)
        return numbers

    def _seat(self, seat: str) -> int:
        names = self.options.seats
        if seat not in names:
            raise GameError(f"a seat is one of {', '.join(names)}, not {seat!r}")
        return names.index(seat)


def list_actions(options: Options, library: Library) -> list[int]:
    """Every action that any seat may ever take, verb by verb; seats as seen by seat 0."""
    found = list(_list_picks(library))
    found.append(actions.EXPANDING)
    found.append(int(actions.decline(0)))
    # A power that leaves no token may be lent, and is then gone into decline with by name.
    leaving = [trait for trait in library.powers if trait.keeps == KEEPS_NONE]
    found += [int(actions.decline(trait.number + 1)) for trait in leaving]
    regions = range(options.board.size)
    found += [int(actions.in_region(actions.ABANDON, r)) for r in regions]
    plans = _list_plans(library)
    found += [int(actions.conquer(r, plan.ways, plan.via)) for plan in plans for r in regions]
    rolling = [plan for plan in plans if not plan.swaps and not plan.one_token]
    found += [int(actions.roll(r, plan.ways, plan.via)) for plan in rolling for r in regions]
    found += [actions.ROLL_AHEAD, actions.STOPPING]
    most = min(_MOST_PIECES, max(race.supply for race in library.races))
    found += [int(actions.deploy(r, tokens + 1)) for r in regions for tokens in range(most)]
    for trait in library.traits:
        if trait.hooks & OPTIONS:
            found += _list_own(trait, options, library)
    found += [int(actions.in_region(actions.GIVE_UP, r)) for r in regions]
    found += [actions.PASSING, actions.BEING_DONE]
    return found


def _list_picks(library: Library) -> Iterator[int]:
    slots = range(1, ROW + 1)
    for slot in slots:
        yield int(actions.pick(slot, 0))
    if any(race.swaps_badge for race in library.races):
        for slot in slots:
            for other in slots:
                if other != slot:
                    yield int(actions.pick(slot, other))


def _list_plans(library: Library) -> list[ConquestPlan]:
    """A plain conquest, one by every way, and by every joining of ways that can be."""
    found = [ConquestPlan()]
    for trait in library.ways:
        if trait.way is not None and not trait.way.joins:
            found.append(_plan([trait], None))
    stand_ins: list[Trait | None] = [None]
    if any(trait.hooks & STANDS_FOR for trait in library.traits):
        stand_ins += [marker for marker in library.markers if marker.way is not None]
    joining = [trait for trait in library.ways if trait.way is not None and trait.way.joins]
    for stood_for in stand_ins:
        for chosen in range(1 << len(joining)):
            together = [trait for n, trait in enumerate(joining) if chosen >> n & 1]
            if stood_for in together or not (together or stood_for):
                continue
            plan = _plan(together, stood_for)
            if plan.sensible():
                found.append(plan)
    return found


def _plan(ways: list[Trait], stood_for: Trait | None) -> ConquestPlan:
    plan = ConquestPlan()
    for trait in ways:
        assert trait.way is not None
        plan.ways |= BIT[trait.way_number]
        plan.add(trait.way, -1)
    if stood_for is not None:
        assert stood_for.way is not None
        plan.via = stood_for.index + 1  # type: ignore[attr-defined]
        plan.add(stood_for.way, -1)
    return plan


def _list_own(trait: Trait, options: Options, library: Library) -> Iterator[int]:
    """A trait's own actions: nowhere, for a seat, in a region, with pieces, for a marker."""
    for seat in range(len(options.seats) + 1):
        yield int(actions.use(trait.number, NO_REGION, seat, 0))
    for r in range(options.board.size):
        for pieces in range(_most_pieces(trait, library) + 1):
            yield int(actions.use(trait.number, r, pieces, 0))
    if trait.hooks & STANDS_FOR:
        for marker in library.markers:
            for r in range(options.board.size):
                yield int(actions.use(trait.number, r, 0, marker.index + 1))


def _most_pieces(trait: Trait, library: Library) -> int:
    """Only pieces that stack are placed by number, unless a home-made class does what it likes."""
    if trait.name not in TRAIT_ROW and not isinstance(trait, DataRace | DataPower):
        return _MOST_PIECES
    piece = library.pieces[trait.piece] if trait.piece >= 0 else None
    return piece.total if piece is not None and piece.stack >= 0 else 0
