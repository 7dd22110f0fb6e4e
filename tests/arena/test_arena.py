"""Arenas that are played: the same luck, stopped and gone on with, in one process or two."""

import json
import multiprocessing
import re
import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.arena.charts import draw_report, shade
from smallworld.arena.plan import ArenaPlan, ArenaTable
from smallworld.arena.play import GameOutcome, PlayerCache, PlayerFailure
from smallworld.arena.pool import play_games
from smallworld.arena.report import make_report
from smallworld.arena.results import Results, ResultsFile, command_of, read_results
from smallworld.arena.statistics import Interval
from smallworld.engine.errors import GameError
from smallworld.game.records.record import LUCK, Record
from smallworld.players.registry import read_ratings
from smallworld.work.where import Where

PLAN = ArenaPlan(("random", "greedy"), (ArenaTable("base-2", 2), ArenaTable("base-3", 3)), games=6)


def untimed(ended: GameOutcome | PlayerFailure) -> GameOutcome | PlayerFailure:
    """Without what depends on the machine."""
    return replace(ended, seconds=(), slowest=()) if isinstance(ended, GameOutcome) else ended


def play(plan: ArenaPlan, processes: int = 1) -> dict[str, GameOutcome | PlayerFailure]:
    return {one.key: untimed(one) for one in play_games(plan, plan.all_games(), Where(processes))}


@pytest.fixture(scope="module")
def played() -> Results:
    results = Results(PLAN)
    for one in play_games(PLAN, PLAN.all_games(), Where(1)):
        results.add(one)
    return results


# ---- luck ----


def luck_of(record: Record) -> list[str]:
    return [move.text for move in record.moves if move.who == LUCK]


def test_all_rotations_of_all_lineups_are_dealt_the_same() -> None:
    hall = PlayerCache(PLAN)
    deals: dict[tuple[ArenaTable, int], list[list[str]]] = {}
    for game in PLAN.all_games():
        _, record = hall.play_with_record(game)
        assert record is not None
        deals.setdefault((game.lineup.place, game.deal), []).append(luck_of(record))
    for place, deal in deals:
        together = deals[(place, deal)]
        assert len(together) == (2 if place.seats == 2 else 9)
        # The six combos of the start; after them it depends on who picks what.
        assert len({tuple(luck[:12]) for luck in together}) == 1
        dice = [[text for text in luck if text.startswith("die")] for luck in together]
        shortest = min(len(rolls) for rolls in dice)
        assert len({tuple(rolls[:shortest]) for rolls in dice}) == 1
    assert len({tuple(together[0][:12]) for together in deals.values()}) == len(deals)


def test_equal_players_share_every_deal() -> None:
    plan = replace(PLAN, players=("greedy", " greedy"), games=12)  # two names of one player
    results = Results(plan)
    for one in play_games(plan, plan.all_games(), Where(1)):
        results.add(one)
    for place in make_report([results]).places:
        for cell in place.cells:
            assert cell.share.mean == pytest.approx(1 / place.place.seats)
            assert cell.margin.mean == pytest.approx(0)


def test_a_game_is_the_same_alone(played: Results) -> None:
    game = PLAN.find("2.1.2")
    assert untimed(PlayerCache(PLAN).play(game)) == untimed(played.outcomes["2.1.2"])


def test_results_do_not_depend_on_the_processes(played: Results) -> None:
    assert play(PLAN, processes=2) == {k: untimed(one) for k, one in played.outcomes.items()}


def test_nor_do_those_of_players_that_search_by_simulations() -> None:
    players = ("careless", "search:simulations=4,per=decision")
    rules = replace(PLAN.rules, turns=2)
    plan = ArenaPlan(players, (ArenaTable("base-2", 2),), games=4, rules=rules)
    assert play(plan, processes=2) == play(plan)


def test_another_seed_brings_other_games(played: Results) -> None:
    other = play(replace(PLAN, seed=2))
    assert other.keys() == played.outcomes.keys()
    assert other != {key: untimed(one) for key, one in played.outcomes.items()}


# ---- failures ----


CURSED = """
from smallworld.engine.trait import Power


class Cursed(Power):
    def __init__(self) -> None:
        super().__init__("Cursed", tokens=5, text="Whoever takes it regrets it.")

    def on_pick(self, s, e):
        raise ZeroDivisionError("the curse")
"""


def test_a_game_that_fails_is_told_with_its_record(tmp_path: Path) -> None:
    custom = tmp_path / "cursed.py"
    custom.write_text(CURSED)
    rules = replace(PLAN.rules, custom=(str(custom),))
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=30, rules=rules)
    results = Results(plan)
    for one in play_games(plan, plan.all_games(), Where(1)):
        results.add(one)
    assert 0 < len(results.failures) < 30
    failed = next(iter(results.failures.values()))
    assert failed.error.endswith(
        "`on_pick`: it failed in line 10 with ZeroDivisionError: the curse"
    )
    assert "Traceback" in failed.trace
    record = Record.from_text(failed.record, plan.rules.load_custom())
    assert record.moves
    assert record.header.seed == plan.luck(plan.find(failed.key))
    report = make_report([results])
    assert report.failures[0] == (failed.key, failed.error)
    pairs = {key.rpartition(".")[0] for key in results.failures}
    assert report.games == 30 - 2 * len(pairs)  # only whole deals count


def test_a_process_that_dies_fails_its_game_only(tmp_path: Path) -> None:
    # A custom file is loaded by every process that starts, so it can end one.
    mark = tmp_path / "died"
    custom = tmp_path / "deadly.py"
    custom.write_text(
        "import multiprocessing, os, pathlib\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        "if multiprocessing.parent_process() is not None and not mark.exists():\n"
        "    mark.touch()\n"
        "    os._exit(7)\n"
        "from smallworld.engine.trait import Power\n"
        "class Idle(Power):\n"
        "    def __init__(self) -> None:\n"
        "        super().__init__('Idle', tokens=4, text='Nothing.')\n"
    )
    plan = replace(PLAN, rules=replace(PLAN.rules, custom=(str(custom),)), games=2)
    ended = play(plan, processes=2)
    failed = [one for one in ended.values() if isinstance(one, PlayerFailure)]
    assert [one.error for one in failed] == ["the process that played it ended (status 7)"]
    assert len(ended) == len(list(plan.all_games()))


# ---- files ----


def keep(path: Path, plan: ArenaPlan = PLAN, most: int | None = None) -> Results:
    """Play what is missing, but stop after so many games."""
    with ResultsFile(plan, path, resume=True) as file:
        games = [game for game in plan.all_games() if game.key not in file.results.outcomes]
        for one in play_games(plan, games[:most], Where(1)):
            file.add(one)
        return file.results


def same(one: Results, other: Results) -> bool:
    def plain(results: Results) -> dict[str, GameOutcome | PlayerFailure]:
        return {key: untimed(ended) for key, ended in results.outcomes.items()}

    return plain(one) == plain(other) and one.plan == other.plan


def test_going_on_gives_what_one_go_would_have_given(tmp_path: Path, played: Results) -> None:
    path = tmp_path / "games.jsonl"
    for _ in range(3):
        keep(path, most=5)
    assert same(keep(path), played)
    assert same(read_results(path)[0], played)
    assert len(path.read_text().splitlines()) == 1 + len(played.outcomes)
    assert strip_time(make_report([read_results(path)[0]])) == strip_time(make_report([played]))


def strip_time(report: object) -> str:
    data = report.as_data()  # type: ignore[attr-defined]
    for player in data["players"]:
        del player["time"]
    return json.dumps(data)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, played: Results) -> None:
    path = tmp_path / "games.jsonl"
    keep(path, most=5)
    whole = path.read_bytes()
    before = whole[: whole[:-1].rfind(b"\n") + 1]
    for cut in (1, 20, 60):
        path.write_bytes(whole[:-cut])
        keep(path, most=0)
        assert path.read_bytes() == before
        assert same(keep(path), played)


def test_more_games_may_be_asked_for_but_not_fewer(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    few = replace(PLAN, games=3)
    keep(path, few)
    found = keep(path, replace(few, games=5))
    assert len(found.outcomes) == len(list(replace(few, games=5).all_games()))
    assert read_results(path)[0].plan.games == 5
    with pytest.raises(GameError, match="is for 5 games of each lineup; ask for no fewer"):
        keep(path, few)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"players": ("greedy", "random")}, "players random, greedy there and greedy, random here"),
        ({"seed": 2}, "seed 1 there and 2 here"),
        ({"places": (ArenaTable("base-2", 2),)}, "boards base-2, base-3 there and base-2 here"),
        ({"cross": "last"}, "cross all there and last here"),
        ({"mixed": False}, "mixtures yes there and no here"),
        ({"rules": replace(PLAN.rules, turns=3)}, "turns those of the map there and 3 here"),
        ({"rules": replace(PLAN.rules, world="mixed")}, "world that of the map there and mixed"),
    ],
)
def test_other_settings_are_refused(change: dict[str, object], part: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    keep(path, most=1)
    before = path.read_bytes()
    with pytest.raises(GameError, match=part):
        keep(path, replace(PLAN, **change))  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    keep(path, most=1)
    with pytest.raises(GameError, match="go on with it by --resume"):
        ResultsFile(PLAN, path, resume=False)


@pytest.mark.parametrize(
    "text",
    ["\n", "{}\n", "[]\n", "rubbish\n", '{"arena":9}\n', '{"arena":1,"rules":1}\n', "7\n7\n"],
)
def test_other_files_are_refused_by_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(GameError, match="line 1: "):
        keep(path)
    assert path.read_text() == text


def test_a_bad_line_in_the_middle_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    keep(path, most=2)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + '{"key":"0.0.0"}\n' + lines[2])
    with pytest.raises(GameError, match="line 2: this is no line of an arena"):
        keep(path)


# ---- reports ----


def outcomes(plan: ArenaPlan, wins: Iterator[int]) -> Results:
    """Games whose winner is told: the number of a player."""
    results = Results(plan)
    for game, winner in zip(plan.all_games(), wins, strict=False):
        seat = game.seats.index(winner)
        coins = tuple(100 if other == seat else 80 for other in range(len(game.seats)))
        none = (0,) * len(coins)
        zero = (0.0,) * len(coins)
        results.add(GameOutcome(game.key, game.seats, coins, (seat,), none, zero, zero))
    return results


def test_a_cross_table_by_hand() -> None:
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=8)
    # Four deals; greedy (1) wins two of them twice, one once, one never.
    report = make_report([outcomes(plan, iter([1, 1, 1, 1, 1, 0, 0, 0]))])
    cell = report.places[0].cell("greedy", "random")
    other = report.places[0].cell("random", "greedy")
    assert cell is not None
    assert other is not None
    assert (cell.share.mean, other.share.mean) == (5 / 8, 3 / 8)
    assert (cell.coins.mean, other.coins.mean) == (92.5, 87.5)
    assert (cell.margin.mean, other.margin.mean) == (5, -5)
    assert (cell.deals, cell.games) == (4, 8)
    assert cell.share.low == pytest.approx(1 - other.share.high)


def test_shared_wins_count_in_parts() -> None:
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=2)
    results = outcomes(plan, iter([1, 1]))
    results.add(replace(results.outcomes["0.0.0"], winners=(0, 1)))
    cell = make_report([results]).places[0].cell("greedy", "random")
    assert cell is not None
    assert cell.share.mean == 0.75


def test_only_whole_deals_count() -> None:
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=8)
    report = make_report([outcomes(plan, iter([1, 1, 0]))])
    cell = report.places[0].cell("greedy", "random")
    assert cell is not None
    assert (cell.share.mean, cell.games) == (1, 2)


def test_several_arenas_are_read_together(played: Results) -> None:
    more = replace(PLAN, players=("greedy", "random"), seed=7, games=2)
    other = Results(more)
    for one in play_games(more, more.all_games(), Where(1)):
        other.add(one)
    report = make_report([played, other])
    assert report.games == len(played.outcomes) + len(other.outcomes)
    cell = report.places[0].cell("greedy", "random")
    assert cell is not None
    assert cell.games == 8
    assert len(report.commands) == 2


def test_the_strongest_comes_first(played: Results) -> None:
    report = make_report([played])
    assert [standing.player for standing in report.standings] == ["greedy", "random"]
    assert all(standing.seconds > 0 for standing in report.standings)


def test_both_ways_round_neither_side_is_favoured(played: Results) -> None:
    place = make_report([played]).places[1]
    one, others = place.cell("greedy", "random"), place.cell("random", "greedy")
    assert one
    assert others
    cells = (
        replace(one, share=Interval(0.6, 0.5, 0.7)),
        replace(others, share=Interval(0.2, 0.1, 0.3)),
    )
    place = replace(place, cells=cells)
    ours, theirs = place.both_ways("greedy", "random"), place.both_ways("random", "greedy")
    assert ours
    assert theirs
    assert ours.mean == pytest.approx(0.7)
    assert theirs.mean == pytest.approx(0.3)
    assert 0.05 < ours.half < 0.1  # two measurements are surer than one
    assert place.both_ways("greedy", "planner") is None


def test_the_picture_has_every_cell_and_rating(played: Results) -> None:
    report = make_report([played])
    picture = draw_report(report)
    assert picture.count("<circle") == 2
    assert picture.count("<rect") == 1 + sum(len(place.cells) for place in report.places)
    assert "base-3: wins of the row in %, fair is 33.3" in picture
    assert (shade(1.0, 0.5), shade(0.5, 0.5)) != ("#ffffff", "#000000")


def test_the_picture_has_a_column_for_mixtures_where_there_were_some(played: Results) -> None:
    report = make_report([played])
    assert [None in report.columns(place) for place in report.places] == [False, True]
    assert draw_report(report).count(">mixed<") == 1
    three = report.places[1]
    pairs = replace(three, cells=tuple(cell for cell in three.cells if cell.against))
    assert ">mixed<" not in draw_report(replace(report, places=(pairs,)))


def test_the_command_of_a_plan_says_all_that_is_not_usual() -> None:
    rules = replace(PLAN.rules, world="mixed", turns=5, coins="open", places=False)
    plan = replace(PLAN, places=(ArenaTable("base-2", 3),), cross="last", mixed=False, rules=rules)
    assert command_of(plan, "--only", "0.0.0") == (
        "smallworld arena random greedy --boards base-2 --seats 3 --games 6 --seed 1 --cross last "
        "--no-mixed --world mixed --turns 5 --coins open --no-places --only 0.0.0"
    )


def test_no_process_is_left_when_it_is_stopped() -> None:
    plan = replace(PLAN, games=1000)
    ended = play_games(plan, plan.all_games(), Where(2))
    next(ended)
    assert len(multiprocessing.active_children()) == 2
    ended.close()
    assert multiprocessing.active_children() == []


# ---- the page and the package ----


def test_ratings_go_to_the_page_and_to_the_levels(played: Results) -> None:
    tool = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "ratings.py"))
    report = make_report([played])
    page = tool["show"](report)
    assert f"```\n{command_of(PLAN)}\n```" in page
    assert "| `greedy` | 1500 | fixed | 24 |" in page
    assert "**base-3**: wins in %, one of the row among those of the column; fair is 33.3" in page
    assert re.search(r"^\| `greedy` \| [\d.]+ \([\d.]+–[\d.]+\) \|  \|", page, re.MULTILINE)
    assert page.count("with one of either among the others; fair is 50") == 1  # base-3
    kept = read_ratings(tool["write_ratings"](report))
    assert [*kept] == ["greedy", "random"]
    assert kept["greedy"] == 1500
