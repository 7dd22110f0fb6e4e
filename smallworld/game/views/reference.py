"""The encyclopedia of a language: what the box holds, and what home-made files bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from smallworld.content.custom.emblem import read_emblem
from smallworld.content.emblems import OWN_PLATE, load_symbols, symbol_of
from smallworld.content.library import Custom, full_library
from smallworld.content.texts import load_setting_texts, load_texts, said_in
from smallworld.engine.query import OPTIONS, Power, Race, Trait
from smallworld.wire.game import Natives
from smallworld.wire.reference import CustomTexts, Emblem, EntryOf, SettingTexts, TextEntry, Texts

_NATIVES: Final[dict[Natives, str]] = {"Lost Tribe": "lost tribe", "Monsters": "monster"}


def texts_in(lang: str, customs: Mapping[str, Custom]) -> Texts:
    """All texts in that language; home-made ones in English where they have no other."""
    traits = full_library("mixed").by_name
    found: dict[str, dict[str, TextEntry]] = {"trait": {}, "piece": {}, "term": {}}
    for entry in load_texts(lang):
        group = entry.kind if entry.kind in found else "trait"
        trait = traits.get(entry.name) if group == "trait" else None
        found[group][entry.name] = TextEntry(
            name=entry.title,
            kind=cast(EntryOf, entry.kind),
            text=entry.text,
            rulings=tuple(entry.rulings),
            tokens=trait.tokens if isinstance(trait, (Race, Power)) else None,
            supply=trait.supply if isinstance(trait, Race) else None,
            emblem=_emblem(entry.kind, entry.name) if group != "term" else None,
            short=entry.short,
        )
    natives = {
        name: replace(found["term"][term], emblem=_emblem("natives", name))
        for name, term in _NATIVES.items()
    }
    settings = {name: SettingTexts(*said) for name, said in load_setting_texts(lang).items()}
    home_made = {file: custom_texts(custom, lang) for file, custom in customs.items()}
    return Texts(lang, found["trait"], found["piece"], found["term"], natives, settings, home_made)


def custom_texts(custom: Custom, lang: str) -> CustomTexts:
    """What the races and powers of a file, and their pieces, are called and do."""
    found = CustomTexts({}, {})
    for race in custom.new_races():
        found.traits[race.name] = _entry(race, lang, "race", race.tokens, race.supply)
        _add_piece(race, lang, found)
    for power in custom.new_powers():
        found.traits[power.name] = _entry(power, lang, "power", power.tokens, None)
        _add_piece(power, lang, found)
    return found


def _entry(trait: Trait, lang: str, kind: EntryOf, tokens: int, supply: int | None) -> TextEntry:
    said = said_in(lang, trait)
    # A piece that is placed has a name of its own, and "use NAME" says no more than the name.
    own_word = trait.answered() & OPTIONS and trait.brings is None and trait.piece < 0
    word = trait.word if own_word and trait.word != f"use {trait.name}" else ""
    return TextEntry(
        name=said.get("name", trait.name),
        kind=kind,
        text=said.get("text", trait.text),
        tokens=tokens,
        supply=supply,
        action=said.get("action", word) if own_word else "",
        emblem=_own_emblem(trait.emblem, kind),
    )


def _emblem(kind: str, name: str) -> Emblem | None:
    symbol = symbol_of(kind, name)
    found = load_symbols().get(symbol)
    if found is None:
        return None
    return Emblem(symbol, plate=f"plate-{found.family}" if found.family else "")


def _own_emblem(given: str, kind: EntryOf) -> Emblem | None:
    """What a home-made trait gave; a drawing is made anew, so that nothing else gets out."""
    plate = f"plate-{OWN_PLATE}" if kind == "power" else ""
    if not given:
        return None
    read = read_emblem(given)
    return Emblem(read.symbol, plate, read.path, read.drawing)


def _add_piece(trait: Trait, lang: str, found: CustomTexts) -> None:
    if trait.brings is not None:
        said = said_in(lang, trait)
        name = said.get("piece", trait.brings.name)
        found.pieces[trait.brings.name] = TextEntry(name, "piece", said.get("text", trait.text))
