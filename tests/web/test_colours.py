"""Colours of the page: seats differ for everybody, marks look like no seat, text can be read."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Final

import pytest

from smallworld.game.display.svg_tokens import SEAT_COLOURS, SEAT_INKS, SEAT_LINES
from tests.web.colour_science import (
    VISIONS,
    Triple,
    ciede2000,
    contrast,
    difference,
    lab,
    linear,
    seen,
)

CSS: Final = (Path(__file__).parents[2] / "web" / "src" / "colours.css").read_text(encoding="utf-8")
LEAST: Final = 13.5  # CIEDE2000 between any two seats, for anybody; the old ones had 0.3 in grey
SELECTORS: Final = {
    "light": [":root"],
    "dark": [":root", ':root[data-theme="dark"]'],
    "light, more contrast": [":root", ':root[data-contrast="more"]'],
    "dark, more contrast": [
        ":root",
        ':root[data-theme="dark"]',
        ':root[data-contrast="more"]',
        ':root[data-contrast="more"][data-theme="dark"]',
    ],
}


def rules(selector: str) -> dict[str, str]:
    """The variables that a rule sets."""
    found = re.search(rf"^{re.escape(selector)} \{{(.*?)\}}", CSS, re.MULTILINE | re.DOTALL)
    assert found is not None, selector
    return dict(re.findall(r"--([\w-]+): ([^;]+);", found[1]))


def theme(name: str) -> dict[str, str]:
    """All variables of a theme; short colours written out."""
    merged: dict[str, str] = {}
    for selector in SELECTORS[name]:
        merged |= rules(selector)
    for key, value in merged.items():
        inner = re.fullmatch(r"var\(--([\w-]+)\)", value)
        merged[key] = written_out(merged[inner[1]] if inner else value)
    return merged


def written_out(colour: str) -> str:
    short = re.fullmatch(r"#([0-9a-f])([0-9a-f])([0-9a-f])", colour)
    return f"#{short[1] * 2}{short[2] * 2}{short[3] * 2}" if short else colour


SEATS: Final = [rules(f".seat-{n}") for n in range(5)]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [  # from the table that Sharma, Wu and Dalal publish for testing
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (50.0, 3.2592, 0.3350), 1.0),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_the_published_one(one: Triple, other: Triple, wanted: float) -> None:
    assert ciede2000(one, other) == pytest.approx(wanted, abs=1e-4)
    assert ciede2000(other, one) == pytest.approx(wanted, abs=1e-4)


def test_greys_stay_grey_for_everybody() -> None:
    for vision in VISIONS:
        assert seen("#808080", vision) == pytest.approx(linear("#808080"), abs=2e-3)


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_seats_differ(vision: str) -> None:
    colours = [seat["seat-colour"] for seat in SEATS]
    found = {
        (one, other): difference(one, other, vision) for one, other in combinations(colours, 2)
    }
    assert min(found.values()) >= LEAST, found


def test_letters_on_seats_can_be_read() -> None:
    for seat in SEATS:
        assert contrast(seat["seat-colour"], written_out(seat["seat-ink"])) >= 4.5


@pytest.mark.parametrize("name", SELECTORS)
def test_thin_lines_of_seats_are_seen_on_the_page(name: str) -> None:
    grounds = [theme(name)[key] for key in ("paper", "panel", "raised")]
    for n in range(5):
        lines = rules(f".seat-{n}")["seat-line"]
        if name.startswith("dark"):
            lines = rules(f':root[data-theme="dark"] .seat-{n}')["seat-line"]
        assert min(contrast(lines, ground) for ground in grounds) >= 3


@pytest.mark.parametrize("name", SELECTORS)
def test_marks_look_like_no_seat(name: str) -> None:
    """They are drawn in two greys, far apart, one of which stands out from any seat."""
    found = theme(name)
    light, dark = found["mark-light"], found["mark-dark"]
    assert contrast(light, dark) >= 15
    for mark in (light, dark):
        _, a, b = lab(linear(mark))
        assert hypot(a, b) < 7
    for key in ("focus", "select", "lit", "changed"):
        assert found[key] in (light, dark)
    for seat in SEATS:
        _, a, b = lab(linear(seat["seat-colour"]))
        assert hypot(a, b) > 35
        for vision in VISIONS:
            apart = [difference(seat["seat-colour"], mark, vision) for mark in (light, dark)]
            assert max(apart) > 30


@pytest.mark.parametrize("name", SELECTORS)
def test_text_can_be_read(name: str) -> None:
    found = theme(name)
    least = 7 if "more" in name else 4.5
    for ground in ("paper", "panel", "raised", "hover"):
        for text in ("ink", "soft", "gold", "bad", "good", "hint", "accent"):
            if ground == "hover" and text not in ("ink", "soft"):
                continue
            assert contrast(found[ground], found[text]) >= least, (ground, text)
    assert contrast(found["accent"], found["accent-ink"]) >= least
    assert contrast(found["focus"], found["paper"]) >= least
    if "more" in name:
        assert contrast(found["ink"], found["paper"]) == pytest.approx(21)
        assert contrast(found["line"], found["paper"]) == pytest.approx(21)


def test_pictures_made_in_python_have_the_same_seats() -> None:
    assert list(SEAT_COLOURS) == [seat["seat-colour"] for seat in SEATS]
    assert list(SEAT_LINES) == [seat["seat-line"] for seat in SEATS]
    assert list(SEAT_INKS) == [seat["seat-ink"] for seat in SEATS]
