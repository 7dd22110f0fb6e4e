"""Find the numbers by which the quick policy declines and simulations judge where they stop.

    python tools/fit_policy.py declines --boards base-2,underground-2 --minutes 3
    python tools/fit_policy.py prospects --boards base-3,base-4,underground-3 --minutes 3

Positions from games of the policy against itself are played on many times; lines are fitted to what
came of them and printed as they stand in `weights.py` and `evaluation.py` of
players/policy. Compiled rules make it a matter of minutes: PYTHONPATH=$(python tools/compile.py).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

from smallworld.engine import actions  # noqa: E402
from smallworld.engine.game import do, is_over, legal  # noqa: E402
from smallworld.engine.regions import table_of  # noqa: E402
from smallworld.engine.state import State  # noqa: E402
from smallworld.engine.terms import CHOOSE, OVER  # noqa: E402
from smallworld.game.compiled.dealer import Dealer  # noqa: E402
from smallworld.game.match import set_table  # noqa: E402
from smallworld.game.setup import GameSetup, start_game  # noqa: E402
from smallworld.players.policy.evaluation import (  # noqa: E402
    PROSPECT_LINE,
    PROSPECT_TURNS,
    WHOLE_GAME,
    signs,
    turns_to_come,
)
from smallworld.players.policy.features import ROUND, promise  # noqa: E402
from smallworld.players.policy.policy import Policy, simulate  # noqa: E402
from smallworld.players.policy.weights import DECLINE_LINE, DECLINE_TURNS  # noqa: E402
from smallworld.players.search.search import policy_for  # noqa: E402

GAMES = 40  # that each position is played on
RIDGE = 2.0  # keeps numbers small that hardly matter
THRESHOLD = 3.0  # coins: decisions nearer than that count most

# Turns to come, what was seen in a position (in thousandths), and what came of it (in coins).
Sample = tuple[int, list[int], float]


def deals(boards: list[str], minutes: float, seed: int) -> Iterator[tuple[State, Policy, int]]:
    """Fresh games on these boards in turn, until the time is over."""
    end = time.monotonic() + 60 * minutes
    n = seed << 20
    while time.monotonic() < end:
        table = GameSetup(map=boards[n % len(boards)])
        s = start_game(set_table(table, Dealer(n)))
        yield s, policy_for(s), n
        n += 1


def leads(s: State, policy: Policy, seat: int, seed: int) -> float:
    """Mean coins of the seat at the end, above the mean of the others."""
    total = 0.0
    for n in range(GAMES):
        coins = [int(c) for c in simulate(s, [], policy, seed + n, WHOLE_GAME).coins]
        others = [c for other, c in enumerate(coins[: int(s.seats)]) if other != seat]
        total += coins[seat] - sum(others) / len(others)
    return total / GAMES


def declines(boards: list[str], minutes: float, seed: int) -> dict[int, list[Sample]]:
    """How much better than expanding a decline was."""
    found: list[Sample] = []
    for s, policy, n in deals(boards, minutes, seed):
        dealer = Dealer(n + 1)
        while s.step() != OVER:
            if s.step() > OVER:
                do(s, dealer.draw(s))
                continue
            turns = int(s.options.turns - s.turn)
            if s.step() == CHOOSE and turns and len(legal(s)) > 1:
                seen = [int(sign) for sign in policy.signs_of_decline(s)]
                better = 0.0
                for action, sign in ((policy.best_decline(s), 1), (actions.EXPANDING, -1)):
                    after = s.copy()
                    do(after, action)
                    better += sign * leads(after, policy, int(s.seat), n << 10)
                found.append((turns, seen, better))
            do(s, policy.choose(s))
    return {0: found}


def prospects(boards: list[str], minutes: float, seed: int) -> dict[int, list[Sample]]:
    """What seats still earned: those that wait for their turn, and the one to move."""
    found: dict[int, list[Sample]] = {0: [], 1: []}
    for start, policy, n in deals(boards, minutes, seed):
        luck = Dealer(n + 1)
        last = ROUND * (1 + luck.pick(int(start.options.turns))) + luck.pick(int(start.seats)) - 1
        s = simulate(start, [], policy, n, last)
        if is_over(s):
            continue
        totals = [0.0] * int(s.seats)
        for more in range(GAMES):
            end = simulate(s, [], policy, (n << 10) + more, WHOLE_GAME)
            for seat in range(s.seats):
                totals[seat] += int(end.coins[seat]) - int(s.coins[seat])
        promised = table_of([int(promise(s, seat, policy.heat)) for seat in range(s.seats)])
        for seat, total in enumerate(totals):
            turns = int(turns_to_come(s, seat))
            if turns:
                seen = [int(sign) for sign in signs(s, seat, promised)]
                found[int(seat == s.seat)].append((turns, seen, total / GAMES))
    return found


def fit(samples: list[Sample], decides: bool) -> list[int]:
    """The line, in thousandths, that comes nearest to what was found."""
    x = np.array([[1.0, *(sign / 1000 for sign in seen)] for _, seen, _ in samples])
    y = np.array([came for _, _, came in samples])
    weight = np.ones(len(y))
    line = np.zeros(x.shape[1])
    for _ in range(4 if decides else 1):
        weighted = x * weight[:, None]
        line = np.linalg.solve(weighted.T @ x + RIDGE * np.eye(x.shape[1]), weighted.T @ y)
        weight = 1 / (1 + (x @ line / THRESHOLD) ** 2)
    return [round(1000 * number) for number in line]


KINDS: dict[str, tuple[Callable[[list[str], float, int], dict[int, list[Sample]]], int, int]] = {
    "declines": (declines, DECLINE_TURNS, DECLINE_LINE),
    "prospects": (prospects, PROSPECT_TURNS, PROSPECT_LINE),
}


def main() -> int:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--boards", default="base-2", help="with commas between")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    collect, turns, length = KINDS[chosen.kind]
    for kind, samples in collect(chosen.boards.split(","), chosen.minutes, chosen.seed).items():
        print(f"# {len(samples)} positions, kind {kind}")
        for n in range(1, turns + 1):
            some = [sample for sample in samples if min(sample[0], turns) == n]
            if len(some) < length:
                print(f"too few positions with {n} turns to come: give it more minutes")
                return 1
            print(
                "    "
                + ", ".join(str(number) for number in fit(some, chosen.kind == "declines"))
                + ","
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
