"""The tables of a soak: every board, world and setting in turn, some with home-made traits."""

from __future__ import annotations

from typing import Final

from smallworld.content.custom import read_custom
from smallworld.content.library import Custom
from smallworld.content.loader import MAPS, load_map
from smallworld.play.dealer import Dealer
from smallworld.play.table import Table, monster_sites_on

BELOW: Final = [name for name in MAPS if name.startswith("underground")]
ABOVE: Final = [name for name in MAPS if name not in BELOW]

# Map, world, and whether there are places and relics where the rules leave it open.
ROTA: Final = [
    *((name, "base", False) for name in ABOVE),
    *((name, "mixed", places) for name in ABOVE for places in (False, True)),
    *((name, world, places) for name in BELOW for world in ("underground", "mixed")
      for places in (True, False)),
]  # fmt: skip

# One in so many games; it shares no factor with the length of the rota, so all boards meet it.
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


def rota_of(map_name: str) -> list[tuple[str, str, bool]]:
    """All that can be played on one map."""
    if load_map(map_name).underground:
        worlds = ["underground", "mixed"]
        return [(map_name, world, places) for world in worlds for places in (True, False)]
    return [(map_name, "base", False), (map_name, "mixed", False), (map_name, "mixed", True)]


def table_for(number: int, map_name: str = "") -> Table:
    """The table of that game: the rota over and over, or that of one map; settings vary."""
    dealer = Dealer(number)
    rota = rota_of(map_name) if map_name else ROTA
    map_name, world, places = rota[number % len(rota)]
    map_ = load_map(map_name)
    players = map_.players
    if dealer.pick(8) == 0:
        players = 2 + dealer.pick(4)  # more or fewer than the map is made for
    monsters: tuple[str, ...] = ()
    if places and not map_.underground:
        monsters = monster_sites_on(map_.board, dealer.shuffled(map_.board.size), players)
    return Table(
        map=map_name,
        world=world,
        players=players,
        first=dealer.pick(players),
        places=places,
        monsters=monsters,
        own_decline_defends=dealer.pick(4) > 0,
        ghouls_reenter=dealer.pick(4) > 0,
        flames_entry="volcano" if dealer.pick(4) == 0 else "edge",
        custom=home_made(world) if number % _HOME_MADE == 0 else None,
    )
