"""Coming, going, watching, names, and playing again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smallworld.table.interface import (
    Join,
    Leave,
    PlayAgain,
    RematchReady,
    TakeSeat,
)
from smallworld.table.messages import (
    AckMessage,
    JoinRequest,
    MoveRequest,
    RematchMessage,
    RenameRequest,
    SeatsMessage,
    SeatStatus,
    TakeoverRequest,
    UndoRequest,
    WelcomeMessage,
)
from smallworld.table.problems import Refused
from smallworld.table.seats.credentials import digest
from tests.table.home import WATCH, MemoryHome, request_for, secret_of
from tests.table.test_commands import act, finished, seated


def status(home: MemoryHome, seat: int) -> SeatStatus:
    return home.machine.state.seating.status(home.now)[seat]


# ---- coming ----


@pytest.mark.parametrize(
    ("secrets", "watch", "seats"),
    [
        (["P1"], None, ["P1"]),
        (["P2", "P1"], None, ["P1", "P2"]),
        (["P1", "P1", "nothing"], "wrong", ["P1"]),
        ([], WATCH, []),
        (["nothing"], WATCH, []),
        (["P2"], WATCH, ["P2"]),
    ],
)
def test_a_secret_opens_its_seat_and_the_link_to_watch_the_door(
    secrets: list[str], watch: str | None, seats: list[str]
) -> None:
    home = MemoryHome(request_for("link", "link"))
    welcome = home.join("anna", *secrets, watch=watch)
    assert isinstance(welcome, WelcomeMessage)
    assert welcome.you == seats
    assert welcome.view.seat == (seats[0] if seats else None)
    assert welcome.table.watch == WATCH
    assert (welcome.from_, welcome.events[0].line) == (0, 1)
    home.check()


@pytest.mark.parametrize("secrets", [[], ["nothing"], [""]])
@pytest.mark.parametrize("watch", [None, "", "wrong", secret_of("P1"), WATCH[:-1]])
def test_nothing_else_does(secrets: list[str], watch: str | None) -> None:
    home = MemoryHome(request_for("link", "link"))
    home.receive(Join("eve", JoinRequest(tuple(secrets), watch)))
    assert [message.why for message in home.told["eve"]] == ["not_your_table"]
    assert home.closed == {"eve": "forbidden"}
    assert home.machine.state.seating.connections == {}
    assert home.machine.is_idle


def test_a_table_can_be_crowded() -> None:
    home = MemoryHome(request_for("link", "link"), most_connections=2)
    home.join("anna", "P1")
    home.join("guest")
    assert home.join("another").why == "crowded"
    assert home.closed == {"another": "crowded"}
    home.receive(Leave("guest"))
    assert isinstance(home.join("another again"), WelcomeMessage)


def test_whoever_sits_at_a_crowded_table_always_gets_in() -> None:
    home = MemoryHome(request_for("link", "link"), most_connections=6)
    home.join("bob", "P2")
    for number in range(4):
        home.receive(Join(f"rival {number}", JoinRequest((), WATCH), "192.0.2.1"))
    home.receive(Join("friend", JoinRequest((), WATCH), "192.0.2.2"))
    assert home.join("late").why == "crowded"
    assert isinstance(home.join("anna", "P1"), WelcomeMessage)
    assert home.closed == {"late": "crowded", "rival 3": "crowded"}  # of those most are from there
    assert home.told["rival 3"][-1].why == "crowded"
    assert len(home.machine.state.seating.connections) == 6
    home.receive(Leave("rival 3"))
    assert status(home, 0).connected
    assert status(home, 1).connected
    home.check()


def test_an_address_has_so_many_pages_that_watch() -> None:
    home = MemoryHome(request_for("link", "link"), most_watching_by_address=2)
    told = []
    for number in range(3):
        home.receive(Join(f"rival {number}", JoinRequest((), WATCH), "192.0.2.1"))
        told.append(home.told[f"rival {number}"][-1])
    assert [isinstance(one, WelcomeMessage) for one in told] == [True, True, False]
    assert (told[2].why, home.closed) == ("crowded_address", {"rival 2": "crowded"})
    home.receive(Join("friend", JoinRequest((), WATCH), "192.0.2.2"))
    assert isinstance(home.told["friend"][-1], WelcomeMessage)
    home.receive(Leave("rival 0"))
    home.receive(Join("rival 3", JoinRequest((), WATCH), "192.0.2.1"))
    assert isinstance(home.told["rival 3"][-1], WelcomeMessage)


def test_a_seat_has_so_many_pages_and_the_oldest_goes() -> None:
    home = MemoryHome(request_for("link", "link"), most_by_seat=2)
    for number in range(4):
        assert isinstance(home.join(f"anna {number}", "P1"), WelcomeMessage)
    assert home.closed == {"anna 0": "replaced", "anna 1": "replaced"}
    assert home.told["anna 0"][-1].why == "replaced"
    assert isinstance(home.join("both", "P1", "P2"), WelcomeMessage)
    assert home.closed["anna 2"] == "replaced"
    home.check()


def test_where_nobody_watches_the_oldest_page_of_the_seat_goes() -> None:
    home = MemoryHome(request_for("link", "link"), most_connections=3)
    for caller, seat in {"bob": "P2", "anna 0": "P1", "anna 1": "P1"}.items():
        home.join(caller, seat)
    assert isinstance(home.join("anna 2", "P1"), WelcomeMessage)
    assert home.closed == {"anna 0": "replaced"}


def test_nobody_joins_twice_by_one_connection() -> None:
    home = MemoryHome(request_for("link", "link"))
    home.join("anna", "P1")
    assert home.join("anna", "P1", "P2").why == "joined_already"
    assert home.closed == {}
    assert home.machine.state.seating.connections == {"anna": (0,)}


def test_whoever_leaves_without_having_come_is_not_missed() -> None:
    home = MemoryHome(request_for("link", "link"))
    home.join("anna", "P1")
    heard = len(home.told["anna"])
    assert home.receive(Leave("nobody")) == []
    assert len(home.told["anna"]) == heard


def test_a_seat_is_claimed_once_and_that_is_kept() -> None:
    home = MemoryHome(request_for("device", "link"))
    assert [row.claimed for row in home.store.tables["table"].seats] == [True, False]
    home.join("bob", "P2")
    assert [row.claimed for row in home.store.tables["table"].seats] == [True, True]
    kept = home.store.tables["table"]
    home.receive(Leave("bob"))
    home.join("bob", "P2")
    assert home.store.tables["table"] is kept


def test_a_page_that_comes_back_is_told_what_it_missed() -> None:
    home = seated()
    n, line = home.machine.state.row.n, home.machine.state.row.line
    act(home)
    row = home.machine.state.row
    back = home.ask("anna", UndoRequest("back", "P1", row.n, line))
    assert isinstance(back, AckMessage)
    last = home.machine.state.row
    # Line `line` came with version n: whoever knows n needs nothing, and before it the rest.
    expected = {None: 0, 0: 0, n: line, n + 1: line, last.n: line, last.n + 1: 0, 10**9: 0}
    for number, (after, base) in enumerate(expected.items()):
        welcome = home.join(f"late {number}", "P2", after=after)
        assert welcome.from_ == base, after
        assert [entry.line for entry in welcome.events] == [
            entry.line for entry in home.told["late 0"][0].events if entry.line > base
        ]
    first = home.join("early", "P2", after=1)
    assert 0 < first.from_ < line


# ---- presence ----


def test_everybody_hears_who_comes_and_goes() -> None:
    home = MemoryHome(request_for("link", "link", "greedy", map="base-3"))
    home.join("anna", "P1")
    home.now += 5
    home.join("bob", "P2")
    home.join("bob elsewhere", "P2")
    seats = home.told["anna"][-1]
    assert isinstance(seats, SeatsMessage)
    assert [seat.connected for seat in seats.seats] == [True, True, False]
    assert [seat.away for seat in seats.seats] == [None, None, None]
    home.receive(Leave("bob"))
    assert status(home, 1).connected  # on another device
    home.receive(Leave("bob elsewhere"))
    home.now += 7.9
    assert [status(home, seat).away for seat in range(3)] == [None, 7, None]
    home.now -= 1000  # a clock that is set back makes nobody come back, nor long away
    assert [status(home, seat).away for seat in range(3)] == [None, 0, None]


def test_one_device_sees_with_the_eyes_of_whoever_is_to_act() -> None:
    home = MemoryHome(request_for("device", "device", map="base-2", turns=1))
    home.join("both", "P1", "P2")
    while not home.machine.state.history.over:
        row = home.machine.state.row
        move = MoveRequest(str(row.n), str(row.acting), row.n, home.legal()[-1])
        assert isinstance(home.ask("both", move), AckMessage)
        view = home.told["both"][-1]
        if not view.over:
            assert view.view.seat == home.machine.state.row.acting


# ---- guests ----


def test_a_guest_takes_a_free_seat_with_a_new_secret() -> None:
    home = MemoryHome(request_for("device", "link", "link", map="base-3", open=True))
    home.join("anna", "P1")
    assert [status(home, seat).free for seat in range(3)] == [False, True, True]
    answer = home.call(lambda caller: TakeSeat(caller, " Gus\n ", digest("new")))
    assert answer.seat == "P2"
    assert home.told["anna"][-1].seats[1].name == "Gus"
    assert home.join("old link", "P2").why == "not_your_table"
    home.receive(Join("gus", JoinRequest(("new",))))
    assert home.told["gus"][0].you == ["P2"]
    assert home.call(lambda caller: TakeSeat(caller, "", digest("x"))).seat == "P3"
    assert status(home, 2).name == ""
    assert home.call(lambda caller: TakeSeat(caller, "Max", digest("y"))).why == "no_free_seat"
    home.check()


def test_no_seat_is_free_at_a_closed_a_finished_or_a_taken_table() -> None:
    def take(home: MemoryHome) -> Any:
        return home.call(lambda caller: TakeSeat(caller, "Gus", digest("new")))

    assert take(MemoryHome(request_for("device", "link"))).why == "no_free_seat"
    home = MemoryHome(request_for("device", "link", open=True))
    home.join("bob", "P2")  # the link was used
    assert take(home).why == "no_free_seat"
    home = MemoryHome(
        request_for("device", "link", open=True), takeover_after=0.0, takeover_warning=0.0
    )
    home.join("anna", "P1")
    home.ask("anna", TakeoverRequest("take", "P2", "greedy"))  # nobody came, so a computer plays
    assert take(home).why == "no_free_seat"
    home = finished(open=True)
    kept = home.store.tables["table"]
    free = replace(kept.seats[1], claimed=False)
    home.store.tables["table"] = replace(kept, seats=[kept.seats[0], free])
    home.forget()
    assert home.machine.state.seating.free() == free
    assert take(home).why == "no_free_seat"


# ---- names ----


def test_a_name_is_cleaned_shown_kept_and_in_the_record() -> None:
    home = seated(coins="open")
    answer = home.ask("anna", RenameRequest("name", "P1", " Anna\u202e \u0000<b>\n  "))
    assert isinstance(answer, AckMessage)
    assert home.told["guest"][-1].seats[0].name == "Anna <b>"
    home.forget()
    assert status(home, 0).name == "Anna <b>"
    assert "\nP1: Anna <b>\nP2: P2\nP3: greedy\n" in home.machine.state.record()


# ---- again ----


def again(home: MemoryHome, *seats: str, **fields: Any) -> Any:
    secrets = [secret_of(seat) for seat in seats]
    return home.call(lambda caller: PlayAgain(caller, secrets, "new table", "new watch", **fields))


def test_the_same_people_play_again_at_one_new_table() -> None:
    home = finished()
    home.ask("bob", RenameRequest("name", "P2", "Bob"))
    assert again(home, "P3").why == "not_your_table"
    assert "new table" not in home.store.tables
    assert again(home, "P1") == RematchReady("new table")
    for caller in home.joined:
        assert home.told[caller][-1] == RematchMessage("new table", "new watch")
    made = home.store.tables["new table"]
    assert [row.name for row in made.seats] == ["", "Bob"]
    assert [row.digest for row in made.seats] == [
        row.digest for row in home.store.tables["table"].seats
    ]
    assert [row.claimed for row in made.seats] == [False, False]
    assert (made.table.n, made.table.watch, made.table.rematch) == (1, "new watch", None)
    assert again(home, "P2") == RematchReady("new table")  # the others find the same one
    home.forget()
    assert again(home, "P2") == RematchReady("new table")
    welcome = home.join("anna", "P1")
    assert welcome.table.rematch == "new table"
    home.check()
    home.table_id = "new table"
    home.forget()
    assert home.join("anna", "P1").you == ["P1"]
    home.check()


def test_a_new_table_that_was_deleted_is_made_once_more() -> None:
    home = finished()
    assert again(home, "P1") == RematchReady("new table")
    del home.store.tables["new table"]
    assert again(home, "P1", gone="another") == RematchReady("new table")
    assert "new table" not in home.store.tables
    assert again(home, "P1", gone="new table") == RematchReady("new table")
    assert "new table" in home.store.tables


def test_nobody_plays_again_before_the_end() -> None:
    assert again(seated(), "P1").why == "not_over"


def test_who_plays_alone_may_take_the_record_along() -> None:
    """It shows the coins of all seats; there nobody else has any to hide."""
    alone = MemoryHome(request_for("device", "greedy")).machine.state
    assert alone.record_for(secret_of("P1")).startswith("record: ")
    for token, why in ((WATCH, "record_later"), ("another", "not_your_table")):
        with pytest.raises(Refused) as caught:
            alone.record_for(token)
        assert caught.value.why == why
    two = MemoryHome(request_for("device", "device", "greedy", map="base-3")).machine.state
    with pytest.raises(Refused) as caught:
        two.record_for(secret_of("P1"))
    assert caught.value.why == "not_your_table"
