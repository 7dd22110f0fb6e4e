"""The tables of a soak: every board, world and setting in turn, some with home-made traits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from smallworld.content.custom.files import load_customs
from smallworld.content.custom.reader import read_custom
from smallworld.content.library import Custom
from smallworld.content.loader import MAPS, load_map
from smallworld.content.settings import SETTINGS, HouseRules, Value
from smallworld.engine.game import GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, monster_sites_on, prepare

BELOW: Final = [name for name in MAPS if name.startswith("underground")]
ABOVE: Final = [name for name in MAPS if name not in BELOW]

# Map, world, and whether there are places and relics where the rules leave it open.
TABLES: Final = [
    *((name, "base", False) for name in ABOVE),
    *((name, "mixed", places) for name in ABOVE for places in (False, True)),
    *((name, world, places) for name in BELOW for world in ("underground", "mixed")
      for places in (True, False)),
]  # fmt: skip

# One in so many games; it shares no factor with the number of tables, so all boards meet it.
_HOME_MADE: Final = 5

# Every kind of clause is said once.
_RACES: Final = """
[[race]]
name = "Wanderers"
tokens = 6
stand_in = "{first}"
works = "always"
clauses = [
    {{ enters = "anywhere" }},
    {{ coins = 1, per = "coast", every = 2 }},
    {{ loses = "none", when = "active" }},
    {{ piece = "cairn", count = 7, stays_in_decline = true }},
]

[[race]]
name = "Burrowers"
tokens = 5
stand_in = "{second}"
clauses = [
    {{ links = ["cavern", "mine"] }},
    {{ dearer = ["forest", "swamp"] }},
    {{ tokens = 1, per = "conquest", every = 2 }},
    {{ keeps = "all" }},
    {{ piece = "burrow", count = 2, gives = "immunity" }},
]
"""
_POWERS: Final = """
[[power]]
name = "Soaring"
tokens = 2
clauses = [{ enters = "anywhere" }, { reaches = "anywhere" }, { cheaper = "mountain" }]

[[power]]
name = "Thrifty"
tokens = 3
clauses = [
    { coins = 1, per = ["hill", "mud", "edge"], when = "always" },
    { coins = 2, when = "decline" },
    { tokens = 1 },
    { piece = "tower", count = 4, placed = "turn" },
]
"""


def home_made(world: str) -> Custom:
    """Two races and two powers described by data, for a game of that world."""
    first, second = ("Gnomes", "Mummies") if world == "underground" else ("Ratmen", "Skeletons")
    return read_custom(_RACES.format(first=first, second=second) + _POWERS, "home-made.toml")


@dataclass(frozen=True)
class SoakContent:
    """What is played with, if not all that is shipped; plain enough for another process."""

    map: str = ""  # one board instead of all
    custom: tuple[str, ...] = ()  # files that are in every game


SHIPPED: Final = SoakContent()


def _tables_of(content: SoakContent) -> tuple[list[tuple[str, str, bool]], Custom | None]:
    """Maps, worlds and places in turn, as far as the files can be played there."""
    now = [Path(name) for name in (content.map, *content.custom)]
    return _read_tables(content, tuple(path.read_bytes() for path in now if path.is_file()))


@lru_cache(maxsize=2)  # every game asks
def _read_tables(
    content: SoakContent, files: tuple[bytes, ...]
) -> tuple[list[tuple[str, str, bool]], Custom | None]:
    tables = TABLES
    if content.map:
        own = "underground" if load_map(content.map).underground else "base"
        tables = [(content.map, own, own != "base"), (content.map, "mixed", False)]
        tables.append((content.map, "mixed", True))
    if not content.custom:
        return tables, None
    custom = load_customs(content.custom)
    possible = []
    refused: GameError | None = None
    for map_name, world, places in tables:
        try:
            prepare(GameSetup(map=map_name, world=world, custom=custom))
        except GameError as error:  # nobody there to borrow tokens from, or too many races
            refused = refused or error
        else:
            possible.append((map_name, world, places))
    if not possible and refused is not None:
        raise refused
    return possible, custom


def table_for(number: int, content: SoakContent = SHIPPED) -> GameSetup:
    """The table of that game: one after the other, over and over, with settings that vary."""
    dealer = Dealer(number)
    tables, custom = _tables_of(content)
    map_name, world, places = tables[number % len(tables)]
    map_ = load_map(map_name)
    players = map_.players
    if dealer.pick(8) == 0:
        players = 2 + dealer.pick(4)  # more or fewer than the map is made for
    monsters: tuple[str, ...] = ()
    if places and not map_.underground:
        monsters = monster_sites_on(map_.board, dealer.shuffled(map_.board.size), players)
    if custom is None and content == SHIPPED and number % _HOME_MADE == 0:
        custom = home_made(world)
    return GameSetup(
        map=map_name,
        world=world,
        players=players,
        first=dealer.pick(players),
        places=places,
        monsters=monsters,
        settings=_any_house_rules(dealer),
        custom=custom,
    )


def _any_house_rules(dealer: Dealer) -> HouseRules:
    """Mostly the usual ones."""
    chosen: dict[str, Value] = {}
    for setting in SETTINGS:
        if dealer.pick(4) == 0:
            chosen[setting.name] = setting.value_of(setting.values[-1])
    return HouseRules(chosen)
