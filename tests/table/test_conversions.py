"""An action is turned from a number into text or back three times on the walk of a click."""

from __future__ import annotations

from collections import Counter

import pytest

from smallworld.engine.game import State
from smallworld.engine.notation import from_text, to_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup
from smallworld.game.views import action_view
from smallworld.table import history
from smallworld.table.history import History
from smallworld.table.publishing import views
from smallworld.table.publishing.views import Views


def test_a_click_converts_its_action_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    done: Counter[str] = Counter()

    def write(s: State, action: int) -> str:
        text = to_text(s, action)
        done[f"to {text}"] += 1
        return text

    def read(s: State, text: str) -> int:
        done[f"from {text}"] += 1
        return from_text(s, text)

    monkeypatch.setattr(action_view, "to_text", write)
    for module in (history, views):
        monkeypatch.setattr(module, "from_text", read)
    dealer = Dealer(4)
    game = History(GameSetup(map="base-2"))
    game.commit(game.propose_luck(lambda: dealer))
    for _ in range(12):
        done.clear()
        shown = Views(game.state, game.table)
        clicked = shown.show(game.acting).legal[-1]
        for viewer in (0, 1, None):
            shown.show(viewer)
        change = game.propose_moves(game.acting, (clicked.do,), lambda: dealer)
        game.commit(change)
        assert change.log[0][0].action is not None
        assert (done[f"to {clicked.do}"], done[f"from {clicked.do}"]) == (2, 1)
