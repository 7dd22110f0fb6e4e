"""The end of a game: every coin is accounted for; what is over has nobody away."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.positions import find_finished, plant

# The numbers of the table by source: its rows, and the row of totals.
_COLUMNS: Final = """(table) => {
  const number = (cell) =>
    cell.innerText.trim() === '–' ? 0 : Number(cell.innerText.trim().replace('−', '-'));
  const rows = (part) =>
    [...table.querySelectorAll(`${part} tr`)].map((row) => [...row.cells].slice(1).map(number));
  const names = [...table.querySelectorAll('tbody th')].map((cell) => cell.innerText);
  return {rows: rows('tbody'), totals: rows('tfoot')[0], names};
}"""
# The bars of the rounds by seat.
_BARS: Final = """(svg) => [...svg.querySelectorAll('.value')].map((text) =>
  [text.parentElement.getAttribute('class').match(/seat-(\\d)/)[1], text.textContent])"""


GAMES: Final = (
    ("base-2", "", 2),
    ("underground-3", "", 6),
    ("underground-3", "", 4),
    ("base-5", "mixed", 12),
)


def test_coins_add_up(visit: Visit, server: LiveServer) -> None:
    person = visit()
    person.go("/learn")
    for name, world, seed in GAMES:
        position = find_finished(GameSetup(name, world, coins="hidden"), seed)
        person.move_to(plant(server, position))
        check_coins(person)
        person.shoot(f"coins-{name}")


def check_coins(person: Person) -> None:
    """What is told of each seat's coins in the end: by source, by round and in all."""
    dialog = person.page.get_by_role("dialog", name="The game is over")
    expect(dialog.get_by_role("heading", name="The game is over")).to_be_focused()
    by_source = dialog.get_by_role("region", name="Coins by source").locator("table")
    told = by_source.evaluate(_COLUMNS)
    sums = [sum(column) for column in zip(*told["rows"], strict=True)]
    assert sums == told["totals"]
    assert told["rows"][told["names"].index("Start")] == [5] * len(sums)
    assert {"paid for races", "found on races"} <= set(told["names"])
    shown = dialog.get_by_role("table").first.locator("tbody tr")
    coins = {cells[1].split()[0]: int(cells[2]) for cells in _rows(shown.all_inner_texts())}
    assert [coins["ABCDE"[i]] for i in range(len(sums))] == sums
    bars = dialog.get_by_role("region", name="Coins by round").locator("svg").evaluate(_BARS)
    rounds = [
        sum(int(text.replace("−", "-")) for seat, text in bars if int(seat) == i)
        for i in range(len(sums))
    ]
    assert rounds == sums


def _rows(texts: list[str]) -> list[list[str]]:
    return [[cell.strip() for cell in text.split("\t")] for text in texts]


def test_nobody_is_away_from_what_is_over(visit: Visit, server: LiveServer) -> None:
    planted = plant(server, find_finished(GameSetup("base-3", turns=2)))
    person = visit()
    person.go(f"/replay/{planted.id}#{planted.watch}")
    person.page.get_by_role("button", name="To the end").click()
    expect(person.page.get_by_text(re.compile(r"^Move (\d+) of \1$"))).to_be_visible()
    expect(person.page.locator(".seats")).to_contain_text("Ann")
    expect(person.page.locator(".seats")).not_to_contain_text("away")
    # The log shows what is asked for, and leads to any move.
    person.page.get_by_label("Show in the log").select_option("coins")
    log = person.page.get_by_role("log")
    expect(log.get_by_role("button").first).to_contain_text(re.compile("scores|takes|receives"))
    expect(log).not_to_contain_text("conquer")
    person.page.get_by_label("Show in the log").select_option("Ben")
    expect(log.get_by_role("heading").first).to_contain_text("Ben")
    expect(log).not_to_contain_text("Round 1, Ann")
    log.get_by_role("button").last.click()
    expect(person.page.get_by_text(re.compile(r"^Move (\d+) of (?!\1$)\d+$"))).to_be_visible()
