"""The learned judge: whole numbers that mean the same wherever they are worked out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from smallworld.content.library import full_library
from smallworld.engine.game import GameError, State, is_over
from smallworld.engine.query import Race
from smallworld.game.setup import GameSetup, start_game
from smallworld.players.judge.judge_file import (
    KINDS,
    JudgeFile,
    champion_judge,
    read_judge,
    shipped_judge,
)
from smallworld.players.judge.trait_facts import FACTS, trait_facts
from smallworld.players.policy import position_signs as signs
from smallworld.players.policy.evaluation import WHOLE_GAME, expected
from smallworld.players.policy.features import moment
from smallworld.players.policy.judge import LINES, RESULT, Judge
from smallworld.players.policy.policy import simulate
from smallworld.players.policy.position_signs import PositionSigns
from smallworld.players.search.search import policy_for

TRAITS = [trait.name for trait in full_library("mixed").traits]
WIDTH = 4


def numbers_of_nothing() -> dict[str, Any]:
    """A judge that adds nothing to the hand-made evaluation."""
    return {
        "format": 1,
        "widths": dict.fromkeys(KINDS, WIDTH),
        "hidden": WIDTH,
        "traits": TRAITS,
        "signs": {kind: [0] * many * WIDTH for kind, many in KINDS.items()},
        "facts": {kind: [0] * FACTS * WIDTH for kind in KINDS},
        "known": {kind: [0] * len(TRAITS) * WIDTH for kind in KINDS},
        "second": [0] * 6 * WIDTH * WIDTH,
        "lines": [0] * LINES * (WIDTH + 1),
    }


def judge_for(s: State, file: JudgeFile) -> Judge:
    return Judge(file.numbers_for(s.library), policy_for(s))


def later(board: str = "base-3", rounds: int = 3, seed: int = 5) -> State:
    s = start_game(GameSetup(map=board, coins="open"))
    for n in range(rounds * int(s.seats)):
        s = simulate(s, [], policy_for(s), seed + n, moment(s))
    return s


def test_a_judge_of_nothing_says_what_the_signs_say() -> None:
    s = later()
    judge = judge_for(s, JudgeFile(numbers_of_nothing()))
    assert judge.coins(s) == expected(s, policy_for(s))


def test_a_line_adds_its_coins_to_the_seats_it_is_for() -> None:
    s = later()
    found = numbers_of_nothing()
    turns = int(s.options.turns - s.turn + 1)
    line = turns + LINES // 2  # of the seat whose turn it is
    found["lines"][line * (WIDTH + 1)] = 7 * RESULT
    more = [7 if seat == int(s.seat) else 0 for seat in range(int(s.seats))]
    prior = expected(s, policy_for(s))
    judge = judge_for(s, JudgeFile(found))
    assert judge.coins(s) == [a + b for a, b in zip(prior, more, strict=True)]


def test_a_sign_of_regions_is_counted_for_their_holder_alone() -> None:
    s = later()
    found = numbers_of_nothing()
    one = 128
    found["signs"]["region"][signs.HERE * WIDTH] = one  # each region is 1 in the first column
    found["second"][0] = 4096  # own regions, the first column, to the first of the second layer
    for line in range(LINES):
        found["lines"][line * (WIDTH + 1) + 1] = 4096
    prior = expected(s, policy_for(s))
    held = [int(s.regions_of(seat)).bit_count() for seat in range(int(s.seats))]
    judge = judge_for(s, JudgeFile(found))
    assert any(held)
    assert judge.coins(s) == [a + b for a, b in zip(prior, held, strict=True)]


def test_a_finished_game_is_what_it_is() -> None:
    s = later()
    end = simulate(s, [], policy_for(s), 1, WHOLE_GAME)
    assert is_over(end)
    judge = judge_for(end, shipped_judge())
    assert judge.coins(end) == [float(coins) for coins in end.coins]


@pytest.mark.parametrize("file", [shipped_judge(), champion_judge()])
@pytest.mark.parametrize("board", ["base-2", "underground-4"])
def test_shipped_judges_say_something_sensible_of_every_turn(board: str, file: JudgeFile) -> None:
    s = start_game(GameSetup(map=board, coins="open"))
    judge = judge_for(s, file)
    turn = 0
    while not is_over(s):
        coins = judge.coins(s)
        assert all(int(has) <= c < 250 for has, c in zip(s.coins, coins, strict=True)), coins
        s = simulate(s, [], policy_for(s), 3 + turn, moment(s))
        turn += 1


def test_looking_twice_is_the_same_as_looking_once() -> None:
    first, second = later(), later("base-3", 5)
    judge = judge_for(first, shipped_judge())
    told = judge.coins(first)
    judge.coins(second)
    assert judge.coins(first) == told


def test_a_home_made_race_is_told_by_what_it_does() -> None:
    file = shipped_judge()
    library = full_library("base")
    trait = library.traits[0]
    usual = file.numbers_for(library)
    other = full_library("base")
    other.traits[0].name = "Nobody knows"
    unknown = file.numbers_for(other)
    words = int(usual.seat.words)
    mine = [int(n) for n in usual.seat.traits]
    theirs = [int(n) for n in unknown.seat.traits]
    assert isinstance(trait, Race)
    assert mine[words:] == theirs[words:]
    assert mine[:words] != theirs[:words]
    assert any(theirs[:words])


def test_facts_of_traits_have_an_order_of_their_own() -> None:
    found = [trait_facts(trait) for trait in full_library("mixed").traits]
    assert {len(row) for row in found} == {FACTS}
    assert all(row[0] + row[1] + row[2] == 1 for row in found)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": 99}, "its format is 99"),
        ({"second": [1, 2]}, "whole numbers are missing"),
        ({"hidden": 5}, "in steps of"),
        ({"lines": None}, "no judge"),
    ],
)
def test_what_is_no_judge_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=why):
        read_judge(json.dumps({**numbers_of_nothing(), **change}), "mine.json")


def test_signs_are_told_afresh_for_each_row() -> None:
    s = later()
    told = PositionSigns(policy_for(s))
    told.begin(s)
    told.seat(s, 0)
    before = [(int(told.signs[n]), int(told.times[n])) for n in range(int(told.size))]
    told.region(s, s.empires[0], 3)
    told.seat(s, 0)
    assert [(int(told.signs[n]), int(told.times[n])) for n in range(int(told.size))] == before


def test_games_with_the_same_traits_share_their_numbers() -> None:
    file = JudgeFile(numbers_of_nothing())
    one = file.numbers_for(full_library("base"))
    assert file.numbers_for(full_library("base")) is one
    other = full_library("base")
    other.races[0].tokens += 1
    assert file.numbers_for(other) is not one
