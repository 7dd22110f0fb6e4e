"""Actions as values: parts by name, comparison, order, pickles, and what is none."""

import copy
import pickle
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import smallworld as sw

ROOT = Path(__file__).parents[2]
OTTERS = str(ROOT / "docs" / "examples" / "otters.py")
PARTS = (
    "verb", "region", "tokens", "combo", "swap", "seat", "trait", "ways", "stands_for", "piece",
    "pips",
)  # fmt: skip


def parts(action: sw.Action) -> dict[str, object]:
    """The parts that an action has."""
    found = {name: getattr(action, name) for name in PARTS}
    return {name: value for name, value in found.items() if value not in (None, ())}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("pick 3", {"verb": "pick", "combo": 3}),
        ("pick 3 swap 5", {"verb": "pick", "combo": 3, "swap": 5}),
        ("expand", {"verb": "expand"}),
        ("decline", {"verb": "decline"}),
        ("decline with Vanishing", {"verb": "decline", "ways": ("Vanishing",)}),
        ("abandon 14", {"verb": "abandon", "region": "14"}),
        ("give up 14", {"verb": "give up", "region": "14"}),
        ("conquer 14", {"verb": "conquer", "region": "14"}),
        ("conquer 14 with Sorcerers", {"verb": "conquer", "region": "14", "ways": ("Sorcerers",)}),
        (
            "roll 14 with Flying Doormat + Magic as Shiny Orb",
            {
                "verb": "roll",
                "region": "14",
                "ways": ("Flying Doormat", "Magic"),
                "stands_for": "Shiny Orb",
            },
        ),
        ("roll", {"verb": "roll"}),
        ("stop", {"verb": "stop"}),
        ("deploy 14 2", {"verb": "deploy", "region": "14", "tokens": 2}),
        (
            "place fortress 14",
            {"verb": "place", "region": "14", "piece": "fortress", "trait": "Fortified"},
        ),
        (
            "place encampment 14 3",
            {
                "verb": "place",
                "region": "14",
                "tokens": 3,
                "piece": "encampment",
                "trait": "Bivouacking",
            },
        ),
        (
            "place Scepter of Avarice 14",
            {"verb": "place", "region": "14", "trait": "Scepter of Avarice"},
        ),
        (
            "place Magic as Froggy's Ring 14",
            {
                "verb": "place",
                "region": "14",
                "trait": "Magic",
                "piece": "bag",
                "stands_for": "Froggy's Ring",
            },
        ),
        ("ally P2", {"verb": "ally", "seat": "P2", "trait": "Diplomat"}),
        ("sacrifice 14", {"verb": "sacrifice", "region": "14", "trait": "Altar of Souls"}),
        ("replace B", {"verb": "replace", "region": "B", "trait": "Reborn"}),
        ("pass", {"verb": "pass"}),
        ("done", {"verb": "done"}),
        ("die 0", {"verb": "die", "pips": 0}),
        ("race Iron Dwarves", {"verb": "race", "trait": "Iron Dwarves"}),
        ("power Dragon Master", {"verb": "power", "trait": "Dragon Master"}),
        ("find Stonehedge", {"verb": "find", "trait": "Stonehedge"}),
        ("grant Vampire", {"verb": "grant", "trait": "Vampire"}),
    ],
)
def test_each_part_has_its_name(text: str, wanted: dict[str, object]) -> None:
    action = sw.Action(text)
    assert parts(action) == wanted
    assert str(action) == text
    assert repr(action) == f"Action({text!r})"
    assert action.is_luck == (wanted["verb"] in ("die", "race", "power", "find", "grant"))


@pytest.mark.parametrize(
    "text",
    [
        "", "dance", "conqer 14", "pick", "pick two", "pick 61", "pick -1", "pick 1 swap x",
        "pick ²", "deploy 14", "deploy 14 x", "deploy", "conquer", "conquer with Sorcerers",
        "abandon", "give 3", "die", "die six", "race", "decline by Stout", "place tower 3",
        "place encampment 14 many",
    ],
)  # fmt: skip
def test_what_has_not_the_form_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(sw.Unreadable) as error:
        sw.Action(text)
    assert isinstance(error.value, ValueError)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("wrong", [None, 5, b"pick 2", ["pick", 2]])
def test_only_a_text_makes_an_action(wrong: object) -> None:
    with pytest.raises(TypeError, match="such as 'pick 2'"):
        sw.Action(wrong)  # type: ignore[arg-type]


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        action = sw.Action(text)
    except sw.Unreadable:
        return
    assert sw.Action(str(action)) == action
    assert action.verb


def test_actions_that_say_the_same_are_equal() -> None:
    one = sw.Action("conquer 14 with Flying Doormat + Shiny Orb")
    other = sw.Action("conquer  14  with Shiny Orb + Flying Doormat")
    assert one == other
    assert hash(one) == hash(other)
    assert one != sw.Action("conquer 14 with Shiny Orb")
    assert one != "conquer 14 with Flying Doormat + Shiny Orb"
    assert len({one, other, sw.Action("stop")}) == 2


def test_actions_of_a_game_equal_those_made_from_text() -> None:
    game = sw.Game("base-2", seed=7)
    found = game.legal_actions[1]
    assert found == sw.Action("pick 2")
    assert hash(found) == hash(sw.Action("pick 2"))
    assert sw.Action("pick 2") in game.legal_actions
    assert sw.Game("base-5", seed=1).legal_actions[1] == found


def test_actions_sort_as_people_do() -> None:
    texts = ["conquer 10", "abandon 3", "conquer 9 with Sorcerers", "conquer 9", "deploy 9 10"]
    texts += ["deploy 9 2", "done"]
    found = [str(action) for action in sorted(sw.Action(text) for text in texts)]
    assert found == [
        "abandon 3", "conquer 9", "conquer 9 with Sorcerers", "conquer 10", "deploy 9 2",
        "deploy 9 10", "done",
    ]  # fmt: skip
    assert sw.Action("stop") <= sw.Action("stop")
    assert sw.Action("stop") > sw.Action("done")
    with pytest.raises(TypeError):
        sorted([sw.Action("stop"), "done"])  # type: ignore[type-var]


def test_an_action_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        sw.Action("stop").verb = "done"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        sw.Action("stop").other = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("board", [board.name for board in sw.boards()])
def test_text_and_game_agree_on_the_parts(board: str) -> None:
    """Every action of random games, its text read without the game, copied and pickled."""
    luck = Random(board)
    seen: set[sw.Action] = set()
    for seed in range(3):
        game = sw.Game(board, seed=seed, world="mixed")
        while not game.is_over:
            seen.update(game.legal_actions)
            game.push(luck.choice(game.legal_actions))
        seen.update(game.moves)
    assert len(seen) > 200
    for action in seen:
        again = sw.Action(str(action))
        assert again == action
        assert parts(again) == parts(action)
        for other in (pickle.loads(pickle.dumps(action)), copy.deepcopy(action)):
            assert other == action
            assert hash(other) == hash(action)
            assert parts(other) == parts(action)


def test_home_made_words_are_read_by_the_game() -> None:
    with pytest.raises(sw.Unreadable, match=r"Game\.action"):
        sw.Action("place lamp 3")
    game = sw.Game("base-2", custom=OTTERS)
    action = game.action("place lamp 3")
    wanted = {"verb": "place", "region": "3", "piece": "lamp", "trait": "Lamplit"}
    assert parts(action) == wanted
    again = pickle.loads(pickle.dumps(action))
    assert again == action
    assert parts(again) == wanted
    assert parts(sw.Action("race Otters")) == {"verb": "race", "trait": "Otters"}
