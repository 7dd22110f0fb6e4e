"""Redeployment of the quick policy: tokens to where the cheapest attack would hurt most."""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.query import LOG, at, cells, to_deploy
from smallworld.engine.shim import i64
from smallworld.players.policy.features import Heat, Noise, Threat, extra_coins
from smallworld.players.policy.weights import COIN


def next_deployment(s: State, heat: Heat, noise: Noise) -> i64:
    """What the seat whose turn it is puts down next; 0 if nothing waits."""
    for e in s.empires:
        if e.seat == s.seat:
            tokens = to_deploy(s, e)
            if tokens:
                return deployment(s, e, tokens, heat, noise)
    return 0


def next_defence(s: State, heat: Heat, noise: Noise) -> i64:
    """What a seat driven out puts down next; 0 if nothing waits."""
    seat = s.step_seat()
    for e in s.empires:
        if e.seat == seat and e.regions and e.withdrawn:
            return deployment(s, e, e.withdrawn, heat, noise)
    return 0


def deployment(s: State, e: Empire, tokens: i64, heat: Heat, noise: Noise) -> i64:
    """Share the tokens out, each to where it helps most; answer with the largest share."""
    threat = Threat(s, e.seat)
    extra = extra_coins(s, e)
    placed = cells(s.board.size)
    best: i64 = LOG[(e.regions & -e.regions) % 67]
    left = tokens
    while left:
        left -= 1
        hottest: i64 = -1
        rest: i64 = e.regions
        while rest:
            bit: i64 = rest & -rest
            r: i64 = LOG[bit % 67]
            rest ^= bit
            danger = heat.of(s.strength(r) + at(placed, r)) * threat.at(bit, heat)
            if s.marked & bit:
                danger += danger * (COIN * extra.at(bit) + heat.treasure) // COIN
            else:
                danger *= 1 + extra.at(bit)
            danger += danger * noise.below(heat.noise) // COIN
            if danger > hottest:
                hottest = danger
                best = r
        more: int = at(placed, best) + 1
        placed[best] = more
    most: i64 = 0
    rest = e.regions
    while rest:
        r = LOG[(rest & -rest) % 67]
        rest &= rest - 1
        if at(placed, r) > most:
            most = at(placed, r)
            best = r
    return actions.deploy(best, most)


def least_region(s: State, seat: i64) -> i64:
    """The region of the active race that pays least, to be given up."""
    e = s.active(seat)
    assert e is not NOBODY
    extra = extra_coins(s, e)
    best: i64 = LOG[(e.regions & -e.regions) % 67]
    least: i64 = 1000
    rest: i64 = e.regions
    while rest:
        bit: i64 = rest & -rest
        rest ^= bit
        if extra.at(bit) < least:
            least = extra.at(bit)
            best = LOG[bit % 67]
    return best
