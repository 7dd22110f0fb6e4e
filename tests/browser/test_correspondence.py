"""Playing by correspondence: standing orders, and one link for all devices of somebody."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE


def table_of_two(server: LiveServer, host: str, guest: str) -> dict[str, object]:
    seats = [{"kind": "device", "name": host}, {"kind": "link", "name": guest}]
    return server.post("/api/tables", {"seats": seats, "first": "P1"})


def test_my_link_brings_my_games_to_another_device(visit: Visit, server: LiveServer) -> None:
    made = table_of_two(server, "Nora", "Olaf")
    secret = made["seats"][1]["secret"]  # type: ignore[index]
    desk = visit()
    desk.go(f"/t/{made['table']}/seat#{secret}")
    desk.look_until("What shall the others call you")
    desk.page.keyboard.press("Escape")
    desk.follow("/")
    desk.page.get_by_role("link", name="My games on all my devices").click()
    desk.button("Make my link").click()
    expect(desk.page.get_by_role("img", name="The code of my link")).to_be_visible()
    link = desk.page.locator("main input").first.input_value()
    assert re.search(r"/me#[\w-]{32}$", link)
    desk.shoot("my-link")
    desk.page.get_by_role("link", name="To my games").click()
    expect(desk.page.get_by_role("listitem").filter(has_text="Nora")).to_be_visible()

    phone = visit(size=PHONE, locale="de-DE", touch=True)
    before = len(phone.asked)
    phone.go(link)
    expect(phone.page.get_by_text("Dieses Gerät hat jetzt deinen Link")).to_be_visible()
    assert "#" not in phone.page.url, "the key leaves the address"
    phone.shoot("my-link-phone")
    phone.page.get_by_role("link", name="Zu meinen Spielen").click()
    game = phone.page.get_by_role("listitem").filter(has_text="Nora")
    expect(game).to_contain_text("Nora ist dran")
    game.get_by_role("link").first.click()
    phone.look_until("Nora")
    key = link.partition("#")[2]
    sent = phone.asked[before:]
    assert sent
    assert not [url for url in sent if key in url.partition("#")[0]]
    assert key not in server.log_text()


def test_orders_are_given_at_the_table(visit: Visit, server: LiveServer) -> None:
    made = table_of_two(server, "Nora", "Olaf")
    person = visit(size=PHONE, touch=True)
    secret = made["seats"][1]["secret"]  # type: ignore[index]
    person.go(f"/t/{made['table']}/seat#{secret}")
    person.look_until("What shall the others call you")
    person.page.keyboard.press("Escape")
    person.open_menu("Table")
    orders = person.page.get_by_label("When I have to regroup in another's turn")
    expect(orders).to_have_value("ask")
    orders.select_option("spread my tokens evenly")
    person.wait_for(lambda s: not s.busy, "it is kept")
    person.shoot("orders")
    person.page.reload()
    person.open_menu("Table")
    expect(orders).to_have_value("spread")
