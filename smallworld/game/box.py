"""What is in the box: boards, races, powers, places, relics and pieces, with texts and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from smallworld.content.library import Custom, full_library
from smallworld.content.loader import MAPS, Map, load_map, map_of_lines
from smallworld.content.texts import Entry, load_texts, texts_of
from smallworld.engine.game import GameError
from smallworld.engine.query import TERRAINS, Piece, Place, Power, Race, Trait
from smallworld.game.arguments import CustomContent, read_custom_content

World = Literal["base", "underground"]
BOXES: Final[tuple[World, ...]] = ("base", "underground")


@dataclass(frozen=True, repr=False)
class Component:
    """A race, power, place, relic or piece: what it is called, what it does, what is printed on it.

    >>> import smallworld as sw
    >>> amazons = sw.races()[0]
    >>> amazons
    <race Amazons: 6 + 4 tokens of 15>
    >>> amazons.text.partition(".")[0]
    'Four extra Amazons join your conquests every turn'
    >>> sw.races(lang="de")[0].title
    'Amazonen'
    """

    name: str  # the same in every language: records and actions use it
    kind: str  # race, power, place, relic or piece
    world: World | None  # the box it comes in; None: home-made, or in both
    title: str  # the name in the language of the text
    text: str  # what it does
    rulings: tuple[str, ...] = ()  # what has been decided where the text leaves a question
    tokens: int = 0  # printed on a banner or badge; how many there are of a piece
    bonus: int = 0  # tokens a race takes beside those of banner and badge
    supply: int = 0  # all tokens of a race
    defence: int = 0  # what a piece, place or relic adds to the price of its region

    def __str__(self) -> str:
        lines = [self.title, f"  {self.text}"]
        lines += [f"  {number}. {ruling}" for number, ruling in enumerate(self.rulings, 1)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        numbers = ""
        if self.kind == "race":
            more = f" + {self.bonus}" if self.bonus else ""
            numbers = f": {self.tokens}{more} tokens of {self.supply}"
        elif self.kind == "power":
            numbers = f": {self.tokens} tokens"
        elif self.kind == "piece":
            defends = f", defends with {self.defence}" if self.defence else ""
            numbers = f": {self.tokens} in the box{defends}"
        return f"<{self.kind} {self.name}{numbers}>"


@dataclass(frozen=True, repr=False)
class PrintedRegion:
    """A region as it is printed on the map.

    >>> import smallworld as sw
    >>> region = sw.boards()[0].regions["7"]
    >>> region
    <Region 7: hill, lost_tribe>
    >>> region.borders
    ('2', '5', '11', '15', '12', '6')
    """

    name: str
    terrain: str
    symbols: tuple[str, ...]
    edge: bool  # of the board, where races enter
    borders: tuple[str, ...]  # the regions around it, by name, clockwise

    def __repr__(self) -> str:
        return f"<Region {self.name}: {', '.join([self.terrain, *self.symbols])}>"


@dataclass(frozen=True, repr=False)
class PrintedBoard:
    """A map: for how many players and turns it is, and its regions by name.

    >>> import smallworld as sw
    >>> board = sw.boards()[0]
    >>> board
    <Board base-2: 23 regions, 2 players, 10 turns>
    >>> sum(region.terrain == "mountain" for region in board.regions.values())
    4
    """

    name: str
    world: World
    players: int
    turns: int
    regions: dict[str, PrintedRegion]
    _lines: tuple[str, ...] = field(default=(), compare=False)  # of a map file: what is drawn

    def __hash__(self) -> int:
        return hash((self.name, self.players, self.turns, len(self.regions)))

    def __repr__(self) -> str:
        numbers = f"{len(self.regions)} regions, {self.players} players, {self.turns} turns"
        return f"<Board {self.name}: {numbers}>"

    def _repr_svg_(self) -> str:
        # Not at the top: pictures are drawn of boards.
        from smallworld.game.display.svg_board import draw_board

        return draw_board(self)


def boards(world: str | None = None) -> tuple[PrintedBoard, ...]:
    """The eight boards, or the four of a world.

    >>> import smallworld as sw
    >>> [board.name for board in sw.boards("underground")]
    ['underground-2', 'underground-3', 'underground-4', 'underground-5']
    """
    found = [printed_board(name) for name in MAPS]
    return tuple(board for board in found if board.world in _boxes(world))


def races(
    world: str | None = None, *, lang: str = "en", custom: CustomContent = ()
) -> tuple[Component, ...]:
    """The races of both boxes or of one, and those of your own files if you name them.

    >>> import smallworld as sw
    >>> len(sw.races()), len(sw.races("base"))
    (29, 14)
    """
    return _components("race", world, lang, custom)


def powers(
    world: str | None = None, *, lang: str = "en", custom: CustomContent = ()
) -> tuple[Component, ...]:
    """The powers of both boxes or of one, and those of your own files if you name them.

    >>> import smallworld as sw
    >>> sw.powers("base")[0]
    <power Alchemist: 4 tokens>
    """
    return _components("power", world, lang, custom)


def places(*, lang: str = "en") -> tuple[Component, ...]:
    """The Popular Places of the Underground.

    >>> import smallworld as sw
    >>> sw.places()[0].name
    'Altar of Souls'
    """
    return _components("place", None, lang, ())


def relics(*, lang: str = "en") -> tuple[Component, ...]:
    """The Righteous Relics of the Underground.

    >>> import smallworld as sw
    >>> sw.relics()[0].name
    'Flying Doormat'
    """
    return _components("relic", None, lang, ())


def pieces(*, lang: str = "en", custom: CustomContent = ()) -> tuple[Component, ...]:
    """What races and powers put on the map beside their tokens.

    >>> import smallworld as sw
    >>> sw.pieces()[1]
    <piece fortress: 6 in the box, defends with 1>
    """
    return _components("piece", None, lang, custom)


# ---- how they are found ----


def printed_board(name: str, own_map: Map | None = None) -> PrintedBoard:
    """That board: shipped, a map of one's own that is at hand, or from a map file."""
    if name in MAPS:
        return _shipped_board(name)
    return _print_board(name, load_map(name) if own_map is None else own_map)


def map_of_board(board: PrintedBoard) -> Map:
    """The map that board was made of, even if its file is no longer there."""
    return map_of_lines(board._lines, board.name) if board._lines else load_map(board.name)


@cache  # they never change
def _shipped_board(name: str) -> PrintedBoard:
    return _print_board(name, load_map(name))


def _print_board(name: str, map_: Map) -> PrintedBoard:
    regions = map_.board.regions
    names = map_.board.names
    return PrintedBoard(
        name,
        "underground" if map_.underground else "base",
        map_.players,
        map_.turns,
        {
            region.name: PrintedRegion(
                region.name,
                TERRAINS[region.terrain],
                tuple(region.symbols),
                region.edge,
                tuple(names[other] for other in region.neighbours),
            )
            for region in regions
        },
        () if name in MAPS else tuple(map_.data.to_lines()),
    )


def _boxes(world: str | None) -> tuple[World, ...]:
    if world is None or world == "mixed":
        return BOXES
    if world not in BOXES:
        raise GameError(f"the world is base, underground or mixed, not {world!r}")
    return tuple(box for box in BOXES if box == world)


def _components(
    kind: str, world: str | None, lang: str, custom: CustomContent
) -> tuple[Component, ...]:
    wanted = _boxes(world)
    found = [part for part in _box(lang) if part.kind == kind and part.world in (None, *wanted)]
    own = read_custom_content(custom)
    if own is not None:
        found += [part for part in _home_made(own, lang) if part.kind == kind]
    return tuple(found)


def _home_made(custom: Custom, lang: str) -> Iterator[Component]:
    entries = {(entry.kind, entry.name): entry for entry in texts_of(custom, lang)}
    for trait in custom.new_traits():
        yield _of_trait(trait, None, entries[_kind(trait), trait.name])
        if trait.brings is not None:
            yield _of_piece(trait.brings, entries["piece", trait.brings.name])


@cache
def _box(lang: str) -> tuple[Component, ...]:
    """Everything in both boxes, in the order of the library."""
    entries = {(entry.kind, entry.name): entry for entry in load_texts(lang)}
    found: list[Component] = []
    for world in BOXES:
        library = full_library(world)
        for trait in library.traits:
            found.append(_of_trait(trait, world, entries[_kind(trait), trait.name]))
    for piece in full_library("mixed").pieces:
        found.append(_of_piece(piece, entries["piece", piece.name]))
    return tuple(found)


def _of_piece(piece: Piece, entry: Entry) -> Component:
    return Component(
        piece.name,
        "piece",
        None,
        entry.title,
        entry.text,
        tokens=piece.total,
        defence=piece.defence,
    )


def _kind(trait: Trait) -> str:
    if isinstance(trait, Race):
        return "race"
    if isinstance(trait, Power):
        return "power"
    return "place" if isinstance(trait, Place) else "relic"


def _of_trait(trait: Trait, world: World | None, entry: Entry) -> Component:
    return Component(
        trait.name,
        _kind(trait),
        world,
        entry.title,
        entry.text,
        tuple(entry.rulings),
        tokens=trait.tokens if isinstance(trait, (Race, Power)) else 0,
        bonus=trait.bonus if isinstance(trait, Race) else 0,
        supply=trait.supply if isinstance(trait, Race) else 0,
        defence=getattr(trait, "defence", 0),
    )
