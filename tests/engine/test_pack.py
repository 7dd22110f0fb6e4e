"""A packed state is the same state again; bytes that are none are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import smallworld as sw
from smallworld.engine.errors import Unreadable
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import Record
from smallworld.game.setup import new_game, start_game

ISLET: Final = """
name = "Tern Islet"
world = "base"
players = 2
turns = 10
regions = [
  {id = 1, terrain = "hill", around = [0, 2, 6, 5]},
  {id = 2, terrain = "swamp", symbols = ["lost_tribe"], around = [0, 3, 6, 1]},
  {id = 3, terrain = "forest", around = [0, 4, 6, 2]},
  {id = 4, terrain = "farmland", symbols = ["magic"], around = [0, 5, 6, 3]},
  {id = 5, terrain = "sea", around = [0, 1, 6, 4]},
  {id = 6, terrain = "mountain", symbols = ["mine"], around = [1, 2, 3, 4, 5]},
]
"""  # six regions, and fifteen relics and places


def in_the_middle(map_name: str, world: str = "", decisions: int = 60) -> State:
    s = new_game(map_name, world=world)
    dealer = Dealer(3)
    for _ in range(decisions):
        if is_over(s):
            break
        options = [] if is_chance(s) else legal(s)
        apply(s, options[dealer.pick(len(options))] if options else dealer.draw(s))
    return s


@pytest.mark.parametrize("map_name", ["base-2", "base-5", "underground-2", "underground-5"])
def test_a_state_comes_back_from_its_bytes(map_name: str) -> None:
    s = in_the_middle(map_name)
    again = from_bytes(to_bytes(s), s.options, s.library)
    assert fingerprint(again) == fingerprint(s)
    assert legal(again) == legal(s)


def test_a_board_may_have_fewer_regions_than_there_are_things_to_find(tmp_path: Path) -> None:
    (tmp_path / "islet.toml").write_text(ISLET, encoding="utf-8")
    game = sw.Game(str(tmp_path / "islet.toml"), world="mixed", seed=1)
    s = start_game(Record.from_text(str(game.record)).table)
    assert s.finds > s.board.all
    assert fingerprint(from_bytes(to_bytes(s), s.options, s.library)) == fingerprint(s)


def test_bytes_that_end_too_early_are_refused() -> None:
    s = in_the_middle("base-3")
    data = to_bytes(s)
    for length in range(0, len(data), 7):
        with pytest.raises(Unreadable, match="the packed state"):
            from_bytes(data[:length], s.options, s.library)


@pytest.mark.parametrize(("one", "other"), [("base-5", "base-2"), ("underground-5", "base-3")])
def test_a_state_of_another_table_is_refused(one: str, other: str) -> None:
    s, t = in_the_middle(one), in_the_middle(other)
    with pytest.raises(Unreadable, match="the packed state"):
        from_bytes(to_bytes(s), t.options, t.library)


def test_damaged_bytes_are_refused_or_are_another_state() -> None:
    s = in_the_middle("underground-4", "mixed")
    data = to_bytes(s)
    dealer = Dealer(5)
    refused = 0
    for _ in range(1500):
        spoilt = bytearray(data)
        for _ in range(1 + dealer.pick(3)):
            spoilt[dealer.pick(len(spoilt))] = dealer.pick(256)
        try:
            again = from_bytes(bytes(spoilt), s.options, s.library)
        except Unreadable:
            refused += 1
        else:
            assert to_bytes(again)
    assert 300 < refused < 1500


def test_a_number_without_end_is_refused_at_once() -> None:
    s = in_the_middle("base-2")
    for data in (b"\xff" * 5000 + b"\x01", b"\x02" * 6 + b"\x01" + b"\xff" * 8 + b"\x7f"):
        with pytest.raises(Unreadable, match="the packed state"):
            from_bytes(data, s.options, s.library)
