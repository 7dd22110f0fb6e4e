"""Games of a player against itself, with every decision as it was thought about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.engine.game import apply, is_chance, is_over, result, to_act
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.learn.arrays import encode
from smallworld.learn.shards import Decision, decision, finished
from smallworld.learn.targets import PolicyTarget, Thinker

_FINE: Final = 1 << 30  # how finely a random share is drawn


def play_game(
    table: GameSetup, thinkers: Sequence[Thinker], seed: int, number: int = 0, explore: float = 0.0
) -> list[Decision]:
    """The decisions of one game in which there was a choice; one thinker for each seat.

    With `explore`, that part of the decisions is drawn by the shares instead of taken from the
    top, so that other positions come up.
    """
    dealer = Dealer(seed)
    table = set_table(table, dealer)
    s = start_game(table)
    made: list[Decision] = []
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        seat = to_act(s)
        view = View(s, table, seat)
        if len(view.legal) == 1:
            apply(s, view.legal[0])
            continue
        arrays = encode(view)
        offered = view.legal[:]
        targets = thinkers[seat].think(view)
        action = targets[0].action
        if explore and dealer.pick(_FINE) < explore * _FINE:
            action = draw_by_share(targets, dealer)
        made.append(decision(arrays, offered, targets, action, number, seat, s.seats))
        apply(s, action)
    end = result(s)
    return [finished(one, end) for one in made]


def draw_by_share(targets: Sequence[PolicyTarget], dealer: Dealer) -> int:
    """An action by chance, each as likely as its share says."""
    left = dealer.pick(_FINE) / _FINE * sum(target.share for target in targets)
    for target in targets:
        left -= target.share
        if left < 0:
            return target.action
    return targets[0].action
