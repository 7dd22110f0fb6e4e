"""Home-made races and powers that the host loaded, by the names of their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from smallworld.content.custom.files import load_customs
from smallworld.content.custom.names import join_customs
from smallworld.content.library import Custom
from smallworld.engine.game import GameError
from smallworld.table.problems import Refused


class CustomFiles:
    """The files of a server; tables choose among them."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.by_name: Final[dict[str, Custom]] = {}
        for path in paths:
            name = Path(path).name
            if name in self.by_name:
                raise GameError(f"two files are called {name}; rename one of them")
            self.by_name[name] = _without_folders(load_customs([path]))

    @property
    def warnings(self) -> list[str]:
        """What is allowed in the files, but probably not meant."""
        return [line for custom in self.by_name.values() for line in custom.warnings]

    def chosen(self, names: Sequence[str]) -> Custom | None:
        """The races and powers of these files; None if none is chosen."""
        if not names:
            return None
        unknown = [name for name in names if name not in self.by_name]
        if unknown:
            raise Refused("not_loaded", files=unknown, known=list(self.by_name) or ["none"])
        return join_customs([self.by_name[name] for name in dict.fromkeys(names)])


def _without_folders(custom: Custom) -> Custom:
    """The same with the bare names of files: where they lie on the host's disk is its own."""
    sources = {Path(path).name: text for path, text in custom.sources.items()}
    return Custom(custom.races, custom.powers, custom.stand_ins, sources, custom.warnings)
