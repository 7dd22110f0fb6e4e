"""The decisions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from smallworld.engine.game import State, apply, is_chance, is_over, legal, to_act
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import Match, set_table
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View

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


def match_decisions(match: Match, every: int) -> Iterator[View]:
    """Every so many-th decision of a match that is played to its end, as its seat sees it."""
    n = 0
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0:
            n += 1
            if n % every == 0:
                yield match.view(seat)
        match.step()
