"""Play many random games and print a hash of each: what was offered, done, and came of a turn.

    many_games.py GAMES

The tables of play_games.py take turns, each with several lengths of the game.
"""

import hashlib
import runpy
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path

from smallworld.engine.actions import Actions
from smallworld.engine.game import do, is_chance, is_over, legal_into, start
from smallworld.engine.options import Library, Options
from smallworld.engine.pack import fingerprint
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, prepare

GAMES = Path(__file__).with_name("play_games.py")
tables: Callable[[], dict[str, GameSetup]] = runpy.run_path(str(GAMES))["tables"]

TURNS = (2, 4, 0)  # short, of some length, and whole games


def setups() -> Iterator[tuple[str, Options, Library]]:
    """Options and libraries, each made once."""
    for turns in TURNS:
        for name, table in tables().items():
            yield f"{name}, {turns or 'all'} turns", *prepare(replace(table, turns=turns))


def play(options: Options, library: Library, seed: int) -> str:
    """One game: the hash of all actions offered and done, and of the position after each turn."""
    s = start(options, library)
    dealer = Dealer(seed)
    offered = Actions()
    seen = hashlib.sha256()
    turn = (s.turn, s.seat)
    while not is_over(s):
        if is_chance(s):
            action = dealer.draw(s)
        else:
            legal_into(s, offered)
            seen.update(repr([int(offered.items[n]) for n in range(offered.size)]).encode())
            action = int(offered.items[dealer.pick(offered.size)])
        do(s, action)
        seen.update(str(action).encode())
        if turn != (s.turn, s.seat):  # a fingerprint costs four times what a decision does
            turn = (s.turn, s.seat)
            seen.update(fingerprint(s).encode())
    seen.update(fingerprint(s).encode())
    return seen.hexdigest()[:16]


def main(games: int) -> None:
    """Play, and print a line for each game."""
    for (name, options, library), seed in islice(zip(cycle(list(setups())), count()), games):
        print(f"{name}, seed {seed}: {play(options, library, seed)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
