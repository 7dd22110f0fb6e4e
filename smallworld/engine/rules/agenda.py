"""Whose decision is next: the agenda's steps, and those that run by themselves (part A).

The agenda is a stack. A decision or chance step on top waits for an action; every other step is
taken off and run, and may put new steps on top, until one waits again.
"""

from __future__ import annotations

from smallworld.engine.actions import Actions, borrow, give_back
from smallworld.engine.events import Event
from smallworld.engine.regions import BIT
from smallworld.engine.rules.redeploy import begin_defenders, begin_redeploy, rises
from smallworld.engine.rules.scoring import score
from smallworld.engine.rules.setup import fill_row
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    ASK,
    CHOOSE,
    CONQUEST,
    ENTER_CONQUEST,
    ENTER_DEFENDERS,
    ENTER_PLACEMENTS,
    ENTER_READY,
    ENTER_REDEPLOY,
    ENTER_RISEN,
    ENTER_START,
    FILL_ROW,
    LATE_DECLINE,
    OVER,
    PICK,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    SCORE,
    START,
    TURN_END,
    TURN_START,
)
from smallworld.engine.trait import OFFERS, ON_TURN_END, ON_TURN_START, OPTIONS, Trait
from smallworld.engine.verbs import pieces_left, take_up


def settle(s: State) -> None:
    """Run what runs by itself until a decision, chance, or the end."""
    while True:
        step = s.top & 31
        if step < TURN_START:
            return
        arg = s.top >> 8
        s.pop()
        if step == ENTER_REDEPLOY:
            begin_redeploy(s)
            s.push(REDEPLOY, s.seat, 0)
        elif step == ENTER_PLACEMENTS:
            enter_phase(s, PLACEMENTS)
        elif step == ENTER_DEFENDERS:
            begin_defenders(s, arg)
        elif step == SCORE:
            enter_score(s)
        elif step == TURN_END:
            turn_end(s)
        elif step == FILL_ROW:
            fill_row(s)
        elif step == ENTER_READY:
            enter_ready(s)
        elif step == ENTER_CONQUEST:
            s.push(CONQUEST, s.seat, 0)
        elif step == ENTER_START:
            enter_start(s)
        elif step == ENTER_RISEN:
            enter_risen(s, arg)
        elif step == TURN_START:
            turn_start(s)


def turn_start(s: State) -> None:
    """A new turn: pick if there is no active race (A4)."""
    s.begin_turn()
    if s.listener is not None:
        s.tell(Event("turn", int(s.seat), amount=int(s.turn)))
    if s.empires[s.seat] is not NOBODY:
        enter_start(s)
    elif s.row_size:
        s.push(PICK, s.seat, 0)
    else:
        push_end_of_turn(s)  # nothing to pick: the player only scores (A2.7)


def push_end_of_turn(s: State) -> None:
    """What every turn ends with, in reverse, as it is a stack."""
    s.push(TURN_END, s.seat, 0)
    s.push(SCORE, s.seat, 0)
    s.push(ENTER_DEFENDERS, s.seat, 0)
    s.push(ENTER_PLACEMENTS, s.seat, 0)


def enter_start(s: State) -> None:
    """Start effects: the automatic ones first, then what the player may do."""
    if s.voices & ON_TURN_START:
        for e in s.empires:
            if e.seat == s.seat and e.hooks & ON_TURN_START:
                for trait in e.traits:
                    trait.on_turn_start(s, e)
    enter_phase(s, START)


def after_start(s: State) -> None:
    """Expand or decline, unless the race was picked in this turn."""
    if s.active(s.seat).first_turn:
        expand(s)
    else:
        s.push(CHOOSE, s.seat, 0)


def expand(s: State) -> None:
    """An expanding turn: races risen in decline first, then the active race."""
    push_end_of_turn(s)
    s.push(ENTER_READY, s.seat, 0)
    enter_risen(s, 0)


def enter_risen(s: State, index: i64) -> None:
    """The next race of the player that conquers in decline, if any (A5)."""
    found = NOBODY
    for e in s.empires:
        if not e.declined or e.seat != s.seat:
            continue
        due = e.race.index >= index and rises(e) and (e.regions or e.hand)
        if due and (found is NOBODY or e.race.index < found.race.index):
            found = e
    if found is NOBODY:
        return
    s.now.begun = False
    take_up(s, found)
    s.push(ENTER_RISEN, s.seat, found.race.index + 1)
    s.push(RISEN, s.seat, found.race.index)


def enter_ready(s: State) -> None:
    """Troops are taken up; regions may be abandoned (A6, A7)."""
    e = s.empires[s.seat]
    s.now.begun = False
    if not e.first_turn:
        take_up(s, e)
        if e.regions:
            s.push(ENTER_CONQUEST, s.seat, 0)
            s.push(READY, s.seat, 0)
            return
    s.push(CONQUEST, s.seat, 0)


def enter_score(s: State) -> None:
    """Coins; then a race that may decline after scoring is asked (A14)."""
    score(s)
    e = s.active(s.seat)
    for trait in e.traits:
        if trait.late_decline:
            s.push(LATE_DECLINE, s.seat, trait.number)
            return


def turn_end(s: State) -> None:
    """The next player's turn, or the end of the game (A16)."""
    for e in s.empires:
        if e.seat != s.seat:
            continue
        e.first_turn = False
        if e.hooks & ON_TURN_END:
            for trait in e.traits:
                trait.on_turn_end(s, e)
    s.seat = (s.seat + 1) % s.seats
    if s.seat == s.options.first:
        s.turn += 1
    if s.turn > s.options.turns:
        s.turn = s.options.turns
        s.push(OVER, s.seat, 0)
        if s.listener is not None:
            s.tell(Event("over"))
    else:
        turn_start(s)


# ---- what traits offer ----


def offer_options(s: State, seat: i64, phase: i64, out: Actions) -> None:
    """Write what the traits of the seat's races offer in this phase."""
    if not s.voices & BIT[OFFERS + seat]:
        return
    for e in s.empires:
        if e.hooks & OPTIONS and e.seat == seat:
            for trait in e.traits:
                if trait.hooks & OPTIONS:
                    trait.options(s, e, phase, out)


def must_place(s: State) -> Trait | None:
    """The active race's trait whose pieces must be placed before the turn may end, if any (A10).

    What is lent need not be used, so only race and badge are asked.
    """
    e = s.empires[s.seat]
    if e.race.must_place and has_to_place(s, e, e.race.piece):
        return e.race
    if e.power.must_place and has_to_place(s, e, e.power.piece):
        return e.power
    return None


def has_to_place(s: State, e: Empire, kind: i64) -> bool:
    """Whether there is a piece of that kind left, and a region of the race without one."""
    if kind < 0 or s.options.rules < 2:
        return False
    return e.regions & ~s.where[kind] != 0 and pieces_left(s, kind) > 0


def offer_answers(s: State, out: Actions) -> None:
    """Write the answers to the question on top of the agenda."""
    trait = s.library.traits[s.step_arg()]
    for e in s.empires:
        if e.seat == s.step_seat() and e.speaks(trait):
            trait.options(s, e, ASK, out)
            return
    trait.options(s, NOBODY, ASK, out)


def enter_phase(s: State, phase: i64) -> None:
    """The start effects or the placements; passed over if nothing is offered."""
    if offers_options(s, phase):
        s.push(phase, s.seat, 0)
    elif phase == START:
        after_start(s)


def offers_options(s: State, phase: i64) -> bool:
    """Whether the traits of the player's races offer anything in this phase."""
    if not s.voices & BIT[OFFERS + s.seat]:
        return False
    out = borrow()
    offer_options(s, s.seat, phase, out)
    found = out.size > 0
    give_back(out)
    return found


def end_phase(s: State) -> None:
    """`done` with the start effects or the placements."""
    step = s.top & 31
    s.pop()
    if step == START:
        after_start(s)
