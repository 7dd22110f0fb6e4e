"""Coins counted along at the table: what a view's tally says follows from public events."""

import pytest

from smallworld.engine.actions import PICK, combo_of, verb_of
from smallworld.engine.events import Event, Listener
from smallworld.engine.game import to_act
from smallworld.engine.terms import STARTING_COINS
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player


class Counter(Listener):
    """Counts along as anybody at the table could."""

    def __init__(self, seats: int) -> None:
        self.coins = [STARTING_COINS] * seats
        self.paid: list[tuple[int, str]] = []  # in this move, to whom and why

    def hear(self, event: Event) -> None:
        """Coins come by scoring, and change hands by payments, which are parts of a score too."""
        if event.kind == "paid":
            self.coins[event.other] += event.amount
            if event.seat >= 0:
                self.coins[event.seat] -= event.amount
                self.paid.append((event.other, event.name))
        elif event.kind == "scored":
            assert event.parts is not None
            for part in event.parts:
                if (event.seat, part.name) not in self.paid:
                    self.coins[event.seat] += part.amount


@pytest.mark.parametrize(
    "table",
    [
        GameSetup(map="base-3"),
        GameSetup(map="underground-3"),
        GameSetup(map="underground-4", world="mixed"),
    ],
    ids=lambda table: f"{table.map} {table.world}",
)
def test_the_tally_is_what_a_listener_counts(table: GameSetup) -> None:
    for seed in range(4):
        seats = int(table.map[-1])
        match = Match(table, [make_player("random", n) for n in range(seats)], seed)
        counter = Counter(seats)
        match.state.listener = counter
        while not match.is_over():
            s = match.state
            assert match.view(seed % seats).tallied == counter.coins
            action = match.next_action()
            if to_act(s) >= 0 and verb_of(action) == PICK:
                slot = int(combo_of(action)) - 1
                counter.coins[to_act(s)] += s.row_coins[slot] - slot
            counter.paid.clear()
            match.play(action)


def test_the_tally_is_never_sent() -> None:
    match = Match(GameSetup(map="base-2"), [make_player("greedy"), make_player("random")], 3)
    for _ in range(60):
        match.step()
    view = match.view(0)
    assert view.coins[1] is None
    assert view.tallied == [int(match.state.coins[0]), int(match.state.coins[1])]
    assert "tall" not in view.to_json()
