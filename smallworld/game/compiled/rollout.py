"""Random play to the end of the game, with the loop inside the compiled core."""

from __future__ import annotations

from smallworld.engine.actions import Actions
from smallworld.engine.game import Library, Options, State, do, legal_into, start
from smallworld.engine.query import OVER
from smallworld.engine.shim import i64
from smallworld.game.compiled.dealer import Dealer


def play_out(s: State, dealer: Dealer, out: Actions) -> i64:
    """Play uniformly random legal actions to the end, in place; how many decisions that took."""
    decisions: i64 = 0
    while True:
        step = s.step()
        if step == OVER:
            return decisions
        if step > OVER:
            do(s, dealer.draw(s))
        else:
            legal_into(s, out)
            do(s, out.items[dealer.pick(out.size)])
            decisions += 1


def random_games(options: Options, library: Library, games: int, seed: int) -> int:
    """Play that many random games; how many decisions they took together."""
    out = Actions()
    decisions: i64 = 0
    for game in range(games):
        decisions += play_out(start(options, library), Dealer(seed + game), out)
    return int(decisions)
