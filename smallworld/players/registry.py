"""Players by name, as the command line, records and tournaments know them: "greedy", "random"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from smallworld.engine.errors import GameError
from smallworld.play.seat import Player
from smallworld.players.budget import Budget
from smallworld.players.careless import CarelessPlayer
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.master import MasterPlayer
from smallworld.players.planner import PlannerPlayer
from smallworld.players.random_player import RandomPlayer
from smallworld.players.search import SearchPlayer

# Each maker is given what stands after the colon ("" if nothing) and a seed.
Maker = Callable[[str, int], Player]


def _random(setting: str, seed: int) -> Player:
    _refuse_setting("random", setting)
    return RandomPlayer(seed)


def _greedy(setting: str, seed: int) -> Player:
    _refuse_setting("greedy", setting)
    return GreedyPlayer()


def _careless(setting: str, seed: int) -> Player:
    _refuse_setting("careless", setting)
    return CarelessPlayer(seed)


def _planner(setting: str, seed: int) -> Player:
    _refuse_setting("planner", setting)
    return PlannerPlayer(seed)


def _search(setting: str, seed: int) -> Player:
    return SearchPlayer(Budget.from_setting(setting or SearchPlayer.DEFAULT), seed)


def _master(setting: str, seed: int) -> Player:
    return MasterPlayer(Budget.from_setting(setting or MasterPlayer.DEFAULT), seed)


def _refuse_setting(name: str, setting: str) -> None:
    if setting:
        raise GameError(f"{name} takes no setting, so write {name} and not {name}:{setting}")


@dataclass(frozen=True)
class Level:
    """A player as people choose it: what it is called, what to expect, how strong it is."""

    name: str  # `make_player` knows it by this
    text: str
    rating: int | None = None  # None: not measured yet


# From the weakest to the strongest.
LEVELS: Final = (
    Level("random", "Does anything the rules allow. For a first look around."),
    Level("careless", "Greedy, but often not looking. For children and first games."),
    Level("greedy", "Takes what pays best at once. Quick, and worth playing against."),
    Level("planner", "Plans its whole turn, and when to let a race decline."),
    Level("search", "Plays every choice to the end many times. Thinks a second a turn."),
    Level("master", "The strongest we have. Thinks a few seconds a turn."),
)

MAKERS: Final[dict[str, Maker]] = {
    "random": _random,
    "careless": _careless,
    "greedy": _greedy,
    "planner": _planner,
    "search": _search,
    "master": _master,
}


def player_names() -> list[str]:
    """The names `make_player` knows."""
    return list(MAKERS)


def make_player(spec: str, seed: int = 0) -> Player:
    """The player of that name; a setting may follow it after a colon.

    >>> make_player("greedy").name
    'greedy'
    """
    name, _, setting = spec.strip().partition(":")
    if name not in MAKERS:
        raise GameError(f"there is no player {spec!r}; there are {', '.join(MAKERS)}")
    return MAKERS[name](setting, seed)
