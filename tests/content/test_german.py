"""The German texts say as much as the English ones, in the names of the German edition."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smallworld.content.texts import load_texts
from smallworld.engine.errors import Unreadable

CONTENT = Path(__file__).parents[2] / "smallworld" / "content"
ENGLISH: dict[str, Any] = tomllib.loads((CONTENT / "rulings.toml").read_text(encoding="utf-8"))
GERMAN: dict[str, Any] = tomllib.loads((CONTENT / "rulings.de.toml").read_text(encoding="utf-8"))
del GERMAN["settings"]  # their English stands with the house rules (tests/content/test_settings.py)
GROUPS = ("pieces", "terms")
TRAITS = [name for name in ENGLISH if name not in GROUPS]

# As the German edition prints them.
RACES = {
    "Amazons": "Amazonen",
    "Dwarves": "Zwerge",
    "Elves": "Elben",
    "Ghouls": "Ghule",
    "Giants": "Riesen",
    "Halflings": "Halblinge",
    "Humans": "Menschen",
    "Orcs": "Orks",
    "Ratmen": "Rattenmenschen",
    "Skeletons": "Skelette",
    "Sorcerers": "Hexenmeister",
    "Tritons": "Wassermänner",
    "Trolls": "Trolle",
    "Wizards": "Zauberer",
}
POWERS = {
    "Alchemist": "Alchemist",
    "Berserk": "Berserker",
    "Bivouacking": "Kampierend",
    "Commando": "Kommando",
    "Diplomat": "Diplomat",
    "Dragon Master": "Drachenbändiger",
    "Flying": "Fliegend",
    "Forest": "Wald",
    "Fortified": "Wehrhaft",
    "Heroic": "Helden",
    "Hill": "Hügel",
    "Merchant": "Händler",
    "Mounted": "Beritten",
    "Pillaging": "Plündernd",
    "Seafaring": "Seefahrer",
    "Spirit": "Kämpferisch",
    "Stout": "Unerschrocken",
    "Swamp": "Sumpf",
    "Underworld": "Unterwelt",
    "Wealthy": "Wohlhabend",
}
PIECES = {
    "lair": "Trollhöhle",
    "fortress": "Festung",
    "encampment": "Lager",
    "hole": "Erdhöhle",
    "hero": "Held",
    "dragon": "Drache",
    "mountain": "Gebirge",
}
TERMS = {
    "race": "Rasse",
    "power": "Spezialfähigkeit",
    "combo": "Kombination",
    "coin": "Siegmünze",
    "token": "Rassenplättchen",
    "tray": "Sortiereinsatz",
    "region": "Region",
    "conquest": "Eroberung",
    "reinforcement die": "Verstärkungswürfel",
    "abandoning": "Verlassen",
    "redeployment": "Umgruppieren",
    "decline": "Untergang",
    "border": "Grenzregion",
    "lost tribe": "Untergegangener Stamm",
    "farmland": "Ackerland",
    "forest": "Wald",
    "hill": "Hügel",
    "swamp": "Sumpf",
    "mountain": "Gebirge",
    "sea": "Meer",
    "lake": "See",
    "cavern": "Höhle",
    "mine": "Mine",
    "magic": "magisch",
}
PRINTED = {"": {**RACES, **POWERS}, "pieces": PIECES, "terms": TERMS}

# What all forms of a trait's name have in common, where they do more than add an ending.
STEMS = {
    "Flying Doormat": "fußmatte",
    "Great Brass Pipe": "messingrohr",
    "Shiny Orb": "schimmernde",
    "Stinky Troll's Socks": "trollsocken",
    "Sword of the Killer Rabbit": "killerkaninchen",
}


def rows(data: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Group (empty for traits), key and table of all entries."""
    for key, row in data.items():
        if key in GROUPS:
            for name, inner in row.items():
                yield key, name, inner
        else:
            yield "", key, row


def sentences(row: dict[str, Any]) -> list[str]:
    return [row["text"], *row.get("rulings", [])]


def pairs() -> Iterator[tuple[str, str, str]]:
    """Every English text and ruling with its German counterpart, and whose they are."""
    for (group, key, english), (_, _, german) in zip(rows(ENGLISH), rows(GERMAN), strict=True):
        name = f"{group} {key}".strip()
        for here, there in zip(sentences(english), sentences(german), strict=True):
            yield name, here, there


def test_both_files_have_the_same_entries_in_the_same_order() -> None:
    english = [(group, key, row.get("section")) for group, key, row in rows(ENGLISH)]
    assert [(group, key, row.get("section")) for group, key, row in rows(GERMAN)] == english


def test_every_entry_has_as_many_rulings() -> None:
    counts = {key: len(ENGLISH[key]["rulings"]) for key in TRAITS}
    assert {key: len(GERMAN[key]["rulings"]) for key in TRAITS} == counts


def test_an_entry_has_its_fields_and_no_others() -> None:
    for group, key, row in rows(GERMAN):
        wanted = {"name", "text"} | (set() if group else {"section", "rulings"})
        if "short" in (ENGLISH[group] if group else ENGLISH)[key]:
            wanted.add("short")
        assert set(row) - {"ours"} == wanted, key


def test_nothing_is_empty_or_unfinished() -> None:
    for _, key, row in rows(GERMAN):
        assert row["name"].strip() == row["name"] != "", key
        for sentence in sentences(row):
            assert re.fullmatch(r"[A-ZÄÖÜ„]\S.*\.", sentence), f"{key}: {sentence}"
            assert "  " not in sentence, f"{key}: {sentence}"
            assert sentence.count("„") == sentence.count("“"), f"{key}: {sentence}"


@pytest.mark.parametrize("group", PRINTED)
def test_names_are_those_of_the_german_edition(group: str) -> None:
    names = {key: row["name"] for place, key, row in rows(GERMAN) if place == group}
    assert {key: names.get(key) for key in PRINTED[group]} == PRINTED[group]


def test_names_of_no_german_edition_are_marked_as_ours() -> None:
    marked = {(group, key) for group, key, row in rows(GERMAN) if "ours" in row}
    printed = {(group, key) for group, names in PRINTED.items() for key in names}
    assert marked == {(group, key) for group, key, _ in rows(GERMAN)} - printed
    assert all(row.get("ours", True) is True for _, _, row in rows(GERMAN))


def test_no_two_traits_share_a_german_name() -> None:
    names = [GERMAN[key]["name"] for key in TRAITS]
    assert sorted(names) == sorted(set(names))


def test_no_english_name_is_left() -> None:
    german_words = {word for key in TRAITS for word in GERMAN[key]["name"].split()}
    english_words = {word for key in TRAITS for word in re.split(r"[ -]", key)}
    left = re.compile(
        rf"(?<!\w)({'|'.join(map(re.escape, sorted(english_words - german_words)))})(?!\w)"
    )
    wrong = [
        f"{key}: {found[0]} in {sentence}"
        for _, key, row in rows(GERMAN)
        for sentence in [row["name"], *sentences(row)]
        if (found := left.search(sentence))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_german_sentence_names_the_traits_of_the_english_one() -> None:
    # Capital letters at the start of a sentence say nothing, so names there are not looked for.
    # Longer names come first: Iron Dwarves are no Dwarves.
    names = sorted(TRAITS, key=len, reverse=True)
    named = re.compile(rf"(?<!^)(?<![.:] )(?<!\w)({'|'.join(map(re.escape, names))})(?![\w-])")
    wrong = [
        f"{key}: {name} is missing from {german}"
        for key, english, german in pairs()
        for name in named.findall(english)
        if STEMS.get(name, GERMAN[name]["name"].lower()) not in german.lower()
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_reader_takes_a_language(lang: str) -> None:
    data = {"en": ENGLISH, "de": GERMAN}[lang]
    entries = load_texts(lang)
    found = [(entry.name, entry.title, entry.text, entry.rulings) for entry in entries]
    assert found == [
        (key, row.get("name", key), row["text"], row.get("rulings", []))
        for _, key, row in rows(data)
    ]
    kinds = [(entry.name, entry.kind, entry.section) for entry in load_texts()]
    assert [(entry.name, entry.kind, entry.section) for entry in entries] == kinds


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(Unreadable, match="no texts in `tlh`, only in en, de"):
        load_texts("tlh")
