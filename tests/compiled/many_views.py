"""Print how many KB three thousand views of a running game leave behind."""

import resource

from smallworld.engine.game import apply, is_chance
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View

table = GameSetup(map="base-4")
s = start_game(table)
dealer = Dealer(1)
while is_chance(s):
    apply(s, dealer.draw(s))


def grown(views: int) -> int:
    """By how many KB the process has grown after that many views."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(views):
        View(s, table, 0)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


grown(1000)  # what is kept once is no leak
print(grown(3000))
