"""The one ordered list of all traits, filtered by world, board and settings (rules C1, C2)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from smallworld.content.custom.guard import made
from smallworld.content.places import places
from smallworld.content.powers.base import base_powers
from smallworld.content.powers.underground import underground_powers
from smallworld.content.races.base import base_races
from smallworld.content.races.underground import underground_races
from smallworld.content.relics import relics
from smallworld.content.settings import HouseRules
from smallworld.engine.errors import GameError
from smallworld.engine.options import Library
from smallworld.engine.pieces import PIECES
from smallworld.engine.trait import Marker, Power, Race, Trait

WORLDS: Final = ["base", "underground", "mixed"]

# What makes no sense on a board of the other box (C2).
NOT_BELOW: Final = ["Humans", "Hill", "Mounted", "Underworld"]
NOT_ABOVE: Final = ["Flames", "Spiderines"]
NOT_WITHOUT_MARKERS: Final = ["Adventurous", "Magic"]


class Custom:
    """Home-made races and powers (part D).

    A library numbers the traits it holds, so every library is given new ones: this knows how to
    make them.
    """

    def __init__(
        self,
        races: list[Callable[[], Race]],
        powers: list[Callable[[], Power]],
        stand_ins: dict[str, str] | None = None,
        sources: dict[str, str] | None = None,
        warnings: list[str] | None = None,
    ) -> None:
        self.races: Final = races
        self.powers: Final = powers
        # Races whose tokens are borrowed, and by which race; their banner is out of the game (D1).
        self.stand_ins: Final = stand_ins or {}
        self.sources: Final = sources or {}  # files as they were named, and what they say
        self.warnings: Final = warnings or []  # what is allowed, but probably not meant

    def new_races(self) -> list[Race]:
        """The races anew, for one library; those of classes are called with care."""
        return [made(make) for make in self.races]

    def new_powers(self) -> list[Power]:
        """The powers anew."""
        return [made(make) for make in self.powers]

    def new_traits(self) -> list[Trait]:
        """Races, then powers."""
        found: list[Trait] = []
        found.extend(self.new_races())
        found.extend(self.new_powers())
        return found

    def may_fail(self) -> bool:
        """Whether some are classes: programs that may fail in the middle of an action."""
        return any(isinstance(make, type) for make in [*self.races, *self.powers])


def digest_of(text: str) -> str:
    """Sixteen letters that tell the contents of files apart."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def full_library(
    world: str, settings: HouseRules | None = None, custom: Custom | None = None
) -> Library:
    """Everything in the box, or in both boxes, and all that is home-made, whatever the board."""
    rules = settings or HouseRules()
    races: list[Race] = []
    powers: list[Power] = []
    markers: list[Marker] = []
    if world not in WORLDS:
        raise GameError(f"the world is one of {', '.join(WORLDS)}, not {world!r}")
    if world != "underground":
        races.extend(base_races(rules.allows("ghouls_reenter")))
        powers.extend(base_powers())
    if world != "base":
        races.extend(underground_races(rules.word("flames_entry") == "volcano"))
        powers.extend(underground_powers())
        markers.extend(places())
        markers.extend(relics())
    if custom is None:
        return Library(races, powers, markers, PIECES)
    races.extend(custom.new_races())
    powers.extend(custom.new_powers())
    return Library(races, powers, markers, PIECES, may_fail=custom.may_fail())


def build_library(
    world: str,
    below: bool,
    markers: bool,
    settings: HouseRules | None = None,
    custom: Custom | None = None,
) -> Library:
    """What is in play on such a board: above or below ground, with or without places and relics."""
    box = full_library(world, settings, custom)
    out: list[str] = []
    if world == "mixed":
        out.extend(NOT_BELOW if below else NOT_ABOVE)
    if not markers:
        out.extend(NOT_WITHOUT_MARKERS)
    if custom is not None:
        known = [race.name for race in box.races[: len(box.races) - len(custom.races)]]
        for name, borrower in custom.stand_ins.items():
            if name not in known:
                raise GameError(
                    f"{borrower} borrow the tokens of {name}, who are not in the {world} game; "
                    f"its races are {', '.join(known)} (rules D1)"
                )
        out.extend(custom.stand_ins)
    return Library(
        [race for race in box.races if race.name not in out],
        [power for power in box.powers if power.name not in out],
        box.markers if markers else [],
        PIECES,
        may_fail=box.may_fail,
    )
