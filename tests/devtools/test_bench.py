"""The measuring itself: what is measured is told right, whatever the numbers are."""

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from smallworld.cli import app
from smallworld.devtools.bench.builds import PACKAGE, Builds
from smallworld.devtools.bench.custom_traits import homemade
from smallworld.devtools.bench.environments import (
    ENCODINGS,
    ENV_PEERS,
    FACES,
    environment_demands,
)
from smallworld.devtools.bench.environments import (
    WORKER as ENV_WORKER,
)
from smallworld.devtools.bench.growth import CUSTOM, HOMEMADE, LARGEST, SMALLEST, Point, tables
from smallworld.devtools.bench.growth_chart import draw_growth
from smallworld.devtools.bench.measurements import PEERS, own_demands, peer_demands
from smallworld.devtools.bench.peers import GAMES
from smallworld.devtools.bench.runner import BenchProcess, Entrant, alternate, own_worker, ratio
from smallworld.devtools.bench.targets import Target, number
from smallworld.devtools.bench.worker import drive_game, positions, table_of
from smallworld.engine.errors import GameError
from smallworld.game.compiled.rollout import random_games
from smallworld.game.setup import prepare
from smallworld.server.trials.fairness import STEPS, LoadSize, measure_fairness
from tests.effort import only_long

WORKER: Any = None  # for entrants that have been measured already


def measured(name: str, *found: float) -> Entrant:
    return Entrant(name, WORKER, {}, found=list(found))


def test_both_loops_play_the_same_games() -> None:
    options, library = prepare(table_of({"map": "base-4", "players": 4}))
    assert drive_game(options, library, 5) == random_games(options, library, 1, 5) > 50


def test_positions_come_from_all_through_a_game() -> None:
    options, library = prepare(table_of({"map": "base-2", "players": 2}))
    turns = {int(s.turn) for s in positions(options, library, 60)}
    assert len(turns) > 8


def test_every_table_of_the_growth_can_be_played() -> None:
    for (_, name, seats, _), words in tables().items():
        options, library = prepare(table_of(words))
        assert (options.board.name, len(options.seats)) == (name, seats)
        if words.get("world") != "base" and words.get("places", True):
            assert bool(library.markers) == ("custom" not in words)


@pytest.mark.parametrize("count", CUSTOM)
def test_home_made_traits_are_in_the_library(count: int) -> None:
    usual = prepare(table_of({"map": "base-4"}))[1]
    library = prepare(table_of({"map": "base-4", "custom": count}))[1]
    assert len(library.traits) == len(usual.traits) + count
    assert (homemade(count) is None) == (count == 0)


def test_a_worker_answers_and_says_which_build_it_is() -> None:
    with own_worker(PACKAGE.parent) as worker:
        assert worker.greeting["compiled"] in (False, True)
        wish = {"what": "loop", "table": {"map": "base-2", "players": 2}, "seconds": 0.01}
        entrant = Entrant("loop", worker, wish)
        steps: list[None] = []
        alternate([entrant], 3, lambda: steps.append(None))
    assert len(steps) == len(entrant.found) == 3
    assert min(entrant.found) > 1000


def test_a_worker_that_breaks_is_told() -> None:
    with pytest.raises(GameError, match="ended early"):
        BenchProcess([sys.executable, "-c", ""], "")


def test_ratios_are_taken_round_by_round() -> None:
    ours = measured("ours", 10.0, 40.0, 30.0)
    theirs = measured("theirs", 5.0, 10.0, 10.0)
    assert ratio(ours, theirs) == 3.0


def test_demands_hold_or_not() -> None:
    assert Target("speed", 3.0, 3.0).holds
    assert not Target("speed", 2.9, 3.0).holds
    assert Target("room", 3.0, 3.0, most=True).holds
    assert not Target("room", 3.1, 3.0, most=True).holds
    assert Target("room", 3.1, 400.0, " bytes", most=True).limit() == "≤ 400 bytes"


def test_every_demand_is_held_against_what_was_measured() -> None:
    names = [
        f"{b}, {w}"
        for b in ("compiled", "plain")
        for w in ("loop inside the engine", "driven from Python")
    ]
    ours = {name: measured(name, 50.0) for name in names}
    theirs = {words: measured(words, 10.0) for words in PEERS.values()}
    assert PEERS.keys() | ENV_PEERS.keys() == GAMES.keys()
    demands = peer_demands(ours | theirs)
    assert [d.found for d in demands] == [50.0, *[5.0] * 7]
    rest = ["copy()", "a live state", "packed, the largest"]
    alone = own_demands({f"{b}, {w}": 1.0 for b in ("compiled", "plain") for w in rest})
    assert [d.holds for d in alone] == [False, True, True, True]  # a copy takes too long


def test_every_demand_on_environments_is_held_against_what_was_measured() -> None:
    names = [f"compiled, {words}" for words in [*ENCODINGS, *FACES]]
    names += [f"plain, {words}" for words in ENCODINGS]
    found = {name: measured(name, 50.0) for name in [*names, *ENV_PEERS.values()]}
    assert [d.holds for d in environment_demands(found)] == [
        *(False, True, True, False),
        *(False, True, False, True, True),
    ]
    plain = {name: entrant for name, entrant in found.items() if "compiled" not in name}
    assert len(environment_demands(plain)) == 1


def test_a_worker_encodes_and_steps_through_every_environment() -> None:
    with own_worker(PACKAGE.parent, ENV_WORKER) as worker:
        for what, table in [("encode", {"board": "base-2"}), *FACES.values()]:
            found = worker.measure({"what": what, "table": table, "seconds": 0.01})
            assert found["microseconds" if what == "encode" else "rate"] > 10


@pytest.mark.parametrize(
    ("value", "text"), [(1234567.8, "1,234,568"), (12.34, "12.3"), (0.551, "0.55"), (3.0, "3")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_the_picture_shows_every_series() -> None:
    points = [Point(*key, cost=0.5, rate=2e6) for key in tables()]
    drawn = ElementTree.fromstring(draw_growth(points, "compiled"))
    words = {element.text for element in drawn.iter() if element.text}
    assert {HOMEMADE, "base", "underground, places and relics", "underground-5"} <= words
    lines = [element for element in drawn.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 20
    assert {(*SMALLEST, 0), (*LARGEST, 0)} <= tables().keys()


def test_the_command_tells_figures_and_demands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALLWORLD_COMPILE", "0")
    words = ["bench", "--seconds", "0.01", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert {figure["name"] for figure in found["figures"]} >= {"plain, copy()", "plain, packed"}
    assert [demand["demand"] for demand in found["demands"]] == ["plain, copy()"]


def test_without_a_compiled_build_the_plain_one_is_measured() -> None:
    assert list(Builds(Path("here"), None).homes()) == ["plain"]
    assert list(Builds(Path("here"), Path("there")).homes()) == ["compiled", "plain"]


def test_a_server_is_measured_with_a_crowd() -> None:
    answer = CliRunner().invoke(
        app, ["bench", "--server", "--sockets", "4", "--seconds", "2", "--json"]
    )
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.output)
    assert [run["sockets"] for run in told["server"]] == [4]
    assert told["server"][0]["moves"] >= 4
    lost, prompt = told["demands"]
    assert (lost["demand"], lost["holds"]) == ("acknowledged moves lost", True)
    assert prompt["demand"] == "slowest acknowledgement at 4 sockets"


@only_long
def test_answers_are_timed_beside_somebody_who_asks_for_a_lot() -> None:
    found = measure_fairness(0.5, size=LoadSize(tables=2, reviewed="base-2", turns=1))
    assert len(found.answers) == STEPS
    for run in found.answers:
        assert run.answers >= 1
        assert 0 < run.p50 <= run.p99 <= run.longest
    assert found.review_lines > 10
    assert found.review_seconds > 0
