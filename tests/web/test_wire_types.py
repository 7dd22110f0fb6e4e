"""The page's types are those of the classes of the wire, and what is sent is of these types."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import get_args

import msgspec
import pytest

from smallworld.content.loader import MAPS
from smallworld.content.texts import languages
from smallworld.engine import actions
from smallworld.engine.events import KINDS
from smallworld.engine.terms import PHASES
from smallworld.game.views.reference import texts_in
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.server.http.static_files import ReferenceAnswers
from smallworld.wire.actions import VERBS, ActionView, LegalAction
from smallworld.wire.game import PhaseKind
from smallworld.wire.log import EntryKind
from smallworld.wire.plain import plain
from smallworld.wire.reference import Drawing, Texts
from tools import wire_types


def test_the_types_of_the_page_are_written_from_the_classes() -> None:
    wanted = wire_types.text()
    assert wire_types.FILE.read_text(encoding="utf-8") == wanted, "python -m tools.wire_types"


def test_words_of_the_wire_are_those_of_the_engine() -> None:
    assert list(get_args(PhaseKind)) == PHASES
    assert get_args(EntryKind)[2:] == KINDS
    assert list(VERBS) == actions.VERB_NAMES
    for number, name in enumerate(VERBS, start=1):
        assert getattr(actions, name.upper().replace(" ", "_")) == number


@pytest.mark.parametrize("name", MAPS)
def test_drawings_are_as_described(name: str) -> None:
    answer = ReferenceAnswers(CustomFiles([]), Boards()).drawing(name)
    assert answer is not None
    found = msgspec.json.decode(answer.body, type=Drawing)
    assert found.facts.keys() == found.regions.keys()


@pytest.mark.parametrize("lang", languages())
def test_texts_are_as_described(lang: str) -> None:
    found = msgspec.convert(plain(texts_in(lang, {})), Texts)
    assert found.lang == lang
    drawn = [*found.traits.values(), *found.pieces.values(), *found.natives.values()]
    assert all(entry.emblem is not None for entry in drawn)


def test_every_field_has_a_plain_default_or_none() -> None:
    for kind in (ActionView, LegalAction):
        assert is_dataclass(kind)
        assert all(not callable(field.default_factory) for field in fields(kind))


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(TypeError, match="no place on the wire"):
        wire_types._Writer().kind(ReferenceAnswers)
