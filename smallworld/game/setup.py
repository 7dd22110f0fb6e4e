"""A table set for a game: map, world, seats and settings, from plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from smallworld.content.library import Custom, build_library
from smallworld.content.loader import Map, load_map
from smallworld.content.settings import HouseRules
from smallworld.engine.build import Board
from smallworld.engine.game import RULES, GameError, Library, Options, State, start
from smallworld.engine.query import BIT
from smallworld.game.given.nodes import read_json
from smallworld.game.given.position import set_up
from smallworld.game.given.reader import given_at_table
from smallworld.game.given.spec import Given


@dataclass(frozen=True)
class GameSetup:
    """Everything a game is started with; a record's header says the same in text."""

    map: str = "base-2"
    world: str = ""  # base, underground or mixed; empty: that of the map
    players: int = 0  # 0: as many as the map is for
    turns: int = 0  # 0: as many as the map says
    first: int = 0
    coins: str = "hidden"  # or open
    places: bool = True  # Popular Places and Righteous Relics, where Monsters stand
    monsters: tuple[str, ...] = ()  # on a surface map with places: the regions of Monsters (C5)
    settings: HouseRules = field(default_factory=HouseRules)
    rules: int = RULES  # those of a kept game are the ones it was begun with
    custom: Custom | None = field(default=None, compare=False)
    own_map: Map | None = None  # the map itself, if it is none of the shipped ones
    given: str = ""  # the position it begins at, as a scenario gives it, in JSON; empty: none


def seat_names(players: int) -> list[str]:
    """P1, P2 …: the seats in the notation."""
    return [f"P{n + 1}" for n in range(players)]


def map_of(table: GameSetup) -> Map:
    """The map of this table; one of one's own is read from its file unless the table holds it."""
    return load_map(table.map) if table.own_map is None else table.own_map


def prepare(table: GameSetup) -> tuple[Options, Library]:
    """The engine's options and library for this table."""
    map_ = map_of(table)
    board = map_.board
    world = table.world or ("underground" if map_.underground else "base")
    if world == "base" and map_.underground:
        raise GameError("the base game is played above ground; choose world mixed or underground")
    if world == "underground" and not map_.underground:
        raise GameError("Underground is played below ground; choose world mixed or base")
    if table.coins not in ("hidden", "open"):
        raise GameError(f"coins are hidden or open, not {table.coins!r}")
    sites = -1
    if map_.underground:
        markers = table.places and board.monster_sites != 0
    else:
        sites = 0
        for name in table.monsters:
            if name not in board.number or not board.tribe_sites & BIT[board.number[name]]:
                raise GameError(f"monsters stand in Lost Tribe regions; {name} is none of them")
            sites |= int(BIT[board.number[name]])
        markers = sites != 0
    if table.monsters and (map_.underground or world != "mixed"):
        raise GameError("monsters are chosen only in the mixed game on a surface map")
    players = table.players or map_.players
    if not 2 <= players <= 5:
        raise GameError(f"a game is for 2 to 5 players, not {players}")
    options = Options(
        board,
        seat_names(players),
        table.turns or map_.turns,
        first=table.first,
        own_decline_defends=table.settings.allows("own_decline_defends"),
        monster_sites=sites,
        rules=table.rules,
    )
    return options, build_library(world, map_.underground, markers, table.settings, table.custom)


def new_game(map_name: str = "base-2", **words: object) -> State:
    """A game on that map; the other fields of `GameSetup` may be given by name.

    >>> from smallworld.engine.game import outcomes
    >>> len(outcomes(new_game("base-2")))  # the first banner is turned up
    14
    """
    return start_game(GameSetup(map=map_name, **words))  # type: ignore[arg-type]


def start_game(table: GameSetup) -> State:
    """Start the game this table describes."""
    options, library = prepare(table)
    if not table.given:
        return start(options, library)
    return set_up(options, library, _read_given(table.given, options))


def _read_given(text: str, options: Options) -> Given:
    names = list(options.board.names)
    return given_at_table(read_json(text, "given"), names, list(options.seats), int(options.turns))


def monster_sites_needed(players: int) -> int:
    """How many Monster regions a surface map gets (C5)."""
    return players + 1


def possible_monster_sites(map_name: str, order: Sequence[int], players: int) -> tuple[str, ...]:
    """Lost Tribe regions in this order, no two adjacent, as many as the rule wants or as fit."""
    return monster_sites_on(load_map(map_name).board, order, players)


def monster_sites_on(board: Board, order: Sequence[int], players: int) -> tuple[str, ...]:
    """The same for any board."""
    chosen: list[int] = []
    near = 0
    for r in order:
        bit = int(BIT[r])
        if board.tribe_sites & bit and not near & bit:
            chosen.append(r)
            near |= int(board.neighbours[r])
        if len(chosen) == monster_sites_needed(players):
            break
    return tuple(board.names[r] for r in sorted(chosen))
