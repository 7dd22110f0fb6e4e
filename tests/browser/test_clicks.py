"""How many clicks a turn takes: a game is played with the mouse, and every click is counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.playing import TOO_MANY, Wanderer

MOST: Final = 2  # besides the conquests: End conquests, Place and end the turn
_COUNT: Final = "window.clicks = 0; addEventListener('click', () => (window.clicks += 1), true);"


@dataclass
class Turn:
    """The clicks of a turn."""

    conquests: int = 0
    others: int = 0
    usual: bool = True  # expand, conquer, redeploy, end, and nothing else


class Clicker(Wanderer):
    """Plays like the wanderer, and is counted."""

    def __init__(self, person: Person) -> None:
        super().__init__(person, conquests=2)
        self.turns: Final[dict[str, Turn]] = {}

    def act(self, sight: Sight) -> None:
        turn = self.turns.setdefault(re.sub(r"\s+", " ", sight.status), Turn())
        before = self._clicks()
        conquering = "onquer" in sight.heading and not sight.button("^Conquer for")
        chosen = self._done
        super().act(sight)
        made = self._clicks() - before
        if conquering and self._done > chosen:
            turn.conquests += made
        else:
            turn.others += made
        if sight.dialog or "hoose" in sight.heading or sight.chips or "egroup" in sight.status:
            turn.usual = False

    def _clicks(self) -> int:
        return int(self.person.page.evaluate("window.clicks"))


def test_a_usual_turn_takes_two_clicks_besides_the_conquests(
    visit: Visit, server: LiveServer
) -> None:
    seats = [{"kind": "device", "name": "Ann"}, {"kind": "device", "name": "Ben"}]
    asked = {"map": "base-2", "turns": 6, "coins": "open", "seats": seats}
    person = visit()
    person.context.add_init_script(_COUNT)
    person.sit_at(server.post("/api/tables", asked))
    player = Clicker(person)
    for _ in range(TOO_MANY):
        sight = player.wait_for_turn()
        if sight.dialog == "The game is over":
            break
        player.act(sight)
    usual = [turn for turn in player.turns.values() if turn.usual]
    assert len(usual) >= 3, player.turns
    assert max(turn.others for turn in usual) <= MOST, player.turns
    assert all(turn.conquests <= player.conquests for turn in usual), "one click for each"
