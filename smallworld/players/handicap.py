"""A scale of strength in even steps, so that everybody finds somebody they beat half the time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine.game import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.views.view import View

LEVEL: Final = "level"


@dataclass(frozen=True)
class StrengthStep:
    """One step of the scale: who plays, and how often it does not look."""

    player: str
    blunders: int = 0  # decisions of a thousand that are anything the rules allow
    rating: int | None = None  # None: not measured


# docs/players.md tells how the ratings were found.
STEPS: Final = (
    StrengthStep("greedy", 333, 1155),
    StrengthStep("planner", 332, 1255),
    StrengthStep("planner", 257, 1354),
    StrengthStep("planner", 183, 1454),
    StrengthStep("planner", 113, 1554),
    StrengthStep("planner", 54, 1653),
    StrengthStep("planner", 0, 1753),
    StrengthStep("search", 0, 1832),
    StrengthStep("master:time=80ms", 0, 1930),
    StrengthStep("master", 0, 2042),
)


def read_step(setting: str) -> int:
    """The number that stands after the colon: level:4."""
    text = setting.strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(STEPS)):
        raise GameError(
            f"{LEVEL} is followed by a number from 1 (the weakest) to {len(STEPS)}, as in "
            f"{LEVEL}:4, not by {text!r}"
        )
    return int(text)


class HandicappedPlayer(Player):
    """Somebody who now and then does not look."""

    def __init__(self, player: Player, blunders: int, name: str, seed: int = 0) -> None:
        super().__init__(name)
        self.player: Final = player
        self._blunders: Final = blunders
        self._luck: Final = Dealer(seed)

    def choose_number(self, view: View) -> int:
        """What the player does, or any legal action."""
        if self._luck.pick(1000) < self._blunders:
            return view.legal[self._luck.pick(len(view.legal))]
        return self.player.choose_number(view)

    def close(self) -> None:
        """Let the player go."""
        self.player.close()
