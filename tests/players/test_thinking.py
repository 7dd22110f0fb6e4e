"""Players who tell what they thought."""

import pytest

from smallworld.engine.errors import GameError
from smallworld.engine.game import to_act
from smallworld.engine.pack import fingerprint
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.search.thinking import make_thinker


def test_the_search_tells_its_shares_and_what_it_expects() -> None:
    match = Match(GameSetup(map="base-3", turns=2), [GreedyPlayer() for _ in range(3)], seed=2)
    thinkers = [make_thinker("search:simulations=40", seed) for seed in range(3)]
    several = 0
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0:
            view = match.view(seat)
            offered = view.legal[:]
            before = fingerprint(match.state)
            targets = thinkers[seat].think(view)
            assert fingerprint(match.state) == before
            assert {target.action for target in targets} <= set(offered)
            assert sum(target.share for target in targets) == pytest.approx(1)
            assert all(target.share > 0 and len(target.coins) == 3 for target in targets)
            shares = [target.share for target in targets]
            assert shares[0] == max(shares)
            several += len(targets) > 2 and max(shares) > 2 * min(shares)
        match.step()
    assert several > 10


def test_others_give_all_to_what_they_do() -> None:
    match = Match(GameSetup(), [GreedyPlayer(), GreedyPlayer()], seed=2)
    while to_act(match.state) < 0:
        match.step()
    (target,) = make_thinker("greedy").think(match.view(0))
    assert target.action == GreedyPlayer().choose_number(match.view(0))
    assert (target.share, target.coins) == (1.0, ())


def test_bad_names_and_settings_are_refused() -> None:
    with pytest.raises(GameError, match="there is no player"):
        make_thinker("serach")
    with pytest.raises(GameError):
        make_thinker("search:speed=9")
