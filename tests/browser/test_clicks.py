"""How many clicks a turn takes: a game is played with the mouse, and every click is counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from smallworld.engine.game import to_act
from smallworld.engine.state import State
from smallworld.engine.trait import CONQUEST_ONLY, OPTIONS, WAYS
from smallworld.game.setup import GameSetup
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.person import Person, Sight
from tests.browser.playing import SPECIAL, TOO_MANY, Wanderer
from tests.browser.positions import find_position, plant
from tests.effort import usually

MOST: Final = 2  # besides the conquests: End conquests, Place and end the turn
# The same listener is added but once, however often a window is lent.
_COUNT: Final = """() => {
  window.clicks = 0;
  window.countClick ??= () => (window.clicks += 1);
  addEventListener('click', window.countClick, true);
}"""


def count_clicks(person: Person) -> None:
    """From now on, in the page that is loaded."""
    person.page.evaluate(_COUNT)


def clicks_of(person: Person) -> int:
    """How many there have been."""
    return int(person.page.evaluate("window.clicks"))


@dataclass
class Turn:
    """The clicks of a turn."""

    conquests: int = 0
    others: int = 0
    usual: bool = True  # expand, conquer, redeploy, end, and nothing else


def plain_races(s: State, texts: list[str]) -> str | None:
    """The start of a second turn, with races that have nothing to do but what all do."""
    if s.turn != 2 or texts[0] != "expand":
        return None
    for seat in range(s.seats):
        e = s.active(seat)
        special = e.hooks & (OPTIONS | WAYS | CONQUEST_ONLY)
        if not e.regions or special or any(trait.late_decline for trait in e.traits):
            return None
    return texts[0]


def may_decline_late(s: State, texts: list[str]) -> str | None:
    """The redeployment of a race that may still decline when it has scored."""
    late = any(trait.late_decline for trait in s.active(s.seat).traits)
    return texts[0] if late and texts[0].startswith("deploy") and to_act(s) == s.seat else None


class Clicker(Wanderer):
    """Plays like the wanderer, and is counted."""

    def __init__(self, person: Person) -> None:
        super().__init__(person, conquests=2)
        self.turns: Final[dict[str, Turn]] = {}

    def act(self, sight: Sight) -> None:
        turn = self.turns.setdefault(re.sub(r"\s+", " ", sight.status), Turn())
        before = clicks_of(self.person)
        conquering = "onquer" in sight.heading and not sight.button("^Conquer for")
        chosen = self._done
        super().act(sight)
        made = clicks_of(self.person) - before
        if conquering and self._done > chosen:
            turn.conquests += made
        else:
            turn.others += made
        special = sight.chips or sight.lit(SPECIAL)
        if sight.dialog or "hoose" in sight.heading or special or "egroup" in sight.status:
            turn.usual = False


def test_a_usual_turn_takes_two_clicks_besides_the_conquests(
    visit: Visit, server: LiveServer
) -> None:
    table = GameSetup("base-2", turns=usually(4, 6), coins="open")
    person = visit()
    person.sit(plant(server, find_position(table, plain_races)))
    count_clicks(person)
    player = Clicker(person)
    for _ in range(TOO_MANY):
        sight = player.wait_for_turn()
        if sight.dialog == "The game is over":
            break
        player.act(sight)
    usual = [turn for turn in player.turns.values() if turn.usual]
    assert len(usual) >= usually(3, 5), player.turns
    assert sum(turn.others for turn in usual) >= len(usual), "they are counted"
    assert max(turn.others for turn in usual) <= MOST, player.turns
    assert all(turn.conquests <= player.conquests for turn in usual), "one click for each"


def may_ally(s: State, texts: list[str]) -> str | None:
    """The redeployment of a Diplomat who has not attacked his only opponent."""
    e = s.active(s.seat)
    diplomat = e.power.name == "Diplomat" and not s.now.attacked
    return texts[0] if diplomat and texts[0].startswith("deploy") and to_act(s) == s.seat else None


def test_peace_with_the_only_opponent_is_made_with_the_end_of_the_turn(
    visit: Visit, server: LiveServer
) -> None:
    found = find_position(GameSetup("base-2", coins="open"), may_ally)
    planted = plant(server, found)
    other = "P2" if found.seat == "P1" else "P1"
    person = visit(size=(844, 390), touch=True)
    person.sit(planted)
    person.wait_for(lambda s: s.button("^Peace with"), "what is meant to be done")
    person.page.locator(".panel").get_by_role("button", name="Place and end the turn").click()
    ended = re.compile(rf"{found.seat} ally {other}\n\d+ {found.seat} done")
    person.until(
        lambda: ended.search(server.record(planted.id, planted.watch)) is not None,
        lambda: f"peace; on the screen: {person.look()}",
    )


def test_who_may_decline_after_scoring_ends_the_turn_with_one_click(
    visit: Visit, server: LiveServer
) -> None:
    found = find_position(GameSetup("base-3", coins="open"), may_decline_late)
    person = visit(size=(844, 390), touch=True)
    person.go("/learn")
    for button, then in (("Place and end the turn", ""), ("Go into decline", "Scored")):
        person.move_to(plant(server, found))
        person.wait_for(lambda s: s.heading == "Place your tokens", "the tokens")
        person.page.locator(".panel").get_by_role("button", name=button).click()
        sight = person.wait_for(lambda s: s.heading != "Place your tokens" or s.dialog, "more")
        assert sight.heading.startswith(then)
        assert bool(then) == ("decline as well" in sight.heading)
