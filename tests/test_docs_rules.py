"""The written rules are complete, numbered, and in step with rulings.toml."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
OUR_RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
RULINGS: dict[str, Any] = tomllib.loads(
    (ROOT / "smallworld" / "content" / "rulings.toml").read_text(encoding="utf-8")
)
COMPONENTS: dict[str, Any] = json.loads(
    (ROOT / "tests" / "data" / "components.json").read_text(encoding="utf-8")
)

PARAGRAPHS = {
    "0.": 11, "A": 16, "A1.": 4, "A2.": 9, "A4.": 4, "A7.": 5, "A8.": 8, "A8.4.": 8, "A9.": 4,
    "A12.": 6, "A13.": 7, "B": 8, "X": 58, "C": 6, "D": 4,
}  # fmt: skip
NUMBERS = [f"{head}{n}" for head, last in PARAGRAPHS.items() for n in range(1, last + 1)]
NUMBERS += [f"A8.1{letter}" for letter in "abcdefgh"]

PIECES = {
    "lair", "fortress", "encampment", "hole", "hero", "dragon", "queen", "ghost", "ancient",
    "volcano", "balrog", "armor", "bag", "mountain", "hammer", "vengeance",
}  # fmt: skip


def traits_in_order() -> list[tuple[str, str]]:
    """Every trait in the boxes with its section, in rulebook order."""
    base, underground = COMPONENTS["base"], COMPONENTS["underground"]
    named = [
        ("B1", [t["name"] for t in base["races"]]),
        ("B2", [t["name"] for t in base["powers"]]),
        ("B3", [t["name"] for t in underground["races"]]),
        ("B4", [t["name"] for t in underground["powers"]]),
        ("B5", underground["relics"]),
        ("B6", underground["places"]),
    ]
    return [(section, name) for section, names in named for name in names]


def test_every_trait_has_its_words_in_rulebook_order() -> None:
    written = [(t["section"], name) for name, t in RULINGS.items() if "section" in t]
    assert written == traits_in_order()
    assert set(RULINGS) == {name for _, name in written} | {"pieces", "terms"}


@pytest.mark.parametrize("name", [name for _, name in traits_in_order()])
def test_words_of_a_trait_are_sentences(name: str) -> None:
    trait = RULINGS[name]
    fields = {"section", "text", "rulings"}
    if trait["section"] in ("B1", "B2", "B3", "B4"):
        fields.add("short")  # races and powers, which lie in the row
    assert set(trait) == fields
    assert trait["rulings"]
    for words in [trait["text"], *trait["rulings"]]:
        assert re.fullmatch(r"[A-Z].*\.", words), words
        assert not re.search(r"\b(RB|UG|DE|FAQ|DOWF|HJ|BGA|BGG|WIKI|IMPL|OUR)\b", words), words
        assert "|" not in words, "it would break the table"
    assert len(set(trait["rulings"])) == len(trait["rulings"])


def test_every_power_says_what_stonehedge_makes_of_it() -> None:
    for section, name in traits_in_order():
        if section in ("B2", "B4"):
            assert RULINGS[name]["rulings"][-1].startswith("Granted by Stonehedge, "), name


def test_pieces_and_terms_have_words() -> None:
    assert set(RULINGS["pieces"]) == PIECES
    for entry in [*RULINGS["pieces"].values(), *RULINGS["terms"].values()]:
        assert set(entry) == {"text"}
        assert re.fullmatch(r"[A-Z].*\.", entry["text"])


def test_page_is_in_step_with_rulings() -> None:
    check = [sys.executable, str(ROOT / "tools" / "rules_doc.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_can_be_looked_up(number: str) -> None:
    assert PAGE.count(f'<a id="{number.lower()}"></a>') == 1


def test_links_lead_somewhere() -> None:
    here = set(re.findall(r'<a id="([^"]+)"></a>', PAGE))
    there = set(re.findall(r'<a id="([^"]+)"></a>', OUR_RULINGS))
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= here
    assert set(re.findall(r"\]\(rulings\.md#([^)]+)\)", PAGE)) <= there
    assert set(re.findall(r"\]\(rules\.md#([^)]+)\)", OUR_RULINGS)) <= here


def test_our_rulings_are_numbered_lines() -> None:
    lines = [line for line in OUR_RULINGS.splitlines() if line.startswith("- ")]
    for n, line in enumerate(lines, 1):
        form = rf'- <a id="r{n}"></a>R{n} \([^()]+\) — [^—]+ — [^—]+\.'
        assert re.fullmatch(form, line), line
    assert OUR_RULINGS.count("\n## Found while building\n") == 1
