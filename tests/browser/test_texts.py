"""The catalogues of texts fit each other and the page; no browser is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.catalogue import TEXTS, gaps, lines_of, read_catalogue


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_text_is_read(lang: str) -> None:
    texts = read_catalogue(lang)
    assert len(texts) == lines_of(lang) > 250
    assert [key for key, text in texts.items() if not text.strip()] == []


def test_both_languages_have_the_same_keys() -> None:
    english, german = read_catalogue("en"), read_catalogue("de")
    assert english.keys() ^ german.keys() == set()


def test_both_languages_fill_in_the_same() -> None:
    english, german = read_catalogue("en"), read_catalogue("de")
    wrong = {
        key: (text, german[key])
        for key, text in english.items()
        if gaps(german.get(key, text)) - gaps(text)
    }
    assert wrong == {}


def test_every_key_the_page_asks_for_is_there() -> None:
    english = read_catalogue("en")
    wanted: dict[str, Path] = {}
    for path in sorted(TEXTS.parent.rglob("*")):
        if path.suffix in (".svelte", ".ts") and path.parent != TEXTS:
            for key in re.findall(r"""\bt\(\s*["'](\w+)["']""", path.read_text(encoding="utf-8")):
                wanted[key] = path
    assert len(wanted) > 100
    assert {key: str(path) for key, path in wanted.items() if key not in english} == {}
