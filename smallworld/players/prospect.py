"""How far simulations go, and what is expected of a position where they stop."""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import is_over
from smallworld.engine.regions import count
from smallworld.engine.state import NOBODY, State
from smallworld.engine.terms import CHOOSE, LATE_DECLINE, PICK
from smallworld.players.fight import free_tokens
from smallworld.players.policy import Policy
from smallworld.players.quick import promise
from smallworld.players.weights import COIN

WHOLE_GAME: Final = 1000
BIG: Final = (
    PICK,
    CHOOSE,
    LATE_DECLINE,
)  # decisions about many turns: which combo, and for how long
FADES: Final = 0.7  # of what regions promise, from round to round
ROUNDS: Final = 4  # beyond them nothing of today is left
TOKEN: Final = 0.3  # coins a round for a token of the active race, for ...
TOKEN_ROUNDS: Final = 3  # ... so many rounds
NEW_TOKENS: Final = 9  # of a race that is still to be chosen
USUAL: Final = 9.0  # coins that a round brings; the same for all, so it decides nothing


def horizon(s: State) -> int:
    """The last round to play out: big decisions are seen to the end, others to the next round.

    What a conquest or a token more is worth shows within a round; later rounds only add luck, and
    with the same number of simulations players that look less far win more.
    """
    return WHOLE_GAME if s.step() in BIG else int(s.turn)


def expected(s: State, policy: Policy) -> list[float]:
    """Final coins of every seat: what it has, and what its regions and tokens promise."""
    coins = [float(s.coins[seat]) for seat in range(s.seats)]
    if is_over(s):
        return coins
    rounds = int(s.options.turns - s.turn) + 1
    seen = sum(FADES**n for n in range(min(rounds, ROUNDS)))
    for seat in range(s.seats):
        coins[seat] += seen * int(promise(s, seat, policy.heat)) / COIN
        coins[seat] += TOKEN * min(rounds, TOKEN_ROUNDS) * _tokens(s, seat)
        coins[seat] += USUAL * (rounds - seen)
    return coins


def _tokens(s: State, seat: int) -> int:
    """Tokens of the active race, on the map and in hand."""
    e = s.active(seat)
    if e is NOBODY:
        return NEW_TOKENS
    return int(free_tokens(s, e)) + int(count(e.regions))
