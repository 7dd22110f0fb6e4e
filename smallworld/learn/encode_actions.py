"""The legal actions of a view as rows of an array, so that any number and kind of them fits."""

from __future__ import annotations

import numpy as np

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    combo_of,
    keeper_of,
    pieces_of,
    region_of,
    seat_of,
    swap_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.game import State
from smallworld.engine.query import (
    BIT,
    CONQUEST,
    RISEN,
    ConquestPlan,
    Front,
    Trait,
    conqueror,
    conquest_plans,
)
from smallworld.game.views.view import View
from smallworld.learn.encode import Arrays, Numbers, describe_traits, encode_view, row_of
from smallworld.learn.layout import ACTION, NOWHERE


def encode(view: View) -> Arrays:
    """The position with the legal actions of its seat: everything in `layout.ARRAYS`.

    >>> from smallworld.game.setup import GameSetup, start_game
    >>> table = GameSetup(map="base-3")
    >>> encode(View(start_game(table), table, seat=1))["regions"].shape
    (63, 84)
    """
    return {**encode_view(view), **encode_actions(view)}


def encode_actions(view: View) -> Arrays:
    """A row for each legal action, and the region each of them names."""
    rows = np.zeros((len(view.legal), ACTION.width), np.int16)
    regions = np.full(len(view.legal), NOWHERE, np.int16)
    attack = _Attack(view.state) if view.legal else None
    for n, action in enumerate(view.legal):
        _encode_action(view, action, rows[n])
        if region_of(action) != NO_REGION:
            regions[n] = region_of(action)
            if attack is not None:
                attack.write_price(action, rows[n])
    return {"actions": rows, "action_region": regions}


def _encode_action(view: View, action: int, row: Numbers) -> None:
    s = view.state
    at = ACTION.at
    verb = int(verb_of(action))
    row[at["verb"] + verb - 1] = 1
    if verb == actions.PICK:
        row[at["combo"] + combo_of(action) - 1] = 1
        if swap_of(action):
            row[at["swap"] + swap_of(action) - 1] = 1
    elif verb == actions.USE and seat_of(action) != NO_SEAT:
        assert view.seat is not None
        row[at["seat"] + (int(seat_of(action)) - view.seat) % s.seats] = 1
    else:
        row[at["amount"]] = pieces_of(action)
    named = _traits_of(s, action)
    for trait in named:
        row[at["trait"] + row_of(trait)] = 1
    describe_traits(row, ACTION, named)


def _traits_of(s: State, action: int) -> list[Trait]:
    """The traits an action names: its own, ways, the marker another one stands for."""
    verb = verb_of(action)
    found: list[Trait] = []
    if verb == actions.USE:
        found.append(s.library.traits[trait_of(action)])
    elif verb == actions.DECLINE and keeper_of(action):
        found.append(s.library.traits[keeper_of(action) - 1])
    elif verb in (actions.CONQUER, actions.ROLL):
        ways = ways_of(action)
        found += [trait for trait in s.library.ways if ways & BIT[trait.way_number]]
    if via_of(action):
        found.append(s.library.markers[via_of(action) - 1])
    return found


class _Attack:
    """What the race that conquers now would pay."""

    def __init__(self, s: State) -> None:
        self.front: Front | None = None
        self.plans: dict[tuple[int, int], ConquestPlan] = {}
        if s.step() in (CONQUEST, RISEN):
            e = conqueror(s)
            self.front = Front(s, e)
            self.plans = {(int(plan.ways), int(plan.via)): plan for plan in conquest_plans(s, e)}

    def write_price(self, action: int, row: Numbers) -> None:
        """Tokens needed, and pips if the hand does not suffice."""
        if self.front is None or verb_of(action) not in (actions.CONQUER, actions.ROLL):
            return
        r = region_of(action)
        price = self.front.price(r)
        if ways_of(action) or via_of(action):
            plan = self.plans[(int(ways_of(action)), int(via_of(action)))]
            price = 0 if plan.swaps else plan.price(self.front, r)
        row[ACTION.at["price"]] = price
        if verb_of(action) == actions.ROLL:
            row[ACTION.at["missing"]] = max(0, int(price - self.front.force(r)))
