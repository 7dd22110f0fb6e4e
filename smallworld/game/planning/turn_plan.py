"""A campaign thought through before it is fought: what each conquest costs, what would be left.

Everything is tried on a copy, in the same ways in which it would be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.engine.actions import pips_of
from smallworld.engine.game import (
    NOBODY,
    State,
    do,
    is_chance,
    is_over,
    legal,
    outcomes,
    state_after,
    to_act,
)
from smallworld.engine.notation import from_text
from smallworld.engine.query import BEST_DIE, each, explain_price, sum_of, why_not_conquer
from smallworld.game.planning.prices import front_of
from smallworld.game.setup import GameSetup
from smallworld.game.views.finality import NOT_ASKED
from smallworld.game.views.offers import show_ahead, show_legal
from smallworld.game.views.turn_end import TurnTrial, try_turn
from smallworld.game.views.view import View
from smallworld.wire.actions import LegalAction
from smallworld.wire.plan import PlannedTokens, PlanStep, TurnPlan

SURE: Final = 100  # per cent


def plan_turn(s: State, table: GameSetup, seat: int, regions: Sequence[str]) -> TurnPlan:
    """What would come of conquering these regions in this order, in the seat's running turn.

    A conquest that needs the die is taken to succeed; nothing can be planned after it. Where luck
    turns something up in between, the rest cannot be known either.
    """
    state = View(s, table, seat).state_to_try()
    steps: list[PlanStep] = []
    failed: State | None = None
    for name in regions:
        step = _step(state, seat, name)
        if step.do:
            for text in (*step.first, step.do):
                do(state, from_text(state, text))
            if step.odds < SURE and is_chance(state):
                failed = state.copy()
                _roll(state, BEST_DIE)
                _roll(failed, 0)
            step = _with_left(step, state, seat)
        steps.append(step)
    going_on = not is_chance(state) and _is_turn_of(state, seat, s)
    trial = try_turn(state) if going_on else None
    return TurnPlan(
        steps=tuple(steps),
        open=tuple(_conquests(state, trial)) if trial is not None and failed is None else (),
        coins=_coins(trial),
        coins_failed=None if failed is None else _coins(try_turn(failed)),
        standing=_standing(state, trial, seat),
    )


def _step(s: State, seat: int, name: str) -> PlanStep:
    """The conquest of that region as things stand in s; left is not known yet."""
    r = s.board.number[name]
    if is_chance(s):
        return PlanStep(name, "", (), None, 0, 0, "luck", None, {})
    running = to_act(s) == seat == int(s.seat) and not is_over(s)
    offered = [a for a in _conquests(s, try_turn(s)) if a.region == name] if running else []
    if offered:
        best = min(offered, key=_preference)
        odds = best.odds if best.verb == "roll" else SURE
        return PlanStep(name, best.do, best.first, best.price, odds, 0, "", None, {})
    front = front_of(s, seat) if running else None
    if front is None:
        return PlanStep(name, "", (), None, 0, 0, "rules", "not_now", {})
    reason = why_not_conquer(s, front.e, r, False, False)
    price = sum_of(explain_price(front, r))
    return PlanStep(name, "", (), price, 0, 0, "rules", reason.code, reason.facts)


def _preference(action: LegalAction) -> tuple[bool, int, int, int]:
    """What is sure before the die, plain conquests before those with means of their own."""
    return action.verb == "roll", len(action.ways), -action.odds, action.price or 0


def _conquests(s: State, trial: TurnTrial) -> list[LegalAction]:
    """Conquests that can be asked for, with what has to come first."""
    found = (*show_legal(s, legal(s), None, NOT_ASKED), *show_ahead(trial, NOT_ASKED))
    return [a for a in found if a.verb in ("conquer", "roll") and a.region is not None]


def _roll(s: State, pips: int) -> None:
    """The die brings as near to so many pips as it can."""
    possible = [action for action, _ in outcomes(s)]
    do(s, min(possible, key=lambda action: abs(int(pips_of(action)) - pips)))


def _is_turn_of(s: State, seat: int, before: State) -> bool:
    """Whether the turn still runs that ran before."""
    now = (int(s.turn), int(s.seat))
    return not is_over(s) and now == (int(before.turn), seat)


def _with_left(step: PlanStep, s: State, seat: int) -> PlanStep:
    e = s.active(seat)
    return replace(step, left=0 if e is NOBODY else int(e.hand))


def _coins(trial: TurnTrial | None) -> int | None:
    return None if trial is None or trial.parts is None else sum_of(trial.parts)


def _standing(s: State, trial: TurnTrial | None, seat: int) -> tuple[PlannedTokens, ...]:
    """Tokens of the seat at the end of the turn; as they stand, where that is not known."""
    end = s
    if trial is not None and trial.steps:
        last = trial.steps[-1]
        end = state_after(last.state, last.action) if last.own else last.state
        if (int(end.turn), int(end.seat)) != (int(s.turn), int(s.seat)) or is_over(end):
            end = last.state  # what comes after the turn is no part of it
    return tuple(
        PlannedTokens(end.board.names[r], int(end.tokens_in(r))) for r in each(end.regions_of(seat))
    )
