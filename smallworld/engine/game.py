"""The engine's whole interface: start, legal, outcomes, apply, State.copy and result.

>>> from smallworld.game import new_game
>>> s = new_game("base-2")
>>> len(outcomes(s))  # the first banner is turned up
14
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import Actions, borrow, card_of, give_back, pips_of, trait_of
from smallworld.engine.errors import GameError, HookFailed, Illegal, Unreadable
from smallworld.engine.events import Event, Listener
from smallworld.engine.explain.why import why_not
from smallworld.engine.options import RULES, Library, Options
from smallworld.engine.regions import BIT, LIMIT, each
from smallworld.engine.rules.agenda import (
    end_phase,
    expand,
    must_place,
    offer_answers,
    offer_options,
    settle,
)
from smallworld.engine.rules.attack import offer_conquests
from smallworld.engine.rules.battle import (
    conquer,
    conqueror,
    end_conquests,
    rolled,
    start_roll,
)
from smallworld.engine.rules.decline import go_into_decline, offer_decline
from smallworld.engine.rules.finding import find, grant
from smallworld.engine.rules.picking import offer_picks, pick
from smallworld.engine.rules.redeploy import (
    abandon,
    defenders_done,
    deploy,
    deploy_withdrawn,
    end_redeploy,
    give_up,
    must_give_up,
    offer_abandon,
    offer_defenders,
    offer_redeploy,
)
from smallworld.engine.rules.setup import (
    races_to_reveal,
    reveal_power,
    reveal_race,
    set_up,
)
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    ASK,
    BEST_DIE,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    DIE,
    DIE_ROLL,
    ENTER_PLACEMENTS,
    FIND,
    GRANT,
    LATE_DECLINE,
    NOBODY_ACTS,
    OVER,
    PICK,
    PLACEMENTS,
    POWER_REVEAL,
    RACE_REVEAL,
    READY,
    REDEPLOY,
    RISEN,
    SCORE,
    START,
    TURN_END,
    TURN_START,
)

__all__ = [
    "NOBODY",
    "NOBODY_ACTS",
    "RULES",
    "Empire",
    "Event",
    "GameError",
    "HookFailed",
    "Illegal",
    "Library",
    "Listener",
    "Options",
    "Result",
    "State",
    "Unreadable",
    "apply",
    "cards_to_draw",
    "do",
    "is_chance",
    "is_over",
    "is_possible",
    "legal",
    "legal_into",
    "outcomes",
    "result",
    "start",
    "state_after",
    "to_act",
    "tokens_on_map",
]


def start(options: Options, library: Library) -> State:
    """A new game; the first thing to happen is luck: six combos are turned up."""
    s = set_up(options, library)
    settle(s)
    return s


def to_act(s: State) -> int:
    """The seat that decides now; NOBODY_ACTS when luck does, or when the game is over."""
    return int(s.step_seat()) if s.step() < OVER else NOBODY_ACTS


def is_chance(s: State) -> bool:
    """Whether luck is next: see `outcomes`."""
    return s.top & 31 > OVER


def is_over(s: State) -> bool:
    """Whether the game has ended."""
    return s.top & 31 == OVER


def legal(s: State) -> list[int]:
    """Every action the seat to act may take; empty when luck is next or the game is over."""
    if s.top & 31 >= OVER:
        return []
    return offered_now(s)[:]


def offered_now(s: State) -> list[int]:
    """The legal actions of this very position, listed once; not to be changed."""
    if s.offered is not None:
        return s.offered
    out = borrow()
    legal_into(s, out)
    offered = out.listed()
    give_back(out)
    s.offered = offered
    return offered


def legal_into(s: State, out: Actions) -> None:
    """The same, written into a buffer that is used again and again."""
    out.size = 0
    step = s.top & 31
    if step == CONQUEST:
        offer_conquests(s, s.empires[s.seat], out)
        offer_options(s, s.seat, CONQUEST, out)
        out.add(actions.STOPPING)
    elif step == REDEPLOY:
        if must_give_up(s):
            out.add_in_each(s.empires[s.seat].regions, actions.GIVE_UP)
        else:
            offer_redeploy(s, out)
            offer_options(s, s.seat, REDEPLOY, out)
    elif step == READY:
        offer_abandon(s.empires[s.seat], out)
        offer_options(s, s.seat, READY, out)
        out.add(actions.BEING_DONE)
    elif step == CHOOSE:
        out.add(actions.EXPANDING)
        offer_decline(s, s.active(s.seat), out)
    elif step == PICK:
        offer_picks(s, out)
    elif step == DEFENDERS:
        offer_defenders(s, s.step_seat(), out)
    elif step == PLACEMENTS:
        offer_options(s, s.seat, PLACEMENTS, out)
        if not out.size or must_place(s) is None:
            out.add(actions.BEING_DONE)
    elif step == START:
        offer_options(s, s.seat, START, out)
        out.add(actions.BEING_DONE)
    elif step == RISEN:
        e = conqueror(s)
        if not s.now.begun:
            offer_abandon(e, out)
        offer_conquests(s, e, out)
        offer_options(s, s.seat, RISEN, out)
        out.add(actions.STOPPING)
    elif step == LATE_DECLINE:
        offer_decline(s, s.active(s.seat), out)
        out.add(actions.PASSING)
    elif step == ASK:
        offer_answers(s, out)


def outcomes(s: State) -> list[tuple[int, int]]:
    """What luck may bring now, each with its weight; empty when it is a seat's decision."""
    step = s.step()
    if step == DIE_ROLL:
        return [(int(actions.die(pips)), faces) for pips, faces in DIE]
    verb = step - DIE_ROLL + actions.DIE  # kinds of luck stand in the same order in both tables
    return [(int(actions.outcome(verb, card)), 1) for card in each(cards_to_draw(s))]


def cards_to_draw(s: State) -> i64:
    """The banners, badges or markers that may be turned up now, as a set; each equally likely."""
    step = s.top & 31
    if step == RACE_REVEAL:
        return races_to_reveal(s)
    if step in (POWER_REVEAL, GRANT):
        return s.power_stack  # the badge shown in slot 6 is part of the row, not of the stack
    if step == FIND:
        return s.finds
    return 0


def is_possible(s: State, outcome: int) -> bool:
    """Whether luck may bring this now: it is one of the `outcomes`."""
    if not 0 <= outcome < 1 << 62:
        return False
    step = s.top & 31
    if step == DIE_ROLL:
        pips = pips_of(outcome)
        return pips <= BEST_DIE and outcome == actions.die(pips)
    card = card_of(outcome)
    verb = step - DIE_ROLL + actions.DIE
    if card >= LIMIT or outcome != actions.outcome(verb, card):
        return False
    return cards_to_draw(s) & BIT[card] != 0


def apply(s: State, action: int) -> None:
    """Carry out a legal action or a possible outcome, in place; else `Illegal`, nothing changed.

    Nothing has changed either if it raises `HookFailed`.
    """
    if s.top & 31 > OVER:
        if not is_possible(s, action):
            raise why_not(s, action)
    elif action not in offered_now(s):
        raise why_not(s, action)
    if s.library.may_fail:
        do_or_undo(s, action)
    else:
        do(s, action)


def do(s: State, a: i64) -> None:
    """Carry out an action that is known to be legal; for rollouts, which took it from `legal`."""
    s.offered = None
    if s.top & 31 > OVER:
        take_outcome(s, a)
    else:
        take_decision(s, a)
    if s.top & 31 >= TURN_START:
        settle(s)


def do_or_undo(s: State, a: i64) -> None:
    """Carry out an action that is known to be legal; if it fails half-way it is as if unsaid."""
    before = s.copy()
    if s.listener is not None:  # whoever listens hears only of what comes to an end
        do(s.copy(), a)
    try:
        do(s, a)
    except BaseException:
        s.restore(before)
        raise


def state_after(s: State, action: int) -> State:
    """A copy in which that action, which is known to be legal, has been taken."""
    copy = s.copy()
    do(copy, action)
    return copy


def take_outcome(s: State, a: i64) -> None:
    """Luck has spoken."""
    step = s.top & 31
    if step == DIE_ROLL:
        rolled(s, a)
        return
    r = s.step_arg()
    seat = s.step_seat()
    s.pop()
    if step == RACE_REVEAL:
        reveal_race(s, card_of(a))
    elif step == POWER_REVEAL:
        reveal_power(s, card_of(a))
    elif step == FIND:
        find(s, card_of(a), r, seat)
    elif step == GRANT:
        grant(s, card_of(a), r)


def take_decision(s: State, a: i64) -> None:
    """A seat has decided."""
    verb = a & 31
    if verb == actions.CONQUER:
        conquer(s, a)
    elif verb == actions.DEPLOY:
        if s.top & 31 == DEFENDERS:
            deploy_withdrawn(s, a)
            end_defenders(s)
        else:
            deploy(s, a)
    elif verb == actions.DONE:
        done(s)
    elif verb == actions.STOP:
        end_conquests(s)
    elif verb == actions.USE:
        use(s, a)
    elif verb == actions.ROLL:
        start_roll(s, a)
    elif verb == actions.EXPAND:
        s.pop()
        expand(s)
    elif verb == actions.PICK:
        pick(s, a)
    elif verb == actions.DECLINE:
        decline(s, a)
    elif verb == actions.ABANDON:
        abandon(s, a)
    elif verb == actions.GIVE_UP:
        give_up(s, a)
    elif verb == actions.PASS:
        s.pop()


def done(s: State) -> None:
    """The end of a phase."""
    step = s.step()
    if step == REDEPLOY:
        end_redeploy(s)
        s.pop()
    elif step == DEFENDERS:
        for e in s.empires_of(s.step_seat()):
            e.pieces_back = 0
        s.pop()
    elif step == READY:
        s.pop()
    else:
        end_phase(s)


def end_defenders(s: State) -> None:
    """Defenders are done as soon as everything withdrawn is placed."""
    if s.step() == DEFENDERS and defenders_done(s, s.step_seat()):
        s.pop()


def use(s: State, a: i64) -> None:
    """A trait's own action; it answers the question on top, if that was asked."""
    trait = s.library.traits[trait_of(a)]
    seat = s.step_seat()
    asked = s.step() == ASK
    if asked:
        s.pop()
    for e in s.empires:
        if e.seat == seat and e.speaks(trait):
            trait.answer(s, e, a)
            break
    else:
        trait.answer(s, NOBODY, a)
    if not asked:
        end_defenders(s)


def decline(s: State, a: i64) -> None:
    """Decline as the turn's whole business, or after scoring."""
    late = s.step() == LATE_DECLINE
    s.pop()
    s.now.declining = True
    if not late:
        s.push(TURN_END, s.seat, 0)
        s.push(SCORE, s.seat, 0)
        s.push(ENTER_PLACEMENTS, s.seat, 0)
    go_into_decline(s, a)


class Result:
    """How a game stands or ended: coins, tokens on the map for a tie, and who wins (A16).

    `places` begin at 1; who is equal in coins and tokens shares one.
    """

    def __init__(self, coins: list[int], tokens: list[int]) -> None:
        self.coins: Final = coins
        self.tokens: Final = tokens
        standings = [*zip(coins, tokens, strict=True)]
        self.places: Final = [1 + sum(other > own for other in standings) for own in standings]
        self.winners: Final = [seat for seat, place in enumerate(self.places) if place == 1]


def result(s: State) -> Result:
    """Coins and tokens of every seat, and who would win as things stand."""
    coins = [int(s.coins[seat]) for seat in range(s.seats)]
    tokens = [tokens_on_map(s, seat) for seat in range(s.seats)]
    return Result(coins, tokens)


def tokens_on_map(s: State, seat: int) -> int:
    """Race tokens of the seat on the map, active and in decline; no pieces, none in hand."""
    total = 0
    for r in each(s.regions_of(seat)):
        total += int(s.tokens_in(r))
    return total
