"""Whatever is said or sent: an action or a clear refusal, never a crash, and nothing changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.devtools.deep_checks import possible
from smallworld.devtools.soak import choose_verb
from smallworld.devtools.soak_tables import TABLES, table_for
from smallworld.engine import actions
from smallworld.engine.errors import Illegal, Unreadable
from smallworld.engine.game import apply, is_chance, is_over, legal
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import start_game

EXAMPLES = settings(max_examples=400, deadline=None, derandomize=True)


def positions() -> list[State]:
    """One position in every phase on each of some boards and worlds, and games that are over."""
    found: dict[tuple[str, str, int], State] = {}
    for n in range(len(TABLES)):
        table = table_for(n)
        s = start_game(table)
        dealer = Dealer(n)
        while True:
            found.setdefault((table.map, table.world, int(s.step())), s.copy())
            if is_over(s):
                break
            apply(s, dealer.draw(s) if is_chance(s) else choose_verb(s, legal(s), dealer))
    return list(found.values())


POSITIONS = positions()
SAID = """
    pick swap expand decline abandon conquer roll stop deploy place ally sacrifice replace give up
    pass done die race power find grant use with as + P1 P2 P9 * 0 1 2 3 7 14 55 56 60 61 99 -1 1.5
    ² 10000000000000000000000
"""
WORDS = sorted(
    {
        *SAID.split(),
        *(trait.name for s in POSITIONS for trait in s.library.traits),
        *(trait.word for s in POSITIONS for trait in s.library.traits),
    }
)

a_position = st.sampled_from(POSITIONS)
a_sentence = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
a_text = st.one_of(a_sentence, st.text(max_size=40))
# With all parts in their range or beyond it, or any number at all.
an_action = st.one_of(
    st.builds(
        actions.action,
        st.integers(0, 31),
        st.integers(0, 63),
        st.integers(0, 63),
        st.integers(0, 0xFFFF) | st.integers(0, 100),
        st.integers(0, 255) | st.integers(0, 16),
    ),
    st.integers(-(1 << 70), 1 << 70),
)


@EXAMPLES
@given(a_position, a_text)
def test_a_text_is_an_action_or_unreadable(s: State, text: str) -> None:
    try:
        action = from_text(s, text)
    except Unreadable:
        return
    assert type(action) is int
    assert from_text(s, to_text(s, action)) == action


@EXAMPLES
@given(a_position, a_sentence)
def test_a_sentence_is_legal_or_refused_and_then_nothing_changes(s: State, text: str) -> None:
    try:
        action = from_text(s, text)
    except Unreadable:
        return
    check_applied(s, action)


@EXAMPLES
@given(a_position, an_action)
def test_a_number_is_legal_or_refused_and_then_nothing_changes(s: State, action: int) -> None:
    check_applied(s, action)


@EXAMPLES
@given(a_position, a_position, st.data())
def test_an_action_of_another_position_is_legal_or_refused(
    s: State, other: State, data: st.DataObject
) -> None:
    offered = possible(other)
    if offered:
        action = data.draw(st.sampled_from(offered))
        flipped = data.draw(st.sampled_from([0, 0, *(1 << bit for bit in range(41))]))
        check_applied(s, action ^ flipped)


def check_applied(s: State, action: int) -> None:
    """Applied to a copy: accepted if it is offered, else `Illegal` with a reason."""
    trial = s.copy()
    before = fingerprint(trial)
    if action in possible(s):
        apply(trial, action)
        return
    with pytest.raises(Illegal) as refusal:
        apply(trial, action)
    assert refusal.value.reason
    assert fingerprint(trial) == before


def test_every_phase_was_met() -> None:
    steps = {int(s.step()) for s in POSITIONS}
    assert steps == set(range(17))
