"""What is given to others: addresses that they can open, and codes that a phone can read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import PHONE, Person
from tests.browser.qr_reader import read_qr, squares_of_path

ADDRESS = "192.168.1.5"
REACH = "**/api/reach"
# Where there is a light edge all around, as wide as readers want it.
QUIET = 4


@pytest.fixture
def in_a_network() -> Iterator[Callable[[Person], None]]:
    """Lets the server be one that others can come to; the window is somebody else's afterwards."""
    told: list[Person] = []

    def tell(person: Person) -> None:
        reach = {"network": True, "hosts": [ADDRESS, "10.0.0.7"]}
        person.page.route(REACH, lambda route: route.fulfill(json=reach))
        told.append(person)

    yield tell
    for person in told:
        person.page.unroute(REACH)


def test_the_code_of_an_invitation_is_the_link_that_a_friend_opens(
    visit: Visit, server: LiveServer, in_a_network: Callable[[Person], None]
) -> None:
    host = visit(size=PHONE, touch=True)
    in_a_network(host)
    host.go("/new")
    host.page.get_by_label("Who plays seat 2").select_option("link")
    host.page.get_by_label("Name of seat 2").fill("Ben")
    host.button("Start the game").click()
    host.look_until("Invite your friends")
    dialog = host.page.get_by_role("dialog")
    code = dialog.get_by_role("img", name=re.compile("Ben"))
    expect(code).to_be_visible()
    link = dialog.get_by_role("textbox", name="Link for Ben").input_value()
    assert link.startswith(f"http://{ADDRESS}:")
    host.shoot("invitation-code")
    left, top, width, height = map(int, (code.get_attribute("viewBox") or "").split())
    assert (left, top, width) == (-QUIET, -QUIET, height)
    path = code.locator("path").get_attribute("d") or ""
    assert read_qr(squares_of_path(path, width - 2 * QUIET)) == link
    other = re.sub(r"/t/.*", "", link).replace(ADDRESS, "10.0.0.7")
    dialog.get_by_role("combobox").select_option(label=other)
    expect(dialog.get_by_role("textbox", name="Link for Ben")).to_have_value(
        re.compile("//10.0.0.7:")
    )

    friend = visit()
    friend.go(re.sub(r"^http://[^/]+", server.url, link))
    friend.look_until("What shall the others call you")
    expect(code).to_have_count(0)  # who has come needs none


def test_links_in_the_menu_and_of_a_deal_can_be_opened_by_others(
    visit: Visit, in_a_network: Callable[[Person], None]
) -> None:
    ann = visit()
    in_a_network(ann)
    ann.go("/deal/base-2-4k7hq")
    given = ann.page.get_by_label("Give it to others")
    expect(given).to_have_value(re.compile(rf"^http://{ADDRESS}:\d+/deal/base-2-4k7hq$"))
    ann.button("Play it").first.click()
    ann.page.wait_for_url(re.compile("/t/"))
    ann.look_until("Choose a race")
    ann.open_menu("Table")
    expect(ann.page.get_by_label("Link to watch")).to_have_value(
        re.compile(rf"^http://{ADDRESS}:\d+/watch/")
    )


def test_where_only_this_machine_is_served_a_deal_says_so(visit: Visit) -> None:
    ann = visit(locale="de-DE")
    ann.go("/deal/base-2-4k7hq")
    expect(ann.page.get_by_text("bedient nur diesen Rechner")).to_be_visible()
