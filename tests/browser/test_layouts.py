"""The table in windows of every shape: the board comes first, and nothing is cut off.

Every board, window and language is looked at, and every phase on a board above ground and, in the
other language, on one below; with --long on twice as many boards, in either language. Every phase
in every window on every board takes minutes:
SMALLWORLD_WINDOWS=all python3 run.py test tests/browser/test_layouts.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession

from smallworld.content.loader import MAPS
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.phases import USUAL, find_phases
from tests.browser.positions import Position, find_finished, plant
from tests.effort import LONG as LONG_RUN

LOOK: Final = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
LONG: Final = (
    "Maximiliane-Konstanze von Hohenstein-Ber",  # forty letters, the most there may be
    "Bartholomäus der Unerschrockene",
    "Computer C",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Eve",
)
LEAST: Final = 0.45  # of every window
SLACK: Final = 0.02  # less than was measured in the first drawing of the layouts


@dataclass(frozen=True)
class Window:
    """A size of the window, and the share that wide and square boards get there."""

    width: int
    height: int
    touch: bool
    wide: float
    square: float


WINDOWS: Final = (
    Window(390, 844, True, 0.70, 0.46),
    Window(844, 390, True, 0.66, 0.46),
    Window(820, 1180, True, 0.65, 0.65),
    Window(1180, 820, True, 0.52, 0.65),
    Window(1280, 720, False, 0.54, 0.53),
    Window(1366, 768, False, 0.56, 0.53),
    Window(1920, 1080, False, 0.62, 0.53),
    Window(2560, 1440, False, 0.65, 0.54),
    Window(960, 540, False, 0.50, 0.53),
)
ALL: Final = os.environ.get("SMALLWORLD_WINDOWS") == "all"
LOCALES: Final = ("en-GB", "de-DE")
PART: Final = 1 if ALL else 4  # of the windows for a board
SQUARE: Final = ("base-4", "base-5", "underground-4", "underground-5")
# Where the traits are found that bring them about.
RARE: Final = {
    "base": ("risen", "placements", "late decline", "die first", "decline after", "peace"),
    "underground": ("start", "placements", "ask"),
}

# To lay all this out takes longer than to look at it, and is of no interest here: pictures have
# their size by what they are in.
_PLAIN: Final = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('use, svg.board > g:not(:has(.hit)), svg.art { display: none }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
_INSET: Final = """() => {
  document.documentElement.style.setProperty('--inset-left', '47px');
  document.documentElement.style.setProperty('--inset-bottom', '21px');
  dispatchEvent(new Event('resize'));
}"""
_BOUNDS: Final = """(e) => {
  const {left, top, right, bottom} = e.getBoundingClientRect();
  return [left, top, right, bottom];
}"""


class Surveyor:
    """Goes from table to table in one page, and looks at each in every window."""

    def __init__(self, browser: Browser, server: LiveServer, locale: str) -> None:
        self.person: Final = Person(browser, server, locale=locale)
        self.server: Final = server
        self._line: Final[CDPSession] = self.person.context.new_cdp_session(self.person.page)
        self._touch = False
        self.person.go("/encyclopedia")
        self.person.page.evaluate(_PLAIN)

    def resize(self, window: Window) -> None:
        """Make the window so large, with or without fingers."""
        if window.touch != self._touch:
            self._touch = window.touch
            points = {"maxTouchPoints": 5} if window.touch else {}
            self._line.send(
                "Emulation.setTouchEmulationEnabled", {"enabled": window.touch, **points}
            )
        size = {"width": window.width, "height": window.height}
        self._line.send(
            "Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": 1, "mobile": False}
        )

    def look(self, window: Window, centres: dict[str, list[float]]) -> dict[str, Any]:
        """What is seen in that window."""
        self.resize(window)
        found: dict[str, Any] = self.person.page.evaluate(
            LOOK, [window.width, window.height, window.touch, centres]
        )
        return found


Survey = Callable[[str], Surveyor]


@pytest.fixture(scope="module")
def survey(browser: Browser, server: LiveServer) -> Iterator[Survey]:
    """One page for each language."""
    known: dict[str, Surveyor] = {}

    def come(locale: str) -> Surveyor:
        if locale not in known:
            known[locale] = Surveyor(browser, server, locale)
        return known[locale]

    yield come
    for each in known.values():
        assert each.person.complaints == []
        each.person.close()


def _is_seen(index: int, number: int, locale: str) -> bool:
    """Whether that phase is looked at on that board in that language."""
    if ALL:
        return True
    pair, odd = divmod(index, 2)
    if LONG_RUN:  # on every other board, in every other language
        return number % 2 == odd and LOCALES[(number // 2 + pair) % 2] == locale
    return number % 4 == index % 4 and _language(index) == locale


def _language(index: int) -> str:
    """What is spoken at a board, if only one language is: one above ground, another below."""
    return LOCALES[(index + index // 4) % 2]


@pytest.mark.parametrize(
    ("board", "locale"),
    [
        (board, locale)
        for index, board in enumerate(MAPS)
        for locale in (LOCALES if ALL or LONG_RUN else (_language(index),))
    ],
)
def test_the_board_comes_first(survey: Survey, server: LiveServer, board: str, locale: str) -> None:
    surveyor = survey(locale)
    drawing = server.get(f"/api/drawing/{board}")["regions"]
    centres = {name: region["center"] for name, region in drawing.items()}
    wrong: list[str] = []
    sizes: dict[Window, set[tuple[float, float]]] = {window: set() for window in WINDOWS}
    index = list(MAPS).index(board)
    pair = index // 2
    rare = ALL or not LONG_RUN or locale == LOCALES[pair % 2]  # each board's in one language
    windows = WINDOWS[pair % PART :: PART]
    for number, (phase, position, seats) in enumerate(_positions(board, rare)):
        if not _is_seen(index, number, locale):
            continue
        planted = plant(server, position, hints=True, names=LONG)
        taken = [seat for seat in planted.secrets if seats is None or seat in seats]
        surveyor.person.move_to(planted, taken)
        for window in windows:
            found = surveyor.look(window, centres)
            where = f"{window.width}×{window.height} {phase} [{found['layout']}]"
            wrong += [f"{where}: {fault}" for fault in found["faults"]]
            wide, high = found["board"]
            share = wide * high / window.width / window.height
            wanted = max(LEAST, (window.square if board in SQUARE else window.wide) - SLACK)
            if share < wanted:
                wrong.append(f"{where}: the board has {share:.1%} of the window, not {wanted:.0%}")
            sizes[window].add((wide, high))
    wrong += [
        f"{window.width}×{window.height}: the board changes its size: {found}"
        for window, found in sizes.items()
        if len(found) > 1
    ]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("board", ["base-2", "base-5"])
def test_what_the_device_keeps_for_itself_stays_free(
    visit: Visit, server: LiveServer, board: str
) -> None:
    """A phone on its side, with a notch at the left and a bar for gestures below."""
    person = visit(size=(844, 390), touch=True)
    person.sit(plant(server, find_phases(board, USUAL)["conquest"]))
    person.wait_for(lambda s: bool(s.heading), "the panel")
    person.page.evaluate(_INSET)
    table = person.page.locator(".table")

    def bounds() -> list[float]:
        return [round(each) for each in table.evaluate(_BOUNDS)]

    person.until(lambda: bounds() == [47, 0, 844, 369], lambda: f"a free rim: {bounds()}")
    board_box = person.page.locator("main.board").bounding_box()
    assert board_box is not None
    assert board_box["x"] >= 47
    assert board_box["y"] + board_box["height"] <= 369


def _positions(board: str, rare: bool) -> Iterator[tuple[str, Position, list[str] | None]]:
    """Every phase there, and the seats that are taken to see it; None: all."""
    found = find_phases(board, USUAL)
    yield from ((phase, position, None) for phase, position in found.items())
    if rare:
        for phase, position in find_phases(board, RARE[board.split("-")[0]]).items():
            yield phase, position, None
    others = [seat for seat in ("P1", "P2") if seat != found["conquest"].seat]
    yield "other", found["conquest"], others[:1]
    yield "over", find_finished(GameSetup(board, turns=2)), []
