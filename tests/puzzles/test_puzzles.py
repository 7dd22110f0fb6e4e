"""Puzzles: those that are shipped, how they are made and judged, and a page that solves one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from smallworld.cli import app
from smallworld.content.loader import MAPS
from smallworld.engine.game import GameError, is_over, to_act
from smallworld.engine.pack import fingerprint
from smallworld.puzzles.judge import TurnDifference, TurnJudge, compare
from smallworld.puzzles.maker import LEAST_GAIN, SURE, grade_of
from smallworld.puzzles.messages import PuzzleMessage, PuzzleRequest, SolveRequest
from smallworld.puzzles.puzzle import (
    GRADES,
    QUESTIONS,
    SHIPPED,
    PlacedPuzzle,
    PuzzleGame,
    in_order,
    read_games,
    shipped,
)
from smallworld.puzzles.session import PuzzleSession, PuzzleTurn, puzzle_list
from smallworld.puzzles.turn import PlayedTurn, repeat
from smallworld.puzzles.verdict import TurnVerdict, answering_policy, explain, judge_turn
from smallworld.table.messages import (
    AckMessage,
    ErrorMessage,
    MoveRequest,
    UndoRequest,
    ViewMessage,
    WelcomeMessage,
)
from tests.compiled.build import Do

NO_MATTER = TurnVerdict("best", TurnDifference(0.0, 0.0, 0))


def last_round(question: str) -> PlacedPuzzle:
    """A puzzle near the end of its game: few turns are played on, so it is quickly judged."""
    return next(
        placed
        for placed in shipped().values()
        if placed.puzzle.question == question
        and placed.record.table.players == 2
        and placed.puzzle.turn >= placed.record.table.turns - 1
    )


def turn_of(placed: PlacedPuzzle, texts: tuple[str, ...]) -> PlayedTurn:
    return repeat(placed.position(), texts, answering_policy(placed), placed.puzzle.luck)


# ---- those that are shipped ----


def test_there_are_enough_puzzles_on_every_board_of_every_grade_and_question() -> None:
    puzzles = list(shipped().values())
    assert len(puzzles) >= 300
    boards = Counter(placed.record.table.map for placed in puzzles)
    assert set(boards) == set(MAPS)
    assert min(boards.values()) >= 30
    mixed = Counter(
        placed.record.table.map for placed in puzzles if placed.record.table.world == "mixed"
    )
    assert set(mixed) == set(MAPS)
    assert min(mixed.values()) >= 3
    for kind, least in (("grade", 50), ("question", 40)):
        found = Counter(getattr(placed.puzzle, kind) for placed in puzzles)
        assert set(found) == set(GRADES if kind == "grade" else QUESTIONS)
        assert min(found.values()) >= least, found
    assert SHIPPED.stat().st_size < 1_000_000


def test_every_gain_is_worth_asking_for_and_sure() -> None:
    for placed in shipped().values():
        puzzle = placed.puzzle
        # A decline that is best was found among campaigns.
        found_as = "campaign" if "decline" in puzzle.best else puzzle.question
        assert puzzle.gain >= LEAST_GAIN[found_as], puzzle.id
        assert puzzle.gain >= SURE * puzzle.error - 0.02, puzzle.id
        assert puzzle.certainty >= 0.998, puzzle.id
        assert puzzle.simulations >= 512, puzzle.id
        assert puzzle.grade == grade_of([name for name in puzzle.found_by if name != "master"])


def replayed() -> list[str]:
    """What is wrong with the turns of the shipped puzzles; here, as it runs in the other build."""
    wrong = []
    for game in read_games(SHIPPED):
        record = next(iter(in_order([game]).values())).record
        at = {puzzle.line: puzzle for puzzle in game.puzzles}
        for line, (_, s) in enumerate(record.positions()):
            puzzle = at.get(line)
            if puzzle is None:
                continue
            placed = PlacedPuzzle(puzzle, record)
            seat = s.options.seats[to_act(s)] if to_act(s) >= 0 else ""
            ends = []
            for texts in (puzzle.best, puzzle.other):
                turn = repeat(s, texts, answering_policy(placed), puzzle.luck)
                ends.append(fingerprint(turn.end))
                if tuple(turn.texts) != tuple(texts):
                    wrong.append(f"{puzzle.id}: {turn.texts} instead of {texts}")
            if seat != puzzle.seat or ends[0] == ends[1] or int(s.turn) != puzzle.turn:
                wrong.append(puzzle.id)
    return wrong


def test_the_rules_allow_the_best_turn_and_the_other_of_every_puzzle(quickly: Do) -> None:
    assert quickly(replayed) == []


def test_the_list_says_where_each_is_from() -> None:
    listed = puzzle_list().puzzles
    assert [one.puzzle for one in listed] == list(shipped())
    assert [one.grade for one in listed] == sorted(one.grade for one in listed)
    assert all(1 <= one.turn <= one.turns and one.players in (2, 3, 4, 5) for one in listed)


# ---- judging ----


def test_luck_of_the_die_is_taken_out_of_what_a_turn_is_worth() -> None:
    placed = next(
        one
        for one in shipped().values()
        if one.puzzle.best[-1:]
        and any(text.startswith("roll ") for text in one.puzzle.best)
        and one.puzzle.turn == one.record.table.turns
    )
    turn = turn_of(placed, placed.puzzle.best)
    before, came = turn.rolls[-1]
    judge = TurnJudge(int(before.seats), 1)
    luck = judge._luck_of_roll(before, came, turn.seat, 0, 8)
    whole = replace_rolls(turn, [])
    apart = compare(judge.judge(whole, 8), judge.judge(replace_rolls(turn, [turn.rolls[-1]]), 8))
    assert apart.coins == pytest.approx(sum(luck) / len(luck))


def replace_rolls(turn: PlayedTurn, rolls: list[object]) -> PlayedTurn:
    return replace(turn, rolls=rolls)  # type: ignore[arg-type]


def test_the_best_turn_loses_nothing_and_the_other_what_was_measured() -> None:
    placed = last_round("campaign")
    assert judge_turn(placed, placed.puzzle.best).answer == "best"
    other = judge_turn(placed, placed.puzzle.other)
    assert other.answer == "other"
    near = 4 * (other.lost.error + placed.puzzle.error) + 0.1
    assert other.lost.coins == pytest.approx(placed.puzzle.gain, abs=near)


def test_a_difference_that_is_sure_has_a_certainty_near_one() -> None:
    assert TurnDifference(3.0, 1.0, 100).certainty == pytest.approx(0.99865, abs=1e-5)
    assert TurnDifference(0.0, 1.0, 100).certainty == 0.5
    assert TurnDifference(2.0, 0.0, 100).certainty == 1.0


def test_a_grade_says_who_finds_it() -> None:
    assert grade_of(["greedy", "planner"]) == 1
    assert grade_of(["search"]) == 2
    assert grade_of([]) == 3


# ---- making ----


def made(folder: str) -> str:
    out = str(Path(folder) / "made.jsonl")
    result = CliRunner().invoke(app, ["puzzles", out, "--board", "base-2", "--each", "1"])
    return result.output + Path(out).read_text(encoding="utf-8")


@pytest.mark.usefixtures("compiled")
def test_the_command_makes_puzzles_and_goes_on_with_its_file(quickly: Do, tmp_path: Path) -> None:
    first = quickly(made, str(tmp_path))
    assert "1 more, 1 of 1" in first
    [game] = read_games(tmp_path / "made.jsonl")
    assert [puzzle.id for puzzle in game.puzzles] == ["base-2-1"]
    assert PuzzleGame.from_line(game.to_line()) == game
    assert "1 puzzles" in quickly(made, str(tmp_path))
    assert list(read_games(tmp_path / "made.jsonl")) == [game]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"games": 3}\n', encoding="utf-8")
    with pytest.raises(GameError, match=r"other\.jsonl, line 1: this is no game with puzzles"):
        list(read_games(file))
    result = CliRunner().invoke(app, ["puzzles", str(file), "--board", "atlantis"])
    assert "there is no board 'atlantis'; there are base-2" in " ".join(result.output.split())
    result = CliRunner().invoke(app, ["puzzles", str(tmp_path / "x"), "--world", "underground"])
    assert "choose world mixed or base" in " ".join(result.output.split())


# ---- a page that solves one ----


def told_by(session: PuzzleSession, texts: list[str]) -> list[object]:
    told: list[object] = []
    for n, text in enumerate(texts):
        if session.judging is not None:
            break
        told = list(session.ask(MoveRequest(f"m{n}", "P1", n, text)))
        assert isinstance(told[0], AckMessage), told
    return told


def asked_for(placed: PlacedPuzzle) -> list[str]:
    """The best turn as somebody asks for it: what has a single possibility comes by itself."""
    turn, wanted = PuzzleTurn(placed), list(placed.puzzle.best)
    found = []
    while not turn.over:
        text = wanted[len(turn.decisions)]
        turn.act([text])
        found.append(text)
    return found


def test_a_page_plays_the_turn_and_is_told_the_verdict_and_why() -> None:
    placed = last_round("campaign")
    session = PuzzleSession(placed, PuzzleRequest("puzzle", "de"))
    welcome, told = session.welcome()
    assert isinstance(welcome, WelcomeMessage)
    assert isinstance(told, PuzzleMessage)
    assert welcome.you == [placed.puzzle.seat]
    assert {seat.name for seat in welcome.table.seats} == {"Spieler", "Gegner"}
    assert (told.state, told.verdict) == ("play", None)
    last = told_by(session, asked_for(placed))[-1]
    assert isinstance(last, PuzzleMessage)
    assert last.state == "judging"
    assert session.judging is not None
    assert session.judging.puzzle == placed.puzzle.id
    assert session.judging.texts[: len(placed.puzzle.best)] == placed.puzzle.best
    [judged] = session.judged(NO_MATTER)
    assert isinstance(judged, PuzzleMessage)
    assert judged.state == "judged"
    assert judged.verdict is not None
    assert judged.verdict.answer == "best"
    assert {entry.kind for entry in judged.verdict.best} >= {"move", "conquered", "scored"}
    assert {entry.seat for entry in judged.verdict.best if entry.kind == "move"} >= {
        placed.puzzle.seat
    }
    assert judged.verdict.reasons
    assert session.judging is None


def test_decisions_can_be_taken_back_and_the_turn_begun_again() -> None:
    placed = last_round("campaign")
    session = PuzzleSession(placed, PuzzleRequest("puzzle"))
    session.welcome()
    text = asked_for(placed)[0]
    _, view, told = session.ask(MoveRequest("1", placed.puzzle.seat, 1, text))
    assert isinstance(view, ViewMessage)
    assert isinstance(told, PuzzleMessage)
    assert told.played == [text]
    assert view.undo.step is not None
    _, back, _ = session.ask(UndoRequest("2", placed.puzzle.seat, 2, view.undo.step))
    assert isinstance(back, ViewMessage)
    assert back.line == placed.puzzle.line
    told_by(session, asked_for(placed))
    again = session.ask(SolveRequest("solve", "3", "again"))
    assert isinstance(again[-1], PuzzleMessage)
    assert (again[-1].state, again[-1].played) == ("play", [])
    [refused] = session.ask(MoveRequest("4", placed.puzzle.seat, 1, "conquer 99"))
    assert isinstance(refused, ErrorMessage)


def test_the_best_turn_is_shown_step_by_step() -> None:
    placed = last_round("campaign")
    session = PuzzleSession(placed, PuzzleRequest("puzzle"))
    session.welcome()
    ack, *views, told = session.ask(SolveRequest("solve", "1", "show"))
    assert isinstance(ack, AckMessage)
    assert isinstance(told, PuzzleMessage)
    assert told.state == "shown"
    lines = [view.line for view in views if isinstance(view, ViewMessage)]
    assert len(lines) == len(views) > 2
    assert lines == sorted(lines)
    assert session.judging is None


def test_a_page_that_comes_back_goes_on_where_it_was() -> None:
    placed = last_round("campaign")
    first = PuzzleSession(placed, PuzzleRequest("puzzle"))
    first.welcome()
    told = told_by(first, asked_for(placed)[:1])[-1]
    assert isinstance(told, PuzzleMessage)
    back = PuzzleSession(placed, PuzzleRequest("puzzle", "en", tuple(told.played)))
    welcome = back.welcome()[0]
    assert isinstance(welcome, WelcomeMessage)
    assert welcome.line > placed.puzzle.line
    other = PuzzleSession(placed, PuzzleRequest("puzzle", "en", ("conquer 99",)))
    begun = other.welcome()[0]
    assert isinstance(begun, WelcomeMessage)
    assert begun.line == placed.puzzle.line


def test_what_is_asked_at_a_table_only_is_refused() -> None:
    from smallworld.table.messages import HintRequest

    session = PuzzleSession(last_round("campaign"), PuzzleRequest("puzzle"))
    session.welcome()
    [refused] = session.ask(HintRequest("1", "P1"))
    assert isinstance(refused, ErrorMessage)
    assert refused.why == "not_in_puzzle"


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_question_is_explained_by_reasons_that_have_words(question: str) -> None:
    for placed in [one for one in shipped().values() if one.puzzle.question == question][:4]:
        gains, risks = explain(placed)
        assert gains
        assert all(reason.text for reason in (*gains, *risks))


def test_the_position_of_a_puzzle_is_no_end() -> None:
    placed = last_round("campaign")
    assert not is_over(placed.position())
