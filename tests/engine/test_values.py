"""Small values of the engine: how they show themselves, and what they refuse to be."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from smallworld.content.library import full_library
from smallworld.engine import actions, regions
from smallworld.engine.actions import Actions
from smallworld.engine.board import Board, Region
from smallworld.engine.errors import GameError, Unreadable
from smallworld.engine.events import Event
from smallworld.engine.explain.parts import Part
from smallworld.engine.options import Library, Options
from smallworld.engine.trait import Power, Race, Way
from smallworld.game.setup import new_game

LIMIT = 62  # more than any board, race or power has


def test_an_event_shows_what_it_has() -> None:
    assert repr(Event("over")) == "Event(over)"
    full = Event("picked", 0, 3, 2, "Elves", 1, [Part("paid", 1)], "Hill")
    assert repr(full) == (
        "Event(picked, seat=0, region=3, amount=2, name='Elves', power='Hill', other=1, "
        "parts=[Part('paid', 1)])"
    )


def test_a_part_is_copied_and_pickled() -> None:
    part = Part("terrain", 2, "black_mountain")
    assert repr(part) == "Part('black mountain', 2)"
    assert copy.copy(part) == pickle.loads(pickle.dumps(part)) == part


def test_a_state_shows_where_it_stands_and_is_copied() -> None:
    s = new_game("base-2")
    assert repr(s).startswith("<State of base-2: turn 1, seat 0, step ")
    for other in (copy.copy(s), copy.deepcopy(s)):
        assert other is not s
        assert repr(other) == repr(s)


# ---- lists of actions ----


# What the compiled build does in another way must come to the same.
either_way = pytest.mark.parametrize("compiled_way", [False, True])
only_plain = pytest.mark.skipif(regions.COMPILED, reason="the compiled build has one way only")


@either_way
@only_plain
def test_a_list_of_actions_grows_as_it_must(
    compiled_way: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "COMPILED", compiled_way)
    found = Actions()
    for number in range(5000):
        found.add(number)
    found.add_in_each(0b1011, actions.in_region(actions.CONQUER, 0))
    assert found.listed() == [
        *range(5000),
        *(actions.in_region(actions.CONQUER, r) for r in (0, 1, 3)),
    ]


@either_way
@only_plain
def test_regions_are_counted(compiled_way: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "COMPILED", compiled_way)
    luck = random.Random(1)
    sets = [0, 1, 1 << 62, (1 << 63) - 1, *(luck.getrandbits(63) for _ in range(200))]
    assert [regions.count(each) for each in sets] == [bin(each).count("1") for each in sets]


# ---- what cannot be ----


def region(name: str) -> Region:
    return Region(name, 0, [], True, [])


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], "it needs 1 to 62 regions, not 0"),
        ([str(n) for n in range(63)], "it needs 1 to 62 regions, not 63"),
        (["1", "2", "1"], "two regions share one name"),
    ],
)
def test_a_board_that_cannot_be(names: list[str], told: str) -> None:
    with pytest.raises(Unreadable, match=f"board Nowhere: {told}"):
        Board("Nowhere", [region(name) for name in names])


@pytest.mark.parametrize(
    ("seats", "first", "told"),
    [
        ([], 0, "a game needs 1 to 5 seats"),
        (["P1"] * 2, 0, "with names of their own"),
        (["P1", "P2"], 2, "the first player is a seat from 0 to 1, not 2"),
        (["P1", "P2"], -1, "the first player is a seat from 0 to 1, not -1"),
    ],
)
def test_seats_that_cannot_be(seats: list[str], first: int, told: str) -> None:
    with pytest.raises(GameError, match=told):
        Options(Board("Here", [region("1")]), seats, 5, first=first)


def power(number: int, way: Way | None = None) -> Power:
    return Power(f"Power {number}", tokens=3, way=way)


@pytest.mark.parametrize(
    ("powers", "told"),
    [
        ([power(n) for n in range(LIMIT + 1)], f"a game takes at most {LIMIT} races and {LIMIT}"),
        ([power(n, Way()) for n in range(17)], "a game takes at most 16 traits with a way"),
        ([power(1), power(2), power(1)], "two traits share one name: Power 1"),
    ],
)
def test_a_box_that_cannot_be(powers: list[Power], told: str) -> None:
    races = [Race("Moles", tokens=5, supply=10)]
    with pytest.raises(GameError, match=told):
        Library(races, powers, [], [])


def test_a_world_that_is_none() -> None:
    with pytest.raises(GameError, match="the world is one of base, underground, mixed, not 'sky'"):
        full_library("sky")
