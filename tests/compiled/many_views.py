"""Print how many KB three thousand views of a running game leave behind."""

import resource

from smallworld.engine.game import apply, is_chance
from smallworld.play.dealer import Dealer
from smallworld.play.table import Table, start_table
from smallworld.play.view import View

table = Table(map="base-4")
s = start_table(table)
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
