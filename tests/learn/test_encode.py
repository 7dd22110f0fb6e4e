"""Positions as arrays: everything fits, nothing hidden gets in, the own seat comes first."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from smallworld.content.custom.files import load_customs
from smallworld.content.loader import MAPS
from smallworld.engine.actions import NO_REGION, region_of, verb_of
from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, legal, to_act
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.regions import BIT, each
from smallworld.engine.state import NOBODY
from smallworld.game.match import Match
from smallworld.game.prices import price_of
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.learn.encode import Arrays, Numbers, bits
from smallworld.learn.encode_actions import encode
from smallworld.learn.layout import (
    ACTION,
    ARRAYS,
    COMBO,
    COMBO_REGION,
    EMPIRE,
    GLOBALS,
    NOWHERE,
    REGION,
    SEAT,
    TRAIT,
    TRAIT_ROW,
    FixedArray,
)
from smallworld.players.random_player import RandomPlayer

EVERYWHERE = [GameSetup(map=name, world=world) for name in MAPS for world in ("", "mixed")]
OTTERS = """
[[race]]
name = "Otters"
tokens = 5
stand_in = "Ratmen"
clauses = [{ coins = 1, per = "coast" }, { cheaper = "coast" }]
"""


def decisions(table: GameSetup, seed: int, every: int = 7) -> Iterator[tuple[Match, View]]:
    """Some decisions of a random game."""
    seats = table.players or int(table.map[-1])
    match = Match(table, [RandomPlayer(seed + n) for n in range(seats)], seed)
    n = 0
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0:
            n += 1
            if n % every == 0:
                yield match, match.view(seat)
        match.step()


def column(arrays: Arrays, array: FixedArray, name: str) -> Numbers:
    return arrays[array.name][..., array.at[name]]


@pytest.mark.parametrize("table", EVERYWHERE, ids=lambda table: f"{table.map} {table.world}")
def test_every_board_and_world_fits(table: GameSetup) -> None:
    for match, view in decisions(table, seed=3):
        before = fingerprint(match.state)
        seen = fingerprint(view.state)
        arrays = encode(view)
        assert fingerprint(match.state) == before
        assert fingerprint(view.state) == seen
        assert list(arrays) == list(ARRAYS)
        for name, found in arrays.items():
            sizes = zip(found.shape, ARRAYS[name].shape, strict=True)
            assert all(wanted in (None, size) for size, wanted in sizes), name
        assert len(arrays["actions"]) == len(view.legal)
        assert not arrays["regions"][NOWHERE].any()


def test_numbers_are_those_of_the_position() -> None:
    for match, view in decisions(GameSetup(map="underground-3", world="mixed"), seed=8):
        s = match.state
        arrays = encode(view)
        assert view.seat is not None
        tokens = column(arrays, REGION, "tokens")
        assert [int(n) for n in tokens[: s.board.size]] == [
            int(s.tokens_in(r)) for r in range(s.board.size)
        ]
        own = arrays["regions"][:, REGION.at["holder"]]
        assert np.array_equal(own, bits(s.regions_of(view.seat)))
        assert arrays["globals"][GLOBALS.at["turn"]] == s.turn
        e = s.active(view.seat)
        if e is not NOBODY:
            row = arrays["empires"][0]
            assert row[EMPIRE.at["hand"]] == e.hand
            assert row[EMPIRE.at["is"] + TRAIT_ROW[e.race.name]] == 1
            assert row[EMPIRE.at["is"] + TRAIT_ROW[e.power.name]] == 1
            assert each(e.regions) == list(np.flatnonzero(arrays["holdings"][0]))
        for r in range(s.board.size):
            assert np.array_equal(arrays["borders"][r], bits(s.board.neighbours[r]))
        assert (arrays["borders"] == arrays["borders"].T).all()


def test_actions_say_what_they_are() -> None:
    kinds = set()
    for match, view in decisions(GameSetup(map="base-4", world="mixed"), seed=2, every=2):
        arrays = encode(view)
        for row, region, action in zip(
            arrays["actions"], arrays["action_region"], view.legal, strict=True
        ):
            verb = int(verb_of(action))
            kinds.add(verb)
            assert row[ACTION.at["verb"] + verb - 1] == 1
            named = int(region_of(action))
            assert region == (NOWHERE if named == NO_REGION else named)
            price = price_of(match.state, action)
            if price is not None and not price.swaps:
                assert row[ACTION.at["price"]] == price.total
                assert row[ACTION.at["missing"]] in (price.missing, 0)
    assert len(kinds) >= 8


def test_different_actions_look_different() -> None:
    for _, view in decisions(GameSetup(map="underground-5", world="mixed"), seed=5, every=3):
        arrays = encode(view)
        rows = {
            (int(region), row.tobytes())
            for row, region in zip(arrays["actions"], arrays["action_region"], strict=True)
        }
        assert len(rows) == len(view.legal)


def test_coins_that_are_hidden_do_not_get_in() -> None:
    for match, view in decisions(GameSetup(map="base-3"), seed=4, every=11):
        other = match.state.copy()
        for seat in range(3):
            if seat != view.seat:
                other.coins[seat] += 1000 + seat
        again = encode(View(other, match.table, view.seat))
        for name, found in encode(view).items():
            assert np.array_equal(found, again[name]), name
        known = column(again, SEAT, "coins known")
        assert list(known) == [1, 0, 0, 0, 0]
        assert view.seat is not None
        assert again["seats"][0, SEAT.at["coins"]] == match.state.coins[view.seat]


def test_open_coins_are_seen() -> None:
    _, view = next(decisions(GameSetup(map="base-3", coins="open"), seed=4, every=30))
    arrays = encode(view)
    assert list(column(arrays, SEAT, "coins known")) == [1, 1, 1, 0, 0]
    assert view.seat is not None
    turned = [view.coins[(view.seat + n) % 3] for n in range(3)]
    assert list(column(arrays, SEAT, "coins")[:3]) == turned


def test_the_own_seat_comes_first() -> None:
    for match, _ in decisions(GameSetup(map="base-4"), seed=6, every=40):
        for seat in range(4):
            arrays = encode(match.view(seat))
            running = (int(match.state.seat) - seat) % 4
            first = GLOBALS.at["current"]
            assert list(np.flatnonzero(arrays["globals"][first : first + 5])) == [running]
            regions = arrays["regions"]
            for n in range(4):
                held = match.state.regions_of((seat + n) % 4)
                assert np.array_equal(regions[:, REGION.at["holder"] + n], bits(held))
        assert len(match.view(1 if to_act(match.state) == 0 else 0).legal) == 0


def test_a_spectator_has_no_seat_to_encode_for() -> None:
    table = GameSetup()
    with pytest.raises(GameError, match="a spectator's view has none"):
        encode(View(start_game(table), table, None))


def test_home_made_traits_fit_by_what_they_answer(tmp_path: Path) -> None:
    file = tmp_path / "otters.toml"
    file.write_text(OTTERS, encoding="utf-8")
    custom = load_customs([str(file)])
    table = GameSetup(map="base-2", custom=custom)
    s = start_game(table)
    row = ("race Otters", "power Flying", "race Wizards", "power Merchant", "race Dwarves")
    rest = ("power Fortified", "race Humans", "power Swamp", "race Elves", "power Alchemist")
    for text in (*row, *rest, "race Trolls", "power Stout"):
        apply(s, from_text(s, text))
    arrays = encode(View(s, table, 0))
    coast = bits(s.board.coast)
    regions = arrays["combo_regions"][0]
    assert np.array_equal(regions[:, COMBO_REGION.at["pays"]], coast)
    assert np.array_equal(regions[:, COMBO_REGION.at["cheaper"]], coast)
    combo = arrays["combos"][0]
    assert combo[COMBO.at["is"]] == 1  # home-made
    assert combo[COMBO.at["is"] + TRAIT_ROW["Flying"]] == 1
    assert combo[COMBO.at["tokens"]] == 10
    assert arrays["traits"][0, TRAIT.at["in the game"]] == 1
    apply(s, from_text(s, "pick 1"))
    apply(s, from_text(s, "race Giants"))
    apply(s, from_text(s, "power Hill"))
    bonus = encode(View(s, table, 0))["regions"][:, REGION.at["bonus"]]
    assert np.array_equal(bonus, coast)
    assert len(legal(s)) > 1


def test_more_races_than_rows_leave_the_oldest_out() -> None:
    match, _ = next(decisions(GameSetup(map="base-5"), seed=1, every=60))
    s = match.state.copy()
    e = next(e for e in s.empires if e is not NOBODY)
    for _ in range(20):
        more = e.copy()
        more.declined = True
        more.regions = 0
        s.empires.append(more)
    arrays = encode(View(s, match.table, 0))
    assert arrays["empires"][:, EMPIRE.at["here"]].all()
    assert sum(s.active(seat) is not NOBODY for seat in range(5)) == (
        len(arrays["empires"]) - arrays["empires"][:, EMPIRE.at["declined"]].sum()
    )


def test_bits() -> None:
    assert list(np.flatnonzero(bits(BIT[0] | BIT[33] | BIT[61]))) == [0, 33, 61]
