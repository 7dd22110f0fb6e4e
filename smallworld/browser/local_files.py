"""Home-made races, powers and maps that somebody has dropped into the page."""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from smallworld.browser.thinker import write_files
from smallworld.content.library import Custom
from smallworld.engine.game import GameError
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.home.lessons.library import lesson_boards
from smallworld.table.problems import Refused

log: Final = logging.getLogger("smallworld.browser")

_NAME: Final = re.compile(r"[\w][\w .()-]{0,80}\.(toml|py)")


class LocalFiles:
    """The files of this browser; tables choose among them."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._texts: Final[dict[str, str]] = {}
        self.customs = CustomFiles(())
        self.boards = Boards()
        self.boards.provide(lesson_boards())

    @property
    def names(self) -> list[str]:
        """All files."""
        return list(self._texts)

    def add(self, name: str, text: str) -> None:
        """One more, or another in its place; `Refused` says why it cannot be used."""
        if not _NAME.fullmatch(name):
            reason = f"{name}: home-made races are .toml or .py files, home-made maps .toml files"
            raise Refused("refused", text=reason)
        self._load({**self._texts, name: text})
        self._texts[name] = text

    def restore(self, name: str, text: str) -> None:
        """One that was kept; what cannot be read any more is left out."""
        try:
            self.add(name, text)
        except GameError as error:
            log.error("the file %s is left out: %s", name, error)

    def remove(self, name: str) -> None:
        """Offer it no more; games that were begun with it cannot be gone on with."""
        if self._texts.pop(name, None) is not None:
            self._load(self._texts)

    def _load(self, texts: dict[str, str]) -> None:
        paths = dict(zip(texts, write_files(texts, self.folder), strict=True))
        maps = [name for name, text in texts.items() if _is_map(name, text)]
        boards = Boards([paths[name] for name in maps])
        boards.provide(lesson_boards())
        self.customs = CustomFiles([path for name, path in paths.items() if name not in maps])
        self.boards = boards

    def chosen(self, names: Sequence[str]) -> Custom | None:
        """The races and powers of these files; None if none is chosen."""
        return self.customs.chosen(names)

    def texts(self, names: Sequence[str]) -> dict[str, str]:
        """What these files say."""
        return {name: self._texts[name] for name in names}


def _is_map(name: str, text: str) -> bool:
    """Whether a file says how regions lie."""
    try:
        return name.endswith(".toml") and "regions" in tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False  # whoever reads it says what is wrong
