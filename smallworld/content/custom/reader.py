"""Reads races and powers described by data (part D): a TOML file of `[[race]]` and `[[power]]`.

Nothing in such a file runs: it can only say what the closed vocabulary of clauses can say. Errors
name the file, the race or power, the field, what was given and what is allowed; all of a file's
problems are told together.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from smallworld.content.custom.clauses import (
    ANYWHERE,
    CONQUEST,
    PLACES,
    REGION,
    SAME_PLACE,
    WHEN,
    Clause,
    Clauses,
    make_piece,
)
from smallworld.content.custom.emblem import left_out_of, why_no_emblem
from smallworld.content.custom.names import check_together, why_no_name, why_no_piece_name
from smallworld.content.custom.shown import shown
from smallworld.content.custom.text import describe
from smallworld.content.custom.traits import DataPower, DataRace
from smallworld.content.custom.words import (
    LONGEST_TEXT,
    Translations,
    Words,
    why_no_translations,
)
from smallworld.content.library import Custom, full_library
from smallworld.engine.errors import Unreadable
from smallworld.engine.pieces import Piece
from smallworld.engine.terms import ALWAYS, DECLINE
from smallworld.engine.trait import Power, Race

RACE_VALUES: Final = (1, 10)  # D1
POWER_VALUES: Final = (0, 5)  # D2
LARGEST_BADGE: Final = 5

_WORDS: Final = ["text", "translations", "emblem"]
RACE_FIELDS: Final = ["name", "tokens", "stand_in", *_WORDS, "works", "clauses"]
POWER_FIELDS: Final = ["name", "tokens", *_WORDS, "works", "clauses"]

# Every effect, and the fields that may stand beside it.
EFFECTS: Final = {
    "coins": ["per", "every", "when"],
    "tokens": ["per", "every", "when"],
    "cheaper": ["when"],
    "dearer": ["when"],
    "enters": ["when"],
    "reaches": ["when"],
    "links": ["when"],
    "loses": ["when"],
    "keeps": [],
    "piece": ["count", "gives", "placed", "stays_in_decline", "when"],
}
ONLY_ONCE: Final = ["cheaper", "dearer"]  # at any one time: prices change by one token
ONLY_ONE: Final = ["loses", "keeps", "piece"]
MOST: Final = 10  # coins or tokens in one clause, and regions counted together
MOST_PIECES: Final = 12
MOST_IMMUNE: Final = 2  # like holes and heroes


class RaceRecipe:
    """A race as described; `make` brings it to life for one library."""

    def __init__(self, name: str, tokens: int, supply: int, words: Words, said: Clauses) -> None:
        self.name: Final = name
        self.tokens: Final = tokens
        self.supply: Final = supply
        self.words: Final = words
        self.said: Final = said

    def make(self) -> Race:
        """A new trait."""
        return DataRace(self.name, self.tokens, self.supply, self.words, self.said)


class PowerRecipe:
    """A power as described; `make` brings it to life for one library."""

    def __init__(self, name: str, tokens: int, words: Words, said: Clauses) -> None:
        self.name: Final = name
        self.tokens: Final = tokens
        self.words: Final = words
        self.said: Final = said

    def make(self) -> Power:
        """A new trait."""
        return DataPower(self.name, self.tokens, self.words, self.said)


def load_custom(path: str) -> Custom:
    """The races and powers of a TOML file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path}: it cannot be read: {error}") from None
    return read_custom(text, path)


def read_custom(text: str, file: str) -> Custom:
    """The races and powers that a text describes; `file` is what errors call it.

    >>> power = '[[power]]\\nname = "Rich"\\ntokens = 3\\nclauses = [{ coins = 2 }]'
    >>> custom = read_custom(power, "rich.toml")
    >>> [make().text for make in custom.powers]
    ['2 coins every turn.']
    """
    try:
        data: dict[str, object] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{file}: it is no TOML file: {error or 'nested too deeply'}") from None
    problems: list[str] = []
    stray = [key for key in data if key not in ("race", "power")]
    if "regions" in stray:
        problems.append(f"{file}: it is a map; give it by --map")
    elif stray:
        problems.append(
            f"{file}: `{shown(stray[0])}` is not known at the top of the file; "
            "begin each race with [[race]] and each power with [[power]]"
        )
    custom = Custom([], [], {}, {file: text}, [])
    for table in _tables(data, "race", file, problems):
        _read_race(table, custom)
    for table in _tables(data, "power", file, problems):
        _read_power(table, custom)
    if not problems and not custom.races and not custom.powers:
        problems.append(f"{file}: it holds no race and no power; begin one with [[race]]")
    if problems:
        raise Unreadable("\n".join(problems))
    check_together([custom])
    return custom


class TomlFields:
    """One table of a file, read field by field; what is wrong is written down and passed over."""

    def __init__(self, where: str, data: dict[str, object], problems: list[str]) -> None:
        self.where: Final = where
        self.data: Final = data
        self.problems: Final = problems

    def refuse(self, field: str, allowed: str) -> None:
        """Write down what was given for a field, and what would be right."""
        given = f"{shown(self.data[field])} was given" if field in self.data else "it is missing"
        self.problems.append(f"{self.where}, `{field}`: {given}; it must be {allowed}")

    def only(self, allowed: list[str], what: str) -> None:
        """No other fields than these."""
        for key in self.data:
            if key not in allowed:
                near = get_close_matches(key, allowed, 1)
                hint = f"did you mean `{near[0]}`? " if near else ""
                self.problems.append(
                    f"{self.where}: the field `{shown(key)}` is not known; {hint}"
                    f"{what} has {', '.join(allowed)}"
                )

    def whole(self, field: str, least: int, most: int, rule: str = "") -> int:
        """A whole number."""
        value = self.data.get(field)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        cite = f" (rules {rule})" if rule else ""
        self.refuse(field, f"a whole number from {least} to {most}{cite}")
        return least

    def word(self, field: str, allowed: list[str], usual: str = "") -> str:
        """One of a few words; without a usual one it must be given."""
        value = self.data.get(field, usual)
        if isinstance(value, str) and value in allowed:
            return value
        self.refuse(field, _one_of(allowed))
        return allowed[0]

    def flag(self, field: str) -> bool:
        """Yes or no; no unless said."""
        value = self.data.get(field, False)
        if not isinstance(value, bool):
            self.refuse(field, "true or false")
        return value is True

    def text(self, field: str) -> str:
        """A text, which may be left out."""
        value = self.data.get(field, "")
        if isinstance(value, str) and len(value) <= LONGEST_TEXT:
            return " ".join(value.split())
        self.refuse(field, f"a text of at most {LONGEST_TEXT} letters")
        return ""

    def places(self, field: str, alone: list[str], allowed: list[str]) -> list[str]:
        """A place or a list of places; the words in `alone` stand by themselves."""
        value = self.data.get(field)
        words: list[object] = []
        if isinstance(value, list):
            words.extend(value)
        else:
            words.append(value)
        found: list[str] = []
        for word in words:
            if isinstance(word, str) and (word in allowed or (word in alone and len(words) == 1)):
                found.append(SAME_PLACE.get(word, word))
        if len(found) < len(words) or not words:
            several = f"a list of {', '.join(allowed)}"
            self.refuse(field, f"{_one_of(alone + allowed)}; or {several}")
        return found


def _one_of(words: list[str]) -> str:
    return f'"{words[0]}"' if len(words) == 1 else f"one of {', '.join(words)}"


def _tables(data: dict[str, object], kind: str, file: str, problems: list[str]) -> list[TomlFields]:
    rows = data.get(kind, [])
    if not isinstance(rows, list):
        problems.append(f"{file}: write [[{kind}]], with two brackets on each side")
        return []
    found: list[TomlFields] = []
    for number, row in enumerate(rows):
        if not isinstance(row, dict):
            problems.append(f"{file}, {kind} {number + 1}: write it below a line [[{kind}]]")
            continue
        name = row.get("name")
        called = name if isinstance(name, str) and not why_no_name(name) else f"{number + 1}"
        found.append(TomlFields(f"{file}, {kind} {called}", row, problems))
    return found


def _name(fields: TomlFields) -> str:
    value = fields.data.get("name")
    if not isinstance(value, str):
        fields.refuse("name", "a text")
        return ""
    wrong = why_no_name(value)
    if wrong:
        fields.refuse("name", wrong)
    return value


def _read_race(fields: TomlFields, custom: Custom) -> None:
    fields.only(RACE_FIELDS, "a race")
    name = _name(fields)
    tokens = fields.whole("tokens", RACE_VALUES[0], RACE_VALUES[1], "D1")
    supplies = {race.name: race.supply for race in full_library("mixed").races}
    stand_in = fields.word("stand_in", list(supplies))
    supply = supplies[stand_in]
    if tokens > supply:
        fields.refuse("tokens", f"at most {supply}, the tokens of {stand_in} (rules D1)")
    elif tokens + LARGEST_BADGE > supply:
        custom.warnings.append(
            f"{fields.where}: {tokens} tokens and a badge of {LARGEST_BADGE} are more than the "
            f"{supply} of {stand_in}; who picks them takes what is there (rules D1)"
        )
    clauses = _read_clauses(fields)
    words = _read_words(fields, clauses, custom.warnings)
    if stand_in in custom.stand_ins:
        fields.refuse("stand_in", f"a race that {custom.stand_ins[stand_in]} do not borrow already")
    custom.stand_ins[stand_in] = name
    custom.races.append(RaceRecipe(name, tokens, supply, words, Clauses(clauses)).make)


def _read_power(fields: TomlFields, custom: Custom) -> None:
    fields.only(POWER_FIELDS, "a power")
    name = _name(fields)
    tokens = fields.whole("tokens", POWER_VALUES[0], POWER_VALUES[1], "D2")
    clauses = _read_clauses(fields)
    words = _read_words(fields, clauses, custom.warnings)
    custom.powers.append(PowerRecipe(name, tokens, words, Clauses(clauses)).make)


def _read_words(fields: TomlFields, clauses: list[Clause], warnings: list[str]) -> Words:
    text = fields.text("text") or describe(clauses)
    emblem = fields.data.get("emblem", "")
    wrong = why_no_emblem(emblem)
    if wrong:
        fields.refuse("emblem", wrong)
    else:
        warnings.extend(f"{fields.where}, `emblem`: {what}" for what in left_out_of(str(emblem)))
    given = fields.data.get("translations", {})
    wrong = why_no_translations(given)
    translations: Translations = {}
    if wrong:
        fields.refuse("translations", wrong)
    elif isinstance(given, dict):
        for lang, said in given.items():
            assert isinstance(said, dict)
            translations[str(lang)] = {str(key): str(value) for key, value in said.items()}
    return Words(text, translations, str(emblem))


# ---- clauses ----


def _read_clauses(fields: TomlFields) -> list[Clause]:
    works = WHEN[fields.word("works", list(WHEN), "active")]
    rows = fields.data.get("clauses", [])
    if not isinstance(rows, list):
        fields.refuse("clauses", "a list of tables, as in [{ coins = 2 }]")
        return []
    clauses: list[Clause] = []
    for number, row in enumerate(rows):
        where = f"{fields.where}, clause {number + 1}"
        if not isinstance(row, dict):
            fields.problems.append(
                f"{where}: {shown(row)} was given; it must be a table, as in {{ coins = 2 }}"
            )
            continue
        clause = _read_clause(TomlFields(where, row, fields.problems), works)
        if clause is not None:
            _check_again(clause, clauses, where, fields.problems)
            clauses.append(clause)
    return clauses


def _check_again(clause: Clause, before: list[Clause], where: str, problems: list[str]) -> None:
    """Some effects can be said only once, at least at any one time."""
    effect = clause.effect
    for other in before:
        if other.effect != effect:
            continue
        if effect in ONLY_ONE:
            problems.append(f"{where}, `{effect}`: one clause of this kind is all there can be")
            return
        if effect in ONLY_ONCE and other.when & clause.when:
            problems.append(
                f"{where}, `{effect}`: another clause says so at the same time; name all places "
                f'in one, as in {{ {effect} = ["hill", "swamp"] }}'
            )
            return


def _read_clause(fields: TomlFields, works: int) -> Clause | None:
    """One clause: exactly one effect, and the fields that belong to it."""
    effects = [key for key in EFFECTS if key in fields.data]
    if len(effects) != 1:
        found = " and ".join(f"`{effect}`" for effect in effects) or "none"
        keys = ", ".join(shown(key) for key in fields.data) or "nothing"
        fields.problems.append(
            f"{fields.where}: it has {keys}, of which {found} is an effect; "
            f"a clause has exactly one of {', '.join(EFFECTS)}"
        )
        return None
    effect = effects[0]
    fields.only([effect, *EFFECTS[effect]], f"a clause with `{effect}`")
    when = works
    if "when" in fields.data and "when" in EFFECTS[effect]:
        when = WHEN[fields.word("when", list(WHEN))]
    places = [*PLACES, *SAME_PLACE]
    land = [place for place in places if place != "water"]
    if effect == "coins" or effect == "tokens":
        return _read_amount(fields, effect, when, places)
    if effect == "cheaper" or effect == "dearer":
        return Clause(effect, when, places=fields.places(effect, [ANYWHERE], places))
    if effect == "enters" or effect == "reaches":
        return Clause(effect, when, places=fields.places(effect, [ANYWHERE], land))
    if effect == "links":
        return Clause(effect, when, places=fields.places(effect, [], land))
    if effect == "loses":
        fields.word(effect, ["none"])
        return Clause(effect, when)
    if effect == "keeps":
        fields.word(effect, ["all"])
        return Clause(effect, ALWAYS)  # it is said as the race declines
    return Clause(
        effect,
        when,
        piece=_read_piece(fields),
        each_turn=fields.word("placed", ["conquest", "turn"], "conquest") == "turn",
    )


def _read_amount(fields: TomlFields, effect: str, when: int, places: list[str]) -> Clause:
    """Coins or tokens: flat, or for what is counted."""
    amount = fields.whole(effect, 1, MOST)
    if "per" not in fields.data:
        if "every" in fields.data:
            fields.refuse("every", "left out where there is no `per`")
        return Clause(effect, when, amount=amount)
    counted = fields.places("per", [REGION, CONQUEST], places)
    if CONQUEST in counted and when == DECLINE:
        fields.refuse(
            "per", 'something else, as a race in decline conquers nothing; or say when = "active"'
        )
    every = fields.whole("every", 1, MOST) if "every" in fields.data else 1
    return Clause(effect, when, amount=amount, places=counted, every=every)


def _read_piece(fields: TomlFields) -> Piece:
    name = fields.data["piece"]
    wrong = "a text" if not isinstance(name, str) else why_no_piece_name(name)
    if wrong:
        fields.refuse("piece", wrong)
    immune = fields.word("gives", ["defence", "immunity"], "defence") == "immunity"
    total = fields.whole("count", 1, MOST_IMMUNE if immune else MOST_PIECES)
    return make_piece(str(name), total, immune, fields.flag("stays_in_decline"))
