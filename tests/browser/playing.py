"""How somebody with no plan plays on: by what the screen offers, with the mouse."""

from __future__ import annotations

import re
import time
from typing import Final

from playwright.sync_api import TimeoutError

from tests.browser.person import PATIENCE, Person, Sight

SURE: Final = r"costs \d+(?!.*needs the die)(?!.*final)"
LIT: Final = r"costs \d+|can be chosen"
SPECIAL: Final = "can be chosen"
TOO_MANY: Final = 400


def play_to_the_end(person: Person, conquests: int = 3) -> Sight:
    """Play all turns of this browser's seats until the game is over."""
    player = Wanderer(person, conquests)
    for _ in range(TOO_MANY):
        sight = player.wait_for_turn()
        if sight.dialog == "The game is over":
            return sight
        player.act(sight)
    raise AssertionError("the game does not end")


def play_turn(person: Person, conquests: int = 3) -> Sight:
    """Play until it is no longer the turn of this browser's seat, or already the next round's.

    A computer may be so quick that its turn is never seen.
    """
    player = Wanderer(person, conquests)
    sight = player.wait_for_turn()
    begun = round_of(sight)
    for _ in range(TOO_MANY):
        player.act(sight)
        sight = person.wait_for(lambda s: not is_mine(s) or asks_something(s), "the next decision")
        if not is_mine(sight) or round_of(sight) != begun:
            return sight
    raise AssertionError("the turn does not end")


def play_into_round(person: Person, number: int, conquests: int = 3) -> Sight:
    """Play until that round has come, also what is asked meanwhile: tokens that were driven out."""
    player = Wanderer(person, conquests)
    for _ in range(TOO_MANY):
        sight = player.wait_for_turn()
        if f"Round {number}/" in sight.status:
            return sight
        player.act(sight)
    raise AssertionError(f"round {number} does not come")


class Wanderer:
    """Takes the first race, some land, and what else is offered first."""

    def __init__(self, person: Person, conquests: int) -> None:
        self.person: Final = person
        self.conquests: Final = conquests
        self._done = 0

    def wait_for_turn(self) -> Sight:
        """Whatever can be acted on next, after a while for the others."""
        return self.person.wait_for(asks_something, "something to do", 3 * PATIENCE)

    def act(self, sight: Sight) -> None:
        """Do one thing, and see that it has an effect."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._choose(sight)
            except TimeoutError:
                if self.person.look() != sight:
                    return  # the page had moved on before the click
                if time.monotonic() > until:
                    raise
            else:
                self.person.see_change(sight)
                return

    def _choose(self, sight: Sight) -> None:
        person = self.person
        if sight.button("^Take them"):
            person.press(_named(sight, "^Take them"))
        elif "Choose a race" in (sight.dialog or sight.heading):
            self._done = 0
            person.combos.first.click()
        elif sight.dialog is not None:
            person.press(_named(sight, r"^(I am|Yes|Go on)"))
        elif "onque" in sight.heading and sight.lit(SURE) and self._done < self.conquests:
            self._done += 1
            conquer(self.person, sight)
        elif "onque" in sight.heading:
            person.press(_named(sight, r"^(End conquests|No conquests|Conquer for)"))
        elif sight.button(r"^Place "):
            self._done = 0
            person.press(_named(sight, r"^Place "))
        elif sight.button(r"^(End turn|Go on|Done|Skip this|Stay active)"):
            person.press(_named(sight, r"^(End turn|Go on|Done|Skip this|Stay active)"))
        elif sight.button(r"^Give this"):
            person.press(_named(sight, r"^Give this"))
        elif sight.lit(SPECIAL):
            person.click_region(sight.lit(SPECIAL)[0])
        else:
            person.press(_named(sight, r"^(Put it here|Use it|Give this|Let|Player|[1-9]$)"))


def conquer(person: Person, sight: Sight) -> None:
    """Take a region, the ordinary way."""
    # Nobody's land rather than somebody's, who would then have to regroup.
    person.click_region(min(sight.lit(SURE), key=lambda r: is_peopled(sight, r)))
    # Where there are several ways to take it, a card asks which.
    now = person.see_change(sight)
    way = now.button(r"^(Conquer for|With (?!.* die))")
    if way:
        person.press(way)


def is_peopled(sight: Sight, region: str) -> bool:
    """Whether somebody's tokens stand there."""
    return bool(re.search(r"\((?!\d+\))", sight.regions[region]))


def round_of(sight: Sight) -> str:
    """What the status says of the round, in either language."""
    found = re.search(r"\d+/\d+", sight.status)
    return found[0] if found else ""


def is_mine(sight: Sight) -> bool:
    """Whether this browser's seat decides: in its turn, or in another's that attacked it."""
    return "Your turn" in sight.status or "egroup in" in sight.status


def asks_something(sight: Sight) -> bool:
    if sight.dialog is not None:
        return bool(sight.buttons)
    return is_mine(sight) and not sight.busy and bool(sight.buttons or sight.row or sight.lit(LIT))


def _named(sight: Sight, pattern: str) -> str:
    found = sight.button(pattern)
    assert found is not None, f"no button says {pattern}: {sight}"
    return found
