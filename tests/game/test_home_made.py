"""Games with a home-made class that fails: from Python, and as a match."""

import pickle
from pathlib import Path

import pytest

import smallworld as sw
from smallworld.engine.game import HookFailed, apply, is_chance, legal
from smallworld.game.match import Match
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player

RACES = """
from smallworld.engine.trait import Race
from smallworld.engine.verbs import draw_tokens


class _Folk(Race):
    def __init__(self):
        super().__init__(f"Folk{self.numeral}", tokens=6, supply=11)

    def HOOK:
        BODY


for _n in range(40):
    globals()[f"Folk{_n}"] = type(f"Folk{_n}", (_Folk,), {"numeral": _n})
"""


def write(folder: Path, hook: str, body: str) -> Path:
    path = folder / "folk.py"
    path.write_text(RACES.replace("HOOK", hook).replace("BODY", body), encoding="utf-8")
    return path


def folk_slot(game: sw.Game) -> str:
    return next(f"pick {n}" for n, combo in enumerate(game.row, 1) if combo.race.startswith("Folk"))


def test_a_push_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "on_pick(self, s, e)", "draw_tokens(s, e, 2); 1 / 0")
    game = sw.Game("base-2", seed=7, custom=path)
    before, record = game.copy(), str(game.record)
    with pytest.raises(sw.GameError, match=r"folk\.py, class Folk\d+, `on_pick`: it failed in"):
        game.push(folk_slot(game))
    assert game == before
    assert str(game.record) == record
    other = next(f"pick {n}" for n, combo in enumerate(game.row, 1) if combo.race[:4] != "Folk")
    game.push(other)
    assert game.pop() == sw.Action(other)


def test_luck_that_fails_takes_its_action_with_it(tmp_path: Path) -> None:
    """With a seed, luck is drawn with the action that calls for it: both or neither."""
    path = write(tmp_path, "on_redeploy(self, s, e)", "1 / 0")
    game = sw.Game("base-2", seed=7, custom=path)
    game.push(folk_slot(game))
    while not any(action.verb == "roll" for action in game.legal_actions):
        game.push(next(action for action in game.legal_actions if action.verb == "conquer"))
    before = game.copy()
    roll = next(action for action in game.legal_actions if action.verb == "roll")
    with pytest.raises(HookFailed):
        game.push(roll)
    assert game == before
    assert game.legal_actions == before.legal_actions


def test_a_pickled_game_is_as_careful(tmp_path: Path) -> None:
    path = write(tmp_path, "on_pick(self, s, e)", "1 / 0")
    game: sw.Game = pickle.loads(pickle.dumps(sw.Game("base-2", seed=7, custom=path)))
    with pytest.raises(HookFailed):
        game.push(folk_slot(game))


def test_a_match_can_go_on_with_another_action(tmp_path: Path) -> None:
    path = write(tmp_path, "on_conquered(self, s, e, r)", "1 / 0")
    custom = sw.Game("base-2", custom=path)._setup.custom
    table = GameSetup(map="base-2", turns=2, custom=custom)
    match = Match(table, [make_player("greedy"), make_player("greedy")], 3)
    failures = 0
    while not match.is_over():
        try:
            match.step()
        except HookFailed:
            failures += 1
            s = match.state
            lines, offered = len(match.record.moves), is_chance(s) or legal(s)
            match.play(match.action_instead())
            assert offered
            assert len(match.record.moves) == lines + 1
    assert failures
    assert match.record.is_finished()


def test_where_nothing_can_be_done_the_fault_is_raised(tmp_path: Path) -> None:
    path = write(tmp_path, "on_turn_end(self, s, e)", "1 / 0")
    custom = sw.Game("base-2", custom=path)._setup.custom
    match = Match(GameSetup(custom=custom), [make_player("random"), make_player("random")], 1)
    with pytest.raises(HookFailed, match="`on_turn_end`"):
        match.run()
    s = match.state
    while len(legal(s)) != 1:  # until only the end of the turn is left
        apply(s, legal(s)[0])
    with pytest.raises(HookFailed, match="`on_turn_end`"):
        match.action_instead()


def test_what_is_probably_not_meant_is_told_when_a_game_begins(tmp_path: Path) -> None:
    file = tmp_path / "typo.py"
    file.write_text(
        "from smallworld.engine.trait import Power\n\n\n"
        "class Typo(Power):\n"
        "    def __init__(self):\n"
        '        super().__init__("Typo", tokens=3, text="It does nothing.")\n\n'
        "    def payz(self, s, e):\n"
        "        return 0\n",
        encoding="utf-8",
    )
    with pytest.warns(
        UserWarning, match=r"nothing ever asks `payz`; did you mean `pays`\?"
    ) as told:
        sw.Game("base-2", custom=file)
    assert told[0].filename == __file__
