"""Whole games by mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.game.records.record import Record
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import play_into_round, play_to_the_end
from tests.effort import LONG, usually


def test_play_now_and_what_comes_then(visit: Visit, server: LiveServer) -> None:
    """Usually the first round of it; a long run plays to the end of the game."""
    person = visit()
    person.go("/")
    person.shoot("start")
    person.button("Play now").click()
    person.look_until("Round 1/10")
    if not LONG:
        play_into_round(person, 2, conquests=1)
        return
    play_to_the_end(person, conquests=1)
    person.shoot("end-base-2")
    assert recorded(person, server).is_finished()


def recorded(person: Person, server: LiveServer) -> Record:
    """The record of the game that has just ended on the screen."""
    watch = person.page.get_by_role("link", name="Replay").get_attribute("href") or ""
    return Record.from_text(server.record(person.table, watch.split("#")[1]))


def test_new_table_to_the_end(visit: Visit, server: LiveServer) -> None:
    person = visit()
    person.go("/")
    person.page.get_by_role("link", name="New table").click()
    person.page.get_by_role("radio", name=re.compile("Underground, 3 players")).check()
    expect(person.page.get_by_label("Who plays seat 3")).to_be_visible()
    rounds = usually("2", "4")
    person.page.get_by_label("Rounds", exact=True).select_option(rounds)
    person.shoot("new-table")
    person.button("Start the game").click()
    person.look_until(f"Round 1/{rounds}")
    play_to_the_end(person)
    person.shoot("end-underground-3")
    expect(person.page.get_by_role("dialog").get_by_role("table").first).to_be_visible()
    assert recorded(person, server).is_finished()
