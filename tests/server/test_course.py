"""The course of a game without a server: what can be taken back, what is final, looking back."""

from __future__ import annotations

import pytest

from smallworld.content.loader import MAPS
from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, do, is_chance, is_over, legal, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.play.dealer import Dealer
from smallworld.play.match import set_table
from smallworld.play.record import LUCK
from smallworld.play.rota import ROTA, table_for
from smallworld.play.table import Table, start_table
from smallworld.server.course import Course, ends_undo, moment_of
from smallworld.server.sight import explain_region, is_final, try_out


def begin(table: Table, seed: int) -> tuple[Course, Dealer]:
    dealer = Dealer(seed)
    course = Course(set_table(table, dealer))
    course.take(course.draft_luck(lambda: dealer))
    return course, dealer


def step(course: Course, dealer: Dealer, text: str = "") -> str:
    actions = [to_text(course.state, action) for action in legal(course.state)]
    chosen = text or actions[dealer.pick(len(actions))]
    course.take(course.draft_move(course.acting, chosen, lambda: dealer))
    return chosen


@pytest.mark.parametrize("number", range(len(ROTA)))
def test_final_marks_say_what_would_happen(number: int) -> None:
    """The quick answer, which tries few actions out, is that of trying all of them."""
    table = table_for(number)
    dealer = Dealer(number)
    s = start_table(table)
    while not is_over(s):
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        for action in legal(s):
            after = s.copy()
            do(after, action)
            expected = is_chance(after) or moment_of(after) != moment_of(s)
            assert is_final(s, action, table.custom is not None) == expected, to_text(s, action)
            assert ends_undo(moment_of(s), after) == expected
        do(s, legal(s)[dealer.pick(len(legal(s)))])


@pytest.mark.parametrize("name", MAPS)
def test_undo_leads_back_to_the_very_position(name: str) -> None:
    course, dealer = begin(Table(map=name, turns=2), 5)
    prints = {course.line: fingerprint(course.state)}
    undone = 0
    while not course.over:
        seat, before = course.acting, course.line
        first = course.undo_to(seat)
        if first is not None and dealer.pick(3) == 0:
            to = first + dealer.pick(before - first)
            log = course.log[:to]
            course.take(course.draft_undo(seat, to))
            assert (course.line, course.log, course.acting) == (to, log, seat)
            assert fingerprint(course.state) == prints[to]
            prints = {line: found for line, found in prints.items() if line <= to}
            undone += 1
        final = {to_text(course.state, a): is_final(course.state, a) for a in legal(course.state)}
        chosen = step(course, dealer)
        assert (course.barrier == course.line) == final[chosen], chosen
        prints[course.line] = fingerprint(course.state)
    assert undone > 5
    assert prints == {line: fingerprint(course.position(line)) for line in prints}


def test_undo_stops_at_luck_and_at_other_seats() -> None:
    course, dealer = begin(Table(map="base-2", turns=3), 1)
    assert course.undo_to(course.acting) is None
    with pytest.raises(GameError, match="nothing to take back"):
        course.draft_undo(course.acting, 3)
    step(course, dealer, "pick 1")  # a new combo is turned up: luck
    assert course.undo_to(0) is None
    actions = [to_text(course.state, action) for action in legal(course.state)]
    conquest = next(text for text in actions if text.startswith("conquer"))
    before = course.line
    step(course, dealer, conquest)
    assert course.undo_to(0) == before
    assert course.undo_to(1) is None
    for seat, to in ((1, before), (0, before - 1), (0, course.line), (0, course.line + 1)):
        with pytest.raises(GameError):
            course.draft_undo(seat, to)
    while course.acting == 0 and course.state.turn == 1:
        step(course, dealer)
    assert course.undo_to(0) is None


def test_a_course_is_its_lines_played_again() -> None:
    course, dealer = begin(Table(map="underground-3", turns=2), 3)
    for _ in range(60):
        if not course.over:
            step(course, dealer)
    again = Course(course.table)
    for move in course.moves:
        again.replay(move)
    assert again.log == course.log
    assert again.barrier == course.barrier
    assert again.undo_to(course.acting) == course.undo_to(course.acting)
    assert fingerprint(again.state) == fingerprint(course.state)
    again = Course(course.table)
    with pytest.raises(GameError, match="it is the turn of"):
        again.replay(next(move for move in course.moves if move.who != LUCK))


def test_a_refused_move_changes_nothing() -> None:
    course, dealer = begin(Table(map="base-3"), 2)
    before = fingerprint(course.state), course.moves[:], course.barrier
    for seat, text in ((1, "pick 1"), (0, "pick 9"), (0, "conquer 1"), (0, "die 3"), (0, "dance")):
        with pytest.raises(GameError):
            course.draft_move(seat, text, lambda: dealer)
    course.draft_move(0, "pick 1", lambda: dealer)  # drafted, but never taken
    assert before == (fingerprint(course.state), course.moves, course.barrier)


def conquests(seed: int) -> tuple[Course, Dealer]:
    course, dealer = begin(Table(map="base-2"), seed)
    step(course, dealer, "pick 1")
    while "stop" not in [to_text(course.state, action) for action in legal(course.state)]:
        step(course, dealer)
    return course, dealer


def test_a_region_says_what_it_costs_or_why_it_cannot_be_had() -> None:
    course, _ = conquests(4)
    state, table = course.state, course.table
    seat = course.acting
    open_to = {
        to_text(state, action).split()[1]
        for action in legal(state)
        if to_text(state, action).startswith(("conquer", "roll "))
    }
    assert open_to
    for name in state.board.names:
        found = explain_region(state, table, seat, name)
        assert (found.reason is None) == (name in open_to)
        if found.reason is None:
            assert found.price == sum(part.amount for part in found.parts)
        else:
            assert found.rule
    assert explain_region(state, table, 1 - seat, "1").price is None
    with pytest.raises(GameError, match="there is no region"):
        explain_region(state, table, seat, "Atlantis")


def test_a_trial_tells_what_would_happen_and_changes_nothing() -> None:
    course, dealer = begin(Table(map="base-2"), 6)
    while to_text(course.state, legal(course.state)[0]) != "expand":
        step(course, dealer)
    before = fingerprint(course.state)
    trial = try_out(course.state, course.table, course.acting, course.line, "decline")
    kinds = [told.kind for told in trial.events]
    assert kinds[0] == "move"
    assert {"declined", "scored"} <= set(kinds)
    assert trial.final
    assert fingerprint(course.state) == before
    seat = course.acting
    step(course, dealer, "decline")
    real = [told for told in course.log[course.line - 1] if told.kind == "scored"]
    tried = [told for told in trial.events if told.kind == "scored"]
    assert [told.parts for told in tried] == [told.parts for told in real] or not real
    with pytest.raises(GameError):
        try_out(course.state, course.table, seat, course.line, "conquer 1")


def test_positions_of_the_past_are_kept_apart() -> None:
    course, dealer = begin(Table(map="base-2", turns=2), 9)
    states: list[State] = []
    while not course.over:
        states.append(course.position(course.line))
        step(course, dealer)
    for line in (0, 1, course.line):
        state = course.position(line)
        if line < course.line:
            apply(state, from_text(state, course.moves[line].text))
    assert to_act(course.position(0)) == -1
    for line in (-1, course.line + 1):
        with pytest.raises(GameError, match="no position"):
            course.position(line)
