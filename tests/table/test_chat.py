"""Talk at a table: who may speak, how much, and who hears it."""

from __future__ import annotations

from typing import Any

import pytest

from smallworld.table.messages import (
    AckMessage,
    ChatMessage,
    ChatSwitchRequest,
    ErrorMessage,
    SaidMessage,
    SayRequest,
    WelcomeMessage,
)
from tests.table.home import MemoryHome, request_for


def table(**options: Any) -> MemoryHome:
    home = MemoryHome(request_for("device", "link", **options))
    home.join("anna", "P1")
    home.join("ben", "P2")
    home.join("eve")
    return home


def heard(home: MemoryHome, who: str) -> list[Any]:
    return [one.line for one in home.told[who] if isinstance(one, SaidMessage)]


def test_everybody_hears_what_somebody_who_sits_there_says() -> None:
    home = table()
    assert isinstance(home.ask("ben", SayRequest("1", "P2", "  Good\nluck! ")), AckMessage)
    for who in ("anna", "ben", "eve"):
        [line] = heard(home, who)
        assert (line.seat, line.text, line.phrase) == ("P2", "Good luck!", None)
    home.ask("anna", SayRequest("2", "P1", "not this", phrase="thanks"))
    assert (heard(home, "ben")[-1].text, heard(home, "ben")[-1].phrase) == ("", "thanks")
    welcome = home.join("carl", "P1")
    assert isinstance(welcome, WelcomeMessage)
    assert [line.phrase for line in welcome.table.said] == [None, "thanks"]


@pytest.mark.parametrize(
    ("who", "request_", "why"),
    [
        ("eve", SayRequest("1", "P1", "hello"), "not_your_seat"),
        ("ben", SayRequest("1", "P1", "hello"), "not_your_seat"),
        ("ben", SayRequest("1", "P2", " \u200b "), "nothing_said"),
        ("ben", ChatSwitchRequest("1", "P2", False), "not_host"),
    ],
)
def test_what_may_not_be_said(who: str, request_: Any, why: str) -> None:
    home = table()
    told = home.ask(who, request_)
    assert isinstance(told, ErrorMessage)
    assert told.why == why
    assert heard(home, "anna") == []


def test_nobody_can_flood_a_table() -> None:
    home = table()
    told = [home.ask("ben", SayRequest(f"{n}", "P2", "x")) for n in range(8)]
    assert [type(one) for one in told] == [AckMessage] * 5 + [ErrorMessage] * 3
    assert isinstance(home.ask("anna", SayRequest("a", "P1", "x")), AckMessage)
    home.now += 2
    assert isinstance(home.ask("ben", SayRequest("9", "P2", "x")), AckMessage)


def test_the_host_switches_it_off_and_what_was_said_is_gone() -> None:
    home = table()
    home.ask("ben", SayRequest("1", "P2", "x"))
    home.ask("anna", ChatSwitchRequest("2", "P1", False))
    assert [one.on for one in home.told["eve"] if isinstance(one, ChatMessage)] == [False]
    assert home.ask("anna", SayRequest("3", "P1", "x")).why == "chat_off"
    welcome = home.join("carl", "P2")
    assert (welcome.table.chat, list(welcome.table.said)) == (False, [])
    home.ask("anna", ChatSwitchRequest("4", "P1", True))
    assert isinstance(home.ask("ben", SayRequest("5", "P2", "x")), AckMessage)


def test_a_table_can_be_made_without_and_nothing_said_is_kept() -> None:
    assert table(chat=False).ask("anna", SayRequest("1", "P1", "x")).why == "chat_off"
    home = table()
    before = home.store.tables["table"]
    home.ask("anna", SayRequest("1", "P1", "x"))
    assert home.store.tables["table"] == before
