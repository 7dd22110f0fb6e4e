"""What players do with compiled rules, as one line of JSON.

think.py turns PLAYER MAP        processor seconds of every turn of a game
think.py decisions PLAYER MAP    ... of every decision between two actions or more, two rounds
think.py wins BETTER WORSE GAMES how many games the first wins at two seats, with fixed seeds
"""

import json
import sys
from time import thread_time

from smallworld.engine.game import legal, result, to_act
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player


def spent(player: str, board: str, each: str) -> list[float]:
    """Seconds of thinking, for each turn or each decision."""
    seats = int(board[-1])
    table = GameSetup(map=board, turns=2 if each == "decisions" else 0)
    match = Match(table, [make_player(player, n) for n in range(seats)], seed=4)
    found: dict[tuple[int, ...], float] = {}
    while not match.is_over():
        s = match.state
        seat = to_act(s)
        choice = seat >= 0 and len(legal(s)) > 1
        key = (int(s.turn), int(s.seat), seat, len(found) if each == "decisions" else 0)
        begun = thread_time()
        match.step()
        if choice:
            found[key] = found.get(key, 0.0) + thread_time() - begun
    return list(found.values())


def wins(better: str, worse: str, games: int) -> int:
    """Games that the better one wins alone; each deal is played from both seats."""
    won = 0
    for game in range(games):
        mine = game % 2
        specs = [better, worse] if mine == 0 else [worse, better]
        seats = [make_player(spec, 10 * game + n) for n, spec in enumerate(specs)]
        match = Match(GameSetup(map="base-2"), seats, seed=game // 2)
        match.run()
        won += result(match.state).winners == [mine]
    return won


what, first, second, *rest = sys.argv[1:]
if what == "wins":
    print(json.dumps(wins(first, second, int(rest[0]))))
else:
    print(json.dumps(spent(first, second, what)))
