"""Turns as the judge would have them: a few ways to play each, and the one it likes best.

The quick policy plays whole turns; what it is weak at is which combo to take and when to decline.
Here it plays each of these on to the end of the turn, and the judge says which end is best. So
simulations meet opponents, and an own future, that play much better than the quick policy.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import combo_of, swap_of
from smallworld.engine.game import State, do, is_chance, is_over, legal
from smallworld.engine.query import CHOOSE, PICK
from smallworld.game.compiled.dealer import Dealer
from smallworld.players.policy.evaluation import share
from smallworld.players.policy.features import moment, turns_after
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy

EXPANDING: Final = int(actions.EXPANDING)
TRIED: Final = 1 << 40  # luck of turns that are only tried: nobody knows what he will roll
NOISE_APART: Final = 7919


class JudgedTurns:
    """Plays positions on turn by turn, each as the judge likes it best among a few."""

    def __init__(
        self,
        policy: Policy,
        judge: Judge,
        combos: int = 3,
        ways: int = 1,
        own: int = 1,
        running: int = -1,
    ) -> None:
        self._policy: Final = policy
        self._judge: Final = judge
        self._combos: Final = combos  # that are compared
        self._ways: Final = ways  # in which each choice is played on
        self._own: Final = own  # ... in the turn of that moment
        self._running: Final = running

    def play_on(self, s: State, seed: int, last: int) -> State:
        """A copy of s played on with the luck of that seed, until that moment is over."""
        after = s.copy()
        while not is_over(after) and int(moment(after)) <= last:
            running = int(moment(after)) == self._running
            after = self.play_turn(after, seed, self._own if running else self._ways)
        return after

    def play_turn(self, s: State, seed: int, ways: int) -> State:
        """The position after the running turn; s is used up."""
        luck = (seed << 8) + int(moment(s))
        dealer = Dealer(luck)
        while is_chance(s):
            do(s, dealer.draw(s))
        choices = self.choices(s)
        best, chosen = choices[0], 0
        if len(choices) * ways > 1:
            seat = int(s.seat)
            most = -1.0
            for way in range(ways):
                for choice in choices:
                    end = self._end(s.copy(), choice, luck, way, luck + TRIED)
                    value = share(self._judge.coins(end), seat)
                    if value > most:
                        most = value
                        best, chosen = choice, way
        return self._end(s, best, luck, chosen, luck)

    def _end(self, s: State, choice: int, noise: int, way: int, luck: int) -> State:
        """Play the turn to its end in place."""
        last = moment(s)
        if choice:
            do(s, choice)
        policy = self._policy
        policy.noise.begin(noise + NOISE_APART * way)
        policy.finish(s, Dealer(luck), last)
        policy.noise.end()
        return s

    def choices(self, s: State) -> list[int]:
        """Big decisions worth comparing; 0: there is none."""
        step = s.step()
        if step == PICK:
            offered = legal(s)
            if self._combos > 1 and len(offered) > 1:
                worth = self._policy.value_of_combo
                offered.sort(key=lambda a: -worth(s, combo_of(a) - 1, swap_of(a) - 1))
                return offered[: self._combos]
        elif step == CHOOSE and turns_after(s) > 0:
            return [EXPANDING, int(self._policy.best_decline(s))]
        return [0]
