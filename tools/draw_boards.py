"""Draw boards: the eight shipped ones into smallworld/content/drawings, or any map file.

python tools/draw_boards.py               # all shipped boards, some minutes
python tools/draw_boards.py base-2        # only these
python tools/draw_boards.py my.toml       # a map of your own, into my.drawing.json beside it
python tools/draw_boards.py --check       # nothing is written; exit status 1 if one is stale
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from smallworld.content.drawing import FOLDER
from smallworld.content.loader import MAPS, load_map
from smallworld.drawing.draw import draw_map, draw_shipped, made_from, to_json
from smallworld.drawing.store import beside
from smallworld.engine.errors import GameError

# Boards are drawn with the seed that looked best.
SEEDS = dict.fromkeys(MAPS, 1)


def path_of(name: str) -> Path:
    """Where the drawing of a board is kept."""
    return FOLDER / f"{name}.json" if name in MAPS else beside(name)


def draw(name: str) -> str:
    """The drawing of a board as a file."""
    data = load_map(name).data
    return to_json(draw_shipped(data, SEEDS[name]) if name in MAPS else draw_map(data))


def is_fresh(name: str) -> bool:
    """Whether the stored drawing was made from the map and the program as they are."""
    path = path_of(name)
    if not path.exists():
        return False
    found = json.loads(path.read_text(encoding="utf-8"))["made_from"]
    return bool(found == made_from(load_map(name).data))


def main() -> int:
    """Draw or check the boards that were asked for."""
    parser = argparse.ArgumentParser(description="Draw boards from their map files.")
    parser.add_argument("maps", nargs="*", help="boards or map files; the shipped ones if none")
    parser.add_argument("--check", action="store_true", help="only say which drawings are stale")
    asked = parser.parse_args()
    names = asked.maps or MAPS
    try:
        if asked.check:
            stale = [name for name in names if not is_fresh(name)]
            for name in stale:
                print(f"{name} is stale: python tools/draw_boards.py {name}")
            return 1 if stale else 0
        for name in names:
            text = draw(name)
            path_of(name).write_text(text, encoding="utf-8")
            print(f"{path_of(name)}: {len(text)} bytes")
    except GameError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
