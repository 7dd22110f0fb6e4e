"""The searching player: plays each candidate on many times and keeps what ends best.

Chance is sampled as the dealer would deal it, with the same luck for all candidates compared;
every seat plays for its own share of the result, by the quick policy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import ClassVar, Final

from smallworld.engine.game import State, do, is_over
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock, RemainingBudget, StopCheck, never
from smallworld.players.policy.evaluation import BIG, WHOLE_GAME, expected, horizon, share
from smallworld.players.policy.features import ROUND, moment
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.policy.weights import weights_for
from smallworld.players.search.candidates import candidates
from smallworld.players.search.judged_turns import JudgedTurns

DOUBT: Final = 2.0  # likely errors by which another choice must beat the policy's
CERTAIN: Final = 3.0  # likely errors after which more simulations are a waste
FEWEST: Final = 16  # simulations before anything is certain
WORTH: Final = 0.002  # of a share; whoever gains less gains nothing
LEAST_SPREAD: Final = 0.0001  # of shares; a few simulations may agree by chance


@dataclass(frozen=True)
class Scope:
    """How much a search takes in."""

    conquests: int = 8  # compared at most
    turns: int = 1  # of the seat, until simulations of small decisions stop
    big: int = 0  # ... and of big ones, with a judge; without one they go to the end of the game
    doubt: float = DOUBT  # with a judge luck is smaller, and so is what it takes to be sure
    unsure: float = 0.0  # variance of a comparison that was made once; more times make it small
    # Turns as the judge would have them (`JudgedTurns`), where there is one and combos are not 0.
    combos: int = 0  # compared whenever a race is picked in a simulation
    ways: int = 1  # in which further turns are tried
    own: int = 1  # ... and the rest of the running one
    hasty: bool = False  # whether it answers as soon as the best choice is certain


SCOPE: Final = Scope()
Playout = Callable[[State, int], list[float]]  # final coins after a position, with that luck


@dataclass(frozen=True)
class Thought:
    """What is expected of one action."""

    action: int
    value: float  # the seat's expected share of the result, 0 to 1
    coins: list[float]  # expected final coins of every seat
    simulations: int
    merit: float  # how far it surely is ahead of the policy's choice, in shares; its own is 0
    lead: float  # expected final coins of the seat above the mean of the others ...
    error: float  # ... and the likely error of that


@dataclass
class Branch:
    """One candidate, and how its simulations ended."""

    action: int
    after: State
    value: float = 0.0
    coins: list[float] = field(default_factory=list)
    simulations: int = 0
    leads: float = 0.0  # over the others, all simulations together
    lead_squares: float = 0.0
    ahead: float = 0.0  # of the policy's choice with the same luck, all simulations together
    squares: float = 0.0

    def run(self, playout: Playout, seat: int, seed: int) -> float:
        """Play it out once; the seat's share of the result."""
        return self.add(playout(self.after, seed), seat)

    def add(self, coins: list[float], seat: int) -> float:
        """Note the final coins that a simulation led to; the seat's share of the result."""
        value = share(coins, seat)
        self.value += value
        self.simulations += 1
        if not self.coins:
            self.coins = [0.0] * len(coins)
        for other, n in enumerate(coins):
            self.coins[other] += n
        ahead = lead(coins, seat)
        self.leads += ahead
        self.lead_squares += ahead * ahead
        return value

    def compare(self, ahead: float) -> None:
        """Note how far it came out ahead of the policy's choice."""
        self.ahead += ahead
        self.squares += ahead * ahead

    def merit(self, doubt: float = DOUBT, unsure: float = 0.0) -> float:
        """How far it is ahead of the policy's choice, less a doubt that simulations remove."""
        n = self.simulations
        mean = self.ahead / n
        spread = max(self.squares / n - mean * mean, 0.0)
        return mean - doubt * sqrt((spread + LEAST_SPREAD + unsure / n) / n)

    def is_hopeless(self) -> bool:
        """Whether it certainly gains nothing over the policy's choice."""
        return self.simulations >= FEWEST and self.merit(-CERTAIN) < WORTH

    def is_better(self) -> bool:
        """Whether it certainly beats the policy's choice."""
        return self.simulations >= FEWEST and self.merit(CERTAIN) > 0

    def thought(self, merit: float) -> Thought:
        n = self.simulations
        mean = self.leads / n
        error = sqrt(max(self.lead_squares / n - mean * mean, 0.0) / max(n - 1, 1))
        coins = [c / n for c in self.coins]
        return Thought(self.action, self.value / n, coins, n, merit, mean, error)


def lead(coins: list[float], seat: int) -> float:
    """Coins of the seat above the mean of the others."""
    return coins[seat] - (sum(coins) - coins[seat]) / (len(coins) - 1)


def think(
    s: State,
    seat: int,
    budget: Budget,
    seed: int,
    scope: Scope = SCOPE,
    stopped: StopCheck = never,
) -> list[Thought]:
    """What is expected of the actions worth thinking about, the best first; s is left alone."""
    return search(s, seat, Clock(budget, stopped), seed, policy_for(s), scope)


def search(
    s: State,
    seat: int,
    clock: Clock,
    seed: int,
    policy: Policy,
    scope: Scope,
    judge: Judge | None = None,
) -> list[Thought]:
    """Halve the candidates again and again, each round as long as the others.

    Where simulations stop the judge says how the game will end, or else the nine signs.
    """
    root = s.copy()
    playout = playouts(root, policy, scope, judge)
    branches: list[Branch] = []
    for action in candidates(root, policy, scope.conquests):
        after = root.copy()
        do(after, action)
        branches.append(Branch(action, after))
    usual, *alive = branches
    rounds = max(1, len(alive).bit_length())
    luck = 0
    settled = False
    for n in range(rounds):
        while not settled:
            base = usual.run(playout, seat, seed + luck)
            clock.count()
            for branch in alive:
                if clock.is_late():
                    break
                branch.compare(branch.run(playout, seat, seed + luck) - base)
                clock.count()
            luck += 1
            alive = [branch for branch in alive if branch.simulations]  # the rest came too late
            if scope.hasty:
                alive = [branch for branch in alive if not branch.is_hopeless()]
                settled = not alive or (len(alive) == 1 and alive[0].is_better())
            if clock.part() >= (n + 1) / rounds:
                break
        alive.sort(key=lambda b: -b.merit(scope.doubt, scope.unsure))
        if settled or clock.part() >= 1:
            break
        if n + 1 < rounds:
            alive = alive[: (len(alive) + 1) // 2]
    return ranked(usual, alive, branches, scope.doubt, scope.unsure)


def playouts(s: State, policy: Policy, scope: Scope, judge: Judge | None) -> Playout:
    """How what may be done in s is played on, and judged where that stops."""
    if judge is None:
        end = horizon(s, scope.turns)
        return lambda after, seed: expected(simulate(after, [], policy, seed, end), policy)
    last = judged_horizon(s, scope)
    if not scope.combos:
        return lambda after, seed: judge.coins(simulate(after, [], policy, seed, last))
    turns = JudgedTurns(policy, judge, scope.combos, scope.ways, scope.own, int(moment(s)))
    return lambda after, seed: judge.coins(turns.play_on(after, seed, last))


def judged_horizon(s: State, scope: Scope) -> int:
    """The last moment to play out before the judge is asked; no turns: the running one."""
    turns = scope.big if s.step() in BIG else scope.turns
    return int(moment(s)) + (ROUND * turns - 1 if turns else 0)


def ranked(
    usual: Branch,
    alive: list[Branch],
    branches: list[Branch],
    doubt: float = DOUBT,
    unsure: float = 0.0,
) -> list[Thought]:
    """What was found, the best first: the policy's choice unless another is surely better."""
    found = [*alive, usual] if alive and alive[0].merit(doubt, unsure) > 0 else [usual, *alive]
    rest = [branch for branch in branches if branch not in found and branch.simulations]
    rest.sort(key=lambda b: (-b.simulations, -b.merit(doubt, unsure)))
    return [b.thought(0.0 if b is usual else b.merit(doubt, unsure)) for b in found + rest]


def forecast(s: State, simulations: int, seed: int) -> list[float]:
    """Expected final coins of every seat, from any position."""
    if is_over(s):
        return [float(s.coins[seat]) for seat in range(s.seats)]
    policy = policy_for(s)
    totals = [0.0] * int(s.seats)
    for n in range(simulations):
        end = simulate(s, [], policy, seed + n, WHOLE_GAME)
        for seat in range(s.seats):
            totals[seat] += int(end.coins[seat])
    return [total / simulations for total in totals]


def policy_for(s: State) -> Policy:
    """The quick policy with the weights for that many seats."""
    return Policy(weights_for(int(s.seats)))


def seen_by(view: View) -> State:
    """The state a player thinks about: what he sees, with the coins he has counted."""
    s = view.state
    for other, coins in enumerate(view.tallied):
        s.coins[other] = coins
    return s


class SearchPlayer(Player):
    """Compares candidates at every decision by playing them out."""

    DEFAULT: ClassVar = "simulations=200"
    SCOPE: ClassVar = Scope(hasty=True)

    def __init__(self, budget: Budget, seed: int = 0, name: str = "search") -> None:
        super().__init__(name)
        self._purse: Final = RemainingBudget(budget)
        self._luck: Final = Dealer(seed)
        self._policy: Policy | None = None
        self.stopped: StopCheck = never  # asked now and then; then `ThoughtStopped` is raised
        self.longest: float | None = None  # seconds of a turn, for a budget of simulations

    def choose_number(self, view: View) -> int:
        """The action that ends best."""
        if len(view.legal) == 1:
            return view.legal[0]
        assert view.seat is not None
        s = seen_by(view)
        if self._policy is None:
            self._policy = policy_for(s)
        budget = self.allot(s)
        if budget is None:
            return int(self._policy.choose(s))
        longest = None if self.longest is None else self.longest * self._purse.share(budget)
        clock = Clock(budget, self.stopped, longest)
        seed = self._luck.pick(1 << 30) << 20
        thoughts = self.thoughts(view, clock, seed, self._policy)
        self._purse.pay(clock.spent())
        return thoughts[0].action

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the candidates, the best first."""
        assert view.seat is not None
        return search(seen_by(view), view.seat, clock, seed, policy, self.SCOPE)

    def allot(self, s: State) -> Budget | None:
        """The budget for the next decision; None: the quick policy decides at once."""
        return self._purse.allot(s)
