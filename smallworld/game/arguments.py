"""What a game is started with, as people write it: checked, and made into a setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path as File
from typing import Final
from warnings import warn

from smallworld.content.custom.files import load_customs
from smallworld.content.custom.names import join_customs
from smallworld.content.library import WORLDS, Custom
from smallworld.content.loader import load_map
from smallworld.content.settings import HouseRules, Value
from smallworld.engine.game import GameError, Unreadable
from smallworld.game.setup import GameSetup, seat_names

Path = str | PathLike[str]
CustomContent = Custom | Path | Iterable[Custom | Path]

MOST_TURNS: Final = 99
LARGEST_SEED: Final = 10**39


def make_setup(
    board: str,
    world: str | None,
    seats: int | None,
    turns: int | None,
    first: str,
    coins: str,
    places: bool,
    monsters: Sequence[str],
    settings: Mapping[str, Value] | None,
    custom: CustomContent,
) -> GameSetup:
    """The setup these words describe; a `GameError` says what is wrong and what there is."""
    players = load_map(board).players if seats is None else _whole("seats", seats, 2, 5)
    if world is not None and world not in WORLDS:
        raise GameError(f"the world is one of {', '.join(WORLDS)}, not {world!r}")
    names = seat_names(players)
    if first not in names:
        raise GameError(f"the first seat is one of {', '.join(names)}, not {first!r}")
    if coins not in ("hidden", "open"):
        raise GameError(f"coins are hidden or open, not {coins!r}")
    if not isinstance(places, bool):
        raise TypeError(f"places is True or False, not {places!r}")
    if isinstance(monsters, str):
        raise TypeError(f"monsters is a list of regions, such as ['3', '14'], not {monsters!r}")
    return GameSetup(
        map=board,
        world=world or "",
        players=players,
        turns=0 if turns is None else _whole("turns", turns, 1, MOST_TURNS),
        first=names.index(first),
        coins=coins,
        places=places,
        monsters=tuple(str(region) for region in monsters),
        settings=HouseRules(dict(settings or {})),
        custom=read_custom_content(custom),
    )


def read_board(board: object) -> str:
    """The name or path of a map, from a name, a path, or a board of the box."""
    name = board if isinstance(board, (str, PathLike)) else getattr(board, "name", None)
    if not isinstance(name, (str, PathLike)):
        raise TypeError(f"a board is a name such as 'base-2', or a map file, not {board!r}")
    return fspath(name)


def read_seed(seed: object) -> int | None:
    """A seed as it may stand in a record."""
    if seed is None:
        return None
    if not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) > LARGEST_SEED:
        raise GameError(f"a seed is a whole number of at most 39 digits, or None, not {seed!r}")
    return seed


def read_custom_content(given: CustomContent) -> Custom | None:
    """Home-made races and powers from files, or as they were loaded; None if there are none."""
    listed = [given] if isinstance(given, (Custom, str, PathLike)) else list(given)
    found: list[Custom] = []
    for item in listed:
        if isinstance(item, (str, PathLike)):
            loaded = load_customs([fspath(item)])
            for doubt in loaded.warnings:  # a misspelt hook, say
                warn(doubt, stacklevel=4)
            found.append(loaded)
        elif isinstance(item, Custom):
            found.append(item)
        else:
            raise TypeError(f"custom content is a .toml or .py file, or a list, not {item!r}")
    if not found:
        return None
    return found[0] if len(found) == 1 else join_customs(found)


def _whole(what: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise GameError(f"{what} is a whole number from {least} to {most}, not {value!r}")
    return value


def leaves_monsters_to_luck(setup: GameSetup) -> bool:
    """Whether somebody has to say where Monsters stand (C5)."""
    above = not load_map(setup.map).underground
    return setup.world == "mixed" and above and setup.places and not setup.monsters


def record_text(source: Path) -> str:
    """The text of a record; whatever has several lines is one, all else is the path of one."""
    if isinstance(source, str) and "\n" in source:
        return source
    try:
        return File(fspath(source)).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{source}: this record cannot be read: {error}") from None
