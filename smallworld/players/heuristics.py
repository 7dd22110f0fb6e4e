"""What a position is worth to a seat, by the engine's own questions; no race is known by name."""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import State
from smallworld.engine.query import (
    BIT,
    TAKES_FROM,
    Regions,
    awards,
    coins_of,
    count,
    each,
    lives_on,
)
from smallworld.game.views.deployment import Danger, worth

HARM: Final = 1.5  # what a coin less for the only opponent is worth; see `harm`
LATER: Final = 0.6  # what a coin of the next turn is worth now, for each of two turns
GUESSED_COINS: Final = 5  # of the others, while they are hidden


def turns_left(s: State) -> int:
    """Turns of a seat that come after the running one."""
    return int(s.options.turns - s.turn)


def income(s: State, seat: int) -> int:
    """What the seat would score as things stand; everybody is taken to be able to pay."""
    total = int(awards(s, None)) if seat == s.seat else 0
    for e in s.empires:
        if e.seat == seat:
            total += int(coins_of(s, e, None))
            if e.hooks & TAKES_FROM:
                for trait in e.traits:
                    total += int(count(trait.takes_from(s, e) & ~BIT[seat]))
    return total


def harm(s: State) -> float:
    """What a coin less for one opponent is worth: among more, it helps the others as well."""
    return HARM / (s.seats - 1) ** 2


def leave_rivers(s: State, seat: int) -> None:
    """Forget regions that cannot be kept after the conquests; only in a state to be thrown away."""
    if not s.board.rivers or seat != s.seat:
        return
    for e in s.empires_of(seat):
        passing = s.board.rivers & ~lives_on(s, e)
        e.regions &= ~(passing & s.now.taken if e.declined else passing)


def balance(s: State, seat: int) -> float:
    """The seat's own coins a turn, and with less weight what the others do not get."""
    others = 0
    for other in range(s.seats):
        if other != seat:
            others += income(s, other)
    return income(s, seat) - harm(s) * others


def lasting_income(s: State, seat: int) -> int:
    """What the seat would score in later turns with the same regions; changes `s`."""
    s.begin_turn()
    for e in s.empires_of(seat):
        e.first_turn = False
    return income(s, seat)


def outlook(s: State, seat: int) -> float:
    """The seat's balance now, and what its regions promise for the next turns."""
    value = balance(s, seat)
    turns = min(turns_left(s), 2)
    if not turns:
        return value
    danger = Danger(s, seat)
    promise = 0.0
    for e in s.empires_of(seat):
        for r, coins in worth(s, e).items():
            promise += coins * (1 - danger.of(r))
    return value + LATER * turns * promise


def best_to_reinforce(s: State, seat: int, regions: Regions, tokens: int) -> tuple[int, int]:
    """Where most of so many tokens should go, one by one to where each helps most; how many."""
    danger = Danger(s, seat)
    coins: dict[int, int] = {}
    for e in s.empires_of(seat):
        coins.update(worth(s, e))
    placed = dict.fromkeys(each(regions), 0)
    for _ in range(tokens):
        best = max(
            placed,
            key=lambda r: coins[r] * (danger.of(r, placed[r]) - danger.of(r, placed[r] + 1)),
        )
        placed[best] += 1
    most = max(placed, key=lambda r: placed[r])
    return most, placed[most]
