"""Coins at the end of a turn (rules A12). Every score is a sum of parts."""

from __future__ import annotations

from smallworld.engine.events import Event
from smallworld.engine.explain.parts import Part, Parts
from smallworld.engine.regions import BIT, count, each
from smallworld.engine.shim import i64
from smallworld.engine.state import Empire, State
from smallworld.engine.trait import COINS_OVERALL, DOUBLES, PAYS, TAKES_FROM, UNDOUBLED
from smallworld.engine.verbs import pay


def coins_of(s: State, e: Empire, parts: Parts | None) -> i64:
    """What the bank pays for one race; the parts are written down if asked for."""
    held = count(e.regions)
    total: i64 = held
    if parts is not None and held:
        parts.append(Part("regions", int(held), e.race.name))
    if e.hooks & PAYS:
        for trait in e.traits:
            more = count(trait.pays(s, e) & e.regions)
            total += more
            if parts is not None and more:
                parts.append(Part("trait", int(more), trait.name))
    if e.hooks & COINS_OVERALL:
        for trait in e.traits:
            more = trait.coins_overall(s, e)
            total += more
            if parts is not None and more:
                parts.append(Part("trait", int(more), trait.name))
    if e.hooks & DOUBLES:
        total += doubled(s, e, parts)
    return total


def doubled(s: State, e: Empire, parts: Parts | None) -> i64:
    """What doubling adds: the region's own coin and its coins by traits, once more (B5)."""
    plain: i64 = 0
    if e.hooks & UNDOUBLED:
        for trait in e.traits:
            plain |= trait.undoubled(s, e)
    total: i64 = 0
    for doubler in e.traits:
        regions = doubler.doubles(s, e) & e.regions & ~plain
        if not regions:
            continue
        more = count(regions)
        for trait in e.traits:
            more += count(trait.pays(s, e) & regions)
        total += more
        if parts is not None:
            parts.append(Part("trait", int(more), doubler.name))
    return total


def awards(s: State, parts: Parts | None) -> i64:
    """Coins that fell due during the turn."""
    total: i64 = 0
    for i in range(0, len(s.now.awards), 2):
        total += s.now.awards[i + 1]
        if parts is not None:
            name = s.library.traits[s.now.awards[i]].name
            parts.append(Part("trait", s.now.awards[i + 1], name))
    return total


def score(s: State) -> None:
    """The current player is paid: first by the bank, then by other players."""
    seat = s.seat
    parts: Parts | None = [] if s.listener is not None else None
    total = awards(s, parts)
    for e in s.empires:
        if e.seat == seat:
            total += coins_of(s, e, parts)
    s.coins[seat] += total
    if s.voices & TAKES_FROM:
        for e in s.empires:
            if e.seat == seat and e.hooks & TAKES_FROM:
                total += collect(s, e, parts)
    if s.listener is not None:
        s.tell(Event("scored", int(seat), amount=int(total), parts=parts))


def collect(s: State, e: Empire, parts: Parts | None) -> i64:
    """Each victim pays one coin to each trait that takes, if he has it."""
    total: i64 = 0
    for trait in e.traits:
        victims = trait.takes_from(s, e)
        taken: i64 = 0
        for victim in range(s.seats):
            if victims & BIT[victim] and victim != e.seat:
                taken += pay(s, victim, e.seat, trait.name)
        total += taken
        if parts is not None and taken:
            parts.append(Part("trait", int(taken), trait.name))
    return total


def coins_by_region(s: State, seat: int) -> dict[int, int]:
    """What the bank pays the seat for each region; what belongs to no region is in none."""
    paid: dict[int, int] = {}
    for e in s.empires_of(seat):
        plain: i64 = 0
        for trait in e.traits:
            plain |= trait.undoubled(s, e)
        for r in each(e.regions):
            once = 1
            for trait in e.traits:
                if trait.pays(s, e) & BIT[r]:
                    once += 1
            paid[r] = once
            for trait in e.traits:
                if trait.doubles(s, e) & BIT[r] & ~plain:
                    paid[r] += once
    return paid


def explain_score(s: State, seat: int) -> Parts:
    """The parts of what the seat would score from bank and players, as things stand."""
    trial = s.copy()
    trial.seat = seat
    parts: Parts = []
    if seat == s.seat:
        awards(s, parts)
    for e in trial.empires_of(seat):
        coins_of(trial, e, parts)
    for e in trial.empires_of(seat):
        if e.hooks & TAKES_FROM:
            collect(trial, e, parts)
    return parts
