"""Whether a map can be played and drawn; what is wrong is said together with what would do."""

from __future__ import annotations

from typing import Final

from smallworld.content.map_file.data import EDGE, MapData, RegionData
from smallworld.content.map_file.orders import find_orders, graph_of, is_woven, neighbours_of
from smallworld.content.map_file.planar import embed
from smallworld.engine.board import Board, Region
from smallworld.engine.regions import Regions, connected, each
from smallworld.engine.terms import TERRAINS

# What is in the boxes (0.10): terrains and symbols, and for how many regions there are pieces.
IN_THE_BOX: Final = {
    "mountain": (9, "Mountains"),
    "black_mountain": (9, "Black Mountains"),
    "lost_tribe": (18, "Lost Tribes"),
    "monster": (7, "pairs of Monsters"),
}
_WET: Final = ["sea", "lake", "river", "chasm"]
_MOST_NAMED: Final = 6  # regions or borders in one message


def check_map(data: MapData, file: str, problems: list[str]) -> None:
    """Write down everything that is wrong with this map beyond its single fields."""
    check = _Check(data, file, problems)
    check.symbols()
    check.box()
    check.places()
    before = len(problems)
    check.borders()
    if len(problems) == before:
        check.reach()
        check.plane()


def board_of(data: MapData) -> Board:
    """The engine's board."""
    rows = zip(data.regions, neighbours_of(data.regions), strict=True)
    return Board(
        data.name,
        [
            Region(
                str(region.id),
                TERRAINS.index(region.terrain),
                region.symbols,
                region.edge,
                neighbours,
            )
            for region, neighbours in rows
        ],
    )


class _Check:
    def __init__(self, data: MapData, file: str, problems: list[str]) -> None:
        self.data: Final = data
        self.where: Final = f"map {file}"
        self.problems: Final = problems

    def say(self, what: str, region: RegionData | None = None) -> None:
        """Write down one problem."""
        where = self.where if region is None else f"{self.where}, region {region.id}"
        self.problems.append(f"{where}{what}")

    def symbols(self) -> None:
        """Symbols stand where the rules know them."""
        below = self.data.world == "underground"
        for region in self.data.regions:
            if "volcano" in region.symbols and region.terrain != "chasm":
                self.say(f", `symbols`: a volcano lies in a chasm, not in {region.terrain}", region)
            natives = [each for each in ("lost_tribe", "monster") if each in region.symbols]
            if natives and region.terrain in _WET:
                self.say(
                    f", `symbols`: {natives[0]} stands on land; {region.terrain} is none", region
                )
            if "lost_tribe" in natives and below:
                self.say(
                    ", `symbols`: Lost Tribes live on the surface; underground it is monster",
                    region,
                )
            if "monster" in natives and not below:
                self.say(
                    ", `symbols`: Monsters live underground; on the surface it is lost_tribe, and "
                    "the mixed game puts Monsters on some of them",
                    region,
                )

    def box(self) -> None:
        """There are pieces for all that is printed."""
        for word, (most, what) in IN_THE_BOX.items():
            found = [
                region
                for region in self.data.regions
                if word == region.terrain or word in region.symbols
            ]
            if len(found) > most:
                self.say(
                    f": {word} stands in {len(found)} regions; the box has {most} {what}, "
                    f"so it may in {most} at most"
                )

    def places(self) -> None:
        """Places for the drawing are given for all regions or for none."""
        known = [region for region in self.data.regions if region.x is not None]
        missing = [region for region in self.data.regions if region.x is None or region.y is None]
        if missing and (known or any(region.y is not None for region in self.data.regions)):
            self.say(
                ", `x` and `y`: some regions have them; give them to all or to none "
                f"(missing in {_names(missing)})"
            )

    def borders(self) -> None:
        """Borders have two sides, and nothing stands apart."""
        regions = self.data.regions
        twice = not is_woven(regions)
        for region in regions:
            others = [other for other in region.around if other != EDGE]
            if not others:
                self.say(
                    ", `around`: it borders no other region; name its neighbours, and it in theirs",
                    region,
                )
            for other in dict.fromkeys(others):
                if region.id not in regions[self.data.number[other]].around:
                    self.say(
                        f", `around`: it has {other}, but region {other} does not have "
                        f"{region.id}; a border stands in both lists",
                        region,
                    )
            for other in dict.fromkeys(region.around):
                if twice and region.around.count(other) > 1:
                    what = "the edge" if other == EDGE else f"{other}"
                    self.say(
                        f", `around`: {what} stands in it twice; that is for two borders with a "
                        "third region between them, and only if all lists run clockwise and three "
                        "regions meet at every corner",
                        region,
                    )

    def reach(self) -> None:
        """Somebody can enter, and from there get to all land."""
        board = board_of(self.data)
        if not board.firm:
            self.say(": there is no land; somebody must be able to live there")
            return
        whole = connected(board.neighbours, 1, board.all)
        if whole != board.all:
            apart = self._some(min(whole, board.all & ~whole, key=lambda part: len(each(part))))
            self.say(
                f": there is no way from {_names(apart)} to the other regions; "
                "give one of them a border with one of those"
            )
        elif not board.edge:
            self.say(
                ": no region is at the edge, so nobody could enter; "
                "give some land `edge = true`, or 0 in `around`"
            )
        elif not board.entry:
            self.say(
                ": nobody could enter: no land or river is at the edge, nor land beside a sea at "
                "the edge; give some land `edge = true`, or 0 in `around`"
            )
        else:
            cut_off = board.firm & ~connected(board.neighbours, board.entry, board.firm)
            if cut_off:
                self.say(
                    f": nobody could reach {_names(self._some(cut_off))}: there is only water or a "
                    "chasm around; give a border with land, or put it at the edge"
                )

    def _some(self, regions: Regions) -> list[RegionData]:
        return [self.data.regions[r] for r in each(regions)]

    def plane(self) -> None:
        """The map can be drawn on paper."""
        if not any(region.edge for region in self.data.regions):
            return  # said already
        if not _is_whole(graph_of(self.data.regions)) or find_orders(self.data.regions) is not None:
            return
        ways = self._ways_out()
        out = (
            f"leave out {ways}" if ways else "it takes fewer borders, or fewer regions at the edge"
        )
        self.say(f": no flat map has all these borders; {out}")

    def _ways_out(self) -> str:
        """Borders of which each could be left out to make the map flat, in words."""
        regions = self.data.regions
        outside = len(regions)
        graph = graph_of(regions)
        found: list[str] = []
        for a, row in enumerate(graph):
            for b in row:
                if b < a or len(row) == 1 or len(graph[b]) == 1:
                    continue
                fewer = [[n for n in near if {m, n} != {a, b}] for m, near in enumerate(graph)]
                if _is_whole(fewer) and embed(fewer) is not None:
                    if b == outside:
                        found.append(f"the edge of {regions[a].id}")
                    else:
                        found.append(f"the border of {regions[a].id} and {regions[b].id}")
                if len(found) == _MOST_NAMED:
                    return " or ".join(found)
        return " or ".join(found)


def _is_whole(graph: list[list[int]]) -> bool:
    """Whether a graph is in one piece."""
    seen = {0}
    waiting = [0]
    while waiting:
        for other in graph[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(graph)


def _names(regions: list[RegionData]) -> str:
    """Regions in words, not too many."""
    words = [str(region.id) for region in regions[:_MOST_NAMED]]
    more = len(regions) - len(words)
    if more:
        words.append(f"{more} more")
    what = "region " if len(regions) == 1 else "the regions "
    return what + (" and ".join([", ".join(words[:-1]), words[-1]]) if words[1:] else words[0])
