"""Counting paths: a number that changes when anything about what is legal changes.

>>> from smallworld.game.setup import new_game
>>> perft(new_game("base-2", turns=1), 0)
1
"""

from __future__ import annotations

from smallworld.engine.game import State, is_chance, is_over, legal, outcomes, state_after


def perft(s: State, depth: int) -> int:
    """In how many ways the next `depth` decisions can go.

    Luck in between is no decision, but brings every outcome it may, each counted once whatever
    its weight; luck after the last decision is not waited for. A game that is over is one way.
    """
    if depth == 0 or is_over(s):
        return 1
    if is_chance(s):
        return sum(perft(state_after(s, outcome), depth) for outcome, _ in outcomes(s))
    offered = legal(s)
    if depth == 1:
        return len(offered)
    return sum(perft(state_after(s, action), depth - 1) for action in offered)
