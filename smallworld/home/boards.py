"""Home-made maps: those the host offers, and those that tables are played on."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from smallworld.content.drawing import BoardDrawing
from smallworld.content.loader import MAPS, Map, load_map
from smallworld.drawing.store import find_drawing
from smallworld.engine.game import GameError

LONGEST_NAME: Final = 100  # of a file, as a wish for a table may hold it
_MOST: Final = 300  # maps in memory that the host does not offer


class Boards:
    """The maps of a server beside the shipped ones; their drawings go by what the maps say."""

    def __init__(self, paths: Sequence[str] = ()) -> None:
        self._offered: Final[dict[str, Map]] = {}
        self._maps: Final[dict[str, tuple[Map, str]]] = {}  # by digest, with the file if offered
        self._played: Final[dict[str, Map]] = {}  # others by digest, the last needed at the end
        self._drawn: Final[dict[str, BoardDrawing]] = {}  # of those
        self._drawing: Final = threading.Lock()
        for path in paths:
            name = Path(path).name
            if path in MAPS:
                raise GameError(f"{path} is on offer without being named; --map takes map files")
            if name in self._offered:
                raise GameError(f"two maps are called {name}; rename one of the files")
            if len(name) > LONGEST_NAME:
                raise GameError(f"{name}: give the file a name of at most {LONGEST_NAME} letters")
            self._offered[name] = load_map(path)
            self._maps[self._offered[name].digest] = (self._offered[name], path)

    def provide(self, maps: Mapping[str, Map]) -> None:
        """Maps that are not to be chosen, by the file their drawing lies beside."""
        for file, map_ in maps.items():
            self._maps[map_.digest] = (map_, file)

    @property
    def names(self) -> list[str]:
        """What a table may choose, beside the shipped maps."""
        return list(self._offered)

    def find(self, name: str) -> Map | None:
        """A map on offer; None if there is none of that name."""
        return self._offered.get(name)

    def note(self, map_: Map) -> None:
        """A table is played on this map, whether it is on offer or not."""
        if map_.digest in self._maps:
            return
        self._played[map_.digest] = self._played.pop(map_.digest, map_)
        while len(self._played) > _MOST:
            gone = next(iter(self._played))
            del self._played[gone]
            self._drawn.pop(gone, None)

    def by_digest(self, digest: str) -> Map | None:
        """A map on offer or played on; None if there is none."""
        return self._maps[digest][0] if digest in self._maps else self._played.get(digest)

    def lines_of(self, digest: str) -> tuple[str, ...] | None:
        """What a map that is played on says of itself; None if there is none such."""
        map_ = self._played.get(digest)
        return None if map_ is None else tuple(map_.data.to_lines())

    def is_offered(self, digest: str) -> bool:
        """Whether the host offers that map."""
        return digest in self._maps

    def undrawn(self, digest: str) -> Map | None:
        """A map that is played on and has no drawing yet; None if there is none such."""
        return None if digest in self._drawn else self._played.get(digest)

    def keep(self, digest: str, drawing: BoardDrawing) -> None:
        """The drawing of a map that is played on."""
        if digest in self._played:
            self._drawn[digest] = drawing

    def draw(self, digest: str) -> BoardDrawing:
        """The drawing of such a map; that may take a few seconds if it has never been drawn."""
        if digest in self._drawn:
            return self._drawn[digest]
        with self._drawing:
            map_, file = self._maps.get(digest) or (self._played[digest], "")
            return find_drawing(map_, file)

    def draw_all(self) -> None:
        """Make the drawings of all maps on offer now, so that nobody has to wait for them."""
        for digest in [*self._maps]:
            self.draw(digest)
