"""After the game: a record brought along, replayed, played on from; what a browser remembers."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

from playwright.sync_api import FilePayload, expect

import smallworld as sw
from smallworld.players.registry import LEVELS, STEP_LEVELS
from tests.browser.conftest import Visit
from tests.browser.person import Person

DROP = """(form, text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'a.record', {type: 'text/plain'}));
  form.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}));
}"""


def test_a_record_is_pasted_replayed_and_played_on_from(visit: Visit) -> None:
    game = sw.Game("base-2", seed=5)
    game.play(["random", "random"])
    anna = visit()
    anna.go("/import")
    page = anna.page
    page.get_by_label("The record").fill("nonsense")
    anna.button("Open").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "This is no record that can be played: record: line 1"
    )
    anna.until(lambda: bool(anna.complaints), lambda: "the browser tells of the answer")
    anna.complaints.clear()
    page.get_by_label("The record").fill(str(game.record))
    anna.button("Open").click()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_role("heading", name="Move 0 of")).to_be_visible()
    page.get_by_role("slider").fill("40")
    expect(page.get_by_role("heading", name="Move 40 of")).to_be_visible()
    anna.button("Play on from here").click()
    expect(page.get_by_role("dialog")).to_contain_text("begins after move 40")
    page.get_by_label("You play").select_option(label="all seats")
    anna.button("Begin there").click()
    page.wait_for_url(re.compile("/t/"))
    anna.look_until("Round ")
    expect(page.get_by_role("dialog")).to_have_count(0)  # one person hands the device to nobody
    log = page.get_by_role("log")
    expect(log).to_contain_text("Set-up")  # what came before is told too
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.button("Copy the log as text").click()
    copied = anna.page.evaluate_handle("() => navigator.clipboard.readText()").json_value()
    assert re.search(r"^Set-up\n  Turned up: ", copied, re.MULTILINE), copied[:300]


def test_a_record_is_dropped_or_chosen_as_a_file(visit: Visit) -> None:
    game = sw.Game("base-2", seed=6)
    game.play(["random", "random"])
    record = str(game.record)
    anna = visit()
    page = anna.page
    anna.go("/import")
    page.locator("form").evaluate(DROP, record)
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_role("heading", name="Move 0 of")).to_be_visible()
    anna.follow("/import")
    file: FilePayload = {"name": "a.record", "mimeType": "text/plain", "buffer": record.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_role("heading", name="Move 0 of")).to_be_visible()


def see_again(person: Person) -> None:
    """The same page as somebody sees it who comes back to it."""
    path = urlsplit(person.page.url).path
    person.follow("/import")
    expect(person.page.locator("textarea")).to_be_visible()
    person.follow(path)


def test_statistics_of_this_browser(visit: Visit) -> None:
    ben = visit(locale="de-DE")
    ben.go("/statistics")
    expect(ben.page.get_by_text("Noch keine beendete Partie")).to_be_visible()
    played = (
        '[{"table": "a", "ended": 0, "board": "base-2", "world": "base", "players": 2, "coins": 83,'
        ' "place": 1, "opponents": ["greedy"], "races": {"Orcs": 40}, "powers": {"Hill": 12}}]'
    )
    ben.page.evaluate("(text) => localStorage.setItem('smallworld.games', text)", played)
    see_again(ben)
    expect(ben.page.get_by_role("row", name=re.compile("Orks 1 1 40"))).to_be_visible()
    with ben.page.expect_download() as saved:
        ben.button("Als CSV sichern").click()
    assert saved.value.suggested_filename == "smallworld-games.csv"
    ben.button("Alles vergessen").click()
    ben.button("Wirklich alle").click()
    expect(ben.page.get_by_text("Noch keine beendete Partie")).to_be_visible()


def test_a_step_of_the_scale_is_suggested_from_results(visit: Visit) -> None:
    """Who wins half of the games against greedy is as strong, and may choose that step."""
    game = {"ended": 0, "board": "base-2", "world": "base", "players": 2, "coins": 83}
    more = {"opponents": ["greedy"], "races": {}, "powers": {}}
    few = [{"table": f"t{n}", **game, "place": 1 + n % 2, **more} for n in range(4)]
    many = [{"table": f"t{n}", **game, "place": 1 + n % 2, **more} for n in range(12)]
    greedy = next(level.rating for level in LEVELS if level.name == "greedy")
    assert greedy is not None
    away = {n: abs(step.rating - greedy) for n, step in enumerate(STEP_LEVELS, 1) if step.rating}
    nearest = min(away, key=lambda n: away[n])
    anna = visit()
    anna.go("/statistics")
    offered = anna.page.get_by_text("You would win about half of your games against")
    for games in (few, many):
        anna.page.evaluate(
            "(text) => localStorage.setItem('smallworld.games', text)", json.dumps(games)
        )
        see_again(anna)
        expect(anna.page.get_by_role("heading", name="Statistics")).to_be_visible()
        expect(offered).to_have_count(0 if games is few else 1)
    expect(offered).to_contain_text(f"Step {nearest} of 10")
    anna.button("Play against it next").click()
    expect(anna.page.get_by_text("It is your next opponent.")).to_be_visible()
    anna.follow("/new")
    expect(anna.page.get_by_label("Level of seat 2")).to_have_value(f"level:{nearest}")
