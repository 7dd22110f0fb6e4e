"""Games looked at afterwards: the sums are right, blunders are found, luck is luck."""

import json
import pickle
import xml.etree.ElementTree as ET
from functools import cache
from math import ceil

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import State, is_chance, is_over, outcomes, result, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.terms import DIE_ROLL
from smallworld.game.match import Match
from smallworld.game.player import Player
from smallworld.game.records.record import LUCK, Record
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.players.analysis.review import _JUDGED, Review, ReviewedGame, review
from smallworld.players.analysis.review_picture import draw_review
from smallworld.players.analysis.review_words import report
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.policy.features import ROUND, moment
from smallworld.players.random_player import RandomPlayer
from smallworld.players.search.rollout_ensemble import JudgedEnsemble


class Blunderer(GreedyPlayer):
    """Takes nothing in its first turn, and gives back a turn's income by that."""

    def choose_number(self, view: View) -> int:
        stop = [action for action in view.legal if to_text(view.state, action) == "stop"]
        if view.state.turn == 1 and stop:
            return stop[0]
        return super().choose_number(view)


@cache
def game(blunder: bool, map_name: str = "base-2", turns: int = 2) -> Record:
    players: list[Player] = [GreedyPlayer() for _ in range(int(map_name[-1]))]
    if blunder:
        players[0] = Blunderer()
    return Match(GameSetup(map=map_name, turns=turns), players, seed=11).run()


@cache
def looked_at(blunder: bool) -> Review:
    return review(game(blunder), simulations=8, seed=1)


@pytest.mark.parametrize("map_name", ["base-2", "underground-3"])
def test_luck_and_play_add_up_to_what_became_of_every_seat(map_name: str) -> None:
    record = game(False, map_name, 1)
    found = review(record, simulations=3, seed=1)
    end = result(record.replay()).coins
    assert found.end == end
    for seat in range(len(end)):
        total = found.start[seat] + found.luck[seat] + found.own[seat] + found.others[seat]
        assert total == pytest.approx(end[seat])
    before = found.start
    for step in found.steps:
        for seat, coins in enumerate(step.expected):
            assert coins == pytest.approx(before[seat] + step.change[seat])
        before = step.expected
    assert any(step.change[0] for step in found.steps if step.kind == "luck")
    assert any(step.change[0] for step in found.steps if step.kind == "play")


def test_every_move_is_there_as_it_was() -> None:
    record = game(False)
    found = looked_at(False)
    assert [step.do for step in found.steps] == [move.text for move in record.moves]
    assert [step.kind == "luck" for step in found.steps] == [
        move.who == LUCK for move in record.moves
    ]
    for step, move in zip(found.steps, record.moves, strict=True):
        assert move.who in (LUCK, found.seats[step.seat])


def test_a_planted_blunder_is_found() -> None:
    found = looked_at(True)
    blunder = next(m for m in found.mistakes if m.turn == 1 and m.do == "stop")
    assert blunder.seat == 0
    assert blunder.better.startswith("conquer ")
    assert blunder.lost > 2
    assert found.mistakes.index(blunder) < 3
    step = found.steps[blunder.move - 1]
    assert step.do == "stop"
    assert step.change[0] < -2  # and it is put down to the one who did it


def before_a_die() -> Record:
    """A game up to a roll whose die has not fallen yet."""
    whole = game(False)
    shorter = Record(whole.header)
    for move, s in whole.positions():
        if move is not None:
            shorter.add(move.who, move.text)
        if s.step() == DIE_ROLL:
            return shorter
    raise AssertionError("nobody rolled")


def test_luck_is_nothing_on_the_average() -> None:
    rolling = before_a_die()
    s = rolling.replay()
    total = [0.0, 0.0]
    changes = []
    for action, weight in outcomes(s):
        fallen = Record(rolling.header)
        for move in rolling.moves:
            fallen.add(move.who, move.text)
        fallen.add(LUCK, to_text(s, action))
        change = review(fallen, simulations=4, seed=2).steps[-1].change
        changes.append(change)
        total = [sum_ + weight * coins for sum_, coins in zip(total, change, strict=True)]
    assert total == pytest.approx([0, 0], abs=1e-9)
    assert any(abs(change[0]) > 0.1 for change in changes)


def test_a_game_that_is_not_over_ends_with_what_is_expected() -> None:
    rolling = before_a_die()
    found = review(rolling, simulations=4)
    assert not found.finished
    assert is_chance(rolling.replay())
    assert len(found.end) == 2
    assert "not over yet" in report(found)


def test_the_same_seed_gives_the_same_review_and_the_record_is_left_alone() -> None:
    record = game(False, turns=1)
    text = record.to_text()
    one, two = (review(record, simulations=3, seed=5).to_dict() for _ in range(2))
    assert one == two
    assert record.to_text() == text
    assert review(record, simulations=3, seed=6).to_dict() != one


def test_progress_is_told_and_can_end_it() -> None:
    told: list[tuple[int, int]] = []
    record = game(False, turns=1)
    review(record, simulations=1, progress=lambda done, total: told.append((done, total)))
    total = len(record.moves) + 1
    assert told == [(n + 1, total) for n in range(total)]

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(record, simulations=1, progress=stop)


def test_a_review_made_in_pieces_in_many_places_is_the_same() -> None:
    record = game(True, turns=1)
    whole = review(record, simulations=4, seed=3)
    notes = ReviewedGame(record, seed=3).begin(4)
    parts: list[float] = []
    while True:
        elsewhere = ReviewedGame(record, seed=3)
        notes = pickle.loads(pickle.dumps(notes))
        parts.append(elsewhere.part(notes))
        if not elsewhere.look_further(notes):
            break
    assert elsewhere.finish(notes).to_dict() == whole.to_dict()
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] == 1
    assert len(parts) > len(record.moves)


class CountingEnsemble(JudgedEnsemble):
    """Counts the turns that are played on at most, and each judgement as some."""

    turns = 0

    def forecast(self, s: State, simulations: int, seed: int, last: int) -> list[float]:
        to_come = 0 if is_over(s) else int(s.seats) * (int(s.options.turns) - int(s.turn) + 1)
        rounds = (last + 1 - int(moment(s))) / ROUND
        self.turns += simulations * (min(to_come, ceil(rounds * int(s.seats))) + _JUDGED)
        return super().forecast(s, simulations, seed, last)


def test_a_review_never_takes_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.players.analysis.review.JudgedEnsemble", CountingEnsemble)
    short = ReviewedGame(game(True))
    simulations = short.simulations_within(40_000, 200)
    assert 4 < simulations < 200
    assert short.work(simulations) <= 40_000 < short.work(simulations + 1)
    notes = short.begin(simulations)
    while short.look_further(notes):
        pass
    assert isinstance(short.ensemble, CountingEnsemble)
    # The search for better moves, which ends early, is counted too, but not by the ensemble.
    assert short.work(simulations) / 5 < short.ensemble.turns <= short.work(simulations)
    players: list[Player] = [RandomPlayer(seed) for seed in range(5)]
    long = Match(GameSetup(map="base-5", turns=20), players, seed=1).run()
    assert len(long.moves) > 600
    assert ReviewedGame(long).simulations_within(2_000_000, 200) < 80
    assert ReviewedGame(long).simulations_within(1, 200) == 4  # few, but some
    assert short.simulations_within(10_000_000, 200) == 200


def test_bad_numbers_and_records_are_refused() -> None:
    with pytest.raises(GameError, match="at least 1 simulation"):
        review(game(False), simulations=0)
    broken = Record(game(False).header)
    broken.add("P1", "expand")
    with pytest.raises(GameError, match="it is not P1's move"):
        review(broken)


def test_the_report_tells_it_all() -> None:
    found = looked_at(True)
    told = report(found)
    assert "P1 greedy" in told
    assert f"−{found.mistakes[0].lost:.1f}  move {found.mistakes[0].move}, turn" in told
    assert "What luck changed most" in told
    assert len(told.splitlines()) < 30


def test_the_picture_is_one() -> None:
    found = looked_at(True)
    root = ET.fromstring(draw_review(found))
    lines = root.findall("{*}polyline")
    assert len(lines) == 4  # coins and luck of two seats
    for line in lines:
        assert len(line.attrib["points"].split()) == len(found.steps) + 1
    numbers = [node.text for node in root.findall("{*}text")]
    assert {str(n + 1) for n in range(len(found.mistakes))} <= set(numbers)


def test_it_can_be_sent() -> None:
    told = json.loads(json.dumps(looked_at(True).to_dict()))
    assert told["seats"] == ["P1", "P2"]
    assert len(told["steps"]) == len(game(True).moves)
    assert told["mistakes"][0]["seat"] in told["seats"]
    sums = zip(told["start"], told["luck"], told["own"], told["others"], told["end"], strict=True)
    for start, luck, own, others, end in sums:
        assert start + luck + own + others == pytest.approx(end, abs=0.05)


def test_better_actions_are_legal_ones() -> None:
    record = game(True)
    for mistake in looked_at(True).mistakes:
        s = record.replay(mistake.move - 1)
        assert to_act(s) == mistake.seat
        from_text(s, mistake.better)
        assert mistake.do != mistake.better
