"""Answers that are the same for everybody: what a table can be like, how boards look."""

from __future__ import annotations

from smallworld.content.drawing import ART, BoardDrawing, load_drawing
from smallworld.content.emblems import sprite
from smallworld.content.library import WORLDS
from smallworld.content.loader import MAPS, Map, load_map
from smallworld.content.settings import SETTINGS
from smallworld.content.texts import languages
from smallworld.engine.build import Board
from smallworld.engine.query import TERRAINS
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.players.registry import BEGINNERS, offered_levels
from smallworld.wire.reference import CustomInfo, LevelInfo, MapInfo, SettingInfo, Setup


def art_text() -> str:
    """Patterns, marks and symbols of the boards, and every picture of the game."""
    return sprite(ART.read_text(encoding="utf-8"))


def drawing_of(name: str, boards: Boards) -> dict[str, object] | None:
    """How a board looks, and what is printed on it; home-made ones by the map's digest."""
    if name in MAPS:
        return _with_facts(load_drawing(name), load_map(name).board)
    map_ = boards.by_digest(name)
    return None if map_ is None else _with_facts(boards.draw(name), map_.board)


def _with_facts(drawing: BoardDrawing, board: Board) -> dict[str, object]:
    facts = {
        region.name: {
            "terrain": TERRAINS[region.terrain],
            "symbols": list(region.symbols),
            "edge": region.edge,
            "neighbours": [board.names[other] for other in region.neighbours],
        }
        for region in board.regions
    }
    return {**drawing, "facts": facts}


def _map_info(name: str, own: Map | None) -> MapInfo:
    """A board to choose; `own`: the map itself, if it is home-made."""
    found = own or load_map(name)
    return MapInfo(
        name,
        "" if own is None else own.data.name,
        name if own is None else own.digest,
        found.players,
        found.turns,
        found.underground,
        found.board.size,
    )


def setup_of(customs: CustomFiles, boards: Boards) -> Setup:
    """What a table can be like."""
    return Setup(
        maps=tuple(_map_info(name, boards.find(name)) for name in (*MAPS, *boards.names)),
        levels=tuple(LevelInfo(level.name, level.text, level.rating) for level in offered_levels()),
        beginners=BEGINNERS,
        worlds=tuple(WORLDS),
        settings={
            setting.name: SettingInfo(
                values=tuple(setting.value_of(word) for word in setting.values),
                usual=setting.usual,
                worlds=tuple(setting.worlds),
                rule=setting.rule,
            )
            for setting in SETTINGS
        },
        customs=tuple(
            CustomInfo(
                file,
                tuple(make().name for make in custom.races),
                tuple(make().name for make in custom.powers),
            )
            for file, custom in customs.by_name.items()
        ),
        languages=tuple(languages()),
    )
