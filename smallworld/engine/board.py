"""The printed map: regions, their borders, and every set of regions the rules speak of."""

from __future__ import annotations

from typing import Final

from smallworld.engine.errors import Unreadable
from smallworld.engine.regions import (
    BIT,
    LIMIT,
    Regions,
    cells_of,
    connected,
    each,
    spread,
    table_of,
)
from smallworld.engine.shim import Cells, Table, i64
from smallworld.engine.terms import (
    BLACK_MOUNTAIN,
    CHASM,
    CRYSTAL,
    FARMLAND,
    FOREST,
    HILL,
    LAKE,
    MINE,
    MOUNTAIN,
    MUD,
    MUSHROOM,
    PRICE,
    RIVER,
    RIVER_PRICE,
    SEA,
    SWAMP,
    TERRAINS,
)


class Region:
    """One region as printed."""

    def __init__(
        self,
        name: str,
        terrain: int,
        symbols: list[str],
        edge: bool,
        neighbours: list[int],
    ) -> None:
        self.name = name
        self.terrain = terrain
        self.symbols = symbols
        self.edge = edge
        self.neighbours = neighbours


class Waters:
    """One stretch of water and the regions on its shore."""

    def __init__(self, shore: i64, edge: bool) -> None:
        self.shore: Final[i64] = shore
        self.edge: Final = edge


class Board:
    """A map; it never changes in a game.

    The predicates of rules 0.3 are sets here: `mines` holds mine terrain and mine symbols alike.
    """

    def __init__(self, name: str, regions: list[Region]) -> None:
        if not 1 <= len(regions) <= LIMIT:
            raise Unreadable(f"board {name}: it needs 1 to {LIMIT} regions, not {len(regions)}")
        self.name: Final = name
        self.regions: Final = regions
        self.size: Final = len(regions)
        self.names: Final = [region.name for region in regions]
        self.number: Final = {region.name: r for r, region in enumerate(regions)}
        if len(self.number) < len(regions):
            raise Unreadable(f"board {name}: two regions share one name")
        masks: list[int] = []
        for region in regions:
            mask = 0
            for other in region.neighbours:
                mask |= int(BIT[other])
            masks.append(mask)
        self.neighbours: Final[Table] = table_of(masks)
        by_terrain = [0] * len(TERRAINS)
        symbols: dict[str, int] = {}
        edge = 0
        for r, region in enumerate(regions):
            bit = int(BIT[r])
            by_terrain[region.terrain] |= bit
            for symbol in region.symbols:
                symbols[symbol] = symbols.get(symbol, 0) | bit
            if region.edge:
                edge |= bit
        self.by_terrain: Final[Table] = table_of(by_terrain)
        self.edge: Final[i64] = edge
        self.farmlands: Final[i64] = by_terrain[FARMLAND]
        self.hills: Final[i64] = by_terrain[HILL]
        self.forests: Final[i64] = by_terrain[FOREST] | by_terrain[MUSHROOM]
        self.swamps: Final[i64] = by_terrain[SWAMP] | by_terrain[MUD]
        self.mountains: Final[i64] = by_terrain[MOUNTAIN] | by_terrain[BLACK_MOUNTAIN]
        self.mines: Final[i64] = by_terrain[MINE] | symbols.get("mine", 0)
        self.magic: Final[i64] = by_terrain[CRYSTAL] | symbols.get("magic", 0)
        self.caverns: Final[i64] = symbols.get("cavern", 0)
        self.tribe_sites: Final[i64] = symbols.get("lost_tribe", 0)
        self.monster_sites: Final[i64] = symbols.get("monster", 0)
        self.rivers: Final[i64] = by_terrain[RIVER]
        self.seas: Final[i64] = by_terrain[SEA]
        self.chasms: Final[i64] = by_terrain[CHASM]
        self.volcano_sites: Final[i64] = symbols.get("volcano", 0) & by_terrain[CHASM]
        self.water: Final[i64] = by_terrain[RIVER] | by_terrain[SEA] | by_terrain[LAKE]
        everything = (1 << len(regions)) - 1
        self.all: Final[i64] = everything
        self.land: Final[i64] = everything & ~self.water & ~self.chasms
        self.firm: Final[i64] = self.land | self.rivers  # what any race may conquer
        self.coast: Final[i64] = self.land & spread(self.neighbours, self.water)
        self.near_chasm: Final[i64] = (self.land | self.rivers) & spread(
            self.neighbours, self.chasms
        )
        # First Conquest (A8.2): edge land, river ends, and the shores of a sea at the edge.
        self.entry: Final[i64] = (
            (self.land & self.edge)
            | (self.rivers & self.edge)
            | (self.land & spread(self.neighbours, self.seas & self.edge))
        )
        self.waters: Final = self._find_waters()
        self.ground: Final[Cells] = cells_of([self._ground(region) for region in regions])

    def _find_waters(self) -> list[Waters]:
        """Connected rivers are one water; every sea and lake is one of its own (B3, C3)."""
        found: list[Waters] = []
        rest: i64 = self.rivers
        while rest:
            system = connected(self.neighbours, rest & -rest, self.rivers)
            rest &= ~system
            shore = spread(self.neighbours, system) & self.land
            found.append(Waters(shore, system & self.edge != 0))
        for r in each(self.water & ~self.rivers):
            found.append(Waters(self.neighbours[r] & self.land, self.edge & BIT[r] != 0))
        return found

    def _ground(self, region: Region) -> int:
        """What the bare ground costs: the printed terrain, mountain marker included."""
        if region.terrain == RIVER:
            return RIVER_PRICE
        if region.terrain in (MOUNTAIN, BLACK_MOUNTAIN):
            return PRICE + 1
        return PRICE

    def same_terrain(self, r: i64) -> Regions:
        """All regions of the printed terrain of r, r included; symbols do not count."""
        return self.by_terrain[self.regions[r].terrain]
