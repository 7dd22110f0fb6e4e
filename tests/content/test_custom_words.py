"""Words in other languages and emblems of home-made races and powers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smallworld.content.custom.classes import custom_of_classes
from smallworld.content.custom.files import load_customs
from smallworld.content.custom.reader import read_custom
from smallworld.content.custom.shown import shown
from smallworld.engine.errors import Unreadable
from smallworld.engine.trait import Power
from smallworld.game.views.reference import custom_texts, texts_in

BURROWING = """
[[power]]
name = "Burrowing"
tokens = 4
emblem = "M0-11L11 9H-11z"
translations = { de = { name = "Wühlend", text = "Ein Bau.", piece = "Bau" } }
clauses = [{ piece = "burrow", count = 2, placed = "turn", gives = "immunity" }]
"""


def test_a_file_may_say_it_in_other_languages() -> None:
    custom = read_custom(BURROWING, "burrowing.toml")
    german, english = custom_texts(custom, "de"), custom_texts(custom, "en")
    assert german.traits["Burrowing"].name == "Wühlend"
    assert german.traits["Burrowing"].text == "Ein Bau."
    assert german.pieces["burrow"].name == "Bau"
    assert english.traits["Burrowing"].name == "Burrowing"
    assert "burrow" in english.traits["Burrowing"].text
    assert english.pieces["burrow"].name == "burrow"
    assert custom_texts(custom, "de-AT") == german
    assert custom_texts(custom, "fr") == english


def test_numbers_and_pictures_come_along() -> None:
    found = texts_in("en", {"b.toml": read_custom(BURROWING, "b.toml")}).customs["b.toml"]
    entry = found.traits["Burrowing"]
    assert (entry.kind, entry.tokens, entry.supply) == ("power", 4, None)
    assert entry.emblem is not None
    assert entry.emblem.fill == "M0-11L11 9H-11z"
    assert found.pieces["burrow"].emblem is None
    assert entry.action == ""  # it is called by its piece


@pytest.mark.parametrize(
    ("field", "value", "wanted"),
    [
        ("emblem", '"<svg onload=alert(1)>"', "an SVG that can be read"),
        ("emblem", '"L3 3"', "the path of a drawing"),
        ("emblem", "7", "the path of a drawing"),
        ("emblem", f'"M0 0{"h1" * 1000}"', "at most 2000 letters"),
        ("translations", '"Wühlend"', "a table by language"),
        ("translations", '{ German = { name = "x" } }', "codes of languages, such as de"),
        ("translations", '{ de = "Wühlend" }', "a table of name, text, piece, action"),
        ("translations", '{ de = { title = "x" } }', "a table of name, text, piece, action"),
        ("translations", '{ de = { name = "" } }', "a text of at most 500 letters for `de.name`"),
        ("translations", "{ de = { name = 3 } }", "a text of at most 500 letters for `de.name`"),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(
    field: str, value: str, wanted: str
) -> None:
    text = f'[[power]]\nname = "Burrowing"\ntokens = 4\n{field} = {value}\n'
    with pytest.raises(Unreadable) as error:
        read_custom(text, "burrowing.toml")
    assert str(error.value).startswith(f"burrowing.toml, power Burrowing, `{field}`: ")
    assert wanted in str(error.value)


def make(**facts: Any) -> type[Power]:
    class Burrowing(Power):
        def __init__(self) -> None:
            super().__init__("Burrowing", tokens=4, **facts)

    return Burrowing


def test_classes_say_it_in_their_constructor() -> None:
    said = {"de": {"name": "Wühlend"}}
    custom = custom_of_classes([make(emblem="M0 0h3z", translations=said)], "here", "")
    assert custom_texts(custom, "de").traits["Burrowing"].name == "Wühlend"
    for facts in ({"emblem": "nothing"}, {"translations": {"de": "Wühlend"}}):
        with pytest.raises(Unreadable, match=f"`{next(iter(facts))}`"):
            custom_of_classes([make(**facts)], "here", "")


def test_the_example_calls_its_action_by_its_word() -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "moles.py"
    custom = load_customs([str(path)])
    assert custom_texts(custom, "en").traits["Moles"].action == "dig"
    assert custom_texts(custom, "de").traits["Moles"].action == "graben"


class Unspeakable:
    def __repr__(self) -> str:
        raise OSError


def test_whatever_was_given_can_be_shown_in_a_message() -> None:
    assert shown(7) == "7"
    assert shown("a\nb") == r"'a\nb'"
    assert shown("x" * 61) == "x" * 57 + "..."
    assert shown(10**5000) == "something far too large"
    assert shown(Unspeakable()) == "a Unspeakable that cannot be shown"
