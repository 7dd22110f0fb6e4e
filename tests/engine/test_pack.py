"""A packed state is the same state again; bytes that are none are refused."""

from __future__ import annotations

import pytest

from smallworld.engine.errors import Unreadable
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import new_game


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
