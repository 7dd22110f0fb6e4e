"""The notation page: its words are understood, its record replays, its Python runs."""

import re
from pathlib import Path

import pytest

from smallworld.content.settings import SETTINGS, HouseRules
from smallworld.engine import actions
from smallworld.engine.actions import verb_of
from smallworld.engine.notation import from_text, to_text
from smallworld.game.records.header import write_header
from smallworld.game.records.record import Checkpoint, Record
from smallworld.game.setup import GameSetup, new_game

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
ACTIONS, RECORDS = PAGE.split("## Records")


def texts() -> list[str]:
    """The first column of the tables of actions."""
    return re.findall(r"^\| `([^`]+)` \|", ACTIONS, re.MULTILINE)


@pytest.mark.parametrize("text", texts())
def test_every_text_of_the_tables_is_an_action(text: str) -> None:
    s = new_game("underground-5", world="mixed")
    assert to_text(s, from_text(s, text)) == text


def test_no_verb_is_missing() -> None:
    s = new_game("underground-5", world="mixed")
    told = {int(verb_of(from_text(s, text))) for text in texts()}
    assert told == set(range(actions.PICK, actions.GRANT + 1))


def test_every_action_of_a_trait_is_there() -> None:
    words = {f"place {word}" for word in re.findall(r"`(\w+)`", ACTIONS)}
    words |= {re.sub(r" (14|P2|as .*) ?.*", "", text) for text in re.findall(r"`([^`]+)`", ACTIONS)}
    for trait in new_game("underground-5", world="mixed").library.traits:
        assert trait.word in words or trait.word == f"use {trait.name}" or trait.way, trait.name
        if trait.way:
            assert trait.name in ACTIONS


def test_the_record_replays() -> None:
    example = RECORDS.split("```text\n")[1].split("```")[0]
    record = Record.from_text(example)
    assert any(isinstance(entry, Checkpoint) for entry in record.entries)
    s = record.replay()
    assert (s.turn, s.seat) == (1, 1)
    assert record.to_text() == example


def test_every_key_of_a_header_is_there() -> None:
    table = GameSetup(
        world="mixed",
        monsters=("3",),
        settings=HouseRules({s.name: s.value_of(s.values[-1]) for s in SETTINGS}),
    )
    record = Record.begin(table, ["a", "b"], seed=1, files=(("x", "0" * 16),))
    keys = {line.split(":")[0] for line in write_header(record.header)}
    rows = "".join(re.findall(r"^\| (`[^|]*) \|", RECORDS, re.MULTILINE))
    assert keys - set(re.findall(r"`(\w+)`", rows)) == {"P2"}


def test_the_python_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "docs/notation.md", "exec"), {})
