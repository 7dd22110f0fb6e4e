"""The reader of rulings.toml."""

import pytest

from smallworld.content.library import full_library
from smallworld.content.texts import languages, load_texts, read_texts, text_of
from smallworld.engine.errors import Unreadable
from smallworld.engine.trait import Place, Power, Race, Relic

SHORT = 24  # letters: what a small card has room for


def test_every_trait_has_an_entry_of_its_kind() -> None:
    kinds = {entry.name: entry.kind for entry in load_texts() if entry.section}
    classes = {"race": Race, "power": Power, "place": Place, "relic": Relic}
    traits = full_library("mixed").traits
    assert set(kinds) == {trait.name for trait in traits}
    for trait in traits:
        assert isinstance(trait, classes[kinds[trait.name]])


def test_a_trait_comes_before_a_term_of_the_same_name() -> None:
    texts = load_texts()
    assert text_of(texts, "Forest") == "Every forest region this race holds pays one extra coin."
    assert text_of(texts, "nothing") == ""


@pytest.mark.parametrize("lang", languages())
def test_races_and_powers_say_in_a_few_words_what_they_do(lang: str) -> None:
    entries = [entry for entry in load_texts(lang) if entry.kind in ("race", "power")]
    assert len(entries) == 70
    wrong = [entry.name for entry in entries if not 3 < len(entry.short) <= SHORT]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[Elves", "rulings: "),
        ("Elves = 3", "rulings, Elves: `text`"),
        ('[Elves]\ntext = "They."', "rulings, Elves: `section` must be one of B1"),
        ('[Elves]\ntext = "They."\nsection = "B1"\nrulings = [1]', "rulings, Elves: `rulings`"),
        ('[Elves]\ntext = "They."\nsection = "B1"\nshort = 1', "rulings, Elves: `short`"),
        ("pieces = 3", "rulings: `pieces` must be a table"),
        ("[terms]\nhill = 3", "rulings, hill: `text`"),
    ],
)
def test_errors_name_the_entry_and_the_field(text: str, error: str) -> None:
    with pytest.raises(Unreadable) as told:
        read_texts(text)
    assert str(told.value).startswith(error)
