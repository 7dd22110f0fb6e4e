"""The page's catalogues say the same things, and have a picture and a sentence for everything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.content.texts import load_texts
from smallworld.engine.events import KINDS
from smallworld.engine.terms import TERRAINS
from smallworld.players.analysis.hint_words import REASONS
from smallworld.players.registry import LEVELS

SOURCES = Path(__file__).parents[2] / "web" / "src"
ENTRY = re.compile(r'^  (\w+): "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
GAP = re.compile(r"\{(\w+)")


def catalogue(language: str) -> dict[str, str]:
    """The texts of one language by their keys."""
    return dict(ENTRY.findall((SOURCES / "texts" / f"{language}.ts").read_text(encoding="utf-8")))


def test_both_languages_have_the_same_keys() -> None:
    english, german = catalogue("en"), catalogue("de")
    assert len(english) > 200
    assert sorted(english) == sorted(german)
    assert all(text.strip() for text in [*english.values(), *german.values()])


def test_translations_fill_in_nothing_that_is_not_there() -> None:
    english, german = catalogue("en"), catalogue("de")
    for key, text in german.items():
        assert set(GAP.findall(text)) <= set(GAP.findall(english[key])), key


def test_every_key_the_page_uses_is_there() -> None:
    english = catalogue("en")
    used: set[str] = set()
    for path in [*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")]:
        used.update(re.findall(r'\bt\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert len(used) > 100
    assert used <= english.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_has_a_sentence(kind: str) -> None:
    assert f"ev_{kind}" in catalogue("en")
    log = (SOURCES / "lib" / "log.ts").read_text(encoding="utf-8")
    assert f'case "{kind}":' in log


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_has_a_name(level: str) -> None:
    assert re.match(r"\w+: ", catalogue("en")[f"level_{level}"])
    assert re.match(r"\w+: ", catalogue("de")[f"level_{level}"])


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_of_a_hint_has_words(code: str) -> None:
    facts = set(GAP.findall(REASONS[code]))
    for language in ("en", "de"):
        assert set(GAP.findall(catalogue(language)[f"hint_{code}"])) <= facts


def test_every_kind_of_action_can_be_told_in_a_sentence() -> None:
    actions = (SOURCES / "lib" / "actions.ts").read_text(encoding="utf-8")
    deeds = (SOURCES / "lib" / "deeds.ts").read_text(encoding="utf-8")
    verbs = re.findall(r'"([\w ]+)"', actions[actions.index("export type Verb") :].split(";")[0])
    assert len(verbs) == 12
    assert [verb for verb in verbs if f'case "{verb}":' not in deeds] == []


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_terrain_has_a_name(terrain: str) -> None:
    assert f"terrain_{terrain}" in catalogue("en")


def test_every_race_power_relic_place_and_piece_has_its_own_entry_among_the_pictures() -> None:
    glyphs = (SOURCES / "lib" / "glyphs.ts").read_text(encoding="utf-8")
    table = glyphs[glyphs.index("GLYPHS: Record") :]
    drawn = set(re.findall(r'^  "?([\w\' -]+?)"?: ', table, re.MULTILINE))
    wanted = {entry.name for entry in load_texts() if entry.kind != "term"}
    assert wanted <= drawn
