"""The numbers printed on the pieces, against the library."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smallworld.content.library import WORLDS, full_library
from smallworld.content.loader import MAPS, load_map
from smallworld.engine import terms
from smallworld.engine.pieces import PIECES
from smallworld.engine.trait import Place, Relic

DATA = Path(__file__).parents[1] / "data" / "components.json"
PRINTED: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
BOXES = ["base", "underground"]

# Our piece, and what the lists of components call it.
NAMES = {
    "lair": "troll_lairs",
    "fortress": "fortresses",
    "encampment": "encampments",
    "hole": "holes_in_the_ground",
    "hero": "heroes",
    "dragon": "dragon",
    "volcano": "volcano",
    "ancient": "great_ancient",
    "balrog": "balrog",
    "ghost": "tomb_raiders_ghost",
    "queen": "queen",
    "armor": "mushroom_armors",
    "bag": "bag_o_many_things",
}
# Counted by the state or standing on the map from the start, so no pieces of the table.
OTHER_MARKERS = {
    *("mountains", "black_mountains", "lost_tribe_tokens", "popular_places", "righteous_relics"),
    *("silver_hammers", "vengeance_markers", "game_turn_marker"),
    *("game_turn_summary", "player_summaries"),
}


@pytest.mark.parametrize("box", BOXES)
def test_banners_and_supplies(box: str) -> None:
    races = [(race.name, race.tokens, race.supply, race.bonus) for race in full_library(box).races]
    assert races == [
        (row["name"], row["banner"], row["tokens"], row.get("conquest_only_tokens", 0))
        for row in PRINTED[box]["races"]
    ]


@pytest.mark.parametrize("box", BOXES)
def test_badges(box: str) -> None:
    powers = [(power.name, power.tokens) for power in full_library(box).powers]
    assert powers == [(row["name"], row["badge"]) for row in PRINTED[box]["powers"]]


def test_a_race_takes_no_more_than_its_supply() -> None:
    library = full_library("mixed")
    highest = max(power.tokens for power in library.powers)
    assert [
        race.name for race in library.races if race.tokens + race.bonus + highest > race.supply
    ] == []


def test_places_and_relics() -> None:
    markers = full_library("underground").markers
    places = [marker.name for marker in markers if isinstance(marker, Place)]
    relics = [marker.name for marker in markers if isinstance(marker, Relic)]
    assert places == PRINTED["underground"]["places"]
    assert relics == PRINTED["underground"]["relics"]
    assert places + relics == [marker.name for marker in markers]
    assert full_library("base").markers == []


def test_pieces() -> None:
    printed = {**PRINTED["base"]["pieces"], **PRINTED["underground"]["pieces"]}
    assert {NAMES[piece.name]: piece.total for piece in PIECES} == {
        name: total for name, total in printed.items() if name not in OTHER_MARKERS
    }
    assert printed["silver_hammers"] == terms.HAMMERS
    assert printed["popular_places"] == len(PRINTED["underground"]["places"])
    assert printed["righteous_relics"] == len(PRINTED["underground"]["relics"])
    assert printed["vengeance_markers"] == 4  # one for each opponent


@pytest.mark.parametrize("box", BOXES)
def test_die_coins_and_row(box: str) -> None:
    faces = [pips for pips, faces in terms.DIE for _ in range(faces)]
    assert Counter(faces) == Counter(PRINTED[box]["die"])
    assert max(faces) == terms.BEST_DIE
    assert PRINTED[box]["starting_coins"] == terms.STARTING_COINS
    assert PRINTED[box]["visible_combos"] == terms.ROW


@pytest.mark.parametrize("name", MAPS)
def test_turns(name: str) -> None:
    box, players = name.split("-")
    assert load_map(name).players == int(players)
    assert load_map(name).turns == PRINTED[box]["turns"][players]


@pytest.mark.parametrize("name", MAPS)
def test_there_are_enough_markers_for_the_map(name: str) -> None:
    board = load_map(name).board
    base, underground = PRINTED["base"]["pieces"], PRINTED["underground"]
    mountains = underground["pieces"]["black_mountains"] if board.rivers else base["mountains"]
    assert int(board.mountains).bit_count() <= mountains
    assert int(board.tribe_sites).bit_count() <= base["lost_tribe_tokens"]
    assert 2 * int(board.monster_sites).bit_count() <= underground["monster_tokens"]


def test_both_boxes_together_are_the_mixed_one() -> None:
    assert [*BOXES, "mixed"] == WORLDS
    base, underground, mixed = (full_library(world) for world in WORLDS)
    for kind in ("races", "powers", "markers"):
        names = [[trait.name for trait in getattr(box, kind)] for box in (base, underground, mixed)]
        assert names[0] + names[1] == names[2]
