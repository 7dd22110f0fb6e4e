"""The host of a table hands hosting on, and closes the table for all."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer


def test_hosting_is_handed_on_and_the_table_closed(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    ann, ben = visit(), visit()
    ann.sit_at({**made, "seats": made["seats"][:1]})
    ben.sit_at({**made, "seats": made["seats"][1:]})
    ann.look_until("Your turn")
    ben.wait_for(lambda sight: sight.dialog is not None, "the question for a guest's name")
    ben.page.keyboard.press("Escape")
    ben.look_until("Ann is playing")
    ann.open_menu("Table")
    dialog = ann.page.get_by_role("dialog", name="Table")
    expect(dialog.get_by_role("button", name="Close the table for all")).to_be_visible()
    ann.shoot("host-tools")
    dialog.get_by_role("button", name="Make host").click()
    expect(dialog.get_by_role("button", name="Close the table for all")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    ben.open_menu("Table")
    dialog = ben.page.get_by_role("dialog", name="Table")
    dialog.get_by_role("button", name="Close the table for all").click()
    expect(dialog.get_by_role("alert")).to_contain_text("without a result")
    dialog.get_by_role("button", name="Close it").click()
    for person in (ann, ben):
        expect(person.page.locator(".banners")).to_contain_text("The host has closed this table")
        person.look_until("The host has closed this table")
    ann.shoot("closed-table")
    assert ann.look().button("Take them") is None
    ann.follow("/")
    expect(ann.button("Play now")).to_be_visible()
    ann.follow(f"/t/{made['table']}")
    expect(ann.page.locator(".banners")).to_contain_text("The host has closed this table")
    ann.open_menu("Table")
    with ann.page.expect_download() as saved:  # nothing is lost
        ann.page.get_by_role("dialog").get_by_role("button", name="Record").click()
    assert saved.value.path().read_text(encoding="utf-8").startswith("record:")
