"""Clocks on the page: chosen with a table, seen while they run, and when they have run out."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE


def test_a_clock_is_chosen_with_the_table_and_seen_by_all(visit: Visit) -> None:
    host = visit()
    host.go("/new")
    host.page.get_by_label("Who plays seat 2").select_option("link")
    host.page.get_by_label("Name of seat 1").fill("Ann")
    host.page.get_by_label("Who starts").select_option("P1")
    host.page.get_by_label("Time to think").select_option("game")
    host.page.get_by_label("How much").select_option("5 minutes")
    host.page.get_by_label("More after each own turn").select_option("20 seconds")
    host.page.get_by_label("When it is over").select_option("a computer takes the seat for good")
    host.page.get_by_label("That computer is").select_option("planner")
    with host.page.expect_request("**/api/tables") as made:
        host.button("Start the game").click()
    asked = json.loads(made.value.post_data or "")["clock"]
    assert asked == {
        **{"per": "game", "seconds": 300, "bonus": 20, "then": "seat"},
        "level": "planner",
    }
    host.look_until("Invite your friends")
    dialog = host.page.get_by_role("dialog")
    expect(dialog).to_contain_text("5 minutes for the whole game, and 20 seconds more")
    expect(dialog).to_contain_text("It begins to run when everybody has come")
    link = dialog.locator("input").first.input_value()
    host.button("To the table").click()
    seats = host.page.locator(".seats li")
    expect(seats.first.locator("[data-clock]")).to_have_text("5:00")

    guest = visit(size=PHONE, touch=True)
    guest.go(link)
    guest.look_until("What shall the others call you")
    expect(guest.page.get_by_role("dialog")).to_contain_text("takes the seat for good")
    guest.button("Sit down").click()
    for person in (host, guest):
        clock = person.page.locator(".seats li").first.locator("[data-clock]")
        expect(clock).to_have_text(re.compile(r"4:5\d"))  # it runs
        spoken = person.page.locator(".seats li").first.get_by_role("button")
        expect(spoken).to_have_accessible_name(re.compile("4 minutes and .* seconds left"))
    expect(seats.nth(1).locator("[data-clock]")).to_have_text("5:00")  # and the other one stands


def test_when_time_is_over_a_computer_plays_the_turn(visit: Visit, server: LiveServer) -> None:
    made = server.post(
        "/api/tables",
        {
            "seats": [{"kind": "device", "name": "Anna"}, {"kind": "device", "name": "Bert"}],
            "first": "P1",
            "coins": "open",
            "clock": {"per": "turn", "seconds": 4, "level": "random"},
        },
    )
    person = visit(size=PHONE, locale="de-DE", touch=True)
    person.sit_at(made)
    first = person.page.locator(".seats li").first
    expect(first.locator("[data-clock].low")).to_be_attached()
    expect(first.get_by_role("button")).to_have_accessible_name(re.compile("noch . Sekunden?"))
    bert = person.page.locator(".seats li.turn[data-seat=P2]")
    expect(bert.locator("[data-clock]")).to_be_attached()  # Anna's turn was played for her
    person.follow("/")
    game = person.page.get_by_role("listitem").filter(has_text="Anna")
    expect(game).to_contain_text("noch")


def test_a_seat_that_was_lost_says_so(visit: Visit, server: LiveServer) -> None:
    made = server.post(
        "/api/tables",
        {
            "seats": [{"kind": "device", "name": "Anna"}, {"kind": "device", "name": "Bert"}],
            "first": "P1",
            "coins": "open",
            "clock": {"per": "game", "seconds": 1, "then": "seat", "level": "random"},
        },
    )
    person = visit()
    person.sit_at(made)
    expect(person.page.locator(".seats li").first).to_contain_text("a computer has the seat")
    person.open_menu("Table")
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 second for the whole game")
    expect(dialog.get_by_role("button", name="Take the seat back")).to_have_count(0)
