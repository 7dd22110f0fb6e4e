"""Targets, prices and scores against a naive second reading of the rules, in random games.

In the compiled build, where there is a compiler.
"""

import pytest

from smallworld.devtools.soak import choose_verb
from smallworld.devtools.soak_tables import TABLES, table_for
from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.explain.parts import sum_of
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.rules.conquest import Front
from smallworld.engine.rules.scoring import explain_score
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import CONQUEST, PLACEMENTS, REDEPLOY, RISEN
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game
from tests.compiled.build import Do
from tests.effort import usually
from tests.oracle import Oracle

GAMES = usually(2, 6) * len(TABLES)
ONE_IN = 5  # positions compared


def compare_targets(s: State, e: Empire, oracle: Oracle) -> None:
    for verb, expected in (
        (actions.CONQUER, oracle.conquests(e)),
        (actions.ROLL, oracle.rolls(e)),
    ):
        offered = {
            int(region_of(action))
            for action in legal(s)
            if verb_of(action) == verb and not ways_of(action) and not via_of(action)
        }
        assert offered - {NO_REGION} == expected, (verb, e.race.name, e.power.name)


def compare_prices(s: State, e: Empire, oracle: Oracle) -> None:
    front = Front(s, e)
    for r in oracle.targets(e):
        assert int(front.price(r)) == oracle.price(e, r), (r + 1, e.race.name, e.power.name)


def compare_scores(s: State, oracle: Oracle) -> None:
    for seat in range(s.seats):
        parts = explain_score(s, seat)
        assert sum_of(parts) == oracle.score(seat), (seat, parts)


def compare(s: State, table: GameSetup) -> None:
    """What the engine says of a position, and what the rules do."""
    oracle = Oracle(s, table.settings.word("flames_entry") == "volcano")
    if s.step() in (CONQUEST, RISEN):
        e = s.active(s.seat) if s.step() == CONQUEST else s.empire_of_race(s.step_arg())
        compare_targets(s, e, oracle)
        compare_prices(s, e, oracle)
    compare_scores(s, oracle)


@pytest.mark.parametrize("start", range(0, GAMES, len(TABLES)))
def test_targets_prices_and_scores_are_those_of_the_rules(start: int, quickly: Do) -> None:
    assert quickly(compare_games, start) > 100


def compare_games(start: int) -> int:
    """Play some games; how many positions were compared."""
    compared = 0
    for number in range(start, start + len(TABLES)):
        table = table_for(number)
        if table.custom is not None:
            continue  # the oracle knows printed names only
        s = start_game(table)
        dealer = Dealer(number)
        sample = Dealer(number + 1)
        while not is_over(s):
            if s.step() in (CONQUEST, RISEN, REDEPLOY, PLACEMENTS) and not sample.pick(ONE_IN):
                compare(s, table)
                compared += 1
            apply(s, dealer.draw(s) if is_chance(s) else choose_verb(s, legal(s), dealer))
    return compared
