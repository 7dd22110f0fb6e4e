"""Play the games behind docs/balance.md, with nothing but Python; or write that page from them.

    python tools/balance.py play FOLDER --games 20000 --processes 16 --minutes 20
    python tools/balance.py write FOLDER

Playing goes on with what the folder holds, and ends when there are so many games of every board or
when the time is over. `smallworld balance` plays the same games; this needs no other package.
"""

import argparse
import signal
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))  # a compiled copy in PYTHONPATH comes first

from smallworld.arena.plan import ArenaTable  # noqa: E402
from smallworld.balance.games_file import GamesFolder, play_piece  # noqa: E402
from smallworld.balance.plan import BalancePlan, all_games  # noqa: E402
from smallworld.content.loader import MAPS, load_map  # noqa: E402
from smallworld.engine.query import COMPILED  # noqa: E402
from smallworld.work.processes import as_done  # noqa: E402

# Each board with the number of players it is made for.
PLAN = BalancePlan(tuple(ArenaTable(name, load_map(name).players) for name in MAPS))


def play(folder: Path, games: int, processes: int, minutes: float) -> None:
    """Play on until there are so many games, or the time is over."""
    kept = GamesFolder(PLAN, folder)
    due = kept.due(games)
    print(f"{len(due)} pieces to play, {'compiled' if COMPILED else 'plain'} build", flush=True)
    begun = time.monotonic()
    played = 0
    with closing(as_done(partial(play_piece, PLAN), due, processes)) as ended:
        for n, (piece, content) in enumerate(ended, start=1):
            kept.add(piece, content)
            played += len(piece.games)
            seconds = time.monotonic() - begun
            if n % 100 == 0:
                print(f"{played} games in {seconds:.0f} s", flush=True)
            if seconds > 60 * minutes:
                break
    seconds = time.monotonic() - begun
    print(f"{played} games in {seconds:.0f} s, {played / max(seconds, 0.001):.1f} a second")
    for board in kept.boards:
        there = f"{len(board.games)} of {all_games(games)} games"
        print(f"{board.place}: {there}, {len(board.failures)} failed")


def main(words: list[str]) -> None:
    """Do what the words say."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the workers end with it
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="play games into a folder")
    playing.add_argument("folder", type=Path)
    playing.add_argument("--games", type=int, default=20_000, help="of each board")
    playing.add_argument("--processes", type=int, default=1)
    playing.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args(words)
    play(options.folder, options.games, options.processes, options.minutes)


if __name__ == "__main__":
    main(sys.argv[1:])
