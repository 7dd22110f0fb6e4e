"""House rules: the points that a table may decide otherwise (rules 0.11), in one table.

Records, scenarios, the command line, the server's forms and the page loop over `SETTINGS`. A new
house rule is a line there, and the question to `HouseRules` where the rule acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from smallworld.engine.errors import GameError

YES: Final = "yes"
NO: Final = "no"

Value = bool | str


class Setting:
    """One house rule: its values in words, the usual one first, and what each of them means."""

    def __init__(
        self,
        name: str,
        values: list[str],
        worlds: list[str],
        rule: str,
        text: str,
        value_texts: dict[str, str] | None = None,
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.worlds: Final = worlds  # where it can matter
        self.rule: Final = rule  # the paragraph it changes
        # In English; other languages have both in their texts (`texts.py`).
        self.text: Final = text
        self.value_texts: Final = value_texts or {}  # by value; none for a switch

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return self.values == [YES, NO]

    @property
    def usual(self) -> Value:
        """The rule as it is printed."""
        return self.value_of(self.values[0])

    def value_of(self, word: str) -> Value:
        """The value that a word means."""
        if word not in self.values:
            raise GameError(f"{self.name} is {' or '.join(self.values)}, not {word!r}")
        return word == YES if self.is_switch else word

    def word_of(self, value: object) -> str:
        """The word for a value; a value of the wrong kind is refused."""
        if isinstance(value, bool) and self.is_switch:
            return YES if value else NO
        if isinstance(value, str) and value in self.values:
            return value
        raise GameError(f"{self.name} is {' or '.join(self.values)}, not {value!r}")


SETTINGS: Final = [
    Setting(
        "own_decline_defends",
        [YES, NO],
        ["base", "underground", "mixed"],
        "A8.3",
        "Own tokens in decline defend against your active race",
    ),
    Setting(
        "ghouls_reenter",
        [YES, NO],
        ["base", "mixed"],
        "B1",
        "Ghouls without a region may enter the board again",
    ),
    Setting(
        "flames_entry",
        ["edge", "volcano"],
        ["underground", "mixed"],
        "B3",
        "Flames enter from",
        {"edge": "the edge, then the volcano", "volcano": "the volcano only"},
    ),
]


def find_setting(name: str) -> Setting:
    """The setting of that name; the error tells which there are."""
    for setting in SETTINGS:
        if setting.name == name:
            return setting
    known = ", ".join(setting.name for setting in SETTINGS)
    raise GameError(f"there is no setting {name!r}; there are {known}")


class HouseRules:
    """What a table has decided: a word for every setting.

    >>> HouseRules({"flames_entry": "volcano"})
    HouseRules({'flames_entry': 'volcano'})
    """

    # Of values that are none the compiled build would complain before `word_of` can tell what is.
    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        words = [setting.values[0] for setting in SETTINGS]
        for name, value in (chosen or {}).items():
            setting = find_setting(name)
            words[SETTINGS.index(setting)] = setting.word_of(value)
        self._words: Final = words

    def word(self, name: str) -> str:
        """The value of that setting in a word."""
        return self._words[SETTINGS.index(find_setting(name))]

    def allows(self, name: str) -> bool:
        """Whether that switch is on."""
        return self.word(name) == YES

    def values(self) -> dict[str, Value]:
        """The value of every setting by its name."""
        return {setting.name: setting.value_of(self.word(setting.name)) for setting in SETTINGS}

    def changed(self) -> dict[str, Value]:
        """Those that are not the usual ones."""
        values = self.values()
        return {s.name: values[s.name] for s in SETTINGS if values[s.name] != s.usual}

    def __repr__(self) -> str:
        return f"HouseRules({self.changed()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseRules) and other._words == self._words

    def __hash__(self) -> int:
        return hash(tuple(self._words))

    def __reduce__(self) -> tuple[type[HouseRules], tuple[dict[str, Value]]]:
        # Compiled and frozen: without this it could be neither copied nor pickled.
        return HouseRules, (self.changed(),)


def read_house_rules(texts: list[str]) -> HouseRules:
    """From what people write: `NAME=VALUE`, each.

    >>> read_house_rules(["ghouls_reenter=no"]).allows("ghouls_reenter")
    False
    """
    chosen: dict[str, Value] = {}
    for text in texts:
        name, _, word = text.partition("=")
        setting = find_setting(name.strip())
        chosen[setting.name] = setting.value_of(word.strip())
    return HouseRules(chosen)
