"""Positions as bytes: what the view says, and nothing hidden; the own seat comes first."""

from itertools import pairwise
from pathlib import Path

import pytest

from smallworld.encoding.encoder import Encoder
from smallworld.encoding.layout import (
    ACTIONS,
    ARRAYS,
    COMBO_REGIONS,
    COMBOS,
    EMPIRES,
    FRONTS,
    GLOBALS,
    HOOK_NAMES,
    MAP,
    REGIONS,
    SEATS,
    TRAIT_FACTS,
    TRAIT_ROW,
    TRAITS,
    TRAITS_NOW,
    Array,
    Sizes,
)
from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, to_act
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import NOBODY
from smallworld.engine.terms import TERRAINS
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from tests.encoding.plain_reading import Numbers, PlainReading
from tests.encoding.played import EVERYWHERE, decisions, otters


def fields(array: Array, row: bytes) -> Numbers:
    """A row of an array by the names of its columns."""
    assert len(row) == array.width
    found: Numbers = {}
    for field in array.fields:
        first = array.at[field.name]
        found[field.name] = tuple(row[first : first + field.width]) if field.of else row[first]
    return found


def rows(encoder: Encoder, position: bytes, array: Array) -> list[Numbers]:
    """All rows of one array of a position."""
    content = position[encoder.slices[array.name]]
    return [
        fields(array, content[start : start + array.width])
        for start in range(0, len(content), array.width)
    ]


def check(encoder: Encoder, view: View) -> None:
    """Every number of the encoding is what the view says."""
    position, actions = encoder.encode(view)
    read = PlainReading(view)
    s = view.state
    size = s.board.size
    assert rows(encoder, position, GLOBALS) == [read.globals()]
    assert rows(encoder, position, SEATS) == [read.seat(n) for n in range(s.seats)]
    empires = rows(encoder, position, EMPIRES)
    assert empires[: len(read.empires)] == [read.empire(e) for e in read.empires]
    assert not any(row["here"] for row in empires[len(read.empires) :])
    combos = rows(encoder, position, COMBOS)
    assert combos[: s.row_size] == [read.combo(slot) for slot in range(int(s.row_size))]
    assert not any(row["here"] for row in combos[int(s.row_size) :])
    slots = range(int(s.row_size))
    wanted = [read.combo_region(slot, r) for slot in slots for r in range(size)]
    assert rows(encoder, position, COMBO_REGIONS)[: len(wanted)] == wanted
    assert rows(encoder, position, REGIONS) == [read.region(r) for r in range(size)]
    fronts = [read.front(n, r) for n in range(s.seats) for r in range(size)]
    assert rows(encoder, position, FRONTS) == fronts
    traits = rows(encoder, position, TRAITS_NOW)
    in_game = {read.row(trait): read.trait(trait) for trait in s.library.traits}
    nothing = fields(TRAITS_NOW, bytes(TRAITS_NOW.width))
    assert traits == [in_game.get(row, nothing) for row in range(len(traits))]
    found = [
        fields(ACTIONS, actions[start : start + ACTIONS.width])
        for start in range(0, len(actions), ACTIONS.width)
    ]
    assert found == [read.action(a) for a in view.legal]


@pytest.mark.parametrize("table", EVERYWHERE, ids=lambda table: f"{table.map} {table.world}")
def test_every_number_is_what_the_view_says(table: GameSetup) -> None:
    encoder = Encoder.of(table)
    for match, view in decisions(table, seed=3, every=13):
        before, seen = fingerprint(match.state), fingerprint(view.state)
        check(encoder, view)
        assert (fingerprint(match.state), fingerprint(view.state)) == (before, seen)


def test_every_seat_may_be_encoded_for_and_comes_first() -> None:
    encoder = Encoder("base-4")
    for match, _ in decisions(GameSetup(map="base-4"), seed=6, every=40):
        for seat in range(4):
            view = match.view(seat)
            check(encoder, view)
            found = rows(encoder, encoder.encode(view)[0], SEATS)
            assert [row["coins known"] for row in found] == [1, 0, 0, 0]
            assert found[0]["coins"] == match.state.coins[seat]


def test_different_actions_look_different() -> None:
    table = GameSetup(map="underground-5", world="mixed")
    encoder = Encoder.of(table)
    for _, view in decisions(table, seed=5, every=3):
        _, actions = encoder.encode(view)
        width = encoder.action_width
        found = {actions[n * width : (n + 1) * width] for n in range(len(view.legal))}
        assert len(found) == len(view.legal)


def test_coins_that_are_hidden_do_not_get_in() -> None:
    encoder = Encoder("base-3")
    for match, view in decisions(GameSetup(map="base-3"), seed=4, every=11):
        other = match.state.copy()
        for seat in range(3):
            if seat != view.seat:
                other.coins[seat] += 1000 + seat
        again = View(other, match.table, view.seat)
        assert encoder.encode(again) == encoder.encode(view)
        # The way from states is the same as that from views.
        out, actions = bytearray(encoder.size), bytearray(100 * encoder.action_width)
        assert view.seat == to_act(other)
        starts = encoder.encode_states([other], out, actions)
        position, wanted = encoder.encode(view)
        assert out == position
        assert actions[: starts[1] * encoder.action_width] == wanted


def test_open_coins_are_seen() -> None:
    table = GameSetup(map="base-3", coins="open")
    encoder = Encoder.of(table)
    _, view = next(decisions(table, seed=4, every=30))
    check(encoder, view)
    assert all(row["coins known"] for row in rows(encoder, encoder.encode(view)[0], SEATS))


def test_large_numbers_are_cut_and_nothing_else_changes() -> None:
    encoder = Encoder("base-2")
    match, _ = next(decisions(GameSetup(), seed=4, every=30))
    s = match.state.copy()
    s.coins[0] = 300
    found = rows(encoder, encoder.encode(View(s, match.table, 0))[0], SEATS)
    assert found[0]["coins"] == 255


def test_many_views_and_many_states_are_written_in_one_call() -> None:
    table = GameSetup(map="base-4")
    encoder = Encoder.of(table)
    kept = [(m.state.copy(), view) for m, view in decisions(table, seed=2, every=9)]
    pairs = [encoder.encode(view) for _, view in kept]
    positions = bytearray(len(kept) * encoder.size)
    actions = bytearray(sum(len(rows) for _, rows in pairs))
    for from_states in (False, True):
        positions[:], actions[:] = bytes(len(positions)), bytes(len(actions))
        if from_states:
            starts = encoder.encode_states([s for s, _ in kept], positions, actions)
        else:
            starts = encoder.encode_batch([view for _, view in kept], positions, actions)
        assert positions == b"".join(position for position, _ in pairs)
        assert actions == b"".join(rows for _, rows in pairs)
        assert starts[0] == 0
        counts = [len(rows) // encoder.action_width for _, rows in pairs]
        assert [last - first for first, last in pairwise(starts)] == counts


def test_a_padded_encoder_says_the_same_in_larger_arrays() -> None:
    table = GameSetup(map="base-2")
    encoder = Encoder.of(table)
    larger = encoder.padded(Sizes(48, 5, len(TRAITS) + 2))
    _, view = next(decisions(table, seed=3, every=40))
    small, large = encoder.encode(view)[0], larger.encode(view)[0]
    assert len(large) > len(small)
    for array in (GLOBALS, SEATS, EMPIRES, COMBOS, REGIONS, TRAITS_NOW):
        wanted = rows(encoder, small, array)
        found = rows(larger, large, array)
        assert found[: len(wanted)] == wanted, array.name
        assert all(row == fields(array, bytes(array.width)) for row in found[len(wanted) :])
    for array in (FRONTS, COMBO_REGIONS):
        wanted, found = rows(encoder, small, array), rows(larger, large, array)
        for n in range(len(wanted) // 23):
            assert found[n * 48 : n * 48 + 23] == wanted[n * 23 : n * 23 + 23], array.name
    statics = larger.static()
    assert {name: len(content) for name, content in statics.items()} == {
        name: _length(larger.shapes[name]) for name in statics
    }
    with pytest.raises(GameError, match="do not fit"):
        encoder.padded(Sizes(20, 5))


def _length(shape: tuple[int, ...]) -> int:
    length = 1
    for size in shape:
        length *= size
    return length


@pytest.mark.parametrize("table", EVERYWHERE, ids=lambda table: f"{table.map} {table.world}")
def test_what_never_changes_is_told_once(table: GameSetup) -> None:
    encoder = Encoder.of(table)
    static = encoder.static()
    assert {name: len(content) for name, content in static.items()} == {
        name: _length(encoder.shapes[name]) for name in static
    }
    board = encoder.options.board
    for r, region in enumerate(board.regions):
        row = fields(MAP, static["map"][r * MAP.width : (r + 1) * MAP.width])
        assert TERRAINS[int(str(row["terrain"]))] == TERRAINS[region.terrain]
        assert row["edge"] == region.edge
        size = board.size
        near = [n for n in range(size) if static["borders"][r * size + n]]
        assert near == sorted(region.neighbours)
    facts = static["trait_facts"]
    width = TRAIT_FACTS.width
    there = {row for row in range(len(TRAITS)) if facts[row * width]}
    assert there == {TRAIT_ROW[trait.name] for trait in encoder.library.traits}


def test_home_made_traits_are_told_by_what_they_answer(tmp_path: Path) -> None:
    table = GameSetup(map="base-2", custom=otters(tmp_path))
    encoder = Encoder.of(table)
    s = start_game(table)
    row = ("race Otters", "power Damming", "race Wizards", "power Merchant", "race Dwarves")
    rest = ("power Fortified", "race Humans", "power Swamp", "race Elves", "power Alchemist")
    for text in (*row, *rest, "race Trolls", "power Stout"):
        apply(s, from_text(s, text))
    view = View(s, table, 0)
    check(encoder, view)
    position, _ = encoder.encode(view)
    combo = rows(encoder, position, COMBOS)[0]
    assert (combo["race"], combo["power"]) == (len(TRAITS), len(TRAITS) + 1)
    answers = rows(encoder, position, COMBO_REGIONS)[: s.board.size]
    coast = [n for n, answer in enumerate(answers) if answer["pays"]]
    assert coast == [r for r in range(s.board.size) if s.board.coast >> r & 1]
    assert [answer["cheaper"] for answer in answers] == [answer["pays"] for answer in answers]
    facts = encoder.static()["trait_facts"]
    start = len(TRAITS) * TRAIT_FACTS.width
    told = fields(TRAIT_FACTS, facts[start : start + TRAIT_FACTS.width])
    assert told["in the game"] == 1
    hooks = told["hooks"]
    assert isinstance(hooks, tuple)
    assert {name for name, said in zip(HOOK_NAMES, hooks, strict=True) if said} == {
        "cheaper",
        "pays",
    }
    for match, view in decisions(table, seed=9, every=13):
        assert match.state is not view.state
        check(encoder, view)


def test_more_races_than_rows_leave_the_oldest_out() -> None:
    match, _ = next(decisions(GameSetup(map="base-5"), seed=1, every=60))
    encoder = Encoder("base-5")
    s = match.state.copy()
    e = next(e for e in s.empires if e is not NOBODY)
    for _ in range(20):
        more = e.copy()
        more.declined = True
        more.regions = 0
        s.empires.append(more)
    found = rows(encoder, encoder.encode(View(s, match.table, 0))[0], EMPIRES)
    assert all(row["here"] for row in found)
    active = sum(s.active(seat) is not NOBODY for seat in range(5))
    assert active == sum(not row["declined"] for row in found)


def test_what_does_not_fit_is_refused_with_the_reason() -> None:
    table = GameSetup(map="base-3")
    encoder = Encoder("base-3")
    view = View(start_game(table), table, 0)
    with pytest.raises(GameError, match="a spectator's view has none"):
        encoder.encode(View(start_game(table), table, None))
    with pytest.raises(GameError, match="this Encoder is for base-2 with 2 seats"):
        Encoder("base-2").encode(view)
    with pytest.raises(GameError, match="luck is next"):
        encoder.encode_states([start_game(table)], bytearray(encoder.size))
    with pytest.raises(GameError, match=f"has room for 5 bytes; {encoder.size} bytes"):
        encoder.encode_batch([view], bytearray(5), bytearray())
    with pytest.raises(GameError, match="can only be read"):
        encoder.encode_batch([view], memoryview(bytes(encoder.size)), bytearray())
    with pytest.raises(GameError, match="must lie in one piece"):
        encoder.encode_batch([view], memoryview(bytearray(2 * encoder.size))[::2], bytearray())
    with pytest.raises(GameError, match="seats is a whole number from 2 to 5, not 6"):
        Encoder("base-3", seats=6)


def test_every_array_has_a_shape_of_its_own_table() -> None:
    encoder = Encoder("underground-3", world="mixed", seats=2)
    assert encoder.shapes["fronts"] == (2, 33, FRONTS.width)
    assert set(encoder.shapes) == set(ARRAYS) - {"actions"}
