"""Reads the rulings files: what every trait, piece and term does, in words for players."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from smallworld.content.library import Custom
from smallworld.content.settings import SETTINGS
from smallworld.engine.errors import Unreadable
from smallworld.engine.trait import Race, Trait

FOLDER: Final = Path(__file__).parent
ENGLISH: Final = "en"

# The sections of the rules that describe the traits, and what the traits of each are.
KINDS: Final = {
    "B1": "race",
    "B2": "power",
    "B3": "race",
    "B4": "power",
    "B5": "relic",
    "B6": "place",
}


class Entry:
    """What is said of one name; `section` and `rulings` are empty for pieces and terms."""

    def __init__(
        self,
        name: str,
        kind: str,
        section: str,
        text: str,
        rulings: list[str],
        title: str = "",
        short: str = "",
    ) -> None:
        self.name: Final = name  # the same in every language
        self.title: Final = title or name  # the name in the language of the text
        self.kind: Final = kind  # race, power, relic, place, piece or term
        self.section: Final = section
        self.text: Final = text
        self.rulings: Final = rulings
        self.short: Final = short  # the effect of a race or power in a few words


def languages() -> list[str]:
    """The languages there are texts in, English first: a file beside `rulings.toml` makes one."""
    others = [path.name.split(".")[1] for path in FOLDER.glob("rulings.*.toml")]
    return [ENGLISH, *sorted(others)]


def load_texts(lang: str = ENGLISH) -> list[Entry]:
    """All entries in the order of the file: traits, then pieces, then terms."""
    return read_texts(_text_of_file(lang))


def load_setting_texts(lang: str = ENGLISH) -> dict[str, tuple[str, dict[str, str]]]:
    """What house rules say, and what their values are called; in English where there is no other.

    >>> load_setting_texts()["flames_entry"]
    ('Flames enter from', {'edge': 'the edge, then the volcano', 'volcano': 'the volcano only'})
    """
    rows = tomllib.loads(_text_of_file(lang)).get("settings", {})
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for setting in SETTINGS:
        row = rows.get(setting.name, {})
        values = {**setting.value_texts, **row.get("values", {})}
        found[setting.name] = row.get("text", setting.text), values
    return found


def _text_of_file(lang: str) -> str:
    if lang not in languages():
        raise Unreadable(f"rulings: no texts in `{lang}`, only in {', '.join(languages())}")
    file = "rulings.toml" if lang == ENGLISH else f"rulings.{lang}.toml"
    return (FOLDER / file).read_text(encoding="utf-8")


def read_texts(text: str) -> list[Entry]:
    """The entries in the text of a rulings file; errors name the entry and the field."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unreadable(f"rulings: {error}") from None
    found: list[Entry] = []
    for name, row in data.items():
        if name not in ("pieces", "terms", "settings"):
            found.append(_trait(name, row))
    for group, kind in (("pieces", "piece"), ("terms", "term")):
        rows = data.get(group, {})
        if not isinstance(rows, dict):
            raise Unreadable(f"rulings: `{group}` must be a table")
        for name, row in rows.items():
            found.append(Entry(name, kind, "", _text(name, row), [], _title(name, row)))
    return found


def texts_of(custom: Custom | None, lang: str = "en") -> list[Entry]:
    """All entries, with those of home-made races, powers and pieces among them."""
    entries = load_texts(lang)
    if custom is None:
        return entries
    traits = [entry for entry in entries if entry.section]
    pieces = [entry for entry in entries if entry.kind == "piece"]
    terms = [entry for entry in entries if entry.kind == "term"]
    for trait in custom.new_traits():
        kind = "race" if isinstance(trait, Race) else "power"
        said = said_in(lang, trait)
        text = said.get("text", trait.text)
        traits.append(Entry(trait.name, kind, "", text, [], said.get("name", "")))
        if trait.brings is not None:
            pieces.append(Entry(trait.brings.name, "piece", "", text, [], said.get("piece", "")))
    return traits + pieces + terms


def said_in(lang: str, trait: Trait) -> dict[str, str]:
    """What a home-made trait says in that language, or in the one it is a kind of."""
    return trait.translations.get(lang) or trait.translations.get(lang.split("-")[0]) or {}


def text_of(entries: list[Entry], name: str) -> str:
    """What a trait, or else a piece or term of that name does; empty if nothing is said of it."""
    for entry in entries:
        if entry.name == name:
            return entry.text
    return ""


def _trait(name: str, row: object) -> Entry:
    text = _text(name, row)
    assert isinstance(row, dict)
    section = row.get("section")
    if section not in KINDS:
        raise Unreadable(f"rulings, {name}: `section` must be one of {', '.join(KINDS)}")
    rulings = row.get("rulings", [])
    if not isinstance(rulings, list) or any(not isinstance(ruling, str) for ruling in rulings):
        raise Unreadable(f"rulings, {name}: `rulings` must be a list of sentences")
    lines = [str(line) for line in rulings]
    kind = KINDS[str(section)]
    return Entry(name, kind, str(section), text, lines, _title(name, row), _short(name, row))


def _text(name: str, row: object) -> str:
    text = row.get("text") if isinstance(row, dict) else None
    if not isinstance(text, str):
        raise Unreadable(f"rulings, {name}: `text` must be a sentence")
    return text


def _short(name: str, row: object) -> str:
    short = row.get("short", "") if isinstance(row, dict) else ""
    if not isinstance(short, str):
        raise Unreadable(f"rulings, {name}: `short` must be a text of a few words")
    return short


def _title(name: str, row: object) -> str:
    title = row.get("name", name) if isinstance(row, dict) else name
    if not isinstance(title, str):
        raise Unreadable(f"rulings, {name}: `name` must be a word")
    return title
