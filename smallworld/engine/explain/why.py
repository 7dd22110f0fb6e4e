"""Why an action is not legal now: what was tried, what stands in the way, which rule says so."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    combo_of,
    region_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.errors import Illegal
from smallworld.engine.explain.reasons import Reason, because
from smallworld.engine.notation import phase_name, to_text
from smallworld.engine.regions import BIT, spread
from smallworld.engine.rules.agenda import must_place
from smallworld.engine.rules.attack import has_final_attempt
from smallworld.engine.rules.conquest import (
    Front,
    immune_to,
    lives_on,
    plain_only_for,
    reach,
    refused_to,
)
from smallworld.engine.rules.redeploy import conquest_only, must_give_up, to_deploy
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    BEST_DIE,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    OVER,
    PICK,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
)
from smallworld.engine.trait import ROLLS_AHEAD

# The section of the rules a verb belongs to, and the steps in which it can be said at all.
_RULES = {
    actions.PICK: ("A2", [PICK]),
    actions.EXPAND: ("A4.4", [CHOOSE]),
    actions.DECLINE: ("A13.1", [CHOOSE, LATE_DECLINE]),
    actions.ABANDON: ("A7.1", [READY, RISEN]),
    actions.CONQUER: ("A8.1", [CONQUEST, RISEN]),
    actions.ROLL: ("A8.7", [CONQUEST, RISEN]),
    actions.STOP: ("A8.8", [CONQUEST, RISEN]),
    actions.DEPLOY: ("A9", [REDEPLOY, DEFENDERS]),
    actions.GIVE_UP: ("A9", [REDEPLOY]),
}


def why_not(s: State, a: int) -> Illegal:
    """The reason, for an action that `legal` or `outcomes` does not list."""
    try:
        tried = to_text(s, a)
    except (IndexError, KeyError):
        return Illegal(f"{a} is no action of this game", "")
    why = _reason(s, a)
    return Illegal(f"{tried}: {why.text}", why.rule, why)


def _reason(s: State, a: int) -> Reason:
    verb = verb_of(a)
    if s.step() == OVER:
        return because("game_over", "A16")
    if s.step() > OVER:
        return because("luck_next", "0.9", phase=phase_name(s))
    if verb >= actions.DIE:
        seat = s.options.seats[s.step_seat()]
        return because("no_luck_due", "0.9", seat=seat, phase=phase_name(s))
    rule, steps = _RULES.get(int(verb), ("A10", []))
    if steps and s.step() not in steps:
        return because("wrong_phase", rule, phase=phase_name(s))
    if verb == actions.PICK:
        return _why_not_pick(s, a)
    if verb in (actions.CONQUER, actions.ROLL):
        e = s.active(s.seat) if s.step() == CONQUEST else s.empire_of_race(s.step_arg())
        r = region_of(a)
        if r == NO_REGION:
            return _why_not_roll_ahead(s, e)
        return why_not_conquer(s, e, r, verb == actions.ROLL, bool(ways_of(a) or via_of(a)))
    if verb in (actions.DEPLOY, actions.GIVE_UP):
        return _why_not_deploy(s, a)
    if verb == actions.DONE:
        if s.step() == REDEPLOY:
            return because("place_first", "A9")
        due = must_place(s) if s.step() == PLACEMENTS else None
        if due is not None:
            return because("must_place", "A10", trait=due.name)
        return because("nothing_to_finish", rule)
    if verb == actions.ABANDON:
        return because("abandon", rule)
    if verb == actions.USE:
        return _why_not_use(s, a, rule)
    return because("not_now", rule)


def _why_not_use(s: State, a: int, rule: str) -> Reason:
    trait = s.library.traits[trait_of(a)]
    seat = s.step_seat()
    for e in s.empires:
        if e.seat == seat and e.speaks(trait):
            return because("trait_not_now", rule, trait=trait.name)
    return because("trait_silent", rule, trait=trait.name, seat=s.options.seats[seat])


def _why_not_pick(s: State, a: int) -> Reason:
    slot = int(combo_of(a))
    if not 1 <= slot <= s.row_size:
        return because("row_size", "A2", n=int(s.row_size))
    if slot - 1 > s.coins[s.seat]:
        return because("pick_price", "A2.2", price=slot - 1, coins=int(s.coins[s.seat]))
    return because("no_exchange", "A2.3")


def _why_not_deploy(s: State, a: int) -> Reason:
    r = region_of(a)
    if must_give_up(s):
        return because("give_up_first", "A9", n=int(conquest_only(s, s.active(s.seat))))
    e = s.holder(r)
    seat = s.step_seat()
    if e is NOBODY or e.seat != seat:
        return because("holds_none", "A9", seat=s.options.seats[seat])
    if s.step() == DEFENDERS:
        return because("withdrawn", "A11", n=int(e.withdrawn), race=e.race.name)
    return because("to_place", "A9", n=int(to_deploy(s, e)), race=e.race.name)


def why_not_conquer(s: State, e: Empire, r: i64, roll: bool, by_way: bool) -> Reason:
    """What stands between this race and that region, and the section that says so."""
    bit: i64 = BIT[r]
    board = s.board
    holder = s.holder(r)
    if e.regions & bit:
        return because("held", "A8.1a", race=e.race.name)
    if board.chasms & bit:
        return because("chasm", "0.5")
    if not (board.land | board.rivers | lives_on(s, e)) & bit:
        return because("no_seas", "A8.1b")
    if immune_to(s, e.seat) & bit:
        pieces = [p.name for k, p in enumerate(s.library.pieces) if p.closes and s.where[k] & bit]
        return because("immune", "A8.6", pieces=pieces)
    if refused_to(s, e) & bit:
        for trait in holder.traits:
            if trait.refuses(s, holder, e) & bit:
                return because("attack_refused", "A8.1d", race=holder.race.name, trait=trait.name)
    guarded = plain_only_for(s, e.seat) & bit
    if guarded and (by_way or e.declined):
        return because("only_tokens", "A8.3", race=holder.race.name)
    if guarded:
        near = spread(board.neighbours, e.regions) if e.regions else board.entry
        if not near & bit:
            return because("only_bordering", "A8.3", race=holder.race.name)
    elif not reach(s, e) & bit and not by_way:
        if e.regions:
            return because("not_adjacent", "A8.1e", race=e.race.name)
        return because("no_entry", "A8.2")
    if not e.hand and not by_way:
        return because("no_hand", "A8.1g", race=e.race.name)
    if by_way:
        return because("way_closed", "A8.1")
    return _why_not_paid(s, e, r, roll)


def _why_not_roll_ahead(s: State, e: Empire) -> Reason:
    """Why the die is not rolled before a region is named."""
    if not e.hooks & ROLLS_AHEAD:
        return because("name_region", "A8.7")
    if s.now.die >= 0:
        return because("roll_waits", "A8.7")
    return because("no_hand", "A8.1g", race=e.race.name)


def _why_not_paid(s: State, e: Empire, r: i64, roll: bool) -> Reason:
    """Why the tokens, or the tokens and the die, do not take a region that can be reached."""
    front = Front(s, e)
    price = int(front.price(r))
    force = int(front.force(r))
    if not roll:
        return because("too_dear", "A8.1h", price=price, force=force)
    if not has_final_attempt(e):
        return because("no_final_attempt", "A8.7")
    if s.now.die >= 0:
        return because("roll_waits", "A8.7")
    if price <= force:
        return because("no_die_needed", "A8.7", price=price, force=force)
    return because("beyond_die", "A8.7", price=price, force=force, die=BEST_DIE)
