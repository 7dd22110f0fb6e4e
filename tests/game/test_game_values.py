"""Games as values: copies, pickles, comparison, records."""

import copy
import pickle
import re
from pathlib import Path

import pytest

import smallworld as sw

from .games import HERON_LAKE, IDS, OTTERS, TABLES, Table, facts, played


@pytest.mark.parametrize("table", TABLES, ids=IDS)
@pytest.mark.parametrize("pushes", [0, 1, 30, 10**6])
def test_copies_pickles_and_records_are_the_same_game(table: Table, pushes: int) -> None:
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


def test_a_copy_with_other_luck_goes_back_beyond_its_beginning() -> None:
    game = sw.Game("base-2", seed=7)
    fresh = game.copy(seed=1)
    game.push("pick 1")
    other, bare = game.copy(seed=1), game.copy(seed=None)
    for copied in (other, bare):
        assert copied.pop() == sw.Action("pick 1")
        assert copied == fresh
    for copied in (other, fresh):
        copied.push("pick 1")
    assert other == fresh
    bare.push("pick 1")
    assert bare.to_act is None


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


def test_a_game_on_a_home_made_map_needs_its_file_no_more(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(HERON_LAKE.read_text(encoding="utf-8"), encoding="utf-8")
    game = played({"board": str(file)}, 5)
    text, pickled, shown, picture = (
        str(game.record),
        pickle.dumps(game),
        str(game),
        game._repr_svg_(),
    )
    file.unlink()
    for again in (game, sw.Game.from_record(text), pickle.loads(pickled)):
        assert (repr(again), str(again), again._repr_svg_()) == (repr(game), shown, picture)
        assert again.board == game.board
        assert again.view("P2")._repr_svg_() == game.view("P2")._repr_svg_()
        assert again.board._repr_svg_() == game.board._repr_svg_()


@pytest.mark.parametrize("table", TABLES, ids=IDS)
@pytest.mark.parametrize("pushes", [0, 1, 30, 10**6])
def test_views_are_copied_pickled_and_compared(table: Table, pushes: int) -> None:
    game = played(table, pushes)
    for seat in (*game.seats, None):
        view = game.view(seat)
        for again in (pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)):
            assert again == view
            assert hash(again) == hash(view)
            assert again.numbers.show() == view.numbers.show()
            assert (again.legal_actions, again.coins) == (view.legal_actions, view.coins)
            assert (again.tallied, again.score) == (view.tallied, view.score)
    views = [game.view(seat) for seat in (*game.seats, None)]
    assert [one == other for one in views for other in views].count(True) == len(views)
    assert views[0] != game
