"""Players that ask a network, with a model of one matrix."""

from pathlib import Path

import pytest

from smallworld.encoding.layout import ACTIONS, ENCODING_VERSION
from smallworld.engine.actions import CONQUER, verb_of
from smallworld.engine.errors import GameError
from smallworld.engine.game import to_act
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.learn.net import VERSION_KEY, Net, NetPlayer
from smallworld.players.registry import make_player
from tests.learn.tiny_model import write_model

FIT = {VERSION_KEY: str(ENCODING_VERSION)}


def weights() -> list[float]:
    """Whoever can conquers or rolls for the dearest region; else tokens are put down in heaps."""
    found = [0.0] * ACTIONS.width
    found[ACTIONS.at["price"]] = 9.0
    found[ACTIONS.at["amount"]] = 1.0
    found[ACTIONS.at["missing"]] = -5.0
    return found


@pytest.fixture
def net(tmp_path: Path) -> Net:
    return Net(write_model(tmp_path / "tiny.onnx", weights(), metadata=FIT))


@pytest.mark.parametrize("name", ["base-2", "underground-3"])
def test_it_does_what_the_model_says(net: Net, name: str) -> None:
    match = Match(GameSetup(map=name), [NetPlayer(net, n) for n in range(int(name[-1]))], seed=2)
    conquests = 0
    while not match.is_over():
        seat = to_act(match.state)
        if seat >= 0:
            view = match.view(seat)
            scores = net.scores(view)
            best = view.legal[scores.index(max(scores))]
            conquests += verb_of(best) == CONQUER
            assert match.players[seat].choose_number(match.view(seat)) == best
        match.step()
    assert conquests > 30
    assert match.record.players[0] == f"net:model={net.path}"


def test_with_a_temperature_it_draws_by_the_scores(net: Net) -> None:
    def game(seed: int, temperature: float) -> str:
        players = [NetPlayer(net, 2 * seed + n, temperature) for n in range(2)]
        return "\n".join(
            move.text for move in Match(GameSetup(turns=3), players, seed=5).run().moves
        )

    assert game(1, 2.0) == game(1, 2.0)
    assert len({game(seed, 2.0) for seed in (1, 2, 3)}) == 3
    assert len({game(seed, 0.0) for seed in (1, 2, 3)}) == 1


def test_it_is_made_by_name(net: Net) -> None:
    for spec in (f"net:model={net.path}", f"net:model={net.path},temperature=0.5"):
        player = make_player(spec, seed=1)
        assert player.name == spec
        assert isinstance(player, NetPlayer)


def test_what_does_not_fit_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "bad.onnx"
    with pytest.raises(GameError, match="there is no such model"):
        Net(path)
    path.write_text("not a model", encoding="utf-8")
    with pytest.raises(GameError, match="it is no ONNX model"):
        Net(path)
    write_model(path, weights(), metadata={})
    with pytest.raises(GameError, match="does not say which encoding it was made for"):
        Net(path)
    write_model(path, weights(), metadata={VERSION_KEY: "0"})
    with pytest.raises(GameError, match="made for encoding 0, and this is"):
        Net(path)
    write_model(path, weights(), metadata=FIT, input_name="moves")
    with pytest.raises(GameError, match=r"wants an input 'moves'; there are globals, seats"):
        Net(path)
    write_model(path, [1.0, 2.0], metadata=FIT)
    with pytest.raises(GameError, match=rf"tensor\(float\) of \[batch, action, {ACTIONS.width}\]"):
        Net(path)
    write_model(path, weights(), metadata=FIT, output_name="answer")
    with pytest.raises(GameError, match=r"has no output 'policy'.*its outputs are answer"):
        Net(path)


def test_scores_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    path = write_model(tmp_path / "nan.onnx", [float("nan")] * ACTIONS.width, metadata=FIT)
    match = Match(GameSetup(), [NetPlayer(Net(path)), NetPlayer(Net(path))], seed=1)
    with pytest.raises(GameError, match="should give 6 finite scores"):
        match.run()
