"""The decisions of a random game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from smallworld.engine.game import State, apply, is_chance, is_over, legal
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game

# Those of the offered actions from which one is drawn.
Among = Callable[[State, list[int], Dealer], list[int]]


def decisions(table: GameSetup, seed: int, among: Among) -> Iterator[State]:
    """Every decision of a game, before it is made."""
    dealer = Dealer(seed)
    s = start_game(set_table(table, dealer))
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        yield s
        likely = among(s, legal(s), dealer)
        apply(s, likely[dealer.pick(len(likely))])
