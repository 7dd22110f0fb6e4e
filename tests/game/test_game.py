"""A game through the front door: starting, pushing and popping, luck, refusals."""

import pickle
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smallworld as sw
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.random_player import RandomPlayer

from .games import BEAVERS, IDS, OTTERS, ROOT, TABLES, Table, facts, new_game, played

# ---- playing ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_a_random_game_comes_to_its_end(table: Table) -> None:
    game = played(table, 10**6)
    assert game.is_over
    assert game.phase == "over"
    assert game.to_act is None
    assert game.legal_actions == game.outcomes == ()
    assert game.result is not None
    assert game.result.coins == tuple(game.coins.values())
    best = max(zip(game.result.coins, game.result.tokens, strict=True))
    assert game.result.winners == tuple(
        seat
        for n, seat in enumerate(game.seats)
        if (game.result.coins[n], game.result.tokens[n]) == best
    )
    assert game.turn == game.turns
    with pytest.raises(sw.Illegal, match="the game is over"):
        game.push("done")
    with pytest.raises(sw.Unreadable, match="the game is over"):
        game.push("dance")


def test_the_seed_gives_the_game_of_a_match() -> None:
    """The record is that of the engine's own loop, byte for byte."""
    match = Match(GameSetup(map="base-3", world="mixed"), [RandomPlayer(n) for n in range(3)], 5)
    wanted = str(match.run())
    game = sw.Game("base-3", world="mixed", seed=5, names=["random"] * 3)
    for entry in match.record.moves:
        if entry.who != "*":
            assert game.to_act == entry.who
            game.push(entry.text)
    assert str(game.record) == wanted


def test_without_a_seed_luck_is_pushed() -> None:
    game = sw.Game("base-2")
    assert game.to_act is None
    assert game.phase == "race"
    assert game.legal_actions == ()
    assert len(game.outcomes) == 14
    assert sum(chance for _, chance in game.outcomes) == pytest.approx(1)
    game.push("race Elves")
    game.push(sw.Action("power Berserk"))
    assert [combo.race for combo in game.row] == ["Elves"]
    with pytest.raises(sw.Illegal, match="luck is next"):
        game.push("race Elves")
    with pytest.raises(sw.Unreadable, match="luck may bring: race Amazons"):
        game.push("race Elfs")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    game.push("pick 1")
    assert game.phase == "race"  # the row is filled up
    assert game.pop() == sw.Action("pick 1")
    assert game.pop() == game.outcomes[0][0]


def test_the_die_has_its_chances() -> None:
    game = sw.Game("base-2")
    for text in ("race Elves", "power Berserk"):
        game.push(text)
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    game.push("pick 1")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    game.push("roll")
    chances = {action.pips: chance for action, chance in game.outcomes}
    assert chances == {0: 1 / 2, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6}
    game.push("die 3")
    assert ("die", -3) in [(part.text, part.amount) for part in game.price("4").parts]


def test_with_a_seed_no_luck_can_be_pushed() -> None:
    with pytest.raises(sw.Illegal, match="no luck is due"):
        sw.Game("base-2", seed=7).push("die 3")


# ---- taking back ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_every_step_can_be_taken_back(table: Table) -> None:
    game = new_game(table)
    choose = Random(1)
    passed = [facts(game)]
    pushed: list[sw.Action] = []
    while not game.is_over:
        pushed.append(choose.choice(game.legal_actions))
        game.push(pushed[-1])
        passed.append(facts(game))
    for action in reversed(pushed):
        assert facts(game) == passed.pop()
        assert game.pop() == action
    assert [facts(game)] == passed
    with pytest.raises(IndexError, match="nothing to take back"):
        game.pop()


def test_luck_is_taken_back_too() -> None:
    """The same roll again: whoever takes a step back cannot hope for better luck."""
    game = played({"board": "base-2"}, 0)
    choose = Random(3)
    rolls = 0
    while not game.is_over:
        action = choose.choice(game.legal_actions)
        game.push(action)
        if "die" in (move.verb for move in game.moves[-2:]):
            after = facts(game)
            game.pop()
            other = next(one for one in game.legal_actions if one != action)
            game.push(other)
            game.pop()
            game.push(action)
            assert facts(game) == after
            rolls += 1
    assert rolls > 3


def test_what_is_refused_changes_nothing() -> None:
    game = played({"board": "base-3"}, 40)
    before = facts(game)
    for text in ("pick 1 swap 2", "die 3", "conquer 99", "nonsense", "", "race Elves"):
        with pytest.raises(ValueError, match=r"\w+"):
            game.push(text)
        assert facts(game) == before
    for wrong in (None, 5, b"stop"):
        with pytest.raises(TypeError, match="an action is an Action or its text"):
            game.push(wrong)  # type: ignore[arg-type]
    assert facts(game) == before


def test_a_trait_that_fails_in_the_middle_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "moles.py"
    path.write_text(
        "from smallworld.engine.trait import Race\n"
        "class Moles(Race):\n"
        "    def __init__(self):\n"
        '        super().__init__("Moles", tokens=6, supply=11, text="Nothing.")\n'
        "    def on_conquered(self, s, e, r):\n"
        '        raise RuntimeError("the burrow fell in")\n'
    )
    game = sw.Game("base-2", custom=path)
    game.push("race Moles")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    game.push("pick 1")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    before = facts(game)
    with pytest.raises(sw.GameError, match=r"moles\.py, class Moles, `on_conquered`: .* burrow"):
        game.push("conquer 4")
    assert facts(game) == before
    game.push("stop")


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_pushed_or_refused_in_words(text: str) -> None:
    game = sw.Game("base-2", seed=7)
    try:
        game.push(text)
    except sw.GameError:
        assert game.moves == sw.Game("base-2", seed=7).moves


WORDS = [
    "pick", "conquer", "roll", "deploy", "with", "as", "+", "swap", "place", "ally", "P1", "P2",
    "hero", "Magic", "Shiny Orb", "Flying Doormat", "3", "14", "0", "61", "die", "race", "Elves",
    "stop", "done", "decline", "Stout", "use",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=7))
@settings(max_examples=300)
def test_words_of_the_notation_in_any_order_are_refused_in_words(words: list[str]) -> None:
    text = " ".join(words)
    for board in ("base-2", "underground-2"):
        game = sw.Game(board, seed=1)
        game.push("pick 1")
        legal = game.is_legal(text)
        try:
            game.push(text)
        except (sw.Illegal, sw.Unreadable):
            assert not legal
        else:
            assert legal


# ---- what cannot be started ----


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"board": "base-9"}, sw.Unreadable, "there is no map 'base-9'; there are base-2, base-3"),
        ({"board": "nothing.toml"}, sw.Unreadable, "nothing.toml"),
        ({"board": 3}, TypeError, "a board is a name such as 'base-2'"),
        ({"board": None}, TypeError, "a board is a name such as 'base-2'"),
        ({"seed": "seven"}, sw.GameError, "a seed is a whole number"),
        ({"seed": 1.5}, sw.GameError, "a seed is a whole number"),
        ({"seed": True}, sw.GameError, "a seed is a whole number"),
        ({"seed": 10**40}, sw.GameError, "a seed is a whole number"),
        ({"world": "moon"}, sw.GameError, "the world is one of base, underground, mixed"),
        ({"world": "underground"}, sw.GameError, "Underground is played below ground"),
        ({"seats": 1}, sw.GameError, "seats is a whole number from 2 to 5, not 1"),
        ({"seats": "2"}, sw.GameError, "seats is a whole number from 2 to 5, not '2'"),
        ({"turns": 0}, sw.GameError, "turns is a whole number from 1 to 99, not 0"),
        ({"first": "P3"}, sw.GameError, "the first seat is one of P1, P2, not 'P3'"),
        ({"first": 1}, sw.GameError, "the first seat is one of P1, P2, not 1"),
        ({"coins": "secret"}, sw.GameError, "coins are hidden or open, not 'secret'"),
        ({"places": "no"}, TypeError, "places is True or False, not 'no'"),
        ({"monsters": "3"}, TypeError, "monsters is a list of regions"),
        ({"monsters": ["3"]}, sw.GameError, "only in the mixed game on a surface map"),
        (
            {"world": "mixed", "monsters": ["4"], "seed": 1},
            sw.GameError,
            "monsters stand in Lost Tribe regions; 4 is none of them",
        ),
        ({"world": "mixed"}, sw.GameError, "luck says where Monsters stand: give a seed"),
        ({"settings": {"gouls": True}}, sw.GameError, "no setting 'gouls'; there are own_decline"),
        ({"settings": {"flames_entry": "sky"}}, sw.GameError, "edge or volcano, not 'sky'"),
        ({"settings": {"ghouls_reenter": 1}}, sw.GameError, "yes or no, not 1"),
        ({"custom": "otters.txt"}, sw.Unreadable, "names end in .toml or .py"),
        ({"custom": "nothing.toml"}, sw.Unreadable, "nothing.toml"),
        ({"custom": [5]}, TypeError, "custom content is a .toml or .py file"),
        ({"names": ["Ann"]}, sw.GameError, "1 names do not fit a table for 2 players"),
    ],
)
def test_what_cannot_be_started_says_why(
    wrong: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        sw.Game(**wrong)  # type: ignore[arg-type]


def test_boards_are_named_in_several_ways(tmp_path: Path) -> None:
    (board,) = [board for board in sw.boards() if board.name == "base-3"]
    assert sw.Game(board) == sw.Game("base-3")
    source = ROOT / "smallworld" / "content" / "maps" / "base-2.toml"
    path = tmp_path / "mine.toml"
    path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    game = sw.Game(path, seed=1)
    assert len(game.board.regions) == 23
    game.push("pick 1")
    assert sw.Game.from_record(str(game.record)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert "mine.toml" in repr(game)


def test_monsters_may_be_placed_by_hand() -> None:
    game = sw.Game("base-2", world="mixed", monsters=["3", "12"])
    assert game.regions["3"].natives == "Monsters"
    assert game.regions["7"].natives == "Lost Tribe"
    assert sw.Game("base-2", world="mixed", places=False).regions["3"].natives == "Lost Tribe"


def test_home_made_races_are_in_the_game() -> None:
    game = sw.Game("base-2", custom=[OTTERS, str(BEAVERS)])
    names = {action.trait for action, _ in game.outcomes}
    assert {"Otters", "Beavers"} <= names
    assert "Ratmen" not in names  # their tokens are borrowed
