"""Whole games by mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from smallworld.game.records.record import Record
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.playing import play_to_the_end
from tests.effort import usually


def test_from_the_start_page_to_the_end_of_a_game(visit: Visit, server: LiveServer) -> None:
    person = visit()
    person.go("/")
    person.shoot("start")
    person.button("Play now").click()
    person.look_until("Round 1/10")
    play_to_the_end(person, conquests=1)
    person.shoot("end-base-2")
    watch = person.page.get_by_role("link", name="Replay").get_attribute("href") or ""
    record = Record.from_text(server.record(person.table, watch.split("#")[1]))
    assert record.is_finished()


def test_new_table_to_the_end(visit: Visit) -> None:
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
