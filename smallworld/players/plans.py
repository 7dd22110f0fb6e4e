"""Whole turns as plans: drafted by the quick policy in many moods, changed, compared by rollouts.

A plan is the list of a seat's decisions up to the end of its turn, or to the first die: what the
die brings is met by the policy.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import do, legal
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.engine.terms import OVER
from smallworld.play.dealer import Dealer
from smallworld.players.budget import Clock
from smallworld.players.candidates import candidates
from smallworld.players.policy import Policy, is_reveal, simulate
from smallworld.players.prospect import expected, horizon
from smallworld.players.search import Thought, share
from smallworld.players.weights import COIN, weights_for

MOODS: Final = 12
LONGEST: Final = 40  # decisions of a plan
CHANGED: Final = 3  # the best plans, which are changed to find better ones
_MOVED: Final = ("later", "harm", "harm_declined", "grip", "stone", "cooling", "far", "find")


def moods(seats: int, luck: Dealer) -> list[Policy]:
    """Policies that hold other things dear, for drafts unlike each other."""
    found: list[Policy] = []
    for _ in range(MOODS):
        w = weights_for(seats)
        for name in _MOVED:
            factor = (400, 700, 1000, 1400, 2500)[luck.pick(5)]
            value = int(getattr(w, name)) * factor // COIN
            setattr(w, name, max(value, 1100) if name == "cooling" else value)
        found.append(Policy(w))
    return found


class Plan:
    """The decisions of one turn, where they lead, and how their simulations ended."""

    def __init__(self, actions: list[int], end: str) -> None:
        self.actions: Final = actions
        self.end: Final = end
        self.value = 0.0
        self.coins: list[float] = []
        self.simulations = 0

    def run(self, s: State, seat: int, policy: Policy, seed: int) -> None:
        """Play it out once."""
        coins = expected(simulate(s, self.actions, policy, seed, horizon(s)), policy)
        if not self.coins:
            self.coins = [0.0] * len(coins)
        for other, n in enumerate(coins):
            self.coins[other] += n
        self.value += share(coins, seat)
        self.simulations += 1

    def mean(self) -> float:
        """The seat's mean share of the result."""
        return self.value / self.simulations if self.simulations else 0.0

    def thought(self) -> Thought:
        """The plan as advice for its first decision."""
        n = max(self.simulations, 1)
        return Thought(
            self.actions[0], self.mean(), [coins / n for coins in self.coins], self.simulations
        )


def draft(s: State, begun: list[int], policy: Policy, seed: int) -> Plan:
    """The turn that begins with these decisions and goes on as the policy likes."""
    after = s.copy()
    dealer = Dealer(seed)
    seat = s.step_seat()
    turn = (int(s.turn), int(s.seat))
    actions: list[int] = []
    while len(actions) < LONGEST and (int(after.turn), int(after.seat)) == turn:
        step = after.step()
        if step > OVER:
            if not is_reveal(step):
                break
            do(after, dealer.draw(after))
            continue
        if step == OVER or after.step_seat() != seat:
            break
        action = begun[len(actions)] if len(actions) < len(begun) else -1
        if action not in legal(after):
            begun = []
            action = int(policy.choose(after))
        actions.append(action)
        do(after, action)
    return Plan(actions, fingerprint(after))


def change(s: State, plan: Plan, policy: Policy, luck: Dealer, seed: int) -> Plan | None:
    """The plan with one of its decisions made differently; None if there was nothing to change."""
    n = luck.pick(len(plan.actions))
    after = s.copy()
    dealer = Dealer(seed)
    for action in plan.actions[:n]:
        while after.step() > OVER:
            do(after, dealer.draw(after))
        do(after, action)
    while after.step() > OVER:
        do(after, dealer.draw(after))
    others = [a for a in candidates(after, policy) if a != plan.actions[n]]
    if not others:
        return None
    begun = [*plan.actions[:n], others[luck.pick(len(others))]]
    return draft(s, begun, policy, seed)


class Plans:
    """The plans of one decision: drafted, halved, changed, until the budget is spent."""

    def __init__(self, s: State, seat: int, policy: Policy, seed: int) -> None:
        self._s: Final = s.copy()
        self._seat: Final = seat
        self._policy: Final = policy
        self._seed: Final = seed
        self._luck: Final = Dealer(seed)
        self._known: Final[set[tuple[int, str]]] = set()
        self.alive: list[Plan] = []
        self.dropped: list[Plan] = []

    def add(self, plan: Plan) -> bool:
        """Take it among the others, unless one begins alike and leads to the same end."""
        key = (plan.actions[0], plan.end)
        if key in self._known:
            return False
        self._known.add(key)
        self.alive.append(plan)
        return True

    def begin(self, variants: list[Policy], kept: list[int]) -> None:
        """The first drafts: every candidate, every mood, and what was planned before."""
        s = self._s
        firsts = candidates(s, self._policy)
        for action in firsts:
            self.add(draft(s, [action], self._policy, self._seed))
        if len(firsts) == 1:
            return
        if kept:
            self.add(draft(s, kept, self._policy, self._seed))
        for mood in variants:
            self.add(draft(s, [], mood, self._seed))

    def run(self, clock: Clock) -> list[Thought]:
        """Compare until the budget is spent; the best plan first."""
        rounds = max(1, (len(self.alive) - 1).bit_length()) + 1
        lucks = 0
        for n in range(rounds):
            while clock.part() < (n + 1) / rounds:
                for plan in self.alive:
                    plan.run(self._s, self._seat, self._policy, self._seed + lucks)
                    clock.simulations += 1
                lucks += 1
            self._sort()
            if n + 1 < rounds:
                self._halve()
                if 2 * n < rounds:
                    self._change(lucks, clock)
        self.dropped.sort(key=lambda plan: (-plan.simulations, -plan.mean()))
        return [plan.thought() for plan in self.alive + self.dropped]

    def _sort(self) -> None:
        self.alive.sort(key=lambda plan: -plan.mean())

    def _halve(self) -> None:
        half = max(2, (len(self.alive) + 1) // 2)
        self.dropped.extend(self.alive[half:])
        self.alive = self.alive[:half]

    def _change(self, lucks: int, clock: Clock) -> None:
        """Changed plans join, once they have had the luck the others had."""
        for plan in self.alive[:CHANGED]:
            changed = change(self._s, plan, self._policy, self._luck, self._seed)
            if changed is not None and self.add(changed):
                for n in range(lucks):
                    changed.run(self._s, self._seat, self._policy, self._seed + n)
                    clock.simulations += 1
        self._sort()
