"""How a game may go on: played by several policies that differ a little, to its end or to a judge.

One policy has thresholds: a token more here or there can change when it lets a race decline, and
with that the whole rest of the game. Among several such leaps cancel out, and what is left is
what a position is worth to people, too.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import Library, State, is_over
from smallworld.players.judge.judge_file import shipped_judge
from smallworld.players.policy.evaluation import WHOLE_GAME
from smallworld.players.policy.features import ROUND, moment
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.policy.weights import Weights, weights_for

# In hundredths of the usual: what a new race promises, harm to others, a token of a combo.
VARIED: Final = (
    *((100, 100, 100), (70, 70, 130), (130, 150, 90), (85, 100, 80)),
    *((150, 110, 120), (50, 130, 100), (115, 50, 110), (175, 90, 70)),
)


class RolloutEnsemble:
    """The policies, ready to play any position on."""

    def __init__(self, seats: int) -> None:
        self._policies: Final = varied_policies(seats)

    def forecast(self, s: State, simulations: int, seed: int) -> list[float]:
        """Expected final coins of every seat; the same seed is the same luck and the same play."""
        if is_over(s):
            return [float(s.coins[seat]) for seat in range(s.seats)]
        ends = self.ends(s, simulations, seed)
        return [sum(end[seat] for end in ends) / simulations for seat in range(s.seats)]

    def ends(self, s: State, simulations: int, seed: int, first: int = 0) -> list[list[int]]:
        """Final coins of every seat in each simulation, from the one with that number on.

        Two positions compared number by number have met the same luck and the same play.
        """
        found: list[list[int]] = []
        for n in range(first, first + simulations):
            policy = self._policies[n % len(self._policies)]
            end = simulate(s, [], policy, seed + n, WHOLE_GAME)
            found.append([int(end.coins[seat]) for seat in range(s.seats)])
        return found


class JudgedEnsemble:
    """The same policies play on for a round or so; then the learned judge says how it will end.

    That costs a fraction of a whole game, and there is less luck in it.
    """

    def __init__(self, seats: int, library: Library) -> None:
        self._policies: Final = varied_policies(seats)
        self._judge: Final = Judge(shipped_judge().numbers_for(library), self._policies[0])

    def forecast(self, s: State, simulations: int, seed: int, last: int) -> list[float]:
        """Expected final coins of every seat, judged after that moment.

        Two positions are compared fairly with the same seed and the same moment.
        """
        if is_over(s):
            return [float(s.coins[seat]) for seat in range(s.seats)]
        totals = [0.0] * int(s.seats)
        for n in range(simulations):
            policy = self._policies[n % len(self._policies)]
            coins = self._judge.coins(simulate(s, [], policy, seed + n, last))
            totals = [total + own for total, own in zip(totals, coins, strict=True)]
        return [total / simulations for total in totals]


def rounds_on(s: State, rounds: int) -> int:
    """The last moment to play out when so many rounds are played on."""
    return int(moment(s)) + ROUND * rounds - 1


def varied_policies(seats: int) -> list[Policy]:
    """The policies; the first is the usual one."""
    return [Policy(_weights(seats, *parts)) for parts in VARIED]


def _weights(seats: int, fresh: int, harm: int, token: int) -> Weights:
    found = weights_for(seats)
    found.urge = 40 * (fresh - 100)
    found.fresh = found.fresh * fresh // 100
    found.harm = found.harm * harm // 100
    found.token = found.token * token // 100
    return found
