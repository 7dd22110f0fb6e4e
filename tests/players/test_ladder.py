"""All levels of the ladder: always legal, the game left alone, same seed same game.

They think in the compiled build, where there is a compiler.
"""

from pathlib import Path

import pytest

from smallworld.content.custom.files import load_customs
from smallworld.content.loader import MAPS
from smallworld.engine.game import result, to_act
from smallworld.engine.pack import fingerprint
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.budget import Budget
from smallworld.players.registry import make_player
from smallworld.players.search.search import forecast, think
from tests.compiled.build import Do

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
QUICK = (
    *("careless", "planner", "search:simulations=12", "master:simulations=12"),
    *("champion:simulations=12", "raider:simulations=12"),
)
MOST_MOVES = 2500


def play_crowd(name: str, world: str, seats: int, turns: int, seed: int) -> None:
    """A whole match in which the levels sit side by side."""
    play(crowd(GameSetup(map=name, world=world, players=seats, turns=turns), seed))


def play(match: Match) -> Match:
    """To the end, but not for ever; an illegal answer raises."""
    for _ in range(MOST_MOVES):
        if not match.step():
            return match
    raise AssertionError("the match does not end")


def crowd(table: GameSetup, seed: int) -> Match:
    """A match in which the levels sit side by side."""
    seats = table.players or int(table.map[-1])
    specs = [QUICK[(seed + seat) % len(QUICK)] for seat in range(seats)]
    return Match(table, [make_player(spec, seed + n) for n, spec in enumerate(specs)], seed)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("world", ["", "mixed"])
def test_every_level_is_legal_on_every_board(name: str, world: str, quickly: Do) -> None:
    quickly(play_crowd, name, world, 0, 3, len(name + world))


@pytest.mark.parametrize(("name", "seats"), [("base-5", 2), ("underground-2", 5), ("base-3", 4)])
def test_every_level_plays_with_other_seats_than_the_board_has(
    name: str, seats: int, quickly: Do
) -> None:
    quickly(play_crowd, name, "", seats, 2, seats)


def test_every_level_plays_races_and_powers_of_ones_own(quickly: Do) -> None:
    assert quickly(play_own)


def play_own() -> set[str]:
    """Which of the races and powers of one's own were seen in some games with them."""
    custom = load_customs([str(EXAMPLES / name) for name in ("beavers.toml", "otters.py")])
    ours = {make().name for make in (*custom.races, *custom.powers)}
    seen: set[str] = set()
    for seed in range(8):
        match = crowd(GameSetup(map="base-4", world="mixed", turns=2, custom=custom), seed)
        play(match)
        seen |= {t.name for e in match.state.empires for t in (e.race, e.power)} & ours
    return seen


@pytest.mark.parametrize("spec", QUICK)
def test_the_same_seed_plays_the_same_game(spec: str, quickly: Do) -> None:
    assert quickly(record, spec) == quickly(record, spec)


def record(spec: str) -> str:
    """A short game of two of that level."""
    seats = [make_player(spec, seed) for seed in (1, 2)]
    return play(Match(GameSetup(map="base-2", turns=4), seats, 5)).record.to_text()


def test_thinking_changes_nothing(quickly: Do) -> None:
    quickly(think_all_along)


def think_all_along() -> None:
    """A game in which somebody else thinks about every position."""
    match = crowd(GameSetup(map="underground-2", turns=3), seed=1)
    while not match.is_over():
        s = match.state
        before = fingerprint(s)
        coins = forecast(s, 2, seed=1)
        assert len(coins) == 2
        seat = to_act(s)
        if seat >= 0:
            thoughts = think(s, seat, Budget(simulations=20), seed=3)
            assert thoughts[0].simulations > 0
        assert fingerprint(s) == before
        match.step()


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [("careless", "random", 8, 6), ("greedy", "careless", 8, 6)],
)
def test_each_quick_level_beats_the_one_below(
    better: str, worse: str, games: int, least: int, quickly: Do
) -> None:
    assert quickly(wins, better, worse, games) >= least


def wins(better: str, worse: str, games: int) -> int:
    """Games that the better one wins alone; each deal is played from both seats."""
    won = 0
    for game in range(games):
        mine = game % 2
        specs = [better, worse] if mine == 0 else [worse, better]
        seats = [make_player(spec, 10 * game + n) for n, spec in enumerate(specs)]
        won += result(play(Match(GameSetup(map="base-2"), seats, game // 2)).state).winners == [
            mine
        ]
    return won
