"""Tests find all texts of the page in its sources; no browser is needed."""

from __future__ import annotations

import pytest

from tests.browser.catalogue import LANGUAGES, as_pattern, gaps, lines_of, read_catalogue


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_read(lang: str) -> None:
    texts = read_catalogue(lang)
    assert len(texts) == lines_of(lang) > 250


def test_gaps_are_found_and_match_what_fills_them() -> None:
    text = "{names} {n|wins|win} with {coins} {coins|coin|coins}"
    assert gaps(text) == {"names", "n", "coins"}
    assert as_pattern(text).fullmatch("Ann and Ben win with 31 coins")
    assert not as_pattern(text).fullmatch("Ann and Ben lose with 31 coins")
