"""Matches: players with views, luck by the dealer, a record that replays."""

import pytest

from smallworld.content.loader import MAPS, load_map
from smallworld.engine.errors import GameError, Illegal
from smallworld.engine.game import is_chance, is_over, to_act
from smallworld.engine.pack import fingerprint
from smallworld.engine.regions import BIT, each
from smallworld.game.compiled.dealer import Dealer, ScriptedDealer
from smallworld.game.match import Match, set_table
from smallworld.game.player import Player
from smallworld.game.records.record import LUCK, Record
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.players.random_player import RandomPlayer


def players(n: int, seed: int = 0) -> list[RandomPlayer]:
    return [RandomPlayer(seed + k) for k in range(n)]


class Watcher(RandomPlayer):
    """Plays at random and keeps the views it was given."""

    def __init__(self) -> None:
        super().__init__(0)
        self.name = "watcher"
        self.views: list[View] = []

    def choose_number(self, view: View) -> int:
        self.views.append(view)
        return super().choose_number(view)


class Stubborn(Player):
    """Always answers the same."""

    def __init__(self, answer: object) -> None:
        super().__init__("stubborn")
        self.answer = answer

    def choose_number(self, view: View) -> int:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("world", ["", "mixed"])
def test_a_match_ends_and_its_record_leads_there(name: str, world: str) -> None:
    match = Match(GameSetup(map=name, world=world), players(int(name[-1])), seed=4)
    record = match.run()
    assert match.is_over()
    assert fingerprint(record.replay()) == fingerprint(match.state)
    assert fingerprint(Record.from_text(record.to_text()).replay()) == fingerprint(match.state)


def test_the_same_seeds_play_the_same_match() -> None:
    def text(seed: int) -> str:
        return Match(GameSetup(map="base-3"), players(3), seed).run().to_text()

    assert text(1) == text(1)
    assert text(1) != text(2)


def test_players_see_their_own_view_and_are_asked_only_when_they_are_to_act() -> None:
    watcher = Watcher()
    match = Match(GameSetup(map="base-2", turns=3), [RandomPlayer(1), watcher], seed=8)
    match.run()
    assert len(watcher.views) == sum(move.who == "P2" for move in match.record.moves)
    for view in watcher.views:
        assert view.seat == 1
        assert view.legal
        assert view.coins[0] is None


def test_a_match_goes_step_by_step() -> None:
    match = Match(GameSetup(map="base-2", turns=1), players(2), seed=2)
    moves = 0
    while match.step():
        moves += 1
        assert len(match.record.moves) == moves
    assert is_over(match.state)
    assert not match.step()
    assert len(match.record.moves) == moves


def test_moves_can_be_played_from_outside() -> None:
    match = Match(GameSetup(map="base-2"), players(2), seed=2)
    while is_chance(match.state):
        match.step()
    seat = to_act(match.state)
    match.play(match.view(seat).legal[1])
    assert match.record.moves[-1].who == "P1"
    assert match.record.moves[-1].text == "pick 2"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (0, "0 is no action of this game"),
        (-1, "-1 is no action of this game"),
        (10**15, "is no action of this game"),
        (None, "None is no action"),
        ("pick 1", "'pick 1' is no action"),
    ],
)
def test_an_illegal_answer_names_the_player(answer: object, reason: str) -> None:
    match = Match(GameSetup(map="base-2"), [Stubborn(answer), RandomPlayer(0)])
    with pytest.raises(Illegal) as refused:
        match.run()
    assert str(refused.value).startswith("stubborn in seat P1 answered what is not legal: ")
    assert reason in str(refused.value)
    assert len(match.record.moves) == 12
    match.record.replay()


def test_an_answer_that_was_legal_before_is_refused_with_the_rule() -> None:
    probe = Match(GameSetup(map="base-2"), players(2))
    while is_chance(probe.state):
        probe.step()
    pick = probe.view(0).legal[0]
    match = Match(GameSetup(map="base-2"), [Stubborn(pick), RandomPlayer(0)])
    with pytest.raises(Illegal, match=r"stubborn in seat P1 .*pick 1: .*\(rules A2\)"):
        match.run()


def test_luck_can_be_scripted() -> None:
    dealer = ScriptedDealer(["race Orcs", "power Hill", "race Elves"], seed=3)
    match = Match(GameSetup(map="base-2", turns=1), players(2), dealer=dealer)
    match.run()
    luck = [move.text for move in match.record.moves if move.who == LUCK]
    assert luck[:3] == ["race Orcs", "power Hill", "race Elves"]


def test_the_table_and_the_players_must_fit() -> None:
    with pytest.raises(GameError, match="the table is for 3 players, not for 2"):
        Match(GameSetup(map="base-3"), players(2))
    assert Match(GameSetup(map="base-3", players=2), players(2)).run().is_finished()


def test_a_player_without_a_mind_says_so() -> None:
    match = Match(GameSetup(map="base-2"), [Player("nobody"), RandomPlayer(0)])
    with pytest.raises(NotImplementedError, match="nobody does not know how to choose"):
        match.run()


# ---- where Monsters stand (C5) ----


@pytest.mark.parametrize("name", ["base-2", "base-3", "base-4", "base-5"])
def test_monsters_of_a_surface_map_stand_in_the_header(name: str) -> None:
    n = int(name[-1])
    board = load_map(name).board
    chosen = set()
    for seed in range(6):
        match = Match(GameSetup(map=name, world="mixed"), players(n), seed)
        sites = match.table.monsters
        chosen.add(sites)
        assert f"monsters: {', '.join(sites)}" in match.record.to_text().split("\n")
        assert [board.names[r] for r in each(match.state.monsters)] == list(sites)
        for site in sites:
            r = board.number[site]
            assert board.tribe_sites & BIT[r]
            assert not any(board.neighbours[r] & BIT[board.number[other]] for other in sites)
        assert 1 < len(sites) <= n + 1
    assert len(chosen) > 1


@pytest.mark.parametrize(
    "table",
    [
        GameSetup(map="base-2"),
        GameSetup(map="base-2", world="mixed", places=False),
        GameSetup(map="underground-2", world="mixed"),
        GameSetup(map="underground-2"),
    ],
    ids=lambda table: f"{table.map} {table.world}",
)
def test_elsewhere_no_sites_are_chosen(table: GameSetup) -> None:
    assert set_table(table, Dealer(1)).monsters == ()


def test_sites_that_are_given_stay() -> None:
    board = load_map("base-2").board
    site = board.names[each(board.tribe_sites)[2]]
    table = GameSetup(map="base-2", world="mixed", monsters=(site,))
    assert set_table(table, Dealer(1)).monsters == (site,)


def test_the_choice_of_sites_does_not_change_the_luck_of_the_game() -> None:
    def luck(table: GameSetup) -> list[str]:
        match = Match(table, players(2), seed=5)
        return [match.record.moves[n].text for n in range(12) if match.step()]

    sites = set_table(GameSetup(map="base-2", world="mixed"), Dealer(99)).monsters
    chosen = GameSetup(map="base-2", world="mixed", monsters=sites)
    assert luck(chosen) == luck(GameSetup(map="base-2", world="mixed"))
