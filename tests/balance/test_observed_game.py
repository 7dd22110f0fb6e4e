"""What is kept of a game: every coin has a combo that brought it, and a seed brings the same."""

import pytest

from smallworld.arena.plan import ArenaTable, Rules
from smallworld.balance.observed_game import GameObserver, ObservedGame, observe_game
from smallworld.balance.plan import CYCLE, BalancePlan, all_games, is_varied
from smallworld.engine.game import Event, GameError
from smallworld.engine.query import combo_tokens
from smallworld.game.match import Match
from smallworld.game.setup import prepare
from smallworld.players.registry import make_player

BASE = ArenaTable("base-2", 2)
BELOW = ArenaTable("underground-3", 3)
SHORT = Rules(turns=4)
STARTING_COINS = 5


def play(place: ArenaTable, number: int, player: str = "greedy", **words: object) -> ObservedGame:
    plan = BalancePlan((place,), player, rules=Rules(**words))  # type: ignore[arg-type]
    return observe_game(plan, place, number, None)


@pytest.mark.parametrize("number", [0, 1, CYCLE - 1])
@pytest.mark.parametrize("place", [BASE, ArenaTable("base-4", 4)], ids=str)
def test_every_coin_was_brought_by_a_combo_or_lay_on_it(place: ArenaTable, number: int) -> None:
    """In the base game, where nobody takes anything from anybody."""
    game = play(place, number, "careless" if place is BASE else "random")
    coins = [STARTING_COINS] * place.seats
    for held in game.holdings:
        coins[held.seat] += held.active_coins + held.declined_coins + held.found - held.slot
    assert coins == game.coins


def test_all_that_is_scored_has_a_combo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below ground players also pay each other, which shows in the final coins only."""
    scored = [0] * BELOW.seats
    hear = GameObserver.hear

    def listen(self: GameObserver, event: Event) -> None:
        if event.kind == "scored":
            scored[event.seat] += event.amount
        hear(self, event)

    monkeypatch.setattr(GameObserver, "hear", listen)
    brought = [0] * BELOW.seats
    for number in range(3):
        for held in play(BELOW, number, "random").holdings:
            brought[held.seat] += held.active_coins + held.declined_coins
    assert brought == scored
    assert min(brought) > 0


def test_the_game_is_the_one_anybody_else_would_play() -> None:
    plan = BalancePlan((BASE,), "careless", rules=SHORT)
    game = observe_game(plan, BASE, 3, None)
    players = [make_player("careless", plan.player_seed(BASE, 3, seat)) for seat in range(2)]
    match = Match(plan.table(BASE, None), players, plan.luck(BASE, 3))
    match.run()
    assert game.coins == [int(match.state.coins[seat]) for seat in range(2)]
    picks = [move for move in match.record.to_text().splitlines() if " pick " in move]
    assert len(game.holdings) == len(picks) > 2


def test_rows_prices_and_turns_are_those_of_the_game() -> None:
    game = play(BASE, 0)
    first = game.holdings[0]
    assert (first.seat, first.turn, len(first.row), first.row[2::3]) == (0, 1, 18, [0] * 6)
    second = game.holdings[1]
    assert second.row[2::3][: first.slot] == [1] * first.slot  # what the first one paid
    for seat in (0, 1):
        held = [one for one in game.holdings if one.seat == seat]
        assert [one.turn for one in held] == sorted(one.turn for one in held)
        active = sum(one.active_turns for one in held)
        assert active + len(held) - 1 == 10  # before each further combo a turn went into decline


def test_tokens_are_those_of_the_box_unless_the_game_is_varied() -> None:
    plan = BalancePlan((BASE,), "careless")
    _, library = prepare(plan.table(BASE, None))
    changes = set()
    for number in range(CYCLE * 3):
        for held in observe_game(plan, BASE, number, None).holdings:
            printed = combo_tokens(library.races[held.race], library.powers[held.power])
            assert held.tokens == printed + held.changed
            assert is_varied(number) or not held.changed
            changes.add(held.changed)
    assert changes == {-2, -1, 0, 1, 2}


def test_nobody_sees_a_change_before_the_choice() -> None:
    """Up to the first choice a varied game is like any other."""
    plan = BalancePlan((BASE,), "greedy")
    number = CYCLE - 1
    assert is_varied(number)
    game = observe_game(plan, BASE, number, None)
    players = [make_player("greedy") for _ in range(2)]
    match = Match(plan.table(BASE, None), players, plan.luck(BASE, number))
    while not (picked := [m for m in match.record.to_text().splitlines() if " pick " in m]):
        match.step()
    assert picked[0].split()[-1] == str(game.holdings[0].slot + 1)


def test_seeds_and_numbers_tell_games_apart() -> None:
    assert play(BASE, 5, turns=3) == play(BASE, 5, turns=3)
    assert play(BASE, 5, turns=3).holdings != play(BASE, 6, turns=3).holdings


def test_boards_grow_evenly_and_nothing_is_played_twice() -> None:
    plan = BalancePlan((BASE, BELOW))
    pieces = list(plan.pieces(40, [set(), set(range(25))]))
    games: dict[int, list[int]] = {0: [], 1: []}
    for piece in pieces:
        games[piece.place] += piece.games
    assert games == {0: list(range(45)), 1: list(range(25, 45))}
    assert [piece.place for piece in pieces] == [0, 1, 0, 0]
    assert all_games(40) == 45


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(GameError, match="there is no player 'plannner'"):
        BalancePlan((BASE,), "plannner").check()
    with pytest.raises(GameError, match="named twice"):
        BalancePlan((BASE, BASE)).check()
    with pytest.raises(GameError, match="2 to 5 players"):
        BalancePlan((ArenaTable("base-2", 6),)).check()
