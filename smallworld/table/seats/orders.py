"""Standing orders: what a seat answers by itself when it has to regroup in another's turn."""

from __future__ import annotations

from typing import Final, Literal, get_args

from smallworld.engine.actions import DEPLOY, deploy, verb_of
from smallworld.engine.game import NOBODY_ACTS, State, legal, to_act
from smallworld.game.views.deployment import TokenPool, propose_deployment, token_pools

# ask: its person decides; borders: to where an attack is likely; spread: as evenly as can be
Orders = Literal["ask", "borders", "spread"]
ORDERS: Final[tuple[Orders, ...]] = get_args(Orders)
ASK: Final = "ask"


def ordered_action(s: State, orders: dict[int, str]) -> int | None:
    """What the seat to act has ordered beforehand; None if it wants to be asked, or has to be.

    Only tokens are put down like that, and only in the turn of another.
    """
    seat = to_act(s)
    if seat in (NOBODY_ACTS, int(s.seat)) or orders.get(seat, ASK) == ASK:
        return None
    offered = legal(s)
    if not offered or any(verb_of(action) != DEPLOY for action in offered):
        return None
    pool = token_pools(s, offered)[0]
    if orders[seat] == "borders":
        placed = propose_deployment(s, seat, [pool])
    else:
        placed = _spread(s, pool)
    region = next(r for r in pool.regions if placed[r])
    return int(deploy(region, placed[region]))


def _spread(s: State, pool: TokenPool) -> dict[int, int]:
    """One token after another to where the fewest stand."""
    placed = dict.fromkeys(pool.regions, 0)
    for _ in range(pool.tokens):
        fewest = min(pool.regions, key=lambda r: (int(s.tokens[r]) + placed[r], r))
        placed[fewest] += 1
    return placed
