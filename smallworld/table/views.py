"""What is told of a position: views with marks, prices, and what an action would do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.game import (
    NOBODY_ACTS,
    Illegal,
    State,
    apply,
    do,
    is_chance,
    is_over,
    result,
    to_act,
)
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.query import (
    BIT,
    REDEPLOY,
    Facts,
    Parts,
    Reason,
    because,
    explain_price,
    why_not_conquer,
)
from smallworld.game.prices import front_of
from smallworld.game.setup import GameSetup
from smallworld.game.views.describe import Json
from smallworld.game.views.view import View
from smallworld.table.history import ends_undo, moment_of
from smallworld.table.log import EventRecorder, LogEntry
from smallworld.table.problems import Refused

# Never final in the shipped games, so they need not be tried out.
_HARMLESS: Final = (actions.EXPAND, actions.ABANDON, actions.GIVE_UP)
# What is in every view of a position, and the same in each.
_SHARED: Final = (
    *("map", "coins", "turn", "turns", "current", "phase", "to_act", "die", "regions", "row"),
    *("stacks", "discards", "notes", "result"),
)
# Stands in for coins that are not known, so that whoever has to pay in a trial can.
_ENOUGH: Final = 99


class Views:
    """The views of one position; what everybody sees alike is made once."""

    def __init__(self, s: State, table: GameSetup) -> None:
        self._state: Final = s
        self._table: Final = table
        self._made: Final[dict[int | None, Mapping[str, object]]] = {}
        self._shared: dict[str, Json] = {}
        self._seats: list[dict[str, Json]] = []

    def show(self, seat: int | None) -> Mapping[str, object]:
        """The view of that seat, or of a spectator, with final actions marked."""
        if seat not in self._made:
            self._made[seat] = self._make(seat)
        return self._made[seat]

    def _make(self, seat: int | None) -> Mapping[str, object]:
        view = View(self._state, self._table, seat)
        if view.legal or seat == self._state.seat or not self._shared:
            return self._make_whole(view)
        # Neither to act nor in its own turn: there is nothing of its own but its coins.
        return {
            "seat": None if seat is None else self._state.options.seats[seat],
            "seats": [
                {**shown, "coins": coins}
                for shown, coins in zip(self._seats, view.coins, strict=True)
            ],
            "legal": [],
            "score": None,
            **self._shared,
        }

    def _make_whole(self, view: View) -> Mapping[str, object]:
        told = view.to_dict()
        if not self._shared:
            self._shared = {key: told[key] for key in _SHARED}
            seats = told["seats"]
            assert isinstance(seats, list)
            self._seats = [{**seat} for seat in seats if isinstance(seat, dict)]
        listed = told["legal"]
        assert isinstance(listed, list)
        for action, shown in zip(view.legal, listed, strict=True):
            assert isinstance(shown, dict)
            if is_final(self._state, action, self._table.custom is not None):
                shown["final"] = True
        return {**told, **self._shared}


def show_past(s: State, table: GameSetup, over: bool) -> Mapping[str, object]:
    """A position of the log as everybody may see it; coins are open once the game has ended."""
    told = View(s, replace(table, coins="open") if over else table, None).to_dict()
    told["coins"] = table.coins
    return told


def is_final(s: State, action: int, home_made: bool = False) -> bool:
    """Whether a legal action cannot be taken back: luck or somebody else comes after it."""
    verb = verb_of(action)
    if verb == actions.ROLL:
        return True
    if not home_made:
        if verb in _HARMLESS or (verb == actions.DEPLOY and s.step() == REDEPLOY):
            return False
        if verb == actions.CONQUER and not ways_of(action) and not via_of(action):
            bit = BIT[region_of(action)]
            if not s.monsters & bit and not s.holder(region_of(action)).declined:
                return False
    trial = s.copy()
    do(trial, action)
    return ends_undo(moment_of(s), trial)


@dataclass(frozen=True)
class Trial:
    """What an action would bring about."""

    do: str
    events: list[LogEntry]
    final: bool


def try_out(s: State, table: GameSetup, seat: int, line: int, text: str) -> Trial:
    """What would happen up to the next luck or decision, as far as the seat can know."""
    view = View(s, table, seat)
    state = view.state
    action = from_text(state, text)
    if action not in view.legal:
        apply(state, action)  # says why not
        raise Illegal(f"{text}: not possible now", "", because("not_now", ""))
    final = is_final(s, action, table.custom is not None)
    for other, coins in enumerate(view.coins):
        if coins is None:
            state.coins[other] = _ENOUGH
    recorder = EventRecorder(state)
    recorder.begin(line + 1, s.options.seats[seat], to_text(state, action))
    do(state, action)
    return Trial(text, recorder.end(), final)


@dataclass(frozen=True)
class RegionAnswer:
    """What a conquest of a region costs, and what stands in its way if anything does."""

    region: str
    price: int | None
    parts: list[tuple[str, int]]
    force: int
    reason: str | None
    rule: str | None
    why: str | None
    facts: Facts


def explain_region(s: State, table: GameSetup, seat: int, name: str) -> RegionAnswer:
    """Why the seat can or cannot conquer that region now."""
    view = View(s, table, seat)
    state = view.state
    if name not in state.board.number:
        raise Refused("no_region", region=name, known=list(state.board.names))
    r = state.board.number[name]
    front = front_of(state, seat)
    if front is None or is_chance(state):
        return _answer(name, None, [], 0, because("no_race", "A8"))
    price, force = int(front.price(r)), int(front.force(r))
    parts = explain_price(state, front.e, r)
    if any(_conquers(action, r) for action in view.legal):
        return _answer(name, price, parts, force, None)
    return _answer(name, price, parts, force, why_not_conquer(state, front.e, r, False, False))


def _answer(
    name: str, price: int | None, parts: Parts, force: int, why: Reason | None
) -> RegionAnswer:
    if why is None:
        return RegionAnswer(name, price, parts, force, None, None, None, {})
    return RegionAnswer(name, price, parts, force, why.text, why.rule, why.code, why.facts)


def _conquers(action: int, r: int) -> bool:
    if verb_of(action) not in (actions.CONQUER, actions.ROLL) or region_of(action) == NO_REGION:
        return False
    return int(region_of(action)) == r


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    coins: list[int]
    tokens: list[int]
    winners: list[str]


def ending_of(s: State) -> Ending | None:
    """The result; None while the game goes on."""
    if not is_over(s):
        return None
    end = result(s)
    return Ending(end.coins, end.tokens, [s.options.seats[winner] for winner in end.winners])


def acting(s: State) -> str | None:
    """The name of the seat to act; None when luck is next or the game is over."""
    seat = to_act(s)
    return None if seat == NOBODY_ACTS else s.options.seats[seat]
