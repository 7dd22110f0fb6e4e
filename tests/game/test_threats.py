"""Threats: the prices opponents would pay, and whether they have the tokens."""

import pytest

from smallworld.engine.game import NOBODY, Illegal, State, to_act
from smallworld.engine.query import each
from smallworld.game.match import Match
from smallworld.game.planning.prices import price_of_region
from smallworld.game.planning.threats import threats_to, worst_threat
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer


def positions(table: GameSetup, seed: int) -> list[State]:
    match = Match(table, [GreedyPlayer() for _ in range(int(table.map[-1]))], seed)
    found = []
    while not match.is_over():
        if to_act(match.state) >= 0:
            found.append(match.state.copy())
        match.step()
    return found[::9]


def open_attacks(s: State, seat: int) -> dict[tuple[int, int], tuple[int, bool]]:
    """The same found out region by region, as if each opponent asked for its price."""
    found = {}
    for other in range(s.seats):
        e = s.active(other)
        if other == seat or e is NOBODY:
            continue
        spare = int(e.hand) + sum(int(s.tokens_in(r)) - 1 for r in each(e.regions))
        for r in each(s.regions_of(seat)):
            try:
                price = price_of_region(s, other, r)
            except Illegal:
                continue
            if price.in_reach:
                found[r, other] = price.total, price.total <= spare
    return found


@pytest.mark.parametrize(
    "table",
    [GameSetup(map="base-3"), GameSetup(map="underground-3", world="mixed")],
    ids=lambda table: table.map,
)
def test_threats_are_the_prices_of_opponents(table: GameSetup) -> None:
    seen = 0
    for s in positions(table, seed=4):
        for seat in range(s.seats):
            found = threats_to(s, seat)
            told = {(one.region, one.seat): (one.tokens, one.ready) for one in found}
            assert told == open_attacks(s, seat)
            assert found == sorted(found, key=lambda one: (one.region, one.tokens, one.seat))
            for r in each(s.regions_of(seat)):
                ready = [one for one in found if one.region == r and one.ready]
                assert worst_threat(s, seat, r) == (ready[0] if ready else None)
            seen += len(found)
    assert seen > 100
