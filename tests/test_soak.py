"""Random games by the hundred over all boards, worlds and settings, every invariant on.

They are played in the compiled build, where there is a compiler: test_compiled.py shows that the
plain one plays the same games.
"""

import pytest

from smallworld.content.loader import MAPS
from smallworld.content.settings import SETTINGS
from smallworld.devtools.checked import CheckLevel
from smallworld.devtools.soak import SoakReport, play_checked, soak, soak_batch
from smallworld.devtools.soak_tables import TABLES, table_for
from smallworld.game.setup import GameSetup
from tests.compiled.build import Do
from tests.effort import usually

GAMES = usually(300, 2000)
BATCH = 100
CARE = CheckLevel(check=1, deep=40, replay=2)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_random_games_are_sound(first: int, quickly: Do) -> None:
    report = quickly(soak_batch, range(first, first + BATCH), 0, CARE)
    if report.failures:
        pytest.fail(str(report.failures[0]), pytrace=False)
    assert report.games == BATCH
    assert report.deep_checks > 3 * BATCH


def test_the_rota_has_every_board_world_and_setting() -> None:
    tables = [table_for(n) for n in range(8 * len(TABLES))]
    assert {table.map for table in tables} == set(MAPS)
    assert {(table.map, table.world) for table in tables if table.world == "mixed"} == {
        (name, "mixed") for name in MAPS
    }
    assert {table.map for table in tables if table.monsters} == set(MAPS[:4])
    assert {table.map for table in tables if not table.places} == set(MAPS)
    assert {table.map for table in tables if table.custom is not None} == set(MAPS)
    for setting in SETTINGS:
        assert len({table.settings.word(setting.name) for table in tables}) > 1, setting.name
    assert len({table.first for table in tables}) > 1
    assert len({table.players for table in tables}) > 1


def test_a_game_is_the_same_for_the_same_seed_however_carefully_it_is_checked() -> None:
    table = GameSetup(map="base-3", turns=3)
    games = [play_checked(table, 5, care=CheckLevel(check, 20 * check)) for check in (1, 3)]
    assert games[0].moves == games[1].moves
    assert games[0].fingerprint == games[1].fingerprint
    assert games[0].deep_checks > games[1].deep_checks
    assert play_checked(table, 6).moves != games[0].moves


def test_a_soak_by_processes_is_the_same_and_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    one = soak(4, seed=3)
    two = soak(4, seed=3, processes=2, progress=lambda games, wrong: heard.append((games, wrong)))
    assert one == two == SoakReport(4, one.decisions, one.deep_checks, ())
    assert heard == [(4, 0)]
