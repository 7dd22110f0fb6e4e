"""What a view says the turn will score is what it then scores, whoever plays what."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
import pytest

from smallworld.content.library import full_library
from smallworld.content.loader import MAPS
from smallworld.devtools.soak import choose_verb
from smallworld.engine.game import (
    Event,
    Listener,
    State,
    apply,
    do,
    is_chance,
    is_over,
    legal,
    to_act,
)
from smallworld.engine.notation import from_text
from smallworld.engine.query import LATE_DECLINE, PHASES, PICK
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game
from smallworld.table.publishing.views import Views
from smallworld.wire.game import GameView
from tests.compiled.build import Do

GAMES = 1000
PARTS = 4  # of them in one go
EVERY = 40  # decisions of which one is looked at
RICH = 3  # coins with which nobody is too poor to pay what may be asked of them at once


@dataclass
class Found:
    """What was compared."""

    previews: int = 0
    races: set[str] = field(default_factory=set)
    powers: set[str] = field(default_factory=set)
    phases: set[str] = field(default_factory=set)


class Score(Listener):
    """Hears the first score."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def hear(self, event: Event) -> None:
        if event.kind == "scored":
            parts = [(part.code, part.amount, part.name) for part in event.parts or []]
            self.told.append((event.seat, event.amount, parts))


@pytest.mark.parametrize("part", range(PARTS))
def test_a_preview_is_what_the_turn_then_scores(part: int, quickly: Do) -> None:
    found = quickly(compare_games, part)
    assert found.previews > 2 * GAMES // PARTS
    box = full_library("mixed")
    assert found.races >= {race.name for race in box.races}
    assert found.powers >= {power.name for power in box.powers}
    assert found.phases >= {"choose", "ready", "conquest", "redeploy", "placements", "risen"}


def compare_games(part: int) -> Found:
    found = Found()
    for number in range(part, GAMES, PARTS):
        name = MAPS[number // PARTS % len(MAPS)]
        table = GameSetup(map=name, world="mixed", coins="open" if number % 3 else "hidden")
        compare_game(table, number, found)
    return found


def compare_game(table: GameSetup, number: int, found: Found) -> None:
    dealer = Dealer(number)
    s = start_game(set_table(table, dealer))
    while not is_over(s):
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        if to_act(s) == s.seat and dealer.pick(EVERY) == 0:
            compare(s, table, dealer, found)
        do(s, choose_verb(s, legal(s), dealer))


def compare(s: State, table: GameSetup, dealer: Dealer, found: Found) -> None:
    """End the turn as the view says, and see whether it scores what the view says."""
    seat = int(s.seat)
    sent = msgspec.json.encode(Views(s, table).show(seat))  # as a page gets it
    told = msgspec.json.decode(sent, type=GameView).score
    if s.step() in (PICK, LATE_DECLINE):
        assert told is None, "there is no turn to end yet, or it has scored"
        return
    poor = any(s.coins[other] < RICH for other in range(s.seats) if other != seat)
    if table.coins == "hidden" and poor:
        return  # whoever is too poor to pay is not given away
    assert told is not None
    e = s.active(seat)
    found.previews += 1
    found.races.add(e.race.name)
    found.powers.add(e.power.name)
    found.phases.add(PHASES[s.step()])
    trial = s.copy()
    score = Score()
    trial.listener = score
    for text in told.by:
        apply(trial, from_text(trial, text))
    while not score.told:
        assert to_act(trial) not in (-1, seat), "only others may still have to decide"
        do(trial, choose_verb(trial, legal(trial), dealer))
    parts = [(part.code, part.amount, part.name) for part in told.parts]
    assert score.told[0] == (seat, told.total, parts)
