"""A game through the front door: pushing and popping, luck, values, records, players, errors."""

import copy
import pickle
import re
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smallworld as sw
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.random_player import RandomPlayer
from smallworld.players.registry import make_player

ROOT = Path(__file__).parents[2]
OTTERS = ROOT / "docs" / "examples" / "otters.py"
BEAVERS = ROOT / "docs" / "examples" / "beavers.toml"
BOARDS = [board.name for board in sw.boards()]
TABLES: list[dict[str, object]] = [
    *({"board": board} for board in BOARDS),
    *({"board": board, "world": "mixed"} for board in ("base-3", "underground-3")),
    {"board": "base-2", "custom": [OTTERS, BEAVERS]},
    {
        "board": "underground-2",
        "seats": 3,
        "turns": 4,
        "first": "P3",
        "coins": "open",
        "places": False,
        "settings": {"flames_entry": "volcano", "own_decline_defends": False},
        "names": ("Ann", "Bob", "Cid"),
    },
]
IDS = [" ".join(str(value) for value in table.values())[:40] for table in TABLES]


def new_game(table: dict[str, object], seed: int | None = 7) -> sw.Game:
    return sw.Game(seed=seed, **table)  # type: ignore[arg-type]


def played(table: dict[str, object], pushes: int, seed: int = 7) -> sw.Game:
    """A game with that many random decisions."""
    game = new_game(table, seed)
    choose = Random(seed)
    for _ in range(pushes):
        if game.is_over:
            break
        game.push(choose.choice(game.legal_actions))
    return game


def facts(game: sw.Game) -> tuple[object, ...]:
    """All that can be seen of a game but its names."""
    return (
        game.fingerprint,
        game.legal_actions,
        game.outcomes,
        game.moves,
        str(game),
        game.record.entries,
        game.seed,
    )


# ---- playing ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_a_random_game_comes_to_its_end(table: dict[str, object]) -> None:
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
    assert sw.Part("die", -3) in game.price("4").parts


def test_with_a_seed_no_luck_can_be_pushed() -> None:
    with pytest.raises(sw.Illegal, match="no luck is due"):
        sw.Game("base-2", seed=7).push("die 3")


# ---- taking back ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_every_step_can_be_taken_back(table: dict[str, object]) -> None:
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
    with pytest.raises(RuntimeError, match="burrow"):
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


# ---- values ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
@pytest.mark.parametrize("pushes", [0, 1, 30, 10**6])
def test_copies_pickles_and_records_are_the_same_game(
    table: dict[str, object], pushes: int
) -> None:
    game = played(table, pushes)
    wanted = facts(game)
    custom = table.get("custom", ())
    for again in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        sw.Game.from_record(game.record),
        sw.Game.from_record(str(game.record), custom=custom),  # type: ignore[arg-type]
    ):
        assert again == game
        assert facts(again) == wanted
        assert again.record == game.record
        go_on_alike(again, game.copy())
        go_back_alike(again, game.copy())
    assert facts(game) == wanted


def go_on_alike(one: sw.Game, other: sw.Game) -> None:
    one, other = one.copy(), other.copy()
    for _ in range(5):
        if not one.is_over:
            one.push(one.legal_actions[-1])
            other.push(other.legal_actions[-1])
            assert facts(one) == facts(other)


def go_back_alike(one: sw.Game, other: sw.Game) -> None:
    for _ in range(3):
        if not other.moves or (other.seed is not None and len(other.moves) == 12):
            break
        assert one.pop() == other.pop()
        assert facts(one) == facts(other)


def test_copies_are_independent() -> None:
    game = played({"board": "base-2"}, 20)
    other = game.copy()
    before = facts(game)
    while not other.is_over:
        other.push(other.legal_actions[0])
    assert facts(game) == before
    for _ in range(20):
        game.pop()
    game.push("pick 3")
    assert other.is_over
    assert other != game
    while other.moves[12:]:
        other.pop()
    assert other == sw.Game("base-2", seed=7)


def test_a_copy_can_have_other_luck() -> None:
    game = sw.Game("base-2", seed=7)
    rows = set()
    for seed in range(8):
        idea = game.copy(seed=seed)
        assert idea == game
        idea.push("pick 1")
        rows.add((idea.row[-1].race, idea.row[-1].power))
        idea.pop()
        assert idea == game
        assert sw.Game.from_record(str(idea.record)) == idea
        assert facts(pickle.loads(pickle.dumps(idea))) == facts(idea)
    assert len(rows) > 3
    bare = game.copy(seed=None)
    bare.push("pick 1")
    assert bare.to_act is None
    assert bare.copy(seed=3).to_act == "P1"


def test_equality_is_of_setup_and_position() -> None:
    assert sw.Game("base-2", seed=7) == sw.Game("base-2", seed=7, names=["Ann", "Bob"])
    assert sw.Game("base-2") != sw.Game("base-2", turns=3)
    assert sw.Game("base-2") != sw.Game("base-2", coins="open")
    assert sw.Game("base-2") != sw.Game("base-2", settings={"ghouls_reenter": False})
    assert sw.Game("base-2") != sw.Game("base-3", seats=2)
    assert sw.Game("base-2") != sw.Game("base-2", custom=OTTERS)
    assert sw.Game("base-2") != "base-2"
    one, other = sw.Game("base-2"), sw.Game("base-2")
    for game, texts in (
        (one, ("race Elves", "power Hill", "race Orcs", "power Stout")),
        (other, ("race Elves", "power Hill", "race Orcs", "power Wealthy")),
    ):
        for text in texts:
            game.push(text)
    assert one != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    assert one.fingerprint != other.fingerprint


def test_the_ways_to_a_position_do_not_count() -> None:
    game = sw.Game("base-2", seed=7)
    game.push("pick 2")
    other = game.copy()
    for text in ("conquer 4", "conquer 10"):
        game.push(text)
    for text in ("conquer 10", "conquer 4"):
        other.push(text)
    assert game == other
    assert game.moves != other.moves


# ---- records ----


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    game = played({"board": "base-2"}, 25)
    path = tmp_path / "game.record"
    path.write_text(str(game.record), encoding="utf-8")
    assert sw.Game.from_record(path) == game
    assert sw.Game.from_record(str(path)) == game
    with pytest.raises(sw.Unreadable, match=r"nothing\.record: this record cannot be read"):
        sw.Game.from_record(tmp_path / "nothing.record")
    with pytest.raises(sw.Unreadable, match="line 1"):
        sw.Game.from_record("this is\nno record\n")


def test_comments_of_a_record_stay() -> None:
    game = played({"board": "base-2"}, 3)
    lines = str(game.record).splitlines()
    lines.insert(-1, "# what a move")
    text = "\n".join(lines) + "\n"
    again = sw.Game.from_record(text)
    assert str(again.record) == text
    again.pop()
    assert "what a move" not in str(again.record)


def test_a_record_with_other_luck_than_its_seeds_goes_on_without_seed() -> None:
    game = sw.Game("base-2")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    text = str(game.record).replace("\n\n", "\nseed: 7\n\n", 1)
    again = sw.Game.from_record(text)
    assert again.seed is None
    assert again == game
    assert again.pop() == game.pop()
    with pytest.raises(sw.GameError, match="luck needs a seed"):
        again.play("greedy")


def test_a_record_that_ends_where_luck_is_due_goes_on() -> None:
    text = str(sw.Game("base-2", seed=7).record)
    short = "\n".join(text.splitlines()[:-3]) + "\n"
    assert sw.Game.from_record(short) == sw.Game("base-2", seed=7)


def test_a_record_that_does_not_replay_is_refused_with_its_line() -> None:
    text = str(played({"board": "base-2"}, 3).record)
    wrong = re.sub(r"\n13 P1 pick \d", "\n13 P1 conquer 11", text)
    with pytest.raises(sw.Illegal, match=r"line \d+, move 13 P1 conquer 11"):
        sw.Game.from_record(wrong)


def test_a_record_with_home_made_races_wants_their_files() -> None:
    game = played({"board": "base-2", "custom": OTTERS}, 5)
    with pytest.raises(sw.GameError, match=r"otters\.py"):
        sw.Game.from_record(str(game.record))
    assert sw.Game.from_record(str(game.record), custom=OTTERS) == game


# ---- watching ----


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_texts_and_pictures_of_any_position(table: dict[str, object]) -> None:
    for pushes in (0, 60, 10**6):
        game = played(table, pushes)
        for shown in (game, game.view(), game.view("P1")):
            words = str(shown)
            assert all(len(line) <= 100 for line in words.splitlines())
            for region in game.regions.values():
                assert region.race is None or region.race in words
            picture = shown._repr_svg_()
            assert picture is not None
            root = ElementTree.fromstring(picture)
            ids = [found.get("id") for found in root.iter() if found.get("id")]
            assert len(ids) == len(set(ids))
            written = {found.text for found in root.iter("{http://www.w3.org/2000/svg}text")}
            for region in game.regions.values():
                if region.terrain != "chasm":
                    assert any(str(text).split()[:1] == [region.name] for text in written)


def test_boards_have_pictures() -> None:
    for board in sw.boards():
        picture = board._repr_svg_()
        assert picture is not None
        ElementTree.fromstring(picture)


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
def test_the_whole_game_is_told(table: dict[str, object]) -> None:
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
