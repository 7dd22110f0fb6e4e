"""Draw a board as a page would, into one SVG file.

    python tools/preview_board.py base-2 base-2.svg
    python tools/preview_board.py base-2 base-2.svg --theme dark
    python tools/preview_board.py my.toml my.svg

`smallworld.game.display.svg_board` says what is drawn.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from smallworld.engine.errors import GameError
from smallworld.game.box import printed_board
from smallworld.game.display.svg_board import draw_board


def main() -> int:
    """Write the preview that was asked for."""
    parser = argparse.ArgumentParser(description="Draw a board as a page would.")
    parser.add_argument("map", help="a shipped board or a map file")
    parser.add_argument("out", type=Path)
    parser.add_argument("--theme", choices=("light", "dark", "auto"), default="light")
    asked = parser.parse_args()
    try:
        picture = draw_board(printed_board(asked.map), asked.theme)
        asked.out.write_text(picture, encoding="utf-8")
    except GameError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
