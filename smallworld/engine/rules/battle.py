"""What a conquest does (rules A8.4 to A8.7)."""

from __future__ import annotations

from smallworld.engine.actions import (
    NO_REGION,
    WAYS_BIT,
    borrow,
    give_back,
    pips_of,
    region_of,
    via_of,
    ways_of,
)
from smallworld.engine.events import Event
from smallworld.engine.regions import BIT
from smallworld.engine.rules.attack import ConquestPlan, conquest_plan, offer_conquests
from smallworld.engine.rules.conquest import Prices, at_least_one
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    CONQUEST,
    DIE_ROLL,
    ENTER_REDEPLOY,
    FIND,
    KEEPS_ALL,
    KEEPS_CHOICE,
)
from smallworld.engine.trait import (
    ON_ATTACKED,
    ON_CONQUERED,
    ON_GAINED,
    ON_LOST,
    STANDS_FOR,
    TOKENS_LOST,
)
from smallworld.engine.verbs import (
    clear_natives,
    hold,
    let_go,
    lift_from,
    vanish_if_gone,
)


def conqueror(s: State) -> Empire:
    """The race whose conquests are running: the active one, or one risen in decline."""
    if s.top & 31 == CONQUEST:
        return s.empires[s.seat]
    return s.empire_of_race(s.step_arg())


def conquer(s: State, a: i64) -> None:
    """Carry out `conquer …`."""
    e = conqueror(s)
    r = region_of(a)
    prices = Prices(s, e)
    if a >> WAYS_BIT:
        plan = conquest_plan(s, e, ways_of(a), via_of(a))
        if plan.swaps:
            swap(s, e, r, plan)
        else:
            march(s, e, r, plan.price(prices, r), plan, prices.guarded & BIT[r] != 0)
    else:
        march(s, e, r, prices.price(r), None, prices.guarded & BIT[r] != 0)
    s.now.die = -1


def march(
    s: State, e: Empire, r: i64, price: i64, plan: ConquestPlan | None, guarded: bool
) -> None:
    """Send `price` to r: hammers first, but at least one token (B3)."""
    hammers: i64 = 0
    if not guarded and not e.declined and e.hammers:
        hammers = e.hammers - s.now.hammers_used
        if hammers > price - 1:
            hammers = price - 1
    s.now.hammers_used += hammers
    e.hand -= price - hammers
    take(s, e, r, price - hammers, plan)


def swap(s: State, e: Empire, r: i64, plan: ConquestPlan) -> None:
    """A token from the tray, or else from hand, takes the place of a lone enemy."""
    if e.tray:
        e.tray -= 1
    else:
        e.hand -= 1
    take(s, e, r, 1, plan)


def take(s: State, e: Empire, r: i64, tokens: i64, plan: ConquestPlan | None) -> None:
    """The region changes hands; the attacker's tokens have already left their place."""
    bit: i64 = BIT[r]
    s.now.begun = True
    s.now.victim = -1
    victim = NOBODY
    monsters = s.monsters & bit != 0
    not_empty = s.tokens_in(r) > 0
    if not_empty:  # else nobody is attacked
        victim = s.holder(r)
        note_attack(s, e, victim)
        usual: i64 = 1
        if plan is not None and plan.spares:
            usual = 0
        drive_out(s, e.seat, r, usual, plan is not None and plan.swaps)
    hold(s, e, r, tokens)
    s.now.taken |= bit
    if not_empty and not e.declined:
        s.now.won |= bit
    if s.listener is not None:
        s.tell(Event("conquered", int(e.seat), int(r), int(tokens), e.race.name, int(victim.seat)))
    if e.hooks & ON_GAINED:
        for trait in e.traits:
            trait.on_gained(s, e, r)
    if e.hooks & ON_CONQUERED:
        for trait in e.traits:
            trait.on_conquered(s, e, r)
    if plan is not None:
        finish_ways(s, e, r, plan)
    if victim is not NOBODY:
        vanish_if_gone(s, victim)
    if monsters and s.finds:
        s.push(FIND, e.seat, r)


def finish_ways(s: State, e: Empire, r: i64, plan: ConquestPlan) -> None:
    """Relics and pieces go where they were used."""
    for trait in s.library.ways:
        if plan.ways & BIT[trait.way_number]:
            trait.way_taken(s, e, r)
    if plan.via:
        for trait in e.traits:
            if trait.hooks & STANDS_FOR:
                trait.stood_for(s, e, plan.via - 1, r)


def note_attack(s: State, e: Empire, victim: Empire) -> None:
    """Remember an attack, successful or not, for peace and vengeance."""
    s.now.victim = victim.seat
    if victim is NOBODY or victim.seat == e.seat:
        return
    if not victim.declined and not e.declined:
        s.now.attacked |= BIT[victim.seat]
    provoke(s, victim.seat, e.seat)


def provoke(s: State, owner: i64, seat: i64) -> None:
    """Tell the owner's active race that a race of its owner was attacked by that seat."""
    active = s.active(owner)
    if active.hooks & ON_ATTACKED:
        for trait in active.traits:
            trait.on_attacked(s, active, seat)


def drive_out(s: State, seat: i64, r: i64, usual: i64, swapped: bool) -> None:
    """Whoever is in r leaves it: coins, natives, losses, withdrawal, pieces (A8.4, 2 to 5)."""
    victim = s.holder(r)
    if victim is NOBODY:
        clear_natives(s, r)
        return
    if victim.seat != seat and victim.hooks & ON_LOST:
        for trait in victim.traits:
            trait.on_lost(s, victim, r, seat)
    lost = usual
    if swapped:
        lost = 1
    elif victim.hooks & TOKENS_LOST:
        for trait in victim.traits:
            least = trait.tokens_lost(s, victim, usual)
            if least < lost:
                lost = least
    stands = withdraws(victim)  # judged before the region, and what it lends, is gone
    victim.pieces_back += lift_from(s, r, True)
    tokens = let_go(s, victim, r)
    if lost > tokens or (not stands and usual):
        lost = tokens
    victim.tray += lost
    victim.withdrawn += tokens - lost
    if s.listener is not None:
        name = victim.race.name
        s.tell(Event("lost", int(victim.seat), int(r), int(lost), name))
        if tokens > lost:
            s.tell(Event("withdrawn", int(victim.seat), int(r), int(tokens - lost), name))


def withdraws(e: Empire) -> bool:
    """Stacks kept in decline by a lent power only fall back while it is still lent (B7)."""
    if not e.kept_by_loan:
        return True
    for trait in e.traits:
        if trait.keeps == KEEPS_ALL or trait.keeps == KEEPS_CHOICE:
            return True
    return False


# ---- the die ----


def start_roll(s: State, a: i64) -> None:
    """`roll …`: the die is next; the action waits with it."""
    s.now.begun = True
    s.push(DIE_ROLL, s.seat, a)


def rolled(s: State, outcome: i64) -> None:
    """The die shows: a final attempt, a roll for one region, or a roll ahead."""
    pips = pips_of(outcome)
    a = s.step_arg()
    s.pop()
    if s.listener is not None:
        s.tell(Event("rolled", int(s.seat), amount=int(pips)))
    e = conqueror(s)
    r = region_of(a)
    if r == NO_REGION:
        s.now.die = pips
        if not can_conquer(s, e):
            end_conquests(s)
        return
    prices = Prices(s, e)
    plan: ConquestPlan | None = None
    if a >> WAYS_BIT:
        plan = conquest_plan(s, e, ways_of(a), via_of(a))
    raw = prices.raw(r, plan is not None and plan.as_if_empty)
    if plan is not None:
        raw -= plan.less
    force = prices.force(r)
    guarded = prices.guarded & BIT[r] != 0
    if prices.rolls() & BIT[r]:
        needed = at_least_one(raw - pips)
        if force >= needed:
            march(s, e, r, needed, plan, guarded)
            return
        fail(s, e, r)
    elif force + pips >= raw:
        end_conquests(s)
        if not guarded and not e.declined:
            s.now.hammers_used = e.hammers
        tokens = e.hand
        e.hand = 0
        take(s, e, r, tokens, plan)
        return
    else:
        fail(s, e, r)
    end_conquests(s)


def fail(s: State, e: Empire, r: i64) -> None:
    """Nothing happens to the target, but it was an attack all the same."""
    note_attack(s, e, s.holder(r))
    if s.listener is not None:
        s.tell(Event("repelled", int(e.seat), int(r)))


def can_conquer(s: State, e: Empire) -> bool:
    """Whether the roll made ahead is enough for any region."""
    out = borrow()
    offer_conquests(s, e, out)
    found = out.size > 0
    give_back(out)
    return found


def end_conquests(s: State) -> None:
    """`stop`, or a die that ends it: on to the next race, or to redeployment."""
    s.now.die = -1
    s.now.begun = False
    active = s.top & 31 == CONQUEST
    s.pop()
    if active:  # after a risen race the next step already lies below
        s.push(ENTER_REDEPLOY, s.seat, 0)
