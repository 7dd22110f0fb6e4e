"""Deals by a code: the same for whoever plays them, told apart afterwards, one for every day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from smallworld.content.loader import MAPS
from smallworld.home.daily import daily_game
from smallworld.table.problems import Refused
from smallworld.table.starting.deals import (
    deal_game,
    describe_deal,
    map_of_deal,
)
from smallworld.table.starting.start import StartRequest
from tests.table.home import MemoryHome, request_for
from tests.table.test_start import luck_in, random_moves


def begin(code: str, **options: object) -> MemoryHome:
    start = StartRequest(deal=code)
    request = request_for("device", "device", map=map_of_deal(code), start=start, **options)
    request = replace(request, first="random")
    home = MemoryHome(request)
    home.join("anna", "P1", "P2")
    return home


def test_a_code_names_its_board_and_who_begins() -> None:
    assert map_of_deal("underground-4-abc") == "underground-4"
    deal = describe_deal("base-3-4k7hq")
    assert (deal.map, deal.players, deal.turns, deal.games) == ("base-3", 3, 10, ())
    assert {describe_deal(f"base-2-{n}").first for n in range(20)} == {"P1", "P2"}
    for wrong in ("", "base-2", "base-7-abc", "base-2-", "atlantis-2-x", "base-2-a b"):
        with pytest.raises(Refused, match="is no deal"):
            map_of_deal(wrong)


def test_whoever_plays_a_code_begins_alike_and_meets_the_same_luck() -> None:
    one, other = begin("base-2-4k7hq"), begin("base-2-4k7hq")
    first = describe_deal("base-2-4k7hq").first
    for home in (one, other):
        assert (
            home.machine.state.history.state.options.seats[home.machine.state.history.acting]
            == first
        )
        assert home.machine.state.history.line == 12  # the row
    random_moves(one, 400, seed=3)
    random_moves(other, 400, seed=4)
    for kind in ("race", "power"):
        drawn = [[text for text in luck_in(home) if text.startswith(kind)] for home in (one, other)]
        shared = min(map(len, drawn))
        assert shared >= 6
        assert drawn[0][:shared] == drawn[1][:shared]
    assert luck_in(begin("base-2-4k7hr")) != luck_in(begin("base-2-4k7hq"))


def test_a_game_of_a_deal_is_told_turn_by_turn() -> None:
    home = begin("base-2-4k7hq", turns=3)
    random_moves(home, 500)
    state = home.machine.state
    assert state.history.over
    game = deal_game(home.store.tables[home.table_id], state.history)
    assert [seat.seat for seat in game.seats] == ["P1", "P2"]
    assert sorted(seat.place for seat in game.seats) in ([1, 2], [1, 1])
    for seat in game.seats:
        assert [turn.turn for turn in seat.turns] == [1, 2, 3]
        assert seat.turns[0].picked
        assert seat.turns[0].race
        assert seat.turns[-1].total == sum(turn.coins for turn in seat.turns)
    told = describe_deal("base-2-4k7hq", (game,))
    assert told.games == (game,)


def test_every_day_has_its_game_the_same_for_everybody() -> None:
    monday = date(2026, 11, 16)
    game = daily_game(monday)
    assert game == daily_game(monday)
    assert game.code == f"{game.map}-20261116"
    assert map_of_deal(game.code) == game.map
    week = [daily_game(monday + timedelta(days=n)) for n in range(7)]
    assert [one.level for one in week] == [
        "careless", "greedy", "greedy", "planner", "planner", "search", "master",
    ]  # fmt: skip
    boards = {daily_game(monday + timedelta(days=n)).map for n in range(60)}
    assert boards == set(MAPS)
