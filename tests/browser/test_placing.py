"""Pieces are proposed, shown on the board and put down by one click; small stacks can be read."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import HASTE, PANELS
from tests.browser.phases import find_phases
from tests.browser.positions import find_positions, plant

PIECES = (r"place encampment \d+ 2", r"place hero \d+", r"place fortress \d+")
LEAST = 11.9  # pixels of a count; rounding is forgiven
_SIZES = """() => [...document.querySelectorAll('.board .stack .count text')]
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""

_BESIDE = """() => {
  const counts = [...document.querySelectorAll('.board .stack .count')]
    .filter((e) => e.querySelector('text').textContent.length > 1);
  const beside = counts.filter((e) => {
    const [ground, text] = ['rect', 'text'].map((tag) => e.querySelector(tag).getBBox());
    return text.x < ground.x || text.x + text.width > ground.x + ground.width;
  });
  return [counts.length, beside.map((e) => e.textContent)];
}"""


@pytest.mark.parametrize("pattern", PIECES)
def test_pieces_are_put_down_as_they_are_shown(
    visit: Visit, server: LiveServer, pattern: str
) -> None:
    position = find_positions(PIECES)[pattern]
    planted = plant(server, position)
    person = visit()
    person.sit(planted)
    sight = person.wait_for(lambda s: not s.busy and bool(s.lit("proposed")), "a proposal")
    word = " ".join(position.do.split()[:2])
    shown = set(sight.lit(f"{word.split()[1]} proposed"))
    assert shown
    # What the turn ends with may be told a moment later.
    panel = person.page.locator(PANELS)
    panel.get_by_role("button", name=re.compile("^Place")).first.click(timeout=HASTE * 1000)

    def placed() -> set[str]:
        lines = server.record(planted.id, planted.watch).splitlines()[len(position.moves) :]
        return set(re.findall(rf"{word} (\S+)", "\n".join(lines)))

    person.until(lambda: placed() >= shown, lambda: f"{shown} in the record, there is {placed()}")


def test_one_button_puts_a_piece_down_after_the_tokens_and_ends_the_turn(
    visit: Visit, server: LiveServer
) -> None:
    position = find_phases("base-3")["redeploy"]  # of a race that is Fortified
    planted = plant(server, position)
    person = visit()
    person.sit(planted)
    person.wait_for(lambda s: s.button("^Place and end the turn") is not None, "the button")
    assert person.look().button("^Choose a place: ")
    person.press(person.look().button("^Place and end the turn") or "")

    def is_ended() -> bool:
        lines = server.record(planted.id, planted.watch).splitlines()[-8:]
        at = next((n for n, line in enumerate(lines) if " place fortress " in line), len(lines))
        return any(line.endswith(" done") for line in lines[at:])

    person.until(is_ended, lambda: server.record(planted.id, planted.watch)[-400:])


def test_numbers_on_small_stacks_can_be_read(visit: Visit, server: LiveServer) -> None:
    person = visit(size=(390, 844), touch=True)
    person.sit(plant(server, find_phases("underground-5")["conquest"]))
    person.wait_for(lambda s: bool(s.heading), "the panel")
    sizes = person.page.evaluate(_SIZES)
    assert len(sizes) > 5
    assert min(sizes) >= LEAST, sizes


def test_numbers_of_two_digits_lie_within_their_ground(visit: Visit, server: LiveServer) -> None:
    person = visit(size=(1366, 768))
    person.sit(plant(server, find_phases("underground-2")["choose"]))
    person.wait_for(lambda s: bool(s.heading), "the panel")
    long, beside = person.page.evaluate(_BESIDE)
    assert long > 0, "no stack of ten or more"
    assert beside == []
