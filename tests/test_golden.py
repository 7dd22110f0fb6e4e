"""Golden games: every trait, map and marker in readable games that must not change unnoticed."""

from pathlib import Path

import pytest

from smallworld.content.library import full_library
from smallworld.content.loader import MAPS
from tools.golden import FOLDER, read, transcribe

FILES = sorted(FOLDER.glob("*.txt"))
BOX = full_library("mixed")
MOST_BYTES = 400_000


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_game_is_as_written(path: Path) -> None:
    told = transcribe(read(path))[0].to_text()
    assert told == path.read_text(encoding="utf-8"), "if that is right, python -m tools.golden"


def test_every_race_and_power_is_active_in_some_game() -> None:
    seen: set[str] = set()
    for path in FILES:
        seen |= transcribe(read(path))[1].traits
    assert {trait.name for trait in (*BOX.races, *BOX.powers)} - seen == set()


def test_every_place_and_relic_is_found_and_used_in_some_game() -> None:
    found: set[str] = set()
    used: set[str] = set()
    for path in FILES:
        coverage = transcribe(read(path))[1]
        found |= coverage.found
        used |= coverage.used
    markers = {marker.name for marker in BOX.markers}
    assert (markers - found, markers - used) == (set(), set())


def test_every_map_is_in_some_game_and_the_mixed_game_above_and_below() -> None:
    tables = [read(path).table for path in FILES]
    assert {table.map for table in tables} == set(MAPS)
    mixed = {table.map for table in tables if table.world == "mixed"}
    assert {name.split("-")[0] for name in mixed} == {"base", "underground"}
    assert any(table.monsters for table in tables)


def test_the_games_stay_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES
