"""The search that asks a net: every candidate is played on for a round, then judged in batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from smallworld.engine.game import State, do, is_over, legal
from smallworld.engine.query import table
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View
from smallworld.players.budget import Budget, Clock
from smallworld.players.policy.evaluation import PROSPECT_LINE, expected, signs
from smallworld.players.policy.features import ROUND, moment, promise
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.policy.weights import COIN
from smallworld.players.search.candidates import candidates
from smallworld.players.search.search import Branch, Scope, SearchPlayer, Thought, ranked, seen_by

if TYPE_CHECKING:  # its packages are an extra, and slow to load
    from smallworld.learn.judge.net_judge import NetJudge

BATCH: Final = 64  # positions judged at once, about
FURTHER: Final = 2  # candidates that only the net thinks of

Positions = list[State]


def signs_of(s: State, policy: Policy, first: int) -> tuple[list[list[float]], list[float]]:
    """What the hand-made evaluation sees and expects of each seat, beginning with that one."""
    seats = int(s.seats)
    promised = table(seats)
    for seat in range(seats):
        promised[seat] = promise(s, seat, policy.heat)
    order = [(first + n) % seats for n in range(seats)]
    found: list[list[float]] = []
    for seat in order:
        row = signs(s, seat, promised)
        found.append([int(row[n]) / COIN for n in range(PROSPECT_LINE - 1)])
    coins = expected(s, policy)
    return found, [coins[seat] for seat in order]


class PositionJudge:
    """A net for the positions of one table."""

    def __init__(self, net: NetJudge, setup: GameSetup, policy: Policy) -> None:
        self._net: Final = net
        self._setup: Final = setup
        self._policy: Final = policy

    def coins(self, states: Positions) -> list[list[float]]:
        """Final coins of every seat, by seat; where the game is over those that are there."""
        going = [s for s in states if not is_over(s)]
        told = [signs_of(s, self._policy, int(s.seat)) for s in going]
        judged = iter(
            self._net.coins(
                self._setup, going, [signs for signs, _ in told], [coins for _, coins in told]
            )
        )
        found: list[list[float]] = []
        for s in states:
            seats = int(s.seats)
            if is_over(s):
                found.append([float(s.coins[seat]) for seat in range(seats)])
            else:
                row = next(judged)
                found.append([row[(seat - int(s.seat)) % seats] for seat in range(seats)])
        return found

    def best(self, s: State, seat: int, most: int) -> list[int]:
        """The actions that look best to the net, at first sight."""
        offered = legal(s)
        told = signs_of(s, self._policy, seat)
        scores = self._net.scores(self._setup, s, seat, offered, *told)
        order = sorted(range(len(offered)), key=lambda n: -scores[n])
        return [offered[n] for n in order[:most]]


def judged_search(
    s: State,
    seat: int,
    clock: Clock,
    seed: int,
    policy: Policy,
    scope: Scope,
    judge: PositionJudge,
) -> list[Thought]:
    """Like `search`, but no simulation goes further than a round, and all are judged together."""
    root = s.copy()
    last = int(moment(root)) + ROUND - 1
    offered = candidates(root, policy, scope.conquests)
    offered += [a for a in judge.best(root, seat, FURTHER) if a not in offered]
    branches: list[Branch] = []
    for action in offered:
        after = root.copy()
        do(after, action)
        branches.append(Branch(action, after))
    usual, *alive = branches
    rounds = max(1, len(alive).bit_length())
    luck = 0
    for n in range(rounds):
        while True:
            running = [usual, *alive]
            many = clock.room((n + 1) / rounds, BATCH, len(running))
            ends = [
                simulate(branch.after, [], policy, seed + luck + k, last)
                for k in range(many)
                for branch in running
            ]
            coins = iter(judge.coins(ends))
            for _ in range(many):
                base = usual.add(next(coins), seat)
                clock.count()
                for branch in alive:
                    branch.compare(branch.add(next(coins), seat) - base)
                    clock.count()
            luck += many
            if clock.part() >= (n + 1) / rounds:
                break
        alive.sort(key=lambda b: -b.merit())
        if clock.part() >= 1:
            break
        if n + 1 < rounds:
            alive = alive[: (len(alive) + 1) // 2]
    return ranked(usual, alive, branches)


class LearnedPlayer(SearchPlayer):
    """The search with a net of `smallworld learn` as its judge."""

    DEFAULT: ClassVar = "simulations=200"
    SCOPE: ClassVar = Scope(conquests=10)

    def __init__(self, net: NetJudge, budget: Budget, seed: int = 0) -> None:
        super().__init__(budget, seed, "learned")
        self.net: Final = net
        self.budget: Final = budget

    def thoughts(self, view: View, clock: Clock, seed: int, policy: Policy) -> list[Thought]:
        """What it expects of the candidates, the best first."""
        assert view.seat is not None
        judge = PositionJudge(self.net, view.table, policy)
        return judged_search(seen_by(view), view.seat, clock, seed, policy, self.SCOPE, judge)
