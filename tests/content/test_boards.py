"""The eight boards, against the printed ones: same regions, same borders, a true plane map."""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smallworld.content.loader import FOLDER, MAPS, load_map
from smallworld.engine.regions import BIT, connected, each
from smallworld.engine.terms import TERRAINS

DATA = Path(__file__).parents[1] / "data" / "boards.json"
PRINTED: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))["boards"]
FLAGS = ("lost_tribe", "monster", "volcano")

each_map = pytest.mark.parametrize("name", MAPS)


def test_there_are_eight() -> None:
    assert sorted(PRINTED) == sorted(MAPS)


@each_map
def test_regions_are_as_printed(name: str) -> None:
    map_ = load_map(name)
    assert (map_.players, map_.turns) == (PRINTED[name]["players"], PRINTED[name]["turns"])
    assert map_.underground == name.startswith("underground")
    assert map_.board.names == [str(row["id"]) for row in PRINTED[name]["regions"]]
    for region, row in zip(map_.board.regions, PRINTED[name]["regions"], strict=True):
        symbols = [*row.get("symbols", []), *(flag for flag in FLAGS if row.get(flag))]
        assert TERRAINS[region.terrain] == row["terrain"], region.name
        assert sorted(region.symbols) == sorted(symbols), region.name
        assert region.edge == bool(row["edge"]), region.name


@each_map
def test_borders_are_as_printed(name: str) -> None:
    board = load_map(name).board
    for r, row in enumerate(PRINTED[name]["regions"]):
        around = {board.names[other] for other in each(board.neighbours[r])}
        assert around == {str(other) for other in row["around"] if other}, row["id"]


@each_map
def test_the_map_file_keeps_the_order_of_the_neighbours(name: str) -> None:
    """Clockwise, with the edge as 0: that fixes the drawing, which the engine does not read."""
    drawn = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["regions"]
    assert [(row["id"], row["around"], row["edge"]) for row in drawn] == [
        (row["id"], row["around"], row["edge"]) for row in PRINTED[name]["regions"]
    ]


@each_map
def test_borders_are_symmetric_and_everything_is_connected(name: str) -> None:
    board = load_map(name).board
    for r in range(board.size):
        assert not board.neighbours[r] & BIT[r]
        for other in each(board.neighbours[r]):
            assert board.neighbours[other] & BIT[r]
    assert connected(board.neighbours, 1, board.all) == board.all
    assert connected(board.neighbours, board.land & -board.land, board.all & ~board.chasms) == (
        board.all & ~board.chasms
    )


@each_map
def test_terrain_totals(name: str) -> None:
    board = load_map(name).board
    printed = Counter(row["terrain"] for row in PRINTED[name]["regions"])
    found = {TERRAINS[t]: len(each(board.by_terrain[t])) for t in range(len(TERRAINS))}
    assert +Counter(found) == printed
    assert sum(printed.values()) == board.size
    parts = (board.land, board.water, board.chasms)
    assert sum(len(each(part)) for part in parts) == board.size


@each_map
def test_a_race_may_enter_where_the_board_says(name: str) -> None:
    board = load_map(name).board
    for r in each(board.land | board.rivers):
        assert bool(board.entry & BIT[r]) == PRINTED[name]["regions"][r]["border"], r + 1
    assert board.entry & ~(board.land | board.rivers) == 0


def corners(rows: list[dict[str, Any]]) -> Counter[tuple[int, int, int]]:
    """Meetings of three, as often as one of the three has the other two side by side, clockwise."""
    found: Counter[tuple[int, int, int]] = Counter()
    for row in rows:
        around = row["around"]
        for one, next_ in zip(around, [*around[1:], around[0]], strict=True):
            turns = [(row["id"], one, next_), (one, next_, row["id"]), (next_, row["id"], one)]
            found[min(turns)] += 1
    return found


@each_map
def test_the_board_is_a_plane_map_in_which_every_corner_is_a_meeting_of_three(name: str) -> None:
    rows = PRINTED[name]["regions"]
    vertices = 0
    for corner, seen in corners(rows).items():
        named = 2 if 0 in corner else 3  # the world around the board has no list of its own
        assert len(set(corner)) == 3, corner
        assert seen % named == 0, corner
        vertices += seen // named
    outside = sum(row["around"].count(0) for row in rows)
    sides = outside + sum(len(row["around"]) for row in rows)
    assert sides % 2 == 0
    assert vertices - sides // 2 + len(rows) + 1 == 2  # Euler
    assert vertices * 3 == sides
