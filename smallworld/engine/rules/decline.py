"""Going into decline (rules A13, A14)."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import Actions, keeper_of
from smallworld.engine.events import Event
from smallworld.engine.pieces import STAYS
from smallworld.engine.regions import count, each, first
from smallworld.engine.shim import i64
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.terms import (
    KEEPS_ALL,
    KEEPS_CHOICE,
    KEEPS_NONE,
    KEEPS_ONE,
    REDEPLOY,
)
from smallworld.engine.trait import NO_POWER, ON_DECLINE, Trait
from smallworld.engine.verbs import (
    award,
    discard,
    let_go,
    lift_from,
    lift_piece,
    refresh,
    take_up,
    vanish,
    vanish_if_gone,
)


def offer_decline(s: State, e: Empire, out: Actions) -> None:
    """`decline`, and by name a lent power that would leave no token: that is optional."""
    out.add(actions.decline(0))
    for trait in e.traits:
        if trait.keeps == KEEPS_NONE and trait is not e.power and trait is not e.race:
            out.add(actions.decline(trait.number + 1))


def keeper(e: Empire, chosen: i64) -> Trait | None:
    """The trait that decides what stays on the map; its own power's leaving none comes first."""
    found: Trait | None = None
    for trait in e.traits:
        own = trait is e.power or trait is e.race
        if trait.keeps == KEEPS_NONE:
            if own or trait.number + 1 == chosen:
                return trait
        elif trait.keeps != KEEPS_ONE and (found is None or trait.keeps == KEEPS_CHOICE):
            found = trait
    return found


def go_into_decline(s: State, a: i64) -> None:
    """Carry out A13, steps 2 to 6; the caller has arranged what follows."""
    e = s.active(s.seat)
    lingers = False
    for trait in e.traits:
        lingers = lingers or trait.lingers
    if not lingers:
        for other in s.declined(s.seat):
            if not other.lingers:
                other.tray += other.hand
                other.hand = 0
                vanish(s, other)
    by = keeper(e, keeper_of(a))
    keeps: i64 = KEEPS_ONE if by is None else by.keeps
    if e.hooks & ON_DECLINE:
        for trait in e.traits:
            trait.on_decline(s, e)
    s.empires[s.seat] = NOBODY
    s.empires.append(e)
    if s.listener is not None:
        s.tell(Event("declined", int(e.seat), name=e.race.name, power=e.power.name))
    if by is not None and keeps == KEEPS_NONE:
        award(s, by, 2 * count(e.regions))
    keep_tokens(s, e, keeps)
    lift_declining(s, e)
    e.declined = True
    e.first_turn = False
    e.hammers = 0
    e.pieces_back = 0
    e.lingers = lingers
    e.kept_by_loan = by is not None and by is not e.race and by is not e.power
    if not e.power.kept:
        discard(s, e.power)
        e.power = NO_POWER
    refresh(s, e)
    if keeps == KEEPS_CHOICE and e.regions and e.hand:
        s.push(REDEPLOY, s.seat, 0)
    elif not e.regions:
        vanish(s, e)
    else:
        vanish_if_gone(s, e)


def keep_tokens(s: State, e: Empire, keeps: i64) -> None:
    """One token stays in each region, or all, or none; those in hand go to the tray."""
    e.tray += e.hand + e.withdrawn
    e.hand = 0
    e.withdrawn = 0
    if keeps == KEEPS_ALL:
        return
    if keeps == KEEPS_NONE:
        for r in each(e.regions):
            lift_from(s, r, False)
            e.tray += let_go(s, e, r)
        return
    take_up(s, e)
    if keeps == KEEPS_ONE:
        e.tray += e.hand
        e.hand = 0


def lift_declining(s: State, e: Empire) -> None:
    """Pieces that do not outlive the active race leave its regions (A13.4)."""
    if not s.pieced & e.regions:
        return
    for kind, piece in enumerate(s.library.pieces):
        if piece.declined != STAYS:
            rest: i64 = s.where[kind] & e.regions
            while rest:
                lift_piece(s, kind, first(rest))
                rest &= rest - 1
