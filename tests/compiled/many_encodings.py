"""Print a hash of all that random games are encoded as, for every board and box, and of its home.

Both builds must print the same. The last line says how many KB many positions leave behind.
"""

import hashlib
import resource
import sys

from smallworld.content.loader import MAPS
from smallworld.encoding.action_space import ActionSpace
from smallworld.encoding.compiled.games import NumberedGame
from smallworld.encoding.encoder import Encoder
from smallworld.engine.game import is_over, legal, to_act
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, prepare

GAMES = int(sys.argv[1])  # on each board, in each box
TURNS = int(sys.argv[2])  # of each
GROWN = 3000  # positions


def begun(table: GameSetup, seed: int) -> NumberedGame:
    """A game by numbers; the first combos lie in the row."""
    encoder = Encoder.of(table)
    game = NumberedGame(encoder.writer, ActionSpace.of(table).table, encoder.library)
    dealer = Dealer(seed)
    game.begin(prepare(set_table(encoder.setup, dealer))[0], dealer)
    return game


def digest(table: GameSetup) -> str:
    """All positions of some games as every seat sees them, with masks and actions."""
    found = hashlib.sha256()
    for seed in range(GAMES):
        game = begun(table, seed)
        pick = Dealer(seed + 100)
        s = game.position()
        while not is_over(s):
            seat = to_act(s)
            for other in range(s.seats):
                found.update(game.writer.position(s, other))
            known = [int(s.coins[n]) if n == seat else None for n in range(s.seats)]
            position, actions = game.writer.encode(s, seat, known, legal(s))
            assert position == game.writer.position(s, seat)
            mask = game.mask()
            found.update(actions + mask)
            numbers = [n for n, open_ in enumerate(mask) if open_]
            game.take(game.action_of(numbers[pick.pick(len(numbers))]))
    return found.hexdigest()


def grown() -> int:
    """By how many KB the process has grown after many positions."""
    game = begun(GameSetup(map="base-4"), 1)
    s = game.position()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(GROWN):
        game.writer.position(s, 0)
        game.mask()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


for name in MAPS:
    for world in ("", "mixed"):
        print(name, world, digest(GameSetup(map=name, world=world, turns=TURNS)))
grown()  # what is kept once is no leak
print(grown())
