"""The greedy player: always legal, never blind to a coin, and better than chance."""

import re
from pathlib import Path
from time import process_time

import pytest

from smallworld.content.library import full_library
from smallworld.content.loader import MAPS
from smallworld.content.settings import HouseRules
from smallworld.engine.actions import DEPLOY, region_of, verb_of
from smallworld.engine.explain.invariants import check
from smallworld.engine.game import apply, is_chance, legal, result, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.regions import BIT, each
from smallworld.engine.rules.conquest import Front
from smallworld.engine.state import NOBODY, State
from smallworld.engine.terms import CHOOSE, REDEPLOY
from smallworld.engine.trait import PAYS
from smallworld.engine.verbs import add_tokens
from smallworld.game.match import Match
from smallworld.game.player import Player
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.view import View
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.random_player import RandomPlayer

MOST_MOVES = 2500


def play(match: Match) -> None:
    """To the end, but not for ever."""
    for _ in range(MOST_MOVES):
        if not match.step():
            return
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("world", ["", "mixed"])
def test_greed_is_legal_on_every_board_in_both_games_and_mixed(name: str, world: str) -> None:
    for seed in (1, 2):
        match = Match(
            GameSetup(map=name, world=world), [GreedyPlayer() for _ in range(int(name[-1]))], seed
        )
        play(match)  # an illegal answer raises


@pytest.mark.parametrize(
    "table",
    [
        GameSetup(map="underground-3", places=False),
        GameSetup(
            map="underground-2",
            world="mixed",
            settings=HouseRules({"flames_entry": "volcano", "ghouls_reenter": False}),
        ),
        GameSetup(
            map="base-3", coins="open", first=1, settings=HouseRules({"own_decline_defends": False})
        ),
        GameSetup(map="base-2", players=5),
        GameSetup(map="underground-5", players=2, turns=12),
    ],
    ids=lambda table: f"{table.map} {table.world}",
)
def test_greed_is_legal_whatever_the_settings(table: GameSetup) -> None:
    for seed in (3, 4):
        seats = table.players or int(table.map[-1])
        crowd: list[Player] = [RandomPlayer(seed + n) for n in range(seats)]
        crowd[seed % seats] = GreedyPlayer()
        play(Match(table, crowd, seed))


def wins(table: GameSetup, games: int) -> int:
    seats = int(table.map[-1])
    won = 0
    for seed in range(games):
        crowd: list[Player] = [RandomPlayer(100 * seed + n) for n in range(seats)]
        mine = seed % seats
        crowd[mine] = GreedyPlayer()
        match = Match(table, crowd, seed)
        play(match)
        won += result(match.state).winners == [mine]
    return won


def test_greed_beats_chance() -> None:
    assert wins(GameSetup(map="base-2"), 20) >= 18
    assert wins(GameSetup(map="underground-3"), 6) >= 5


def test_greed_needs_no_memory_and_leaves_the_game_alone() -> None:
    table = GameSetup(map="underground-2", world="mixed")
    match = Match(table, [GreedyPlayer(), GreedyPlayer()], seed=6)
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0:
            before = fingerprint(match.state)
            answers = {GreedyPlayer().choose_number(match.view(seat)) for _ in range(2)}
            assert len(answers) == 1
            assert fingerprint(match.state) == before
        match.step()


def test_a_turn_is_quick() -> None:
    match = Match(GameSetup(map="underground-5", world="mixed"), [GreedyPlayer()] * 5, seed=1)
    begun = process_time()
    play(match)
    turns = 5 * 8
    assert (process_time() - begun) / turns < 0.1


def test_no_race_power_place_or_relic_is_known_by_name() -> None:
    traits = [trait.name for trait in full_library("mixed").traits]
    folder = Path(__file__).parents[2] / "smallworld" / "players"
    for file in folder.glob("*.py"):
        words = set(re.findall(r"[A-Z][\w'-]+", file.read_text("utf-8")))
        assert not words & set(traits), file.name


# ---- single decisions ----


def at(map_name: str, *texts: str) -> tuple[State, GameSetup]:
    table = GameSetup(map=map_name, turns=3)
    s = start_game(table)
    for text in texts:
        apply(s, from_text(s, text))
    return s, table


ROW = (
    *("race Ratmen", "power Flying", "race Wizards", "power Merchant", "race Dwarves"),
    *("power Fortified", "race Humans", "power Swamp", "race Elves", "power Alchemist"),
    *("race Trolls", "power Stout"),
)


def chosen(s: State, table: GameSetup) -> str:
    assert not is_chance(s)
    return to_text(s, GreedyPlayer().choose_number(View(s, table, to_act(s))))


def test_it_takes_a_combo_for_the_coins_on_it() -> None:
    s, table = at("base-2", *ROW)
    plain = chosen(s, table)
    assert plain in ("pick 1", "pick 2")
    s.row_coins[2] = 30
    assert chosen(s, table) == "pick 3"


def test_it_goes_on_conquering_while_it_can_and_rolls_at_the_end() -> None:
    s, table = at("base-2", *ROW, "pick 1", "race Giants", "power Hill")
    verbs = []
    while to_act(s) == 0 and s.seat == 0:
        text = chosen(s, table)
        verbs.append(text.split()[0])
        if verbs[-1] not in ("conquer", "roll"):
            break
        apply(s, from_text(s, text))
    assert verbs.count("conquer") >= 4
    assert verbs[-1] in ("roll", "stop", "deploy")
    conquests_left = [a for a in legal(s) if to_text(s, a).startswith("conquer")]
    assert not conquests_left


def test_it_rolls_first_where_that_can_only_help() -> None:
    row = [text.replace("Flying", "Berserk") for text in ROW]
    s, table = at("base-2", *row, "pick 1", "race Giants", "power Hill")
    assert chosen(s, table) == "roll"
    apply(s, from_text(s, "roll"))
    apply(s, from_text(s, "die 2"))
    assert chosen(s, table).startswith("conquer ")


def test_it_does_not_decline_in_the_last_turn() -> None:
    match = Match(GameSetup(map="base-2", turns=4), [GreedyPlayer(), GreedyPlayer()], seed=3)
    play(match)
    _, last = match.record.to_text().split("# turn 4, P1")
    assert " decline" not in last


def choosing() -> Match:
    """A match in which a seat chooses to expand or to decline, early in the game."""
    match = Match(GameSetup(map="base-2"), [GreedyPlayer(), GreedyPlayer()], seed=1)
    while match.state.step() != CHOOSE:
        match.step()
    return match


def test_it_expands_while_there_is_something_to_expand_with() -> None:
    match = choosing()
    e = match.state.active(match.state.seat)
    e.hand += e.tray
    e.tray = 0
    assert chosen(match.state, match.table) == "expand"


def test_it_declines_when_nothing_more_can_be_taken() -> None:
    match = choosing()
    s = match.state
    e = s.active(s.seat)
    for r in each(e.regions):
        e.tray += s.tokens_in(r) - 1
        add_tokens(s, r, 1 - s.tokens_in(r))
    e.tray += e.hand
    e.hand = 0
    assert check(s) == []
    assert chosen(s, match.table) == "decline"


def test_it_defends_where_it_can_be_attacked() -> None:
    match = Match(GameSetup(map="base-3"), [GreedyPlayer() for _ in range(3)], seed=2)
    deployed = 0
    while not match.is_over():
        s = match.state
        if s.step() == REDEPLOY and s.turn < 10:
            mine = s.active(s.seat).regions
            threats = 0
            for other in range(3):
                if other != s.seat and s.active(other) is not NOBODY:
                    threats |= int(Front(s, s.active(other)).targets & mine)
            answer = GreedyPlayer().choose_number(match.view(int(s.seat)))
            if verb_of(answer) == DEPLOY and threats and not s.active(s.seat).hooks & PAYS:
                deployed += 1
                newcomers = any(s.active(other) is NOBODY for other in range(3))
                assert newcomers or threats & BIT[region_of(answer)]
        match.step()
    assert deployed > 3
