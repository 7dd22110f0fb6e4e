"""Several people at one table: far apart by links, around one device, and a server that dies."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from smallworld.engine.state import State
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.playing import SURE, asks_something, conquer, play_to_the_end, play_turn
from tests.browser.positions import find_position, plant


def test_two_browsers_at_one_table(visit: Visit, server: LiveServer) -> None:
    host = visit()
    host.go("/new")
    host.page.get_by_label("Who plays seat 2").select_option("link")
    host.page.get_by_label("Name of seat 1").fill("Ann")
    host.page.get_by_label("Name of seat 2").fill("Ben")
    host.page.get_by_label("Who starts").select_option("P1")
    host.button("Start the game").click()
    host.look_until("Invite your friends")
    dialog = host.page.get_by_role("dialog")
    expect(dialog).to_contain_text("serves only this machine")
    expect(dialog).to_contain_text("not here yet")
    host.button("To the table").click()
    host.open_menu("Table")
    expect(dialog.get_by_text("Link for Ben")).to_be_visible()
    host.shoot("links")
    links = dialog.locator("input").evaluate_all("all => all.map((each) => each.value)")
    seat_link, own_link = [link for link in links if "/seat#" in link]
    watch_link = next(link for link in links if "/watch/" in link)
    host.page.keyboard.press("Escape")

    guest = visit()
    guest.go(seat_link)
    guest.look_until("What shall the others call you")
    guest.page.get_by_role("dialog").get_by_role("textbox").fill("Ben B.")
    guest.button("Sit down").click()
    expect(host.page.locator(".seats")).to_contain_text("Ben B.")
    guest.look_until("Ann")
    assert "#" not in guest.page.url, "the secret leaves the address"
    watcher = visit()
    watcher.go(watch_link)
    watcher.look_until("Ann")

    play_turn(host, conquests=2)
    guest.look_until("Your turn")
    for person in (guest, watcher):
        seen = person.wait_for(lambda s: bool(s.lit(r"\(Ann\)")), "Ann's conquests")
        assert len(seen.lit(r"\(Ann\)")) == 2
    assert watcher.look().row == [], "who watches has no buttons"
    play_turn(guest, conquests=2)
    host.look_until("Your turn")
    host.wait_for(lambda s: bool(s.lit(r"\(Ben B\.\)")), "Ben's conquests")

    # Leaving and coming back, and the same seat in a second window.
    host.page.reload()
    host.look_until("Your turn")
    said = host.page.locator("[role=status][aria-live=polite]").first
    assert len(re.findall(r"Turned up|scores|takes", said.inner_text())) <= 2, "only what is new"
    watcher.go(own_link)
    watcher.look_until("Your turn")
    play_turn(watcher, conquests=1)
    host.wait_for(lambda s: "Your turn" not in s.status, "the turn played in the other window")


def test_people_at_a_table_talk(visit: Visit, server: LiveServer) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "link", "name": "Ben"}]
    made = server.post("/api/tables", {"map": "base-2", "first": "P1", "seats": seats})
    host, guest = visit(), visit(locale="de-DE")
    host.sit_at({**made, "seats": made["seats"][:1]})
    guest.sit_at({**made, "seats": made["seats"][1:]})
    guest.button("Platz nehmen").click()
    host.open_menu("Talk")
    host.button("Well played!").click()
    host.page.get_by_label("Your words").fill("<b>no markup</b>")
    host.button("Say").click()
    toast = guest.page.get_by_role("button", name="Ann: <b>no markup</b>")
    expect(toast).to_be_visible()
    toast.click()
    talk = guest.page.get_by_role("dialog")
    expect(talk).to_contain_text("Ann Gut gespielt!")
    expect(talk).to_contain_text("<b>no markup</b>")
    host.button("Switch it off for all").click()
    expect(talk).to_contain_text("abgeschaltet")


def test_hot_seat_of_three(visit: Visit, server: LiveServer) -> None:
    person = visit()
    person.go("/new")
    person.page.get_by_role("radio", name=re.compile("Small World, 3 players")).check()
    for seat in (1, 2, 3):
        person.page.get_by_label(f"Who plays seat {seat}").select_option("device")
        person.page.get_by_label(f"Name of seat {seat}").fill(f"Guest{seat}")
    person.page.get_by_label("Who starts").select_option("P1")
    person.button("Start the game").click()
    for name in ("Guest1", "Guest2", "Guest3"):
        person.look_until(f"Pass the device to {name}")
        person.page.keyboard.press("Escape")
        person.page.keyboard.press("Escape")
        assert person.look().dialog == f"Pass the device to {name}", "Escape does not uncover"
        expect(person.page.locator(".seats")).not_to_contain_text("You")
        if name == "Guest2":
            person.shoot("hand-over")
        person.button(f"I am {name}").click()
        person.look_until("Your turn")
        play_turn_until_cover(person)
    assert person.look().dialog == "Pass the device to Guest1"


def play_turn_until_cover(person: Person) -> Sight:
    """One player's turn; then the device is to be passed on."""
    from tests.browser.playing import Wanderer

    player = Wanderer(person, conquests=1)
    mine = person.look().status

    def is_next(sight: Sight) -> bool:
        """The cover comes a moment after the next player's name."""
        return asks_something(sight) and (sight.dialog is not None or sight.status == mine)

    for _ in range(40):
        sight = person.wait_for(is_next, "something to do, or the cover")
        if sight.dialog and "Pass the device" in sight.dialog:
            return sight
        player.act(sight)
    raise AssertionError("the turn does not end")


def test_the_end_of_a_hot_seat_game(visit: Visit, server: LiveServer) -> None:
    """The last turn, and what can be done then: play again, look at it, see it in the list."""

    def wanted(s: State, texts: list[str]) -> str | None:
        last = s.turn == s.options.turns and s.seat != s.options.first
        return texts[0] if last else None

    planted = plant(server, find_position(GameSetup("base-2", turns=2, coins="open"), wanted))
    person = visit()
    person.sit(planted)
    play_to_the_end(person, conquests=2)
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile(r"wins? with \d+ coins"))).to_be_visible()
    person.shoot("end")
    dialog.get_by_role("button", name="Rematch").click()
    expect(person.page).not_to_have_url(re.compile(planted.id))
    person.look_until("Round 1/2")
    person.follow(f"/replay/{planted.id}#{planted.watch}")
    slider = person.page.get_by_role("slider")
    expect(slider).to_be_visible()
    person.page.keyboard.press("End")
    expect(person.page.get_by_text(re.compile(r"^Move (\d+) of \1$"))).to_be_visible()
    person.page.keyboard.press("ArrowLeft")
    expect(person.page).to_have_url(re.compile(r"line=\d+"))
    person.shoot("replay")
    person.follow("/")
    expect(person.page.get_by_role("heading", name="Finished games")).to_be_visible()


# The page's own clock tells when the banner came, however late the test looks.
_WATCH_BANNER: Final = """() => {
  window.bannerSeen = null;
  new MutationObserver((_, watch) => {
    if (!document.querySelector('[role=alert]')) return;
    window.bannerSeen = Date.now();
    watch.disconnect();
  }).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.fixture
def mortal(home: Path | None, tmp_path_factory: pytest.TempPathFactory) -> LiveServer:
    """A server of its own, to be killed."""
    return LiveServer(tmp_path_factory.mktemp("mortal"), home=home)


def test_server_killed_and_started_again_mid_turn(browser: Browser, mortal: LiveServer) -> None:
    mortal.start()
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "computer", "level": "greedy"}]
    wish = {"map": "base-2", "first": "P1", "coins": "open", "seats": seats}
    made = mortal.post("/api/tables", wish)
    person = Person(browser, mortal)
    try:
        person.sit_at(made)
        person.wait_for(lambda s: bool(s.row), "the row")
        person.take()
        sight = person.wait_for(lambda s: not s.busy and bool(s.lit(SURE)), "conquests")
        conquer(person, sight)
        held = person.wait_for(lambda s: not s.busy and bool(s.lit(r"\(Ann\)")), "a conquest")

        def told_after(fall: Callable[[], None], rise: Callable[[], None]) -> float:
            """How many seconds the banner takes."""
            person.page.evaluate(_WATCH_BANNER)
            fallen = time.time()
            fall()
            lost = person.wait_for(lambda s: "line is down" in s.lost, "the banner")
            seconds = float(person.page.evaluate("window.bannerSeen")) / 1000 - fallen
            person.shoot("lost")
            assert lost.lit("costs") == [], "nothing can be done meanwhile"
            rise()
            back = person.wait_for(
                lambda s: s.lost == "" and not s.busy and bool(s.lit(SURE)), "the line"
            )
            assert back.lit("of Ann") == held.lit("of Ann"), "the acknowledged move is still there"
            return seconds

        # On a busy machine the browser itself may be late once, hardly each time.
        silences = (told_after(mortal.freeze, mortal.thaw) for _ in range(2))
        assert any(seconds < 2 for seconds in silences), "within two seconds of silence"
        assert told_after(mortal.kill, mortal.start) < 2, "and of a line that breaks"
        play_turn(person, conquests=1)
        record = mortal.record(made["table"], made["watch"])
        assert record.count("P1 conquer") >= 2
    finally:
        person.close()
        mortal.stop()
    # Nor is it a fault that what the page would keep for later could not be fetched.
    away = ("ERR_CONNECTION", "WebSocket", "fetching the script", "/assets/offline-")
    assert [text for text in person.complaints if not any(word in text for word in away)] == []
