"""Ready troops, abandoning, redeployment and the defenders' redeployment (A6, A7, A9, A11)."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import Actions, region_of, tokens_of
from smallworld.engine.events import Event
from smallworld.engine.regions import BIT, LIMIT, LOG, count, first
from smallworld.engine.rules.conquest import lives_on
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import DEFENDERS, ENTER_DEFENDERS, HAMMERS
from smallworld.engine.trait import (
    CONQUEST_ONLY,
    HAMMERS_ON_REDEPLOY,
    ON_REDEPLOY,
    TOKENS_ON_REDEPLOY,
)
from smallworld.engine.verbs import (
    add_tokens,
    draw_tokens,
    leave,
    take_up,
    vanish_if_gone,
)


def rises(e: Empire) -> bool:
    """Whether this race conquers in decline."""
    if e.declined:
        for trait in e.traits:
            if trait.conquers_in_decline:
                return True
    return False


def waits(e: Empire) -> bool:
    """Whether tokens without a region stay in hand: of an active race, or as a trait says (A11)."""
    if not e.declined:
        return True
    for trait in e.traits:
        if trait.waits_in_hand:
            return True
    return False


def conquest_only(s: State, e: Empire) -> i64:
    """Tokens of the race that never stay on the map after redeployment."""
    kept: i64 = 0
    if e.hooks & CONQUEST_ONLY:
        for trait in e.traits:
            kept += trait.conquest_only(s, e)
    return kept


# ---- the current player's redeployment ----


def begin_redeploy(s: State) -> None:
    """Empty the rivers, take up everything, gain what is due (A9, 1 and 2)."""
    for e in s.empires:
        if e.seat != s.seat:
            continue
        if not e.declined or rises(e):
            rivers = s.board.rivers & e.regions & ~lives_on(s, e)
            if e.declined:
                rivers &= s.now.taken  # those held since before the decline may stay
            while rivers:
                leave(s, e, first(rivers))
                rivers &= rivers - 1
            take_up(s, e)
        if e.hooks & TOKENS_ON_REDEPLOY:
            gained: i64 = 0
            for trait in e.traits:
                gained += trait.tokens_on_redeploy(s, e)
            draw_tokens(s, e, gained)
        return_withdrawn(s, e)
        e.pieces_back = 0
        if e.hooks & ON_REDEPLOY:
            for trait in e.traits:
                trait.on_redeploy(s, e)
    active = s.active(s.seat)
    kept = conquest_only(s, active)
    if kept and active.hand + count(active.regions) <= kept:
        rest: i64 = active.regions
        while rest:
            leave(s, active, first(rest))
            rest &= rest - 1


def return_withdrawn(s: State, e: Empire) -> None:
    """Own tokens driven out come back to hand; without a region some are lost (A8.5, A11)."""
    if not e.withdrawn:
        return
    if e.regions or waits(e):
        e.hand += e.withdrawn
    else:
        e.tray += e.withdrawn
    e.withdrawn = 0
    vanish_if_gone(s, e)


def to_deploy(s: State, e: Empire) -> i64:
    """Tokens that must still be put down."""
    if not e.regions:
        return 0
    left = e.hand
    if e.hooks & CONQUEST_ONLY:
        left -= conquest_only(s, e)
    if left < 0:
        return 0
    return left


def must_give_up(s: State) -> bool:
    """Whether the active race holds more regions than it has tokens to stay with (B1)."""
    e = s.empires[s.seat]
    if not e.regions or not e.hooks & CONQUEST_ONLY:
        return False
    return e.hand < conquest_only(s, e)


def offer_redeploy(s: State, out: Actions) -> None:
    """Put tokens down; done when nothing is left to put down."""
    waiting = False
    for e in s.empires:
        if e.hand and e.seat == s.seat:
            tokens = to_deploy(s, e)
            if tokens:
                waiting = True
                offer_deploy(e.regions, tokens, out)
    if not waiting or s.now.declining:
        out.add(actions.BEING_DONE)


def offer_deploy(regions: i64, tokens: i64, out: Actions) -> None:
    """Any number of these tokens into any of these regions."""
    out.reserve(LIMIT * tokens)
    items = out.items
    size = out.size
    rest: i64 = regions
    while rest:
        a: i64 = LOG[(rest & -rest) % 67] << actions.REGION_BIT | actions.DEPLOY
        rest &= rest - 1
        most = a + tokens * actions.ONE_MORE
        while a < most:
            a += actions.ONE_MORE
            items[size] = a
            size += 1
    out.size = size


def deploy(s: State, a: i64) -> None:
    """`deploy B 2` of the current player."""
    r = region_of(a)
    tokens = tokens_of(a)
    e = s.empires[s.seat]
    if not e.regions & BIT[r]:
        e = s.holder(r)  # a race in decline
    e.hand -= tokens
    add_tokens(s, r, tokens)
    if s.listener is not None:
        s.tell(Event("deployed", int(e.seat), int(r), int(tokens), e.race.name))


def give_up(s: State, a: i64) -> None:
    """`give up B`: a region goes, its token is one of those that leave the map."""
    leave(s, s.active(s.seat), region_of(a))


def end_redeploy(s: State) -> None:
    """Hammers are collected (A9, 4); after a decline what was not put down goes to the tray."""
    for e in s.empires:
        if e.seat != s.seat:
            continue
        if e.hooks & HAMMERS_ON_REDEPLOY:
            for trait in e.traits:
                e.hammers += trait.hammers_on_redeploy(s, e)
            if e.hammers > HAMMERS:
                e.hammers = HAMMERS
        if s.now.declining and e.declined and e.regions:
            e.tray += e.hand
            e.hand = 0
    s.now.hammers_used = 0


# ---- the defenders' redeployment ----


def begin_defenders(s: State, seats_done: i64) -> None:
    """Ask the next seat, clockwise from the current one, that has anything withdrawn."""
    if seats_done == s.seats or not any_withdrawn(s):
        return
    seat = (s.seat + seats_done) % s.seats
    s.push(ENTER_DEFENDERS, s.seat, seats_done + 1)
    asked = False
    for e in s.empires:
        if e.seat != seat:
            continue
        if not e.regions:
            e.pieces_back = 0
            return_withdrawn(s, e)
        elif e.withdrawn or e.pieces_back:
            asked = True
    if asked:
        s.push(DEFENDERS, seat, 0)


def any_withdrawn(s: State) -> bool:
    """Whether anybody has tokens or pieces waiting to be placed."""
    for e in s.empires:
        if e.withdrawn or e.pieces_back:
            return True
    return False


def offer_defenders(s: State, seat: i64, out: Actions) -> None:
    """Withdrawn tokens and pieces into any region still held by that race."""
    tokens_left = False
    for e in s.empires:
        if e.seat == seat and e.regions:
            if e.withdrawn:
                tokens_left = True
                offer_deploy(e.regions, e.withdrawn, out)
            if e.pieces_back:
                for trait in e.traits:
                    trait.options(s, e, DEFENDERS, out)
    if not tokens_left:
        out.add(actions.BEING_DONE)


def deploy_withdrawn(s: State, a: i64) -> None:
    """`deploy E 2` of a defender."""
    r = region_of(a)
    tokens = tokens_of(a)
    e = s.holder(r)
    e.withdrawn -= tokens
    add_tokens(s, r, tokens)
    if s.listener is not None:
        s.tell(Event("deployed", int(e.seat), int(r), int(tokens), e.race.name))


def defenders_done(s: State, seat: i64) -> bool:
    """Whether everything withdrawn is placed."""
    for e in s.empires:
        if e.seat == seat and (e.withdrawn or e.pieces_back) and e.regions:
            return False
    return True


# ---- abandoning ----


def offer_abandon(e: Empire, out: Actions) -> None:
    """Any region may be abandoned before conquests (A7)."""
    out.add_in_each(e.regions, actions.ABANDON)


def abandon(s: State, a: i64) -> None:
    """`abandon A`."""
    r = region_of(a)
    e = s.holder(r)
    assert e is not NOBODY and e.regions & BIT[r]
    leave(s, e, r)
