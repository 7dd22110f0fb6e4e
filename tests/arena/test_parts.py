"""An arena in parts on several machines, files read together, and what players did."""

from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.arena.markdown import report_as_markdown
from smallworld.arena.plan import WHOLE, ArenaPlan, ArenaTable, PlanPart, Rules
from smallworld.arena.play import GameOutcome, PlayerCache
from smallworld.arena.pool import play_games
from smallworld.arena.report import make_report
from smallworld.arena.results import Results, ResultsFile, joined, read_results
from smallworld.engine.errors import GameError
from smallworld.work.where import Where

PLAN = ArenaPlan(("random", "greedy"), (ArenaTable("base-2", 2), ArenaTable("base-3", 3)), games=9)


def keep(path: Path, part: PlanPart, plan: ArenaPlan = PLAN) -> Results:
    with ResultsFile(plan, path, resume=True) as file:
        games = [game for game in plan.all_games(part) if game.key not in file.results.outcomes]
        for one in play_games(plan, games, Where(1)):
            file.add(one)
        return file.results


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("parts")
    found = [folder / f"{n}.jsonl" for n in (1, 2)]
    for n, path in enumerate(found, start=1):
        keep(path, PlanPart(n, 2))
    return found


# ---- parts ----


def test_parts_are_whole_deals_and_together_everything() -> None:
    keys = [{game.key for game in PLAN.all_games(PlanPart(n, 3))} for n in (1, 2, 3)]
    assert sum(map(len, keys)) == len(set.union(*keys)) == len(list(PLAN.all_games()))
    assert {game.deal for game in PLAN.all_games(PlanPart(2, 3))} == {1, 4}
    assert PlanPart.read("1/1") == WHOLE


@pytest.mark.parametrize("text", ["", "2", "0/2", "3/2", "a/b", "1/2/3", "-1/2", "1/0"])
def test_other_parts_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="part"):
        PlanPart.read(text)


def test_files_of_parts_are_read_as_the_arena_they_are(parts: list[Path], tmp_path: Path) -> None:
    whole = keep(tmp_path / "whole.jsonl", WHOLE)
    runs = [read_results(path)[0] for path in parts]
    (found,) = joined(runs)
    assert found.outcomes.keys() == whole.outcomes.keys()
    # What stands in two files counts once; the files themselves are left as they were.
    again = make_report([*runs, *runs, whole])
    assert again.games == len(whole.outcomes)
    assert [len(run.outcomes) for run in runs] == [len(read_results(p)[0].outcomes) for p in parts]


def test_files_that_were_joined_by_hand_are_read_too(parts: list[Path], tmp_path: Path) -> None:
    joined_by_hand = tmp_path / "joined.jsonl"
    joined_by_hand.write_bytes(b"".join(path.read_bytes() for path in parts))
    found, _ = read_results(joined_by_hand)
    assert len(found.outcomes) == len(list(PLAN.all_games()))


def test_another_arena_in_the_same_file_is_refused(parts: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    keep(other, PlanPart(1, 9), replace(PLAN, seed=2))
    other.write_bytes(parts[0].read_bytes() + other.read_bytes())
    with pytest.raises(GameError, match=r"line \d+: from here on it is another arena"):
        read_results(other)


def test_other_rules_have_tables_of_their_own(parts: list[Path], tmp_path: Path) -> None:
    rules = Rules(world="mixed", turns=2)
    mixed = keep(tmp_path / "mixed.jsonl", WHOLE, replace(PLAN, games=2, rules=rules))
    report = make_report([read_results(parts[0])[0], mixed])
    assert [place.title for place in report.places] == [
        "base-2",
        "base-3",
        "base-2, mixed, 2 turns",
        "base-3, mixed, 2 turns",
    ]


# ---- what they did ----


def test_declines_are_counted_as_the_record_has_them() -> None:
    hall = PlayerCache(PLAN)
    counted = 0
    for game in list(PLAN.all_games())[:8]:
        outcome, record = hall.play_with_record(game)
        assert isinstance(outcome, GameOutcome)
        assert record is not None
        for seat in range(len(game.seats)):
            moves = [move.text for move in record.moves if move.who == f"P{seat + 1}"]
            assert moves
            assert outcome.declines[seat] == sum(text.startswith("decline") for text in moves)
        counted += sum(outcome.declines)
    assert counted > 8


def outcome_of(plan: ArenaPlan, winner: int) -> Results:
    """All games won by that player, who declines twice and has 100 coins; others once, and 50."""
    results = Results(plan)
    for game in plan.all_games():
        mine = [who == winner for who in game.seats]
        results.add(
            GameOutcome(
                game.key,
                game.seats,
                tuple(100 if own else 50 for own in mine),
                (mine.index(True),),
                *((0,) * len(mine), (0.0,) * len(mine), (0.0,) * len(mine), ()),
                tuple(2 if own else 1 for own in mine),
            )
        )
    return results


def test_behaviour_by_hand() -> None:
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=4)
    results = outcome_of(plan, winner=1)
    *each, everybody = make_report([results]).places[0].behaviours
    random, greedy = each
    assert [one.player for one in (random, greedy, everybody)] == ["random", "greedy", None]
    assert random.declines
    assert greedy.declines
    assert (random.declines.mean, greedy.declines.mean) == (1, 2)
    assert (random.coins.mean, greedy.coins.mean) == (5, 10)  # ten turns
    assert [share.mean for share in greedy.seats if share] == [1, 1]
    assert [share.mean for share in everybody.seats if share] == [0.5, 0.5]  # seats were rotated
    page = report_as_markdown(make_report([results]))
    assert "| `greedy` | 4 | 2.00 ± 0.00 | 10.00 ± 0.00 | 100.0" in page


def test_files_of_before_do_not_say_how_often_anybody_declined() -> None:
    plan = replace(PLAN, places=(ArenaTable("base-2", 2),), games=2)
    results = outcome_of(plan, winner=1)
    for key, outcome in results.outcomes.items():
        results.outcomes[key] = replace(outcome, declines=())
    report = make_report([results])
    assert all(one.declines is None for one in report.places[0].behaviours)
    assert "| `greedy` | 2 |  | 10.00" in report_as_markdown(report)
