"""What is learnt from: positions played on many times, and whole games of players who think."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from smallworld.engine.game import (
    State,
    apply,
    do,
    is_chance,
    is_over,
    legal,
    result,
    to_act,
)
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import start_game
from smallworld.game.views.view import View
from smallworld.learn.selfplay import draw_by_share
from smallworld.learn.targets import PolicyTarget, Thinker
from smallworld.players.budget import Budget
from smallworld.players.policy.evaluation import WHOLE_GAME
from smallworld.players.policy.features import ROUND
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.search.search import Scope, policy_for
from smallworld.players.search.thinking import SearchThinker, make_thinker
from smallworld.training.samples import Sample, by_seat, look_at, samples_bytes
from smallworld.training.tables import TrainingTable, draw_table, rows_of

SEEDS_APART: Final = 1_000_003  # pieces of work of neighbouring numbers share no luck
ODD: Final = 10  # one decision of so many on the way to a position is anything that is legal
WILD: Final = 4  # one of so many decisions that explore is anything that is legal
INTO_TURN: Final = 12  # at most so many decisions of a turn are made before a position is taken
_FINE: Final = 1 << 30


@dataclass(frozen=True)
class PositionsTask:
    """Positions for one file: reached by the quick policy, played on to the end many times."""

    boards: tuple[str, ...]
    first: int  # number of the first position
    many: int
    seed: int
    playouts: int
    simulations: int  # of the search that says what is best to do
    thought: float  # part of the positions that it is asked about


def play_positions(task: PositionsTask) -> bytes:
    """The contents of the file."""
    found: list[Sample] = []
    number = 0
    while len(found) < task.many:
        luck = (task.seed * SEEDS_APART + task.first + number * 7_919_009) % (1 << 62)
        number += 1
        sample = _position(task, luck)
        if sample is not None:
            found.append(sample)
    return samples_bytes(found)


def _position(task: PositionsTask, luck: int) -> Sample | None:
    dealer = Dealer(luck)
    table = draw_table(task.boards, dealer)
    setup = set_table(table.setup, dealer)
    s = start_game(setup)
    policy = policy_for(s)
    turns, seats = int(s.options.turns), int(s.seats)
    last = ROUND * (1 + dealer.pick(turns)) + dealer.pick(seats) - 1
    if dealer.pick(2):
        s = simulate(s, [], policy, luck, last)
    else:
        _wander(s, policy, dealer, last)
    fresh = bool(dealer.pick(2))
    if not fresh:
        s = _into_turn(s, policy, dealer)
    while is_chance(s):
        do(s, dealer.draw(s))
    if is_over(s):
        return None
    seat = to_act(s)
    sample = look_at(s, table, seat, policy, fresh and seat == int(s.seat))
    ends = [simulate(s, [], policy, luck + 1 + n, WHOLE_GAME) for n in range(task.playouts)]
    coins = np.array([[int(end.coins[n]) for n in range(seats)] for end in ends], np.float64)
    won = np.zeros(seats)
    for end in ends:
        winners = result(end).winners
        won[list(winners)] += 1 / len(winners) / len(ends)
    sample.coins = by_seat([*coins.mean(0)], seat)
    if len(ends) > 1:
        sample.error = by_seat([*(coins.var(0, ddof=1) / len(ends))], seat)
    sample.won = by_seat([*won], seat)
    offered = legal(s)
    if len(offered) > 1 and dealer.pick(_FINE) < task.thought * _FINE:
        budget = Budget(simulations=task.simulations, per="decision")
        thinker = SearchThinker("search", Scope(), budget, luck)
        _note_thoughts(sample, s, table, offered, thinker.think(View(s, setup, seat)))
    return sample


def _note_thoughts(
    sample: Sample,
    s: State,
    table: TrainingTable,
    offered: Sequence[int],
    targets: Sequence[PolicyTarget],
) -> None:
    sample.actions = rows_of(table).actions(s, sample.seat, list(offered))
    sample.share = np.zeros(len(offered), np.float32)
    row = {action: n for n, action in enumerate(offered)}
    for target in targets:
        sample.share[row[target.action]] += target.share


def _wander(s: State, policy: Policy, dealer: Dealer, last: int) -> None:
    """Play on until that moment is over, now and then with something odd."""
    while not is_over(s) and ROUND * int(s.turn) + int(s.seat) <= last:
        if is_chance(s):
            do(s, dealer.draw(s))
        else:
            _wander_once(s, policy, dealer)


def _wander_once(s: State, policy: Policy, dealer: Dealer) -> None:
    offered = legal(s)
    odd = dealer.pick(ODD) == 0
    do(s, offered[dealer.pick(len(offered))] if odd else int(policy.choose(s)))


def _into_turn(s: State, policy: Policy, dealer: Dealer) -> State:
    """The position after some decisions of the running turn, which is not over there."""
    turn = (int(s.turn), int(s.seat))
    left = 1 + dealer.pick(INTO_TURN)
    reached = s
    while left and not is_over(s):
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        reached = s.copy()
        _wander_once(s, policy, dealer)
        left -= 1
        if (int(s.turn), int(s.seat)) != turn:
            return reached
    return reached


@dataclass(frozen=True)
class GamesTask:
    """Whole games for one file, in which nets and others meet."""

    boards: tuple[str, ...]
    first: int
    many: int
    seed: int
    players: tuple[str, ...]  # drawn for each seat; the one that is to improve several times
    explore: float  # part of the decisions drawn by their shares
    keep: float  # part of the decisions that are kept
    lean: float  # how much a position is worth by the search; the rest by how the game ended


def play_games(task: GamesTask) -> bytes:
    """The contents of the file."""
    found: list[Sample] = []
    for number in range(task.first, task.first + task.many):
        found += _game(task, task.seed * SEEDS_APART + number)
    return samples_bytes(found)


def _game(task: GamesTask, luck: int) -> list[Sample]:
    dealer = Dealer(luck)
    table = draw_table(task.boards, dealer)
    setup = set_table(table.setup, dealer)
    s = start_game(setup)
    policy = policy_for(s)
    seats = int(s.seats)
    thinkers: list[Thinker] = []
    for seat in range(seats):
        spec = task.players[dealer.pick(len(task.players))]
        thinkers.append(make_thinker(spec, luck * 8 + seat))
    made: list[tuple[Sample, list[float]]] = []
    turn = (0, 0)
    while not is_over(s):
        if is_chance(s):
            apply(s, dealer.draw(s))
            continue
        seat = to_act(s)
        view = View(s, setup, seat)
        fresh = turn != (int(s.turn), int(s.seat)) and seat == int(s.seat)
        turn = (int(s.turn), int(s.seat))
        if len(view.legal) == 1:
            apply(s, view.legal[0])
            continue
        offered = view.legal[:]
        targets = thinkers[seat].think(view)
        if dealer.pick(_FINE) < task.keep * _FINE or fresh:
            sample = look_at(s, table, seat, policy, fresh)
            _note_thoughts(sample, s, table, offered, targets)
            made.append((sample, by_seat(targets[0].coins, seat)))
        action = targets[0].action
        if task.explore and dealer.pick(_FINE) < task.explore * _FINE:
            odd = dealer.pick(WILD) == 0
            action = offered[dealer.pick(len(offered))] if odd else draw_by_share(targets, dealer)
        apply(s, action)
    end = result(s)
    won = [1 / len(end.winners) if seat in end.winners else 0.0 for seat in range(seats)]
    for sample, thought in made:
        final = by_seat([float(coins) for coins in end.coins], sample.seat)
        lean = task.lean if thought else 0.0
        sample.coins = [
            lean * expected + (1 - lean) * coins
            for expected, coins in zip(thought or final, final, strict=True)
        ]
        sample.won = by_seat(won, sample.seat)
    return [sample for sample, _ in made]
