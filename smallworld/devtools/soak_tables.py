"""The tables of a soak: every board, world and setting in turn, some with home-made traits."""

from __future__ import annotations

from typing import Final

from smallworld.content.custom.reader import read_custom
from smallworld.content.library import Custom
from smallworld.content.loader import MAPS, load_map
from smallworld.content.settings import SETTINGS, HouseRules, Value
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, possible_monster_sites

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


def table_for(number: int) -> GameSetup:
    """The table of that game: the rota over and over, with settings that vary."""
    dealer = Dealer(number)
    map_name, world, places = ROTA[number % len(ROTA)]
    players = int(map_name[-1])
    if dealer.pick(8) == 0:
        players = 2 + dealer.pick(4)  # more or fewer than the map is made for
    monsters: tuple[str, ...] = ()
    if places and map_name in ABOVE:
        size = load_map(map_name).board.size
        monsters = possible_monster_sites(map_name, dealer.shuffled(size), players)
    return GameSetup(
        map=map_name,
        world=world,
        players=players,
        first=dealer.pick(players),
        places=places,
        monsters=monsters,
        settings=_any_house_rules(dealer),
        custom=home_made(world) if number % _HOME_MADE == 0 else None,
    )


def _any_house_rules(dealer: Dealer) -> HouseRules:
    """Mostly the usual ones."""
    chosen: dict[str, Value] = {}
    for setting in SETTINGS:
        if dealer.pick(4) == 0:
            chosen[setting.name] = setting.value_of(setting.values[-1])
    return HouseRules(chosen)
