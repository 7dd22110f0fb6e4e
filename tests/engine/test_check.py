"""The engine's own check of a position names everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from smallworld.engine.explain.invariants import check
from smallworld.engine.regions import BIT, table_of, with_cell, with_entry
from smallworld.engine.state import State
from smallworld.game.given.position import set_up_scenario
from smallworld.scenario.reader import parse_scenarios

POSITION = """
- id: a-position
  rule: A8.1
  given:
    world: mixed
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: hill}
      C: {terrain: mountain}
      D: {terrain: hill}
      V: {terrain: chasm}
      borders: [A-B, A-C, A-D, A-V]
    seats:
      P1:
        coins: 5
        active: {race: Ratmen, power: Bivouacking, at: {A: 2}, hand: 3}
      P2:
        active: {race: Halflings, power: Swamp, at: {B: 1}}
        declined: [{race: Orcs, at: {C: 1}}]
    pieces: {hole: [B]}
  play: [finish game]
"""
A, B, C, D, V = range(5)

Spoil = Callable[[State], None]


def piece(s: State, name: str) -> int:
    return [piece.name for piece in s.library.pieces].index(name)


def owe(s: State) -> None:
    s.coins = table_of([5, -1])


def exchange_races(s: State) -> None:
    s.empires[0], s.empires[1] = s.empires[1], s.empires[0]


def mix_natives(s: State) -> None:
    s.tribes = s.monsters = BIT[D]
    s.tokens = with_cell(s.tokens, D, 1)


def share(s: State) -> None:
    s.empires[1].regions |= BIT[A]


def fall(s: State) -> None:
    s.empires[0].regions |= BIT[V]
    s.tokens = with_cell(s.tokens, V, 1)


def leave_tokens(s: State) -> None:
    s.tokens = with_cell(s.tokens, D, 1)


def reinforce(s: State) -> None:
    s.defence = with_cell(s.defence, A, 9)


def multiply(s: State) -> None:
    s.empires[0].hand += 1


def forge(s: State) -> None:
    s.empires[0].hammers = 8


def scatter(s: State) -> None:
    camp = piece(s, "encampment")
    s.where = with_entry(s.where, camp, BIT[A])


def dig(s: State) -> None:
    s.where = with_entry(s.where, piece(s, "hole"), BIT[A] | BIT[B] | BIT[D])


def forget_holes(s: State) -> None:
    s.shielded = 0


def double_a_banner(s: State) -> None:
    s.row_races = with_cell(s.row_races, 0, s.empires[0].race.index)


def print_badges(s: State) -> None:
    s.row_powers = with_cell(s.row_powers, 0, s.empires[0].power.index)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (owe, "seat 1 has -1 coins"),
        (exchange_races, "seat 0: its active race is not its own active race"),
        (mix_natives, "Lost Tribes and Monsters in one region"),
        (share, "Halflings share a region with somebody"),
        (fall, "something stands off the board or in a chasm"),
        (leave_tokens, "region D has 1 tokens and a wrong holder"),
        (reinforce, "region A should cost 4, not 11"),
        (multiply, "Ratmen: 2 on the map, 4 in hand, 0 withdrawn, 8 in the tray make 14, not 13"),
        (forge, "Ratmen have 8 hammers"),
        (scatter, "encampment: its counts and its regions differ"),
        (dig, "3 pieces of hole on the map, 2 exist"),
        (forget_holes, "immune regions differ from the pieces that make them so"),
        (double_a_banner, "a banner is in two places"),
        (print_badges, "a badge is in two places"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_wrong_is_named(spoil: Spoil, told: str) -> None:
    (scenario,) = parse_scenarios(POSITION, "position.yaml")
    s = set_up_scenario(scenario.given)
    assert check(s) == []
    spoil(s)
    assert told in check(s)
