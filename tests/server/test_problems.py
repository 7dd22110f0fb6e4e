"""Every error has a name, and words for it in every language of the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.engine.errors import GameError, Illegal, Unreadable
from smallworld.engine.explain.reasons import REASONS, because, say
from smallworld.players.analysis.hint_words import REASONS as HINTS
from smallworld.table.problems import PROBLEMS, Refused, kind_of, told_of

ROOT = Path(__file__).parents[2]
TEXTS = {**REASONS, **{name: text for name, (_, text) in PROBLEMS.items()}}
GAP = re.compile(r"\{(\w+)\}")


def catalogue(language: str, kind: str = "why") -> dict[str, str]:
    text = (ROOT / "web" / "src" / "texts" / f"{language}.ts").read_text(encoding="utf-8")
    found = re.findall(rf'^  {kind}_(\w+): "((?:[^"\\]|\\.)*)",$', text, re.MULTILINE)
    return dict(found)


def calls(function: str) -> list[tuple[str, str]]:
    """The name and the facts in every call of that function in the package."""
    pattern = re.compile(rf'\b{function}\(\s*"(\w+)"([^()]*(?:\([^()]*(?:\([^()]*\))*\)[^()]*)*)\)')
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "smallworld").rglob("*.py")]
    return [found for source in sources for found in pattern.findall(source)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_has_words_for_every_error(language: str) -> None:
    words = catalogue(language)
    assert words.keys() == TEXTS.keys()
    for name, text in words.items():
        assert set(GAP.findall(text)) <= set(GAP.findall(TEXTS[name])), name


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_has_words_for_every_reason_of_a_hint(language: str) -> None:
    words = catalogue(language, "hint")
    assert words.keys() == HINTS.keys()
    for name, text in words.items():
        assert set(re.findall(r"\{(\w+)", text)) <= set(re.findall(r"\{(\w+)", HINTS[name]))


def test_the_rules_and_the_server_use_different_names() -> None:
    assert not REASONS.keys() & PROBLEMS.keys()


def test_every_name_used_is_known_and_given_its_facts() -> None:
    raised = [(*call, REASONS) for call in calls("because")]
    raised += [
        (name, facts, {key: text for key, (_, text) in PROBLEMS.items()})
        for name, facts in calls("Refused")
    ]
    assert len(raised) > 60
    for name, facts, texts in raised:
        given = set(re.findall(r"\b(\w+)=", facts))
        assert given == set(GAP.findall(texts[name])), name


def test_every_error_is_explained_in_the_documentation() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page[page.index("## Errors") :], re.MULTILINE)
    assert sorted(listed) == sorted(TEXTS)


def test_errors_tell_their_name_and_their_facts() -> None:
    error = Refused("not_your_turn", seat="P1", now="P2")
    assert str(error) == "it is not the turn of P1 but of P2"
    assert (kind_of(error), told_of(error)) == (
        *("forbidden",),
        ("not_your_turn", {"seat": "P1", "now": "P2"}),
    )
    why = because("too_dear", "A8.1h", price=3, force=2)
    told = Illegal(f"conquer 3: {why.text}", why.rule, why)
    assert told_of(told) == ("too_dear", {"price": 3, "force": 2})
    for plain in (GameError("no"), Unreadable("no"), Illegal("no", "")):
        assert (kind_of(plain), told_of(plain)) == ("illegal", ("refused", {"text": "no"}))


def test_facts_with_braces_stay_what_they_are() -> None:
    assert say("{a} and {b}", {"a": "{0.__class__}", "b": "c"}) == "{0.__class__} and c"
