"""Finds the drawing of a map: shipped with it, beside its file, kept from before, or made now."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from smallworld.content.drawing import BoardDrawing, load_drawing
from smallworld.content.loader import MAPS, Map, load_map
from smallworld.drawing.check import read_drawing
from smallworld.drawing.draw import draw_map, made_from, to_json
from smallworld.engine.game import Unreadable

FOLDER_VARIABLE: Final = "SMALLWORLD_CACHE"
ENDING: Final = ".drawing.json"  # of a drawing beside a map file, instead of .toml


def find_drawing(map_: Map, file: str = "") -> BoardDrawing:
    """The drawing of a map; `file` is where it was read from, if a drawing may lie beside that.

    >>> from smallworld.content.loader import load_map
    >>> find_drawing(load_map("base-2"))["width"]
    1600
    """
    name = map_.data.name
    if name in MAPS and load_map(name) == map_:
        return load_drawing(name)
    return _beside(map_, file) or _kept(map_) or _made(map_)


def beside(file: str) -> Path:
    """Where the drawing of a map file is looked for."""
    return Path(file).with_suffix("").with_name(Path(file).stem + ENDING)


def cache_folder() -> Path:
    """Where this system lets programs keep what they can make again."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        return Path(folder)
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
        return local / "smallworld" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "smallworld"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "smallworld"


def _beside(map_: Map, file: str) -> BoardDrawing | None:
    if not file.endswith(".toml") or not beside(file).is_file():
        return None
    path = beside(file)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable(f"drawing {path}: it cannot be read: {error}") from None
    return read_drawing(text, map_.data, str(path))


def _path(map_: Map) -> Path:
    return cache_folder() / "drawings" / f"{made_from(map_.data)}.json"


def _kept(map_: Map) -> BoardDrawing | None:
    try:
        text = _path(map_).read_text(encoding="utf-8")
        return read_drawing(text, map_.data, "a kept drawing")
    except (OSError, ValueError, Unreadable):  # not there, or spoilt: it is made anew
        return None


def _made(map_: Map) -> BoardDrawing:
    drawing = draw_map(map_.data)
    # As it will be read next time: the same whether it was kept or not.
    text = to_json(drawing)
    with suppress(OSError):  # without a place to keep it, it is made again next time
        _keep(_path(map_), text)
    kept: BoardDrawing = json.loads(text)
    return kept


def _keep(path: Path, text: str) -> None:
    """Write a file at once and whole, whoever else writes or reads it now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:8], suffix=".part")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
