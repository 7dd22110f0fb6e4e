"""Actions part by part, for whoever shows them: nobody need read the notation a second time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    amount_of,
    card_of,
    combo_of,
    keeper_of,
    pips_of,
    region_of,
    seat_of,
    swap_of,
    tokens_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.game import State
from smallworld.engine.notation import stand_in, to_text
from smallworld.engine.query import (
    BIT,
    LATE_DECLINE,
    Front,
    Parts,
    conqueror,
    conquest_plan,
    explain_price,
    pieces_left,
    sum_of,
)
from smallworld.game.planning.prices import percent_of_at_least
from smallworld.wire.actions import VERBS, ActionView, DeclineOutcome, LegalAction, WayTaken
from smallworld.wire.quick import sparse_of

_CONQUESTS: Final = (actions.CONQUER, actions.ROLL)
_Facts = dict[str, Any]  # fields of an ActionView or a LegalAction


def show_action(s: State, action: int, do: str = "") -> ActionView:
    """What an action says in that position, before it is done; `do`: its text if it is known."""
    return sparse_of(ActionView, _facts(s, action, do))


class Offers:
    """Shows the legal actions of one position; the price of each conquest is found out once."""

    def __init__(self, s: State, offered: Sequence[int] = ()) -> None:
        self._state: Final = s
        self._front: Front | None = None
        self._prices: Final[dict[tuple[int, int, int], tuple[Parts, bool]]] = {}
        self._left: Final = _count_left(s, offered)

    def show(
        self,
        action: int,
        final: bool,
        first: tuple[str, ...] = (),
        unused: tuple[str, ...] = (),
        outcome: DeclineOutcome | None = None,
        do: str = "",
        then: tuple[str, ...] = (),
    ) -> LegalAction:
        """One of them; `final`: it cannot be taken back. What it says else is for its fields.

        `do` is its text, where that is known already.
        """
        s = self._state
        r = int(region_of(action))
        verb = int(verb_of(action))
        facts = _facts(s, action, do)
        if final:
            facts["final"] = True
        if first:
            facts["first"] = first
        if unused:
            facts["unused"] = unused
        if outcome is not None:
            facts["outcome"] = outcome
        if then:
            facts["then"] = then
        if self._left:
            left = self._left.get(_kind_of(action))
            if left is not None:
                facts["left"] = left
        if verb in _CONQUESTS and r != NO_REGION:
            parts, swaps = self._price(r, int(ways_of(action)), int(via_of(action)))
            total = 0 if swaps else sum_of(parts)
            facts["price"] = total
            if parts:
                facts["parts"] = tuple(parts)
            if swaps:
                assert self._front is not None
                facts["swaps"] = "tray" if self._front.e.tray else "hand"
            if verb == actions.ROLL:
                assert self._front is not None
                short = total - int(self._front.force(r))
                if short > 0:
                    facts["short"] = short
                    facts["odds"] = percent_of_at_least(short)
        return sparse_of(LegalAction, facts)

    def _price(self, r: int, ways: int, via: int) -> tuple[Parts, bool]:
        found = self._prices.get((r, ways, via))
        if found is None:
            s = self._state
            if self._front is None:
                self._front = Front(s, conqueror(s))
            plan = conquest_plan(s, self._front.e, ways, via) if ways or via else None
            swaps = plan is not None and bool(plan.swaps)
            found = explain_price(self._front, r, plan), swaps
            self._prices[(r, ways, via)] = found
        return found


def _kind_of(action: int) -> tuple[int, int, int]:
    """What actions of one trait have in common."""
    return int(verb_of(action)), int(trait_of(action)), int(via_of(action))


def _count_left(s: State, offered: Sequence[int]) -> dict[tuple[int, int, int], int]:
    """How many pieces a trait can still put down, on how many opponents a swap can be used."""
    pieces: dict[tuple[int, int, int], int] = {}
    seats: dict[tuple[int, int, int], set[int]] = {}
    for action in offered:
        verb, kind = verb_of(action), _kind_of(action)
        if verb == actions.USE:
            trait = s.library.traits[trait_of(action)]
            many = int(amount_of(action)) if region_of(action) != NO_REGION else 0
            if trait.piece >= 0:
                left = many or int(pieces_left(s, trait.piece))
                if left:
                    pieces[kind] = max(pieces.get(kind, 0), left)
        elif verb == actions.CONQUER and ways_of(action):
            ways = int(ways_of(action))
            if any(
                ways & int(BIT[trait.way_number]) and trait.way is not None and trait.way.swaps
                for trait in s.library.ways
            ):
                seats.setdefault(kind, set()).add(int(s.holder(region_of(action)).seat))
    return pieces | {kind: len(found) for kind, found in seats.items()}


def _facts(s: State, action: int, do: str = "") -> _Facts:
    """The fields of an ActionView that have not their default; `do` if it is known already."""
    verb = int(verb_of(action))
    r = int(region_of(action))
    facts: _Facts = {"do": do or to_text(s, action), "verb": VERBS[verb - 1]}
    if r != NO_REGION:
        facts["region"] = s.board.names[r]
    if verb == actions.DEPLOY:
        if tokens_of(action):
            facts["tokens"] = int(tokens_of(action))
    elif verb in _CONQUESTS:
        if ways_of(action) or via_of(action):
            facts["ways"] = _ways(s, action)
    elif verb == actions.USE:
        _add_use(s, action, facts)
    elif verb == actions.PICK:
        _add_pick(s, action, facts)
    elif verb == actions.DECLINE and keeper_of(action):
        facts["ways"] = (WayTaken(s.library.traits[keeper_of(action) - 1].name),)
    elif verb == actions.PASS and s.step() == LATE_DECLINE:
        facts["trait"] = s.library.traits[s.step_arg()].name
    elif verb == actions.DIE:
        if pips_of(action):
            facts["pips"] = int(pips_of(action))
    elif verb == actions.RACE:
        facts["race"] = s.library.races[card_of(action)].name
    elif verb == actions.FIND:
        facts["trait"] = s.library.markers[card_of(action)].name
    elif verb in (actions.POWER, actions.GRANT):
        facts["power"] = s.library.powers[card_of(action)].name
    return facts


def _ways(s: State, action: int) -> tuple[WayTaken, ...]:
    ways, via = int(ways_of(action)), int(via_of(action))
    found = [WayTaken(trait.name) for trait in s.library.ways if ways & int(BIT[trait.way_number])]
    if via:
        found.append(WayTaken(stand_in(s).name, s.library.markers[via - 1].name))
    return tuple(found)


def _add_pick(s: State, action: int, facts: _Facts) -> None:
    combo, swap = int(combo_of(action)), int(swap_of(action))
    if combo:
        facts["combo"] = combo
    if swap:
        facts["swap"] = swap
    if 0 < combo <= s.row_size and swap <= s.row_size:  # else it is about to be refused
        facts["race"] = s.library.races[int(s.row_races[combo - 1])].name
        facts["power"] = s.library.powers[int(s.row_powers[(swap or combo) - 1])].name


def _add_use(s: State, action: int, facts: _Facts) -> None:
    """A trait's own action: what its number counts depends on the trait."""
    trait = s.library.traits[trait_of(action)]
    via = int(via_of(action))
    facts["trait"] = trait.name
    if trait.word:
        facts["word"] = trait.word
    if via:
        facts["stands_for"] = s.library.markers[via - 1].name
    if trait.piece >= 0:
        facts["piece"] = s.library.pieces[trait.piece].name
    if region_of(action) == NO_REGION:
        if seat_of(action) != NO_SEAT:
            facts["seat"] = s.options.seats[seat_of(action)]
    elif amount_of(action):
        facts["pieces" if trait.piece >= 0 else "amount"] = int(amount_of(action))
