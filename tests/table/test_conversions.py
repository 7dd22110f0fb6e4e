"""A click, from the view that offers it to the views after it: what is read, written and priced."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from smallworld.engine.game import State, state_after
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import Front, explain_price
from smallworld.table.messages import MoveRequest, ViewMessage, WelcomeMessage
from smallworld.wire.actions import LegalAction
from tests.table.home import MemoryHome, dealers, request_for

MOST_CONVERSIONS = 3


class Work:
    """Counts what the modules of the project do, whoever of them does it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.conversions: Counter[tuple[str, str]] = Counter()  # by position and text
        self.prices: Counter[tuple[str, int, tuple[int, ...]]] = Counter()
        for old, new in (
            (to_text, self._to_text),
            (from_text, self._from_text),
            (explain_price, self._explain_price),
        ):
            for module in [*sys.modules.values()]:
                if module.__name__.startswith("smallworld."):
                    for name, value in [*vars(module).items()]:
                        if value is old:
                            monkeypatch.setattr(module, name, new)

    def _to_text(self, s: State, action: int) -> str:
        text = to_text(s, action)
        self.conversions[fingerprint(s), text] += 1
        return text

    def _from_text(self, s: State, text: str) -> int:
        self.conversions[fingerprint(s), text] += 1
        return from_text(s, text)

    def _explain_price(self, front: Front, r: int, plan: Any = None) -> Any:
        ways = () if plan is None else (int(plan.less), int(plan.swaps), int(plan.one_token))
        self.prices[fingerprint(front.s), int(r), ways] += 1
        return explain_price(front, r, plan)


def clicks(home: MemoryHome, luck: Random, most: int) -> Iterator[LegalAction]:
    """Clicks of people at a table, each as it is about to be made; on prices if there are any."""
    pages = {"P1": "first", "P2": "second"}
    for seat, page in pages.items():
        home.join(page, seat)
    home.join("spectator")
    for number in range(most):
        history = home.machine.state.history
        if history.over:
            return
        seat = history.state.options.seats[history.acting]
        shown = [
            message.view
            for message in home.told[pages[seat]]
            if isinstance(message, ViewMessage | WelcomeMessage)
        ][-1]
        offered = (*shown.ahead, *shown.legal)
        clicked = luck.choice([each for each in offered if each.price] or offered)
        yield clicked
        at = home.machine.state.row.n
        request = MoveRequest(str(number), seat, at, clicked.do, tuple(clicked.first))
        assert home.ask(pages[seat], request).n == at + 1


def position_of(s: State, clicked: LegalAction) -> str:
    """The position in which what is clicked will be done."""
    for text in clicked.first:
        s = state_after(s, from_text(s, text))
    return fingerprint(s)


@pytest.mark.parametrize("board", ["base-2", "underground-2"])
def test_a_click_converts_its_action_at_most_three_times_and_finds_each_price_once(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written for the view, read from the page, and written for the log; three pages look."""
    work = Work(monkeypatch)
    home = MemoryHome(request_for("device", "link", map=board, coins="open"), dealers(4))
    converted: Counter[int] = Counter()
    shown_by: Counter[tuple[str, str]] = Counter()  # conversions when the view was made
    prices = 0
    last = "", ""
    for clicked in clicks(home, Random(3), 150):
        now, work.conversions = work.conversions, Counter()
        if last[1]:
            converted[shown_by[last] + now[last]] += 1
        shown_by = now
        last = position_of(home.machine.state.history.state, clicked), clicked.do
        assert set(work.prices.values()) <= {1}, work.prices.most_common(3)
        prices += len(work.prices)
        work.prices.clear()
    assert max(converted) == MOST_CONVERSIONS, converted
    assert converted[MOST_CONVERSIONS] > 90
    assert prices > 150
