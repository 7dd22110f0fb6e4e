"""Clocks: whose time runs when, what happens when it is over, and what counts for nobody."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from smallworld.table.clocks.clock import (
    ClockPosition,
    ClockRequest,
    TableClock,
    give_up,
    go_on,
    new_clock,
    who_runs,
)
from smallworld.table.interface import AskComputer, ComputerChose, Leave, PlayAgain, TakeSeat, Tick
from smallworld.table.messages import (
    AckMessage,
    ClockRules,
    MoveRequest,
    RemoveGuestRequest,
    RenameRequest,
    SeatClock,
    SeatsMessage,
    TakeoverRequest,
    UndoRequest,
)
from smallworld.table.problems import Refused
from smallworld.table.seats.credentials import digest
from tests.table.home import MemoryHome, request_for, secret_of
from tests.table.test_homes import exchange, two_homes

TURN = ClockRequest("turn", 60)
GAME = ClockRequest("game", 100, bonus=10)


# ---- the arithmetic alone ----


def at(turn: int, owner: int, acting: int | None) -> ClockPosition:
    return ClockPosition(turn, owner, acting)


def test_a_new_clock_stands() -> None:
    assert new_clock(None, 3) is None
    clock = new_clock(TURN, 3)
    assert clock == TableClock(0.0, (60.0, 60.0, 60.0))
    assert clock.due is None
    assert clock.run_out(1e9) is None


def test_time_runs_for_one_seat_alone() -> None:
    clock = go_on(TURN, TableClock(0.0, (60.0, 60.0)), at(1, 0, 0), at(1, 0, 0), 5.0)
    assert (clock.seat, clock.due) == (0, 65.0)
    assert clock.left_at(25.0) == (40.0, 60.0)
    assert clock.left_at(1.0) == (60.0, 60.0)  # the home's clock was set back
    assert clock.left_at(99.0) == (0.0, 60.0)
    assert [clock.run_out(moment) for moment in (64.9, 65.0)] == [None, 0]


@pytest.mark.parametrize(
    ("request_", "left"),
    [(TURN, (60.0, 60.0)), (GAME, (70.0 + 10.0, 100.0))],
    ids=["turn", "game"],
)
def test_what_a_turn_that_ends_brings(request_: ClockRequest, left: tuple[float, ...]) -> None:
    seconds = float(request_.seconds)
    clock = TableClock(0.0, (seconds, seconds), seat=0, late=(0,))
    after = go_on(request_, clock, at(1, 0, 0), at(1, 1, 1), 30.0)
    assert after == TableClock(30.0, left, seat=1)  # who was late is not any more


@pytest.mark.parametrize(("request_", "left"), [(TURN, 40.0), (GAME, 80.0)], ids=["turn", "game"])
def test_an_answer_counts_for_who_answers_and_the_turn_goes_on(
    request_: ClockRequest, left: float
) -> None:
    seconds = float(request_.seconds)
    clock = TableClock(0.0, (seconds, seconds), seat=0)
    asked = go_on(request_, clock, at(1, 0, 0), at(1, 0, 1), 20.0)
    assert asked == TableClock(20.0, (left, seconds), seat=1)
    back = go_on(request_, asked, at(1, 0, 1), at(1, 0, 0), 25.0)
    assert back == TableClock(25.0, (left, seconds - 5.0), seat=0)


def test_who_is_late_stays_so_until_the_turn_ends() -> None:
    clock = TableClock(0.0, (5.0, 60.0), seat=0)
    late = give_up(TURN, clock, 0, 6.0)
    assert late == TableClock(6.0, (0.0, 60.0), seat=0, late=(0,))
    assert late.run_out(99.0) is None
    assert late.due == 6.0  # so it is found by whoever looks for what is due
    same = go_on(TURN, late, at(1, 0, 0), at(1, 0, 0), 8.0)
    assert (same.late, same.seat, same.left) == ((0,), 0, (0.0, 60.0))
    both = give_up(TURN, go_on(TURN, same, at(1, 0, 0), at(1, 0, 1), 9.0), 1, 70.0)
    assert both.late == (0, 1)
    assert go_on(TURN, both, at(1, 0, 1), at(1, 1, 1), 71.0).late == ()


def test_a_seat_that_is_lost_has_no_time_that_runs() -> None:
    lost = give_up(ClockRequest("game", 5, then="seat"), TableClock(0.0, (5.0, 9.0), 0), 0, 7.0)
    assert lost == TableClock(7.0, (0.0, 9.0), None, (), (0,))


def test_nobodys_time_runs_for_computers_and_before_all_have_sat_down() -> None:
    assert who_runs(1, [False, False], free=False) == 1
    assert who_runs(1, [False, False], free=True) is None
    assert who_runs(1, [False, True], free=False) is None
    assert who_runs(None, [False, False], free=False) is None


# ---- at a table ----


def table(clock: ClockRequest, *kinds: str, **options: Any) -> MemoryHome:
    """A table with that clock, everybody there, and time running for P1."""
    home = MemoryHome(request_for(*(kinds or ("link", "link")), clock=clock, **options))
    home.receive(Tick())
    for number, caller in enumerate(("anna", "bob", "carl")[: len(kinds) or 2], 1):
        if (kinds or ("link",) * 2)[number - 1] in ("link", "device"):
            home.join(caller, f"P{number}")
    return home


def clocks(home: MemoryHome) -> list[SeatClock | None]:
    home.machine.state.timing.moment = home.now - home.away
    return [seat.clock for seat in home.machine.state.seats_status(home.now)]


def left(home: MemoryHome) -> list[float | None]:
    return [None if clock is None else clock.left for clock in clocks(home)]


def running(home: MemoryHome) -> list[int]:
    return [seat for seat, clock in enumerate(clocks(home)) if clock is not None and clock.runs]


def move(home: MemoryHome, text: str = "") -> Any:
    row = home.machine.state.row
    caller = {"P1": "anna", "P2": "bob", "P3": "carl"}[str(row.acting)]
    request = MoveRequest(f"m{row.n}", str(row.acting), row.n, text or home.legal()[0])
    return home.ask(caller, request)


def go_off(home: MemoryHome) -> None:
    """The moment the alarm was set for has come."""
    assert home.alarm is not None
    home.now = home.alarm
    home.receive(Tick())


def computers_play(home: MemoryHome, seat: str, most: int = 40) -> None:
    """Computers that are asked answer, while that seat is to act."""
    for _ in range(most):
        if home.machine.state.row.acting != seat:
            return
        ((ticket, asked),) = home.asked.items()
        assert isinstance(asked, AskComputer)
        home.receive(ComputerChose(ticket, home.legal()[-1]))
    raise AssertionError(f"{seat} plays for ever")


def end_turn(home: MemoryHome) -> None:
    """Whoever is to act ends their turn, as quickly as can be."""
    row = home.machine.state.row
    before = (row.turn, home.machine.state.history.state.seat)
    while (home.machine.state.row.turn, home.machine.state.history.state.seat) == before:
        assert isinstance(move(home, home.legal()[-1]), AckMessage)


def test_clocks_begin_when_the_last_has_sat_down() -> None:
    home = MemoryHome(request_for("device", "link", clock=TURN))
    home.receive(Tick())
    home.join("anna", "P1")
    home.now += 500.0
    assert (running(home), left(home), home.alarm) == ([], [60.0, 60.0], None)
    home.join("bob", "P2")
    assert running(home) == [0]
    assert home.alarm == home.now + 60.0
    assert home.told["anna"][-1].seats[0].clock == SeatClock(60.0, True, False, False)
    welcome = home.told["bob"][0].table
    assert welcome.clock == ClockRules("turn", 60, 0, "turn", "greedy")
    home.now += 10.0
    assert left(home) == [50.0, 60.0]
    home.check()


def test_at_one_device_clocks_begin_at_once() -> None:
    home = table(TURN, "device", "device")
    assert running(home) == [0]


def test_without_a_clock_nothing_is_told_and_nothing_kept() -> None:
    home = MemoryHome(request_for("device", "device"))
    assert home.receive(Tick()) == []
    assert (clocks(home), home.machine.state.row.clock) == ([None, None], None)
    assert home.join("anna", "P1").table.clock is None


def test_what_is_chosen_within_a_turn_gives_no_time_back() -> None:
    home = table(TURN)
    home.now += 20.0
    assert isinstance(move(home), AckMessage)
    assert left(home) == [40.0, 60.0]
    row = home.machine.state.row
    first = home.machine.state.undo_range(0).step
    if first is not None:
        home.now += 5.0
        assert isinstance(home.ask("anna", UndoRequest("u", "P1", row.n, first)), AckMessage)
        assert left(home) == [35.0, 60.0]
    home.check()


def test_a_turn_that_ends_in_time_gives_all_of_it_to_the_next() -> None:
    home = table(TURN)
    home.now += 59.0
    end_turn(home)
    assert (running(home), left(home)) == ([1], [60.0, 60.0])
    home.check()


def test_per_game_the_rest_stays_and_the_bonus_comes_after_each_turn() -> None:
    home = table(GAME)
    home.now += 30.0
    end_turn(home)
    assert left(home) == [80.0, 100.0]
    home.now += 95.0
    end_turn(home)
    assert (running(home), left(home)) == ([0], [80.0, 15.0])


def test_a_computer_plays_the_turn_to_its_end_and_then_its_person_is_back() -> None:
    home = table(TURN)
    home.now += 59.9
    home.receive(Tick())
    assert home.asked == {}
    go_off(home)
    ((_, asked),) = home.asked.items()
    assert isinstance(asked, AskComputer)
    assert (asked.level, asked.position.seat) == ("greedy", 0)
    told = home.told["bob"][-1]
    assert isinstance(told, SeatsMessage)
    assert told.seats[0].clock == SeatClock(0.0, False, True, False)
    assert told.seats[0].computer is None  # it is still anna's seat
    refused = move(home)
    assert (refused.why, refused.facts) == ("time_over", {"seat": "P1"})
    assert home.machine.state.row.clock is not None
    computers_play(home, "P1")
    assert (running(home), left(home)) == ([1], [60.0, 60.0])
    end_turn(home)
    assert running(home) == [0]
    assert isinstance(move(home), AckMessage)
    home.check()


def test_nothing_is_taken_back_that_was_played_before_the_time_was_over() -> None:
    home = table(TURN, "device", "device")
    while home.machine.state.undo_range(0).step is None:
        assert isinstance(move(home), AckMessage)
    go_off(home)
    view = home.join("anna's phone", "P1")
    assert view.undo.step is None
    first = home.machine.state.undo_range(0).step
    assert first is not None
    undo = UndoRequest("u", "P1", home.machine.state.row.n, first)
    assert home.ask("anna", undo).why == "time_over"


def test_a_seat_that_is_given_up_is_a_computers_for_good() -> None:
    home = table(ClockRequest("turn", 60, then="seat", level="random"))
    go_off(home)
    seat = home.machine.state.seating.rows[0]
    assert seat.computer == "random"
    assert clocks(home)[0] == SeatClock(0.0, False, False, True)
    assert home.told["bob"][-1].seats[0].clock.lost
    for level in (None, "greedy"):
        refused = home.ask("anna", TakeoverRequest(f"back {level}", "P1", level))
        assert (refused.why, refused.facts) == ("seat_lost", {"seat": "P1"})
    computers_play(home, "P1")
    end_turn(home)
    assert home.machine.state.row.acting == "P1"
    assert running(home) == []
    computers_play(home, "P1")
    home.forget()  # also after a restart
    home.join("anna", "P1")
    assert home.ask("anna", TakeoverRequest("back", "P1", None)).why == "seat_lost"
    assert isinstance(home.ask("anna", RenameRequest("n", "P1", "Anna")), AckMessage)
    home.check()


def test_an_empty_bank_without_bonus_leaves_each_turn_to_the_computer() -> None:
    home = table(ClockRequest("game", 30))
    go_off(home)
    computers_play(home, "P1")
    end_turn(home)
    assert home.machine.state.row.acting == "P1"
    assert left(home) == [0.0, 30.0]
    assert home.asked == {}
    go_off(home)
    assert len(home.asked) == 1


def test_with_a_bonus_who_was_late_can_play_again() -> None:
    home = table(ClockRequest("game", 30, bonus=5))
    go_off(home)
    computers_play(home, "P1")
    end_turn(home)
    assert (running(home), left(home)) == ([0], [5.0, 35.0])


def answering(clock: ClockRequest) -> MemoryHome:
    """A table where P1's turn waits for an answer of P2, or the other way round."""
    for seed in range(1, 40):
        luck, home = Random(seed), table(clock)
        for _ in range(150):
            history = home.machine.state.history
            if history.over:
                break
            if history.acting != history.state.seat:
                return home
            bold = [text for text in home.legal() if text.startswith(("conquer", "deploy"))]
            others = [text for text in home.legal() if text not in ("decline", "stop")]
            move(home, luck.choice(bold or others or home.legal()))
    raise AssertionError("nobody has to answer")


@pytest.mark.parametrize("clock", [TURN, GAME], ids=["turn", "game"])
def test_who_has_to_answer_in_anothers_turn_does_it_on_their_own_time(clock: ClockRequest) -> None:
    home = answering(clock)
    history = home.machine.state.history
    asked, owner = history.acting, int(history.state.seat)
    before = left(home)
    home.now += 7.0
    assert running(home) == [asked]
    assert left(home)[owner] == before[owner]
    assert left(home)[asked] == (before[asked] or 0) - 7.0
    go_off(home)
    while history.state.seat == owner:
        ((ticket, question),) = home.asked.items()
        assert isinstance(question, AskComputer)
        assert question.position.seat == asked
        home.receive(ComputerChose(ticket, home.legal()[-1]))
    assert (home.asked, running(home)) == ({}, [asked])  # the answer was the computer's, no more
    home.check()


def test_a_computer_that_was_asked_to_play_on_takes_no_time() -> None:
    home = table(TURN)
    home.now += 20.0
    assert isinstance(home.ask("anna", TakeoverRequest("t", "P1", "greedy")), AckMessage)
    assert (running(home), home.alarm) == ([], None)
    home.now += 500.0
    home.receive(Tick())
    assert left(home) == [40.0, 60.0]
    assert isinstance(home.ask("anna", TakeoverRequest("b", "P1", None)), AckMessage)
    assert running(home) == [0]
    home.now += 10.0
    assert left(home) == [30.0, 60.0]
    home.check()


def test_computers_have_no_clock() -> None:
    home = table(TURN, "link", "greedy")
    assert clocks(home)[1] is None
    end_turn(home)
    assert running(home) == []


def test_a_guest_who_is_removed_stops_the_clocks_until_another_comes() -> None:
    home = table(TURN, "device", "link")
    home.now += 5.0
    secret = "x" * 40
    assert isinstance(home.ask("anna", RemoveGuestRequest("r", "P2", secret)), AckMessage)
    assert running(home) == []
    home.now += 500.0
    assert left(home) == [55.0, 60.0]
    home.join("anna2", "P1")
    open_again = home.store.tables["table"].seats
    assert [seat.free for seat in open_again] == [False, True]


def test_a_guest_from_the_list_starts_the_clocks() -> None:
    home = MemoryHome(request_for("device", "link", clock=TURN, open=True))
    home.join("anna", "P1")
    home.call(lambda caller: TakeSeat(caller, "Bob", digest("new"), ""))
    assert running(home) == [0]


def test_a_game_that_is_over_has_no_time_that_runs() -> None:
    home = table(TURN, turns=1)
    while not home.machine.state.history.over:
        move(home, home.legal()[-1])
    assert (running(home), home.alarm) == ([], None)
    clock = home.machine.state.row.clock
    assert clock is not None
    assert clock.due is None


def test_a_rematch_has_the_same_clock_anew() -> None:
    home = table(GAME, turns=1)
    home.now += 12.0
    while not home.machine.state.history.over:
        move(home, home.legal()[-1])
    secrets = [secret_of("P1"), secret_of("P2")]
    home.call(lambda caller: PlayAgain(caller, secrets, "again", "w"))
    made = home.store.tables["again"].table
    assert (made.request.clock, made.clock) == (GAME, TableClock(0.0, (100.0, 100.0)))


# ---- time that counts for nobody ----


def test_a_home_that_was_away_takes_nobodys_time() -> None:
    home = table(TURN)
    home.now += 20.0
    home.away += 10_000.0
    home.now += 10_000.0
    home.forget()
    home.receive(Tick())
    assert left(home) == [40.0, 60.0]
    assert home.alarm == home.now + 40.0
    home.join("anna", "P1")
    go_off(home)
    assert len(home.asked) == 1


def test_an_alarm_that_comes_too_early_is_set_again() -> None:
    home = table(TURN)
    home.now += 60.0
    home.away += 15.0  # the database did not answer for so long
    home.receive(Tick())
    assert (home.asked, home.alarm) == ({}, home.now + 15.0)


def test_time_over_while_nobody_looked_is_seen_to_at_the_next_tick() -> None:
    home = table(TURN)
    home.receive(Leave("anna"))
    home.receive(Leave("bob"))
    home.now += 3600.0
    home.forget()
    home.receive(Tick())
    assert len(home.asked) == 1


def test_who_was_late_when_the_home_crashed_is_played_for_after_it() -> None:
    home = table(TURN)
    go_off(home)
    home.forget()
    home.receive(Tick())
    assert len(home.asked) == 1
    assert (running(home), clocks(home)[0]) == ([], SeatClock(0.0, False, True, False))


def test_a_disk_that_fails_is_tried_again_and_not_all_the_time() -> None:
    home = table(TURN)
    home.store.broken = OSError("the disk is full")
    go_off(home)
    assert home.asked == {}
    assert home.alarm == home.now + 1.0
    home.store.broken = None
    go_off(home)
    assert len(home.asked) == 1


def test_the_move_that_comes_before_the_end_counts_though_it_is_kept_after_it() -> None:
    home = table(TURN)
    end = home.alarm
    assert end is not None
    home.keeps_at_once = False
    home.now = end - 1.0
    n = home.machine.state.row.n
    move(home, home.legal()[-1])
    home.now = end + 1.0
    home.receive(Tick())
    home.keep()
    home.keeps_at_once = True
    if home.unkept is not None:
        home.keep()
    assert home.machine.state.row.n == n + 1


# ---- several homes ----


def test_only_one_of_two_homes_ends_the_turn() -> None:
    one, two, store = two_homes("link", "link", clock=TURN)
    one.join("p", "P1")
    two.catch_up()
    two.join("q", "P2")
    one.catch_up()
    exchange(one, two)
    for home in (one, two):
        home.now += 61.0
        home.slow = True
        home.receive(Tick())
        assert home.unkept is not None
    one.keep()
    rev = store.rev
    two.keep()  # too late: it hears what the other has kept, and has nothing more to keep
    assert (two.unkept, store.rev) == (None, rev)
    assert store.tables["table"].table.clock == one.machine.state.row.clock
    assert two.machine.state.row.clock == one.machine.state.row.clock
    assert two.told["q"][-1].seats[0].clock.late
    assert len(one.asked) + len(two.asked) == 1


def test_a_move_that_is_kept_first_wins_over_the_clock_of_another_home() -> None:
    one, two, store = two_homes("device", "device", clock=TURN)
    one.receive(Tick())
    two.catch_up()
    one.join("p", "P1", "P2")
    exchange(one, two)
    one.now += 59.5
    two.now += 60.5  # its clock goes a bit before
    two.slow = True
    two.receive(Tick())
    while one.machine.state.history.state.seat == 0:
        state = one.machine.state.history.state
        assert isinstance(one.ask("p", one.move(f"{state.turn} {one.rev}")), AckMessage)
    two.keep()
    assert two.unkept is None
    clock = store.tables["table"].table.clock
    assert clock is not None
    assert (clock.seat, clock.late) == (1, ())


# ---- what cannot be ----


def test_a_clock_that_cannot_be_is_refused() -> None:
    for clock, why in (
        (ClockRequest("turn", 60, bonus=5), "bonus_of_turn"),
        (ClockRequest("turn", 60, level="nobody"), "no_level"),
    ):
        with pytest.raises(Refused) as caught:
            MemoryHome(request_for("device", "device", clock=clock))
        assert caught.value.why == why
