"""The history of a game without a server: what can be taken back, what is final, looking back."""

from __future__ import annotations

import pytest

from smallworld.content.loader import MAPS
from smallworld.devtools.soak_tables import TABLES, table_for
from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, do, is_chance, is_over, legal, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.record import LUCK
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.finality import ends_undo, is_final, moment_of
from smallworld.table.history import History
from smallworld.table.publishing.views import explain_region, try_out


def begin(table: GameSetup, seed: int) -> tuple[History, Dealer]:
    dealer = Dealer(seed)
    history = History(set_table(table, dealer))
    history.commit(history.propose_luck(lambda: dealer))
    return history, dealer


def step(history: History, dealer: Dealer, text: str = "") -> str:
    actions = [to_text(history.state, action) for action in legal(history.state)]
    chosen = text or actions[dealer.pick(len(actions))]
    history.commit(history.propose_moves(history.acting, (chosen,), lambda: dealer))
    return chosen


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_final_marks_say_what_would_happen(number: int) -> None:
    """The quick answer, which tries few actions out, is that of trying all of them."""
    table = table_for(number)
    dealer = Dealer(number)
    s = start_game(table)
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
    history, dealer = begin(GameSetup(map=name, turns=3), 5)
    prints = {history.line: fingerprint(history.state)}
    undone = 0
    while not history.over:
        seat, before = history.acting, history.line
        first = history.undo_to(seat)
        if first is not None and dealer.pick(3) == 0:
            to = first + dealer.pick(before - first)
            log = history.log[:to]
            history.commit(history.propose_undo(seat, to))
            assert (history.line, history.log, history.acting) == (to, log, seat)
            assert fingerprint(history.state) == prints[to]
            prints = {line: found for line, found in prints.items() if line <= to}
            undone += 1
        final = {
            to_text(history.state, a): is_final(history.state, a) for a in legal(history.state)
        }
        start = history.line
        chosen = step(history, dealer)
        assert (history.barrier == history.line) == final[chosen], chosen
        for line in range(start, history.line + 1):  # some happen by themselves
            prints[line] = fingerprint(history.position(line))
        assert prints[history.line] == fingerprint(history.state)
    assert undone > 5
    assert prints == {line: fingerprint(history.position(line)) for line in prints}


def test_undo_stops_at_luck_and_at_other_seats() -> None:
    history, dealer = begin(GameSetup(map="base-2", turns=3), 1)
    assert history.undo_to(history.acting) is None
    with pytest.raises(GameError, match="nothing to take back"):
        history.propose_undo(history.acting, 3)
    step(history, dealer, "pick 1")  # a new combo is turned up: luck
    assert history.undo_to(0) is None
    actions = [to_text(history.state, action) for action in legal(history.state)]
    conquest = next(text for text in actions if text.startswith("conquer"))
    before = history.line
    step(history, dealer, conquest)
    assert history.undo_to(0) == before
    assert history.undo_to(1) is None
    for seat, to in ((1, before), (0, before - 1), (0, history.line), (0, history.line + 1)):
        with pytest.raises(GameError):
            history.propose_undo(seat, to)
    while history.acting == 0 and history.state.turn == 1:
        step(history, dealer)
    assert history.undo_to(0) is None


def test_a_course_is_its_lines_played_again() -> None:
    history, dealer = begin(GameSetup(map="underground-3", turns=2), 3)
    for _ in range(60):
        if not history.over:
            step(history, dealer)
    again = History(history.table)
    for move in history.moves:
        again.replay(move)
    assert again.log == history.log
    assert again.barrier == history.barrier
    assert again.undo_to(history.acting) == history.undo_to(history.acting)
    assert fingerprint(again.state) == fingerprint(history.state)
    again = History(history.table)
    with pytest.raises(GameError, match="it is the turn of"):
        again.replay(next(move for move in history.moves if move.who != LUCK))


def test_a_refused_move_changes_nothing() -> None:
    history, dealer = begin(GameSetup(map="base-3"), 2)
    before = fingerprint(history.state), history.moves[:], history.barrier
    for seat, text in ((1, "pick 1"), (0, "pick 9"), (0, "conquer 1"), (0, "die 3"), (0, "dance")):
        with pytest.raises(GameError):
            history.propose_moves(seat, (text,), lambda: dealer)
    history.propose_moves(0, ("pick 1",), lambda: dealer)  # proposed, but never kept
    assert before == (fingerprint(history.state), history.moves, history.barrier)


def conquests(seed: int) -> tuple[History, Dealer]:
    history, dealer = begin(GameSetup(map="base-2"), seed)
    step(history, dealer, "pick 1")
    while "stop" not in [to_text(history.state, action) for action in legal(history.state)]:
        step(history, dealer)
    return history, dealer


def test_a_region_says_what_it_costs_or_why_it_cannot_be_had() -> None:
    history, _ = conquests(4)
    state, table = history.state, history.table
    seat = history.acting
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
    history, dealer = begin(GameSetup(map="base-2"), 6)
    while to_text(history.state, legal(history.state)[0]) != "expand":
        step(history, dealer)
    before = fingerprint(history.state)
    trial = try_out(history.state, history.table, history.acting, history.line, ["decline"])
    kinds = [entry.kind for entry in trial.events]
    assert kinds[0] == "move"
    assert {"declined", "scored"} <= set(kinds)
    assert trial.final
    assert fingerprint(history.state) == before
    seat = history.acting
    step(history, dealer, "decline")
    real = [entry for entry in history.log[history.line - 1] if entry.kind == "scored"]
    tried = [entry for entry in trial.events if entry.kind == "scored"]
    for entry in tried:  # the bank pays for regions, and each is told
        assert sum(paid.coins for paid in entry.paying) == entry.coins > 0
    assert [entry.parts for entry in tried] == [entry.parts for entry in real] or not real
    with pytest.raises(GameError):
        try_out(history.state, history.table, seat, history.line, ["conquer 1"])


def test_positions_of_the_past_are_kept_apart() -> None:
    history, dealer = begin(GameSetup(map="base-2", turns=2), 9)
    states: list[State] = []
    while not history.over:
        states.append(history.position(history.line))
        step(history, dealer)
    for line in (0, 1, history.line):
        state = history.position(line)
        if line < history.line:
            apply(state, from_text(state, history.moves[line].text))
    assert to_act(history.position(0)) == -1
    for line in (-1, history.line + 1):
        with pytest.raises(GameError, match="no position"):
            history.position(line)
