"""Print how many blocks of memory a view of a game leaves behind, for every kind of view."""

import gc
import sys
from collections.abc import Callable

from smallworld.engine.game import apply, is_chance, legal
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.analysis.hint import hint
from smallworld.players.budget import Budget
from smallworld.players.greedy import GreedyPlayer
from smallworld.table.publishing.views import Views

table = GameSetup(map="base-4")
s = start_game(table)
dealer = Dealer(1)
while is_chance(s):
    apply(s, dealer.draw(s))


def left(look: Callable[[], object], times: int) -> float:
    """Blocks that are still there after each look."""
    for _ in range(3):  # what is kept once is no leak
        look()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(times):
        look()
    gc.collect()
    return round((sys.getallocatedblocks() - before) / times, 1)


def look_at(acting: int) -> None:
    """Every kind of view of the position, for the seat that is to act."""
    few = Budget(simulations=2, per="decision")
    print("view", left(lambda: View(s, table, acting), 500))
    print("watched", left(lambda: View(s, table, None).show(), 50))
    print("shown", left(lambda: Views(s, table).show(acting), 50))
    print("greedy", left(lambda: GreedyPlayer().choose_number(View(s, table, acting)), 50))
    print("hint", left(lambda: hint(View(s, table, acting), few), 20))


look_at(int(s.seat))
apply(s, legal(s)[0])  # a combo is picked
while is_chance(s):
    apply(s, dealer.draw(s))
look_at(int(s.seat))
