"""People who come and go: strangers at open tables, computers for those who left, new names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.playing import play_turn


def test_a_stranger_joins_an_open_table(visit: Visit) -> None:
    host = visit()
    host.go("/new")
    host.page.get_by_label("Who plays seat 2").select_option("link")
    host.page.get_by_label("Name of seat 1").fill("Ann")
    host.page.get_by_label("Who starts").select_option("P1")
    host.page.get_by_label("Rounds", exact=True).select_option("3")
    host.page.get_by_label("Let strangers join").check()
    host.page.get_by_label("Who plays on for somebody who leaves").select_option("planner")
    with host.page.expect_request("**/api/tables") as made:
        host.button("Start the game").click()
    assert '"takeover":"planner"' in (made.value.post_data or "")
    host.button("To the table").click()
    host.look_until("Round 1/3")
    expect(host.page.locator(".seats")).to_contain_text("not here yet")

    guest = visit()
    guest.go("/")
    guest.page.get_by_label("Your name").fill("Zoe")
    guest.page.get_by_label("Your name").blur()
    table = guest.page.get_by_role("listitem").filter(has_text="Ann")
    guest.shoot("open-table")
    table.get_by_role("button", name="Join").click()
    guest.look_until("Ann is playing")
    expect(host.page.locator(".seats")).to_contain_text("Zoe")
    play_turn(host, conquests=1)
    guest.look_until("Your turn")
    play_turn(guest, conquests=1)
    host.look_until("Your turn")

    other = visit()
    other.go("/")
    expect(other.page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(other.page.get_by_role("listitem").filter(has_text="Ann")).to_have_count(0)


@pytest.fixture(scope="module")
def hasty(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that takes people for gone after a second."""
    live = LiveServer(tmp_path_factory.mktemp("hasty"), takeover_after=1, home=home)
    live.start()
    yield live
    live.stop()


def test_a_computer_plays_for_who_left_until_they_come_back(
    browser: Browser, server: LiveServer, hasty: LiveServer
) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    wish = {"map": "base-2", "first": "P2", "turns": 3, "seats": seats, "takeover": "random"}
    made = hasty.post("/api/tables", wish)
    secrets = {each["seat"]: each for each in made["seats"]}
    ann, ben = Person(browser, hasty), Person(browser, hasty)
    try:
        ann.sit_at({**made, "seats": [secrets["P1"]]})
        ben.sit_at({**made, "seats": [secrets["P2"]]})
        ben.look_until("Your turn")
        ann.look_until("Ben is playing")
        assert ann.look().button("Let the computer play") is None, "Ben is there"
        ben.follow("/")
        expect(ann.button("Let the computer play")).to_be_visible()
        expect(ann.page.locator(".seats")).to_contain_text("away")
        ann.shoot("deserted")
        ann.page.get_by_label("Level of the computer for Ben").select_option("random")
        ann.press("Let the computer play")
        expect(ann.page.get_by_text("plays on for Ben in")).to_be_visible()
        ann.shoot("warned")
        ben.follow(f"/t/{made['table']}")
        expect(ben.page.get_by_text("Are you there, Ben?")).to_be_visible()
        ben.shoot("warning")
        ben.button("I am here").click()
        expect(ben.page.get_by_text("Are you there, Ben?")).to_have_count(0)
        expect(ann.page.get_by_text("plays on for Ben in")).to_have_count(0)

        ben.follow("/")  # and this time he says nothing
        expect(ann.button("Let the computer play")).to_be_visible()
        ann.page.get_by_label("Level of the computer for Ben").select_option("random")
        ann.press("Let the computer play")
        expect(ann.page.locator("h1")).to_contain_text("Your turn")  # it takes some seconds
        expect(ann.page.locator(".seats")).to_contain_text("computer: Random")

        ben.follow(f"/t/{made['table']}")
        ben.look_until("Ann is playing")
        ben.open_menu("Table")
        ben.shoot("take-back")
        ben.button("Take the seat back").click()
        expect(ben.button("Take the seat back")).to_have_count(0)
        ben.page.keyboard.press("Escape")
        play_turn(ann, conquests=1)
        ben.look_until("Your turn")
        play_turn(ben, conquests=1)
        ann.look_until("Your turn")
        assert ann.complaints == ben.complaints == []
    finally:
        ann.close()
        ben.close()


def test_the_host_asks_a_guest_to_leave(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link"}]
    made = server.post(
        "/api/tables", {"map": "base-2", "first": "P1", "seats": seats, "open": True}
    )
    given = server.post(f"/api/tables/{made['table']}/join", {"name": "Gus"})
    ann, gus = visit(), visit()
    ann.sit_at({**made, "seats": made["seats"][:1]})
    gus.go(f"/t/{made['table']}/seat#{given['secret']}")
    gus.button("Sit down").click()
    gus.look_until("Ann is playing")
    ann.look_until("Your turn")
    ann.open_menu("Table")
    ann.button("Ask to leave").click()
    expect(gus.page.get_by_text("This link does not open a seat")).to_be_visible()
    expect(ann.button("Ask to leave")).to_have_count(0)
    ann.shoot("guest-gone")
    ann.page.keyboard.press("Escape")
    ann.button("To the table").click()  # of the invitation, as the seat is free again
    ann.open_menu("Table")
    new = ann.page.get_by_label("Link for").first.input_value()
    assert given["secret"] not in new
    gus.follow(new.removeprefix(server.url))  # whoever is given the new link may come
    gus.look_until("Ann is playing")


def test_names_can_be_changed_at_the_table(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "random"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    person = visit()
    person.sit_at(made)
    person.look_until("Your turn")
    person.open_menu("Table")
    field = person.page.get_by_label("Name of your seat")
    field.fill("Anna")
    field.blur()
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".seats")).to_contain_text(re.compile("Anna"))
