"""A turn played in a quick_playout, to see roughly what it will bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.game import Empire, State, do, is_chance, legal, outcomes, to_act
from smallworld.engine.query import (
    ASK,
    BIT,
    CHOOSE,
    CONQUEST,
    PAYS,
    READY,
    RISEN,
    START,
    ConquestPlan,
    Front,
    conqueror,
    conquest_plans,
    lives_on,
)
from smallworld.players.heuristics import harm

DONE: Final = int(actions.plain(actions.DONE))
STOP: Final = int(actions.plain(actions.STOP))
EXPAND: Final = int(actions.plain(actions.EXPAND))
STEPPING_STONE: Final = 0.1  # a region that cannot be kept, but may lead somewhere


@dataclass(frozen=True)
class QuickOption:
    """A conquest or roll at a glance: what it may bring, and the tokens it takes."""

    action: int
    coins: float
    tokens: float

    def rate(self) -> float:
        """Coins a token; what costs nothing counts as half a token."""
        return self.coins / max(self.tokens, 0.5)


def glance(s: State, e: Empire, offered: list[int]) -> list[QuickOption]:
    """Every conquest and roll among these actions, the most promising first."""
    front = Front(s, e)
    pays = [int(trait.pays(s, e)) for trait in e.traits] if e.hooks & PAYS else []
    own = int(s.regions_of(e.seat))
    enemy = int(s.occupied() & ~(s.tribes | s.monsters)) & ~own
    passing = int(s.board.rivers & ~lives_on(s, e)) if s.board.rivers else 0
    by_way: dict[tuple[int, int], ConquestPlan] = {}
    found: list[QuickOption] = []
    for action in offered:
        verb = verb_of(action)
        r = region_of(action)
        if (verb != actions.CONQUER and verb != actions.ROLL) or r == NO_REGION:
            continue
        bit = int(BIT[r])
        way = (int(ways_of(action)), int(via_of(action)))
        if way == (0, 0):
            price = int(front.price(r))
        else:
            if not by_way:
                by_way = {(int(plan.ways), int(plan.via)): plan for plan in conquest_plans(s, e)}
            plan = by_way[way]
            price = 0 if plan.swaps else int(plan.price(front, r))
        coins = STEPPING_STONE if passing & bit else 1.0
        for mask in pays:
            if mask & bit and not passing & bit:
                coins += 1
        if enemy & bit:
            coins += harm(s)
        elif own & bit:
            coins -= 1
        found.append(QuickOption(action, coins, price))
    found.sort(key=lambda chance: (-chance.rate(), chance.action))
    return found


def quick_playout(s: State, seat: int) -> None:
    """Play the seat's turn up to its redeployment: the best at a glance, worst luck of the die."""
    while True:
        if is_chance(s):
            do(s, outcomes(s)[0][0])
            continue
        step = s.step()
        if s.seat != seat or to_act(s) != seat:
            return
        if step in (START, READY):
            do(s, DONE)
        elif step == CHOOSE:
            do(s, EXPAND)
        elif step == ASK:
            do(s, legal(s)[0])
        elif step in (CONQUEST, RISEN):
            do(s, _next_conquest(s))
        else:
            return


def _next_conquest(s: State) -> int:
    for chance in glance(s, conqueror(s), legal(s)):
        if chance.coins > 0 and verb_of(chance.action) == actions.CONQUER:
            return chance.action
    return STOP
