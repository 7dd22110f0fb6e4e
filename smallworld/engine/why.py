"""Why an action is not legal now: what was tried, what stands in the way, which rule says so."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    amount_of,
    region_of,
    verb_of,
    via_of,
    what_of,
)
from smallworld.engine.attack import has_final_attempt
from smallworld.engine.conquest import (
    Front,
    immune_to,
    lives_on,
    plain_only_for,
    reach,
    refused_to,
)
from smallworld.engine.errors import Illegal
from smallworld.engine.notation import phase_name, to_text
from smallworld.engine.redeploy import conquest_only, must_give_up, to_deploy
from smallworld.engine.regions import BIT, spread
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
    READY,
    REDEPLOY,
    RISEN,
)

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
    if s.step() == OVER:
        return Illegal(f"{tried}: the game is over", "A16")
    verb = verb_of(a)
    if s.step() > OVER:
        return Illegal(f"{tried}: luck is next ({phase_name(s)}), and it cannot bring that", "0.9")
    if verb >= actions.DIE:
        seat = s.options.seats[s.step_seat()]
        return Illegal(f"{tried}: no luck is due now; {seat} decides ({phase_name(s)})", "0.9")
    rule, steps = _RULES.get(int(verb), ("A10", []))
    if steps and s.step() not in steps:
        return Illegal(f"{tried}: not possible in this phase ({phase_name(s)})", rule)
    reason, rule = _reason(s, a, rule)
    return Illegal(f"{tried}: {reason}", rule)


def _reason(s: State, a: int, rule: str) -> tuple[str, str]:
    verb = verb_of(a)
    if verb == actions.PICK:
        return _why_not_pick(s, a)
    if verb in (actions.CONQUER, actions.ROLL):
        e = s.active(s.seat) if s.step() == CONQUEST else s.empire_of_race(s.step_arg())
        r = region_of(a)
        if r == NO_REGION:
            return "this race does not roll before naming a region", rule
        return why_not_conquer(s, e, r, verb == actions.ROLL, bool(what_of(a) or via_of(a)))
    if verb in (actions.DEPLOY, actions.GIVE_UP):
        return _why_not_deploy(s, a)
    if verb == actions.DONE:
        if s.step() == REDEPLOY:
            return "tokens in hand must be placed first", "A9"
        return "there is nothing to be done with", rule
    if verb == actions.ABANDON:
        return "only a region this race holds, before its conquests, can be abandoned", rule
    if verb == actions.USE:
        trait = s.library.traits[what_of(a)]
        seat = s.step_seat()
        for e in s.empires:
            if e.seat == seat and e.speaks(trait):
                return f"{trait.name} does not allow that now, or not there", rule
        return f"{trait.name} does not work for {s.options.seats[seat]} now", rule
    return "not possible now", rule


def _why_not_pick(s: State, a: int) -> tuple[str, str]:
    slot = int(amount_of(a))
    if not 1 <= slot <= s.row_size:
        return f"the row has {s.row_size} combos", "A2"
    if slot - 1 > s.coins[s.seat]:
        return f"it costs {slot - 1} coins, {s.coins[s.seat]} are there", "A2.2"
    return "this race cannot exchange its badge with that combo", "A2.3"


def _why_not_deploy(s: State, a: int) -> tuple[str, str]:
    r = region_of(a)
    if must_give_up(s):
        kept = conquest_only(s, s.active(s.seat))
        return f"first give up regions until {kept} tokens are in hand", "A9"
    e = s.holder(r)
    seat = s.step_seat()
    if e is NOBODY or e.seat != seat:
        return f"{s.options.seats[seat]} holds no tokens there", "A9"
    if s.step() == DEFENDERS:
        return f"{e.withdrawn} withdrawn tokens of {e.race.name} wait to be placed", "A11"
    return f"{to_deploy(s, e)} tokens of {e.race.name} can be placed", "A9"


def why_not_conquer(s: State, e: Empire, r: i64, roll: bool, by_way: bool) -> tuple[str, str]:
    """What stands between this race and that region, and the section that says so."""
    bit: i64 = BIT[r]
    board = s.board
    holder = s.holder(r)
    if e.regions & bit:
        return f"{e.race.name} hold it already", "A8.1a"
    if board.chasms & bit:
        return "nobody ever enters a chasm", "0.5"
    if not (board.land | board.rivers | lives_on(s, e)) & bit:
        return "this race cannot take seas and lakes", "A8.1b"
    if immune_to(s, e.seat) & bit:
        pieces = [p.name for k, p in enumerate(s.library.pieces) if p.closes and s.where[k] & bit]
        return f"it is immune ({', '.join(pieces)})", "A8.6"
    if refused_to(s, e) & bit:
        for trait in holder.traits:
            if trait.refuses(s, holder, e) & bit:
                return f"{holder.race.name} refuse this attacker ({trait.name})", "A8.1d"
    guarded = plain_only_for(s, e.seat) & bit
    if guarded and (by_way or e.declined):
        return f"{holder.race.name} can be attacked only with tokens, by an active race", "A8.3"
    if guarded:
        near = spread(board.neighbours, e.regions) if e.regions else board.entry
        if not near & bit:
            return f"{holder.race.name} can be attacked only from a bordering region", "A8.3"
    elif not reach(s, e) & bit and not by_way:
        if e.regions:
            return f"no region of {e.race.name} is adjacent to it", "A8.1e"
        return "a First Conquest cannot begin there", "A8.2"
    if not e.hand and not by_way:
        return f"no token of {e.race.name} is in hand", "A8.1g"
    if by_way:
        return "that way is not open now, or not there", "A8.1"
    front = Front(s, e)
    price = front.price(r)
    force = front.force(r)
    if not roll:
        return f"it costs {price}, {force} can be sent", "A8.1h"
    if not has_final_attempt(e):
        return "this race has no final attempt", "A8.7"
    if s.now.die >= 0:
        return "a roll waits to be used", "A8.7"
    if price <= force:
        return f"it costs {price} and {force} can be sent: no die is needed", "A8.7"
    return f"it costs {price}, {force} can be sent, and the die adds {BEST_DIE} at most", "A8.7"
