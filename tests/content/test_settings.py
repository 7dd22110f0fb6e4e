"""House rules: one table, read from words, with errors that say what there is."""

import pytest

from smallworld.content.library import WORLDS
from smallworld.content.settings import SETTINGS, HouseRules, Setting, read_house_rules
from smallworld.content.texts import languages, load_setting_texts
from smallworld.engine.errors import GameError
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, prepare


def test_the_usual_rules_are_the_first_values() -> None:
    assert HouseRules().changed() == {}
    assert HouseRules() == HouseRules({s.name: s.usual for s in SETTINGS})
    assert len({HouseRules(), HouseRules({"ghouls_reenter": False}), HouseRules({})}) == 2


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_told_in_every_language_and_kept_in_records(setting: Setting) -> None:
    told = [load_setting_texts(lang)[setting.name] for lang in languages()]
    assert len({text for text, _ in told}) == len(languages())
    assert all(setting.is_switch or set(values) == set(setting.values) for _, values in told)
    assert len({str(values) for _, values in told}) == (1 if setting.is_switch else len(told))
    assert set(setting.worlds) <= set(WORLDS)
    for word in setting.values:
        rules = read_house_rules([f"{setting.name}={word}"])
        assert rules.word(setting.name) == word
        setup = GameSetup(map="underground-2", world="mixed", settings=rules)
        prepare(setup)
        text = Record.begin(setup).to_text()
        assert (f"{setting.name}: {word}" in text) == (word != setting.values[0])
        assert Record.from_text(text).table.settings == rules


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ghoul_reenter=no", "no setting 'ghoul_reenter'; there are own_decline_defends, ghouls_"),
        ("ghouls_reenter=maybe", "ghouls_reenter is yes or no, not 'maybe'"),
        ("ghouls_reenter", "ghouls_reenter is yes or no, not ''"),
        ("flames_entry=true", "flames_entry is edge or volcano, not 'true'"),
    ],
)
def test_wrong_words_are_answered_with_the_right_ones(text: str, answer: str) -> None:
    with pytest.raises(GameError, match=answer):
        read_house_rules([text])


def test_a_switch_takes_no_word_for_a_value_and_a_choice_no_flag() -> None:
    with pytest.raises(GameError, match="edge or volcano"):
        HouseRules({"flames_entry": True})
    assert HouseRules({"ghouls_reenter": "no"}) == HouseRules({"ghouls_reenter": False})
