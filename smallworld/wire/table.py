"""What a table is, apart from the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What was chosen when the table was made."""

    coins: Literal["hidden", "open"]
    places: bool
    first: str  # the seat that began
    settings: dict[str, bool | str]
    custom: tuple[str, ...]  # home-made files
    monsters: tuple[str, ...]  # regions they were set up in
    hints: bool
