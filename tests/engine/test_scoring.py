"""What each region pays adds up to what the bank pays for regions."""

from __future__ import annotations

from random import Random

from smallworld.engine.events import Event, Listener
from smallworld.engine.game import is_over
from smallworld.engine.rules.scoring import coins_by_region, coins_of
from smallworld.engine.state import State
from smallworld.game.setup import start_game
from tests.browser.positions import WORLDS, step

GAMES = 40


class Auditor(Listener):
    """At every score compares both sums."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.state = s
        self.more_than_one = 0
        s.listener = self

    def hear(self, event: Event) -> None:
        if event.kind != "scored":
            return
        s = self.state
        paid = coins_by_region(s, event.seat)
        empires = list(s.empires_of(event.seat))
        assert set(paid) == {r for r in range(64) if any(e.regions >> r & 1 for e in empires)}
        overall = sum(int(t.coins_overall(s, e)) for e in empires for t in e.traits)
        assert sum(paid.values()) == sum(int(coins_of(s, e, None)) for e in empires) - overall
        self.more_than_one += sum(coins > 1 for coins in paid.values())


def test_what_regions_pay_is_what_the_bank_pays_for_them() -> None:
    seen = 0
    for seed in range(GAMES):
        luck = Random(seed)
        s = start_game(WORLDS[seed % len(WORLDS)])
        auditor = Auditor(s)
        while not is_over(s):
            step(s, luck, [])
        seen += auditor.more_than_one
    assert seen > GAMES, "hardly any region paid more than its one coin"
