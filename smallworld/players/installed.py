"""Players that installed packages offer: entry points of the group smallworld.players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smallworld.content.custom.packages import entry_points_of, load_entry_point, source_of
from smallworld.engine.game import GameError
from smallworld.game.player import Player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "smallworld.players"
_WANTED: Final = (
    f"an entry point of {GROUP} names a class that derives from Player, or a function that makes "
    "one; it is called with what stands after the colon of the name, a text, and with a seed"
)


def installed_names() -> list[str]:
    """The names under which packages offer players; nothing is loaded."""
    return [point.name for point in entry_points_of(GROUP)]


def installed_sources() -> dict[str, str]:
    """By those names, where they come from: the package with its version; nothing is loaded."""
    return {point.name: source_of(point) for point in entry_points_of(GROUP)}


def find_installed(name: str, ours: bool) -> EntryPoint | None:
    """The player a package offers under that name, if any; it must be the only one of its name."""
    found = [point for point in entry_points_of(GROUP) if point.name == name]
    others = ", ".join(source_of(point) for point in found)
    if found and ours:
        raise GameError(
            f"two players are called {name}: the one that comes with smallworld, and that of "
            f"{others}; uninstall that package, or ask for another name in it"
        )
    if len(found) > 1:
        raise GameError(f"several players are called {name}: {others}; uninstall all but one")
    return found[0] if found else None


def make_installed(point: EntryPoint, setting: str, seed: int) -> Player:
    """The player of a package."""
    source = source_of(point)
    make = load_entry_point(point)
    if not callable(make):
        raise GameError(f"{source}: that is {make!r:.60}; {_WANTED}")
    try:
        player: object = make(setting, seed)
    except GameError:  # a setting that it does not know
        raise
    except (Exception, SystemExit) as error:
        raise GameError(
            f"{source}: it failed with {type(error).__name__}: {error}; {_WANTED}"
        ) from error
    if not isinstance(player, Player):
        raise GameError(f"{source}: it made {player!r:.60}, which is no Player; {_WANTED}")
    return player
