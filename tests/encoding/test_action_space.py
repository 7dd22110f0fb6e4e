"""Actions by number: every one has its own, the same tomorrow, there and back."""

from pathlib import Path

import pytest

import smallworld as sw
from smallworld.content.custom.files import load_customs
from smallworld.encoding.action_space import ACTIONS_VERSION, ActionSpace
from smallworld.engine.actions import NO_REGION, NO_SEAT, USE, region_of, seat_of, verb_of
from smallworld.engine.errors import GameError
from smallworld.game.setup import GameSetup
from tests.encoding.played import EVERYWHERE, decisions, otters

# How many there are at each table, and a hash of them all. Whoever changes which actions there
# are, or their order, raises ACTIONS_VERSION and writes this anew (`numbers()` below).
KNOWN_VERSION = 1
KNOWN = {
    "base-2": (829, "64da715b8b584520"),
    "base-2 mixed": (2661, "0326bf011bf78444"),
    "base-3": (1078, "1f6e8eab1f30ee3d"),
    "base-3 mixed": (3459, "3b264cb91abf845c"),
    "base-4": (1397, "4fc913dd3d74e0f1"),
    "base-4 mixed": (4481, "f61531ca804b7f57"),
    "base-5": (1716, "a4f5c60f17954781"),
    "base-5 mixed": (5503, "3c22e4f3fa68c36b"),
    "underground-2": (2792, "1e0b1a2fc0310b86"),
    "underground-2 mixed": (3252, "0fb93d6023a72b4e"),
    "underground-3": (3288, "e115aa79439e6bb2"),
    "underground-3 mixed": (3832, "f88af10804b70baf"),
    "underground-4": (4366, "3fca0a4b85341b60"),
    "underground-4 mixed": (5090, "6b30e935747a7fd6"),
    "underground-5": (5444, "1353006e56529536"),
    "underground-5 mixed": (6348, "37d271b5ac02562a"),
}

CLASSES = '''
from smallworld.content.common import offer_in
from smallworld.engine.actions import NO_REGION, region_of, use
from smallworld.engine.terms import PLACEMENTS
from smallworld.engine.trait import Power


class Counting(Power):
    """Says a number, or a seat, and nothing comes of it."""

    def __init__(self):
        super().__init__("Counting", tokens=4, word="count")

    def options(self, s, e, phase, out):
        if phase == PLACEMENTS and not s.turn_note(self):
            out.add(use(self.number, NO_REGION, 0, 0))
            for seat in range(s.seats):
                out.add(use(self.number, NO_REGION, seat + 1, 0))
            for r in range(3):
                out.add(use(self.number, r, 17, 0))

    def answer(self, s, e, action):
        s.set_turn_note(self, 1)
'''


def numbers() -> dict[str, tuple[int, str]]:
    spaces = {f"{table.map} {table.world}".strip(): ActionSpace.of(table) for table in EVERYWHERE}
    return {name: (len(space), space.digest()) for name, space in spaces.items()}


def test_the_numbers_are_those_of_yesterday() -> None:
    assert KNOWN_VERSION == ACTIONS_VERSION
    assert numbers() == KNOWN


@pytest.mark.parametrize("table", EVERYWHERE, ids=lambda table: f"{table.map} {table.world}")
def test_every_legal_action_has_a_number_of_its_own(table: GameSetup) -> None:
    space = ActionSpace.of(table)
    for seed in (1, 2):
        for match, view in decisions(table, seed, every=2):
            assert view.seat is not None
            ids = space.ids(view)
            assert len(set(ids)) == len(view.legal)
            assert [space.table.action_of(n, view.seat) for n in ids] == view.legal
            mask = space.mask(view)
            assert len(mask) == len(space)
            assert [n for n, open_ in enumerate(mask) if open_] == sorted(ids)
            assert not any(space.mask(match.view((view.seat + 1) % match.table.players)))


def test_all_numbers_lead_to_actions_and_back() -> None:
    space = ActionSpace("underground-3", world="mixed", seats=4)
    for seat in ("P1", "P3"):
        for number in range(len(space)):
            assert space.id(space.action(number, seat), seat) == number


def test_texts_are_understood_and_seats_are_counted_from_the_one_that_acts() -> None:
    space = ActionSpace("base-4")
    assert space.id("pick 3", "P2") == 2
    named = [n for n in range(len(space)) if _names_a_seat(space.table.action_of(n, 0))]
    assert named
    for number in named:
        texts = [str(space.action(number, f"P{n + 1}")) for n in range(4)]
        assert len(set(texts)) == 4


def _names_a_seat(action: int) -> bool:
    alone = region_of(action) == NO_REGION
    return bool(verb_of(action) == USE and alone and seat_of(action) != NO_SEAT)


def test_home_made_traits_have_numbers(tmp_path: Path) -> None:
    table = GameSetup(map="base-2", custom=otters(tmp_path))
    space = ActionSpace.of(table)
    assert space.id("place dam 3", "P1") < len(space)
    file = tmp_path / "counting.py"
    file.write_text(CLASSES, encoding="utf-8")
    table = GameSetup(map="base-2", custom=load_customs([str(file)]))
    space = ActionSpace.of(table)
    met = 0
    for seed in range(8):
        for _, view in decisions(table, seed, every=1):
            assert [space.table.action_of(n, view.seat or 0) for n in space.ids(view)] == view.legal
            met += any(verb_of(action) == USE for action in view.legal)
    assert met
    assert "count" in {str(space.action(n, "P1")) for n in range(len(space))}


def test_what_has_no_number_is_refused_with_the_reason() -> None:
    space = ActionSpace("base-2")
    last = len(space) - 1
    for wrong in (-1, last + 1, 2.5, "7"):
        with pytest.raises(GameError, match=f"numbers from 0 to {last}; there is no"):
            space.action(wrong, "P1")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="a seat is one of P1, P2, not 'P3'"):
        space.id("pick 1", "P3")
    with pytest.raises(GameError, match="die 2 is no action that a seat can take"):
        space.id("die 2", "P1")
    with pytest.raises(GameError, match="this ActionSpace is for base-2 with 2 seats"):
        space.mask(sw.Game("base-3", seed=1).view("P1"))
    with pytest.raises(GameError, match="there is no map"):
        ActionSpace("atlantis")
