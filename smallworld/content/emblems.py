"""The pictures: characters, badges, pieces, places, relics, coins, die and the frames of tokens.

They lie as `<symbol>` elements in the files of `art/`, drawn by the rules of docs/art.md, and are
the only copy there is: pages get them all as one file, pictures made here get those they show.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "art"
FILES: Final = ("frames.svg", "races.svg", "powers.svg", "markers.svg", "places.svg")
SPARE: Final = "spare-"  # characters that home-made races may choose
OWN_PLATE: Final = "own"  # what home-made powers lie on
# What the names of symbols begin with, by what they show.
KINDS: Final = {
    "race": "race-",
    "power": "power-",
    "relic": "relic-",
    "place": "place-",
    "piece": "marker-",
    "natives": "marker-",
}

_SYMBOL: Final = re.compile(
    r'<(?:symbol|clipPath) id="([a-z0-9-]+)"(?: data-family="([a-z]+)")?.*?</(?:symbol|clipPath)>',
    re.DOTALL,
)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_GAP: Final = re.compile(r">\s+<")


class Drawn:
    """One picture as its file has it."""

    def __init__(self, family: str, text: str) -> None:
        self.family: Final = family  # the plate a power lies on; others have none
        self.text: Final = text


@cache
def load_symbols() -> dict[str, Drawn]:
    """Every picture by its id."""
    found: dict[str, Drawn] = {}
    for file in FILES:
        text = _GAP.sub("><", _COMMENT.sub("", (FOLDER / file).read_text(encoding="utf-8")))
        for match in _SYMBOL.finditer(text):
            found[match[1]] = Drawn(match[2] or "", match[0].replace("\n", ""))
    return found


def symbol_of(kind: str, name: str) -> str:
    """The id of the picture of something in the game.

    >>> symbol_of("race", "Will-o'-Wisps")
    'race-will-o-wisps'
    """
    return KINDS[kind] + name.lower().replace("'", "").replace(" ", "-")


def spare_names() -> list[str]:
    """The characters that home-made races may choose."""
    return [name.removeprefix(SPARE) for name in load_symbols() if name.startswith(SPARE)]


def sprite(board_art: str) -> str:
    """All pictures in one file, after the patterns and marks of the boards."""
    pictures = "".join(drawn.text for drawn in load_symbols().values())
    art = _GAP.sub("><", _COMMENT.sub("", board_art)).strip()
    return f"{art.removesuffix('</svg>')}{pictures}</svg>\n"
