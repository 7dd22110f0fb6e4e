"""Where tokens that are to be put down serve best: what others would have to pay for a region."""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import region_of, tokens_of, verb_of
from smallworld.engine.game import NOBODY, Empire, State, do
from smallworld.engine.query import BIT, PAYS, REDEPLOY, Front, coins_of, each

COOLING: Final = 1.6  # each token more makes an attack that much less likely
FAR: Final = 0.2  # how likely somebody comes who is not next to a region now
_MOST_TO_EARN: Final = 3  # tokens in one region that may bring a coin at once


def worth(s: State, e: Empire) -> dict[int, int]:
    """Coins a turn for each region the race holds."""
    found = dict.fromkeys(each(e.regions), 1)
    if e.hooks & PAYS:
        for trait in e.traits:
            for r in each(trait.pays(s, e) & e.regions):
                found[r] += 1
    return found


class Danger:
    """How likely each region of a seat is to be attacked before its next turn."""

    def __init__(self, s: State, seat: int) -> None:
        self.s: Final = s
        self.fronts: Final[list[Front]] = []
        self.newcomers = 0  # opponents who will enter with a new race
        for other in range(s.seats):
            if other != seat:
                e = s.active(other)
                if e is NOBODY:
                    self.newcomers += 1
                else:
                    self.fronts.append(Front(s, e))

    def of(self, r: int, more: int = 0) -> float:
        """The danger for r, with that many tokens more in it."""
        s = self.s
        bit = BIT[r]
        heat = 0.0
        for front in self.fronts:
            if front.targets & bit:
                heat += _heat(int(front.price(r)) + more)
        if self.newcomers and s.board.entry & bit and not (s.shielded | s.barred) & bit:
            heat += self.newcomers * _heat(int(s.strength(r)) + more)
        return heat / (s.seats - 1)

    def from_afar(self, r: int) -> float:
        """The danger by those who could get there only by way of other regions."""
        bit = BIT[r]
        heat = 0.0
        for front in self.fronts:
            if front.fair & bit and not front.targets & bit:
                heat += _heat(int(front.price(r)))
        s = self.s
        if self.newcomers and not (s.board.entry | s.shielded | s.barred) & bit:
            heat += self.newcomers * _heat(int(s.strength(r)))
        return FAR * heat / (s.seats - 1)


def _heat(price: int) -> float:
    return float(COOLING ** (1 - price))


class TokenPool:
    """Tokens of one race that can be put down now, and the regions that can take them."""

    def __init__(self, race: str) -> None:
        self.race: Final = race
        self.tokens = 0
        self.regions: Final[list[int]] = []


def token_pools(s: State, offered: list[int]) -> list[TokenPool]:
    """What these actions may put down: races in the order of the actions."""
    found: dict[str, TokenPool] = {}
    for action in offered:
        if verb_of(action) == actions.DEPLOY:
            r = int(region_of(action))
            name = s.holder(r).race.name
            pool = found.get(name)
            if pool is None:
                pool = found[name] = TokenPool(name)
            pool.tokens = max(pool.tokens, int(tokens_of(action)))
            if r not in pool.regions:
                pool.regions.append(r)
    return list(found.values())


def propose_deployment(s: State, seat: int, pools: list[TokenPool]) -> dict[int, int]:
    """How many tokens a good player would put into each region: first where they bring a coin at
    once, then where an attack is likely for what it costs; nothing where nobody can attack.
    """
    placed: dict[int, int] = {}
    danger = Danger(s, seat)
    trial = s.copy()
    trial.listener = None
    for pool in pools:
        placed.update(dict.fromkeys(pool.regions, 0))
        coins = worth(s, s.holder(pool.regions[0]))
        heat = {r: coins[r] * (danger.of(r) + danger.from_afar(r)) for r in pool.regions}
        hottest = sorted(pool.regions, key=lambda r: -heat[r])
        left = pool.tokens
        while left and (found := _earning(trial, hottest, left)):
            r, n = found
            do(trial, int(actions.deploy(r, n)))
            placed[r] += n
            left -= n
        share_out(s, heat, left, placed)
    return placed


def share_out(s: State, heat: dict[int, float], tokens: int, placed: dict[int, int]) -> None:
    """One token after another to where it makes the most coins safer."""
    closed = s.shielded | s.barred

    def need(r: int) -> tuple[float, bool, int]:
        cooled = heat[r] * float(COOLING ** -placed[r])
        return cooled, not closed & BIT[r], -int(s.strength(r)) - placed[r]

    for _ in range(tokens):
        placed[max(heat, key=need)] += 1


def _earning(s: State, regions: list[int], tokens: int) -> tuple[int, int] | None:
    """The fewest tokens that bring a coin at once, and where; None if none do."""
    e = s.holder(regions[0])
    if s.step() != REDEPLOY or not e.hooks & PAYS:
        return None
    before = coins_of(s, e, None)
    for n in range(1, min(tokens, _MOST_TO_EARN) + 1):
        for r in regions:
            after = s.copy()
            do(after, int(actions.deploy(r, n)))
            if coins_of(after, after.holder(r), None) > before:
                return r, n
    return None
