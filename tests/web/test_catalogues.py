"""The page's catalogues have words for everything the engine and the server can say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld.content.loader import MAPS
from smallworld.content.texts import languages, load_texts
from smallworld.engine.events import KINDS
from smallworld.engine.terms import TERRAINS
from smallworld.players.analysis.hint_words import REASONS
from smallworld.players.registry import LEVELS, STYLE_LEVELS

SOURCES = Path(__file__).parents[2] / "web" / "src"
ENTRY = re.compile(r'^  "?([\w-]+)"?: "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
GAP = re.compile(r"\{(\w+)")
CATALOGUES = sorted(path.stem for path in (SOURCES / "texts").glob("*.ts"))


def catalogue(language: str) -> dict[str, str]:
    """The texts of one language by their keys."""
    return dict(ENTRY.findall((SOURCES / "texts" / f"{language}.ts").read_text(encoding="utf-8")))


def test_the_page_speaks_every_language_of_the_content_and_the_other_way_round() -> None:
    assert sorted(languages()) == CATALOGUES


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


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("level", [level.name for level in (*LEVELS, *STYLE_LEVELS)])
def test_every_level_has_a_name(level: str, language: str) -> None:
    said = catalogue(language)
    assert re.fullmatch(r"\w+", said[f"level_{level}"])
    assert said[f"levelDoes_{level}"]


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("board", MAPS)
def test_every_board_has_a_name(board: str, language: str) -> None:
    assert catalogue(language)[f"board_{board}"]


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_of_a_hint_has_words(code: str) -> None:
    facts = set(GAP.findall(REASONS[code]))
    for language in CATALOGUES:
        assert set(GAP.findall(catalogue(language)[f"hint_{code}"])) <= facts


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_terrain_has_a_name(terrain: str) -> None:
    assert f"terrain_{terrain}" in catalogue("en")


def test_the_page_names_no_trait() -> None:
    """Races, powers, places, relics and pieces are known to it by what the server sends."""
    kinds = ("race", "power", "relic", "place")
    names = [entry.name for entry in load_texts() if entry.kind in kinds]
    words = {"Magic", "Forest", "Hill", "Shield", "Stone", "Tomb", "Royal"}  # also plain words
    named = re.compile(rf'"({"|".join(re.escape(n) for n in names if n not in words)})"', re.I)
    wrong = [
        f"{path.relative_to(SOURCES)}: {found[0]}"
        for path in [*SOURCES.rglob("*.svelte"), *SOURCES.rglob("*.ts")]
        if path.parent.name != "texts"
        and not path.name.endswith((".test.ts", "fixtures.ts"))
        and (found := named.search(path.read_text(encoding="utf-8")))
    ]
    assert wrong == []
