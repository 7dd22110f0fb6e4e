"""Twelve home-made traits that no judge has learnt: they can be played, and are."""

from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.arena.plan import ArenaPlan, ArenaTable, Rules
from smallworld.arena.play import GameOutcome, PlayerCache
from smallworld.content.custom.files import load_customs
from smallworld.content.texts import texts_of
from smallworld.devtools.soak import play_checked
from smallworld.engine.trait import HOOKS
from smallworld.game.setup import GameSetup, start_game
from smallworld.players.judge.judge_file import shipped_judge

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "unseen"
FILES = tuple(str(FOLDER / name) for name in ("races.py", "powers.toml"))
PLAN = ArenaPlan(
    ("careless", "planner"),
    (ArenaTable("base-2", 2), ArenaTable("underground-3", 3)),
    games=6,
    mixed=False,
    rules=Rules(turns=2, custom=FILES),
)


def names() -> set[str]:
    custom = load_customs(FILES)
    return {made().name for made in (*custom.races, *custom.powers)}


def test_there_are_twelve_and_the_judge_knows_none_of_them() -> None:
    custom = load_customs(FILES)
    assert (len(custom.races), len(custom.powers)) == (6, 6)
    assert custom.warnings == []
    assert len(names()) == 12
    assert not names() & shipped_judge().traits.keys()
    told = {entry.name: entry.text for entry in texts_of(custom, "en")}
    assert all(told[name] for name in names())


def test_they_are_of_many_kinds() -> None:
    s = start_game(GameSetup(map="base-3", custom=load_customs(FILES)))
    traits = [s.library.by_name[name] for name in names()]
    answered = {hook for hook, bit in HOOKS.items() if any(t.hooks & bit for t in traits)}
    assert {
        *("pays", "coins_overall", "cheaper", "dearer", "enters", "reaches", "links"),
        *("tokens_on_redeploy", "tokens_lost", "options"),
    } <= answered
    assert any(trait.brings for trait in traits)


@pytest.mark.parametrize(
    ("board", "world"), [("base-3", ""), ("underground-2", ""), ("base-5", "mixed")]
)
def test_they_can_be_played_everywhere(board: str, world: str) -> None:
    custom = load_customs(FILES)
    for seed in range(3):
        play_checked(GameSetup(map=board, world=world, custom=custom), seed)


def test_they_occur_in_games_of_an_arena_and_are_taken() -> None:
    hall = PlayerCache(PLAN)
    picked: list[str] = []
    for game in PLAN.all_games():
        ended, record = hall.play_with_record(game)
        assert isinstance(ended, GameOutcome), ended
        assert record is not None
        s = record.replay()
        picked += [
            trait.name for e in s.empires for trait in (e.race, e.power) if trait.name in names()
        ]
    assert len(set(picked)) > 1


def test_the_champion_plays_with_them() -> None:
    one_turn = replace(
        PLAN,
        players=("careless", "champion:simulations=2,per=decision"),
        places=PLAN.places[:1],
        games=1,
        rules=replace(PLAN.rules, turns=1),
    )
    hall = PlayerCache(one_turn)
    for game in one_turn.all_games():
        assert isinstance(hall.play(game), GameOutcome)


def test_both_sides_meet_them_with_the_same_luck() -> None:
    three = replace(PLAN, places=PLAN.places[1:])
    sides = {(lineup.one, lineup.rest) for lineup in three.lineups()}
    assert sides == {(0, 1), (1, 0)}
