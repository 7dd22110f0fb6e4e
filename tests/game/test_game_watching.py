"""Looking at a game: views, prices, texts, pictures; and players who look."""

import pickle
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import smallworld as sw
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player

from .games import IDS, TABLES, Table, facts, played


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_texts_and_pictures_of_any_position(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALLWORLD_CACHE", str(tmp_path))
    for pushes in (0, 60, 10**6):
        game = played(table, pushes)
        for shown in (game, game.view(), game.view("P1")):
            words = str(shown)
            assert all(len(line) <= 100 for line in words.splitlines())
            for region in game.regions.values():
                assert region.race is None or region.race in words
            root = ElementTree.fromstring(shown._repr_svg_())
            ids = [found.get("id") for found in root.iter() if found.get("id")]
            assert len(ids) == len(set(ids))
            written = {found.text for found in root.iter("{http://www.w3.org/2000/svg}text")}
            for region in game.regions.values():
                if region.terrain != "chasm":
                    assert any(str(text).split()[:1] == [region.name] for text in written)


def test_boards_have_pictures() -> None:
    for board in sw.boards():
        ElementTree.fromstring(board._repr_svg_())


def test_a_view_hides_coins_and_stays() -> None:
    game = played({"board": "base-3"}, 30)
    views = {seat: game.view(seat) for seat in (*game.seats, None)}
    for seat, view in views.items():
        assert view.seat == seat
        assert view.coins == {s: (c if s == seat else None) for s, c in game.coins.items()}
        assert view.tallied == game.coins
        assert view.legal_actions == (game.legal_actions if seat == game.to_act else ())
        assert view.regions == game.regions
        assert view.row == game.row
        assert "coins hidden" in str(view)
        assert (view.turn, view.phase, view.to_act) == (game.turn, game.phase, game.to_act)
        empires = view.empires
        assert {s: empire.coins for s, empire in empires.items()} == view.coins
    before = views[None].regions
    while not game.is_over:
        game.push(game.legal_actions[0])
    assert views[None].regions == before
    assert game.view("P1").coins == game.coins
    with pytest.raises(sw.GameError, match="there are P1, P2, P3"):
        game.view("P4")


def test_a_player_can_try_things_out_in_a_view() -> None:
    game = played({"board": "base-2"}, 30)
    assert game.to_act is not None
    before = facts(game)
    view = game.view(game.to_act)
    idea = view.game(seed=5)
    assert idea.coins == game.coins
    assert idea.legal_actions == view.legal_actions
    start = idea.fingerprint
    pushed = 0
    while not idea.is_over:
        idea.push(idea.legal_actions[-1])
        pushed += 1
    again = pickle.loads(pickle.dumps(idea))
    for _ in range(pushed):
        assert again.pop() == idea.pop()
    assert idea.fingerprint == again.fingerprint == start
    with pytest.raises(sw.GameError, match="has no record"):
        print(idea.record)
    assert facts(game) == before
    end = game.copy()
    end.play("random")
    with pytest.raises(sw.GameError, match="the game is over"):
        end.view().game()


@pytest.mark.parametrize("board", ["base-2", "underground-3"])
def test_prices_are_those_of_the_legal_conquests(board: str) -> None:
    game = sw.Game(board, seed=3)
    choose = Random(3)
    asked = 0
    while not game.is_over:
        for action in game.legal_actions:
            if action.verb not in ("conquer", "roll") or action.region is None:
                continue
            price = game.price(action)
            assert price.total == sum(part.amount for part in price.parts)
            assert game.describe(action)
            if not action.ways:
                assert game.price(action.region).parts == price.parts
                assert game.price(action.region).in_reach
                assert price.total >= 1
            if action.verb == "conquer" and not action.ways:
                assert price.missing == 0
                assert price.chance == 1
            elif not action.ways and price.missing:
                assert price.chance == {1: 1 / 2, 2: 1 / 3, 3: 1 / 6}[price.missing]
            asked += 1
        game.push(choose.choice(game.legal_actions))
    assert asked > 200


def test_prices_that_nobody_can_pay_say_why() -> None:
    game = sw.Game("base-2", seed=7)
    with pytest.raises(sw.Illegal, match="there is no race to conquer with"):
        game.price("4")
    game.push("pick 2")
    with pytest.raises(sw.Illegal, match="cannot take seas"):
        game.price("11")
    with pytest.raises(sw.Illegal, match="First Conquest"):
        game.price("conquer 7")
    with pytest.raises(sw.GameError, match="the regions are 1, 2, 3"):
        game.price("99")
    with pytest.raises(sw.GameError, match="the regions are 1, 2, 3"):
        game.price("pick 2")
    with pytest.raises(sw.Illegal, match="it has no price"):
        game.price(sw.Action("stop"))
    assert game.price(4) == game.price("4")
    assert not game.price("7").in_reach
    with pytest.raises(FrozenInstanceError):
        game.price("7").force = 3  # type: ignore[misc]


def test_only_legal_actions_are_described() -> None:
    game = sw.Game("base-2", seed=7)
    assert all(game.describe(action) for action in game.legal_actions)
    with pytest.raises(sw.Illegal, match="not possible in this phase"):
        game.describe("conquer 4")


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_the_whole_game_is_told(table: Table) -> None:
    game = played(table, 10**6)
    told = game.narration()
    assert sum(sentence.startswith("Turn ") for sentence in told) == game.turns * len(game.seats)


# ---- players ----


class Hasty(sw.Player):
    """Written by the front door alone."""

    def choose(self, view: sw.PlayerView) -> sw.Action | str:
        assert view.seat == view.to_act
        return view.legal_actions[0]


class Thinker(sw.Player):
    """Looks ahead by the front door alone: what it would score after each of its conquests."""

    def __init__(self) -> None:
        super().__init__("thinker")
        self.asked = 0

    def choose(self, view: sw.PlayerView) -> str:
        self.asked += 1
        best = max(view.legal_actions, key=lambda action: self.value(view, action))
        return str(best)

    def value(self, view: sw.PlayerView, action: sw.Action) -> int:
        assert view.seat is not None
        idea = view.game(seed=1)
        idea.push(action)
        return sum(part.amount for part in idea.view(view.seat).score)


def test_players_of_ones_own_play_to_the_end() -> None:
    game = sw.Game("base-3", seed=2, turns=3)
    thinker = Thinker()
    end = game.play([Hasty(), thinker, "greedy"])
    assert game.is_over
    assert game.result == end
    assert thinker.asked > 10
    assert game.record.players == ["hasty", "thinker", "greedy"]
    again = sw.Game.from_record(str(game.record))
    assert again == game


def test_players_of_ones_own_sit_in_matches_as_well() -> None:
    match = Match(GameSetup(map="base-2", turns=2), [Hasty(), make_player("greedy")], 3)
    game = sw.Game("base-2", turns=2, seed=3)
    game.play([Hasty(), "greedy"])
    assert str(match.run()) == str(game.record)


def test_levels_answer_either_way() -> None:
    game = sw.Game("base-2", seed=7)
    view = game.view("P1")
    for name in ("random", "careless", "greedy", "search:simulations=12"):
        answer = sw.make_player(name, 1).choose(view)
        assert answer in game.legal_actions
        number = sw.make_player(name, 1).choose_number(view.numbers)
        assert game.legal_actions[view.numbers.legal.index(number)] == answer


def test_the_same_seed_plays_the_same_game() -> None:
    games = [sw.Game("base-2", seed=4, turns=3) for _ in range(2)]
    for game in games:
        game.play(["random", "careless"])
    assert games[0].record == games[1].record
    other = sw.Game("base-2", seed=5, turns=3)
    other.play(["random", "careless"])
    assert other.record != games[0].record


class Odd(sw.Player):
    def __init__(self, answer: object) -> None:
        self.answer = answer  # and no call of super().__init__

    def choose(self, view: sw.PlayerView) -> sw.Action:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        ("pick 60", sw.Illegal, "player in seat P1 answered what is not legal: pick 60"),
        ("dance", sw.Unreadable, "player in seat P1 answered: 'dance' is no action"),
        (None, TypeError, "player in seat P1 answered: an action is an Action or its text"),
        (0, TypeError, "player in seat P1 answered: an action is an Action or its text"),
    ],
)
def test_wrong_answers_name_the_player(answer: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sw.Game("base-2", seed=7).play([Odd(answer), "greedy"])


def test_a_player_must_know_how_to_choose() -> None:
    class Idle(sw.Player):
        pass

    with pytest.raises(NotImplementedError, match="idle does not know how to choose"):
        sw.Game("base-2", seed=7).play(Idle())
    with pytest.raises(NotImplementedError, match="idle does not know how to choose"):
        Match(GameSetup(), [Idle(), Idle()]).run()


@pytest.mark.parametrize(
    ("players", "error", "words"),
    [
        (["greedy"], sw.GameError, "there are 2 seats, and 1 players are given"),
        (["greedy"] * 3, sw.GameError, "there are 2 seats, and 3 players are given"),
        (["greedy", "gredy"], sw.GameError, "there is no player 'gredy'; there are random"),
        (["greedy", "search:depth=3"], sw.GameError, "search has no setting 'depth'"),
        (["greedy", 3], TypeError, "a player is a level by name"),
    ],
)
def test_wrong_players_are_refused(
    players: Sequence[str], error: type[Exception], words: str
) -> None:
    game = sw.Game("base-2", seed=7)
    before = facts(game)
    with pytest.raises(error, match=words):
        game.play(players)
    assert facts(game) == before
