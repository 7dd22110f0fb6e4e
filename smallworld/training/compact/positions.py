"""Positions that the small judge learns from, at the beginnings of turns, in arrays.

Games are played by the quick policy, half of them with odd moves on the way; some of their
positions are played on to the end several times. Once there is a judge, it chooses among ways to
play each turn (`JudgedTurns`), in most seats of the games and in all of what follows a position:
so the next judge learns how games end between those who use the one before. Or nothing is played
on, and every position learns from the end of its own game: many more positions for the same time,
of each of which less is sure. Regions and their holders are as many as there are, so they stand
behind each other, and `holder_count` and `region_count` say whose they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.layout import TRAIT_ROW
from smallworld.engine.game import NOBODY, Empire, GameError, State, do, is_chance, is_over, legal
from smallworld.engine.query import ROW, Trait, each
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import start_game
from smallworld.players.judge.judge_file import judge_of
from smallworld.players.policy import position_signs as signs
from smallworld.players.policy.evaluation import WHOLE_GAME, expected
from smallworld.players.policy.features import moment
from smallworld.players.policy.judge import Judge
from smallworld.players.policy.policy import Policy, simulate
from smallworld.players.policy.position_signs import PositionSigns, turned, turns_of
from smallworld.players.search.judged_turns import JudgedTurns
from smallworld.players.search.search import policy_for
from smallworld.training.tables import draw_table

SEATS: Final = signs.MOST_SEATS
NOW: Final = signs.REGION_SIGNS - signs.HOLDER_SIGNS  # signs of a region beside its holder's
SPEAKING: Final = 4  # traits of a seat that are told; those in decline beside them
HOLDING: Final = 6  # ... of a race that holds regions
OPEN: Final = SEATS  # where regions stand that nobody holds
ODD: Final = 10  # one decision of so many is anything that is legal, in every second game
LUCK_APART: Final = 7919
_TURN_LUCK: Final = 20  # playouts of a position, at most

COMBOS: Final = 3  # compared by the judge when a race is picked
WAYS: Final = 2  # in which it has each turn played
ALL_COMBOS: Final = 6  # compared in games that are learnt from themselves
OPENINGS: Final = 2  # one of so many such games begins with turns of others
TRUST: Final = 0.2  # in what the judge says a round later, instead of how the game ended

PlayOn = Callable[[State, int, int], State]  # a position, luck, the last moment to play
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class CompactTask:
    """Games for one file."""

    boards: tuple[str, ...]
    first: int  # number of the first game
    games: int
    playouts: int  # of a position; 0: its own game tells how it ended, which takes judges
    one_in: int  # positions that are kept, if they are played on; else all are
    judges: tuple[
        str, ...
    ] = ()  # files; the first plays positions on, the others sit here and there


@dataclass
class CompactSamples:
    """Positions as arrays; all that is by seat begins with the seat whose turn it is."""

    seats: Bytes
    seat_traits: Bytes  # active ones, then those in decline, by their rows in the encoding
    turns: Bytes  # still to come, by seat
    combos: Bytes
    combo_traits: Bytes
    holders: Bytes
    holder_traits: Bytes
    regions: Bytes
    region_holder: Bytes  # among the holders of its position
    region_seat: Bytes  # OPEN: nobody's
    prior: Floats  # final coins by the hand-made evaluation
    now: Floats  # coins there are
    coins: Floats  # final ones, the mean of the playouts
    error: Floats  # variance of that mean
    count: Bytes  # of seats
    holder_count: Bytes
    region_count: Bytes

    def __len__(self) -> int:
        return len(self.count)


class CompactRows:
    """Positions as they are looked at, before they become arrays."""

    def __init__(self) -> None:
        self.found: Final[dict[str, list[Any]]] = {
            field.name: [] for field in fields(CompactSamples)
        }

    def look_at(self, s: State, told: PositionSigns, policy: Policy) -> list[int]:
        """Tell the position; its seats in the order that all is told in."""
        found = self.found
        told.begin(s)
        order = [(int(s.seat) + n) % int(s.seats) for n in range(int(s.seats))]
        seats = np.zeros((SEATS, signs.SEAT_SIGNS), np.uint8)
        traits = np.zeros((SEATS, 2 * SPEAKING), np.uint8)
        for n, seat in enumerate(order):
            told.seat(s, seat)
            _put(told, seats[n])
            active, declined = _seat_traits(s, seat)
            _put_traits(active, traits[n, :SPEAKING])
            _put_traits(declined, traits[n, SPEAKING:])
        found["seats"].append(seats)
        found["seat_traits"].append(traits)
        found["turns"].append(_by_seat([int(turns_of(s, seat)) for seat in order]).astype(np.uint8))
        self._look_at_combos(s, told)
        self._look_at_regions(s, told)
        prior = expected(s, policy)
        found["prior"].append(_by_seat([prior[seat] for seat in order]))
        found["now"].append(_by_seat([int(s.coins[seat]) for seat in order]))
        found["count"].append(np.uint8(len(order)))
        return order

    def _look_at_combos(self, s: State, told: PositionSigns) -> None:
        combos = np.zeros((ROW, signs.COMBO_SIGNS), np.uint8)
        traits = np.zeros((ROW, 2), np.uint8)
        for slot in range(min(int(s.row_size), ROW)):
            told.combo(s, slot)
            _put(told, combos[slot])
            race = s.library.races[int(s.row_races[slot])]
            power = s.library.powers[int(s.row_powers[slot])]
            _put_traits([race, power], traits[slot])
        self.found["combos"].append(combos)
        self.found["combo_traits"].append(traits)

    def _look_at_regions(self, s: State, told: PositionSigns) -> None:
        found = self.found
        holding: list[tuple[Empire, int]] = [(e, int(e.regions)) for e in s.empires]
        holding.append((NOBODY, int(told.open_regions())))
        holders = 0
        regions = 0
        for e, held in holding:
            if not held:
                continue
            told.holder(s, e)
            holder = np.zeros(signs.HOLDER_SIGNS, np.uint8)
            _put(told, holder)
            traits = np.zeros(HOLDING, np.uint8)
            _put_traits(e.traits, traits)
            found["holders"].append(holder)
            found["holder_traits"].append(traits)
            for r in each(held):
                row = np.zeros(NOW, np.uint8)
                told.printed(s, r)
                _put(told, row, signs.HOLDER_SIGNS)
                told.region(s, e, r)
                _put(told, row, signs.HOLDER_SIGNS)
                found["regions"].append(row)
                found["region_holder"].append(np.uint8(holders))
                seat = OPEN if e is NOBODY else int(turned(s, e.seat))
                found["region_seat"].append(np.uint8(seat))
                regions += 1
            holders += 1
        found["holder_count"].append(np.uint8(holders))
        found["region_count"].append(np.uint8(regions))

    def note_ends(self, ends: list[list[int]]) -> None:
        """What the playouts of the position led to, seats in its order."""
        coins = np.array(ends, np.float64)
        self.found["coins"].append(_by_seat([*coins.mean(0)]))
        self.found["error"].append(_by_seat([*(coins.var(0, ddof=1) / len(ends))]))

    def note_goal(self, coins: list[float]) -> None:
        """What is expected of the position, seats in its order; how sure it is is not known."""
        self.found["coins"].append(_by_seat(coins))
        self.found["error"].append(_by_seat([]))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of them."""
        return {name: np.stack(rows) for name, rows in self.found.items()}


def _put(told: PositionSigns, row: Bytes, first: int = 0) -> None:
    for n in range(int(told.size)):
        row[int(told.signs[n]) - first] = int(told.times[n])


def _put_traits(traits: list[Trait], row: Bytes) -> None:
    known = [TRAIT_ROW[trait.name] for trait in traits if trait.number >= 0]
    row[: len(known)] = known[: len(row)]


def _seat_traits(s: State, seat: int) -> tuple[list[Trait], list[Trait]]:
    """Those of the active race, and those that speak for races in decline."""
    e = s.active(seat)
    active: list[Trait] = []
    if e is not NOBODY:
        active = [e.race, e.power]
        active += [trait for trait in e.traits if trait is not e.race and trait is not e.power]
    return active, [trait for other in s.declined(seat) for trait in other.traits]


def _by_seat(values: list[Any]) -> Floats:
    found = np.zeros(SEATS, np.float32)
    found[: len(values)] = values
    return found


def play_compact(task: CompactTask) -> bytes:
    """The contents of the file."""
    rows = CompactRows()
    for number in range(task.first, task.first + task.games):
        luck = number * LUCK_APART + 1
        if task.playouts:
            _play_game(task, luck, rows)
        else:
            _play_through(task, luck, rows)
    if not rows.found["count"]:
        raise GameError("no position was kept; play more games")
    content = BytesIO()
    np.savez_compressed(content, allow_pickle=False, **rows.arrays())
    return content.getvalue()


def _play_game(task: CompactTask, luck: int, rows: CompactRows) -> None:
    dealer = Dealer(luck)
    s = start_game(set_table(draw_table(task.boards, dealer).setup, dealer))
    policy = policy_for(s)
    told = PositionSigns(policy)
    play_on, players = _players(task, s, policy, dealer)
    turn = 0
    while not is_over(s):
        turn += 1
        if dealer.pick(task.one_in) == 0:
            first = luck * 1000 + turn * _TURN_LUCK
            order = rows.look_at(s, told, policy)
            ends = [play_on(s, first + n, WHOLE_GAME) for n in range(task.playouts)]
            rows.note_ends([[int(end.coins[seat]) for seat in order] for end in ends])
        s = players[int(s.seat)](s, luck * 1000 + turn, int(moment(s)))


def _play_through(task: CompactTask, luck: int, rows: CompactRows) -> None:
    """A game by the best judge, whose every position is told.

    Luck weighs much in a single end; so what the judge said on the way counts as well, the more the
    sooner it said it. Some games begin with turns of others, so that the judge sees more than it
    would bring about by itself.
    """
    if not task.judges:
        raise GameError("games that are learnt from themselves are played by a judge; name one")
    dealer = Dealer(luck)
    s = start_game(set_table(draw_table(task.boards, dealer).setup, dealer))
    policy = policy_for(s)
    told = PositionSigns(policy)
    judge = Judge(judge_of(task.judges[0]).numbers_for(s.library), policy)
    best = JudgedTurns(policy, judge, ALL_COMBOS, WAYS)
    _, others = _players(task, s, policy, dealer)
    seats = int(s.seats)
    opening = 0
    if dealer.pick(OPENINGS) == 0:
        opening = dealer.pick(seats * int(s.options.turns) * 3 // 4)
    turn = 0
    orders: list[list[int]] = []
    said: list[list[float]] = []
    while not is_over(s):
        turn += 1
        plays = others[int(s.seat)]
        if turn > opening:
            orders.append(rows.look_at(s, told, policy))
            said.append(judge.coins(s))
            plays = best.play_on
        s = plays(s, luck * 1000 + turn, int(moment(s)))
    kept = 1 - TRUST / seats  # of what is known later, turn by turn
    goal = [float(s.coins[seat]) for seat in range(seats)]
    goals: list[list[float]] = []
    for coins in reversed(said):
        goals.append(goal)
        goal = [kept * a + (1 - kept) * b for a, b in zip(goal, coins, strict=True)]
    for order, goal in zip(orders, reversed(goals), strict=True):
        rows.note_goal([goal[seat] for seat in order])


def _players(
    task: CompactTask, s: State, policy: Policy, dealer: Dealer
) -> tuple[PlayOn, list[PlayOn]]:
    """Who plays positions on, and who sits where on the way."""
    straight: PlayOn = partial(_play_straight, policy)
    wandering: PlayOn = partial(_wander, policy, dealer)
    if not task.judges:
        return straight, [wandering if dealer.pick(2) == 0 else straight] * int(s.seats)
    best, *older = (
        JudgedTurns(policy, Judge(judge_of(path).numbers_for(s.library), policy), COMBOS, WAYS)
        for path in task.judges
    )
    others: list[PlayOn] = [*(turns.play_on for turns in older), straight, wandering]
    seats: list[PlayOn] = []
    for _ in range(int(s.seats)):
        seats.append(best.play_on if dealer.pick(2) else others[dealer.pick(len(others))])
    return best.play_on, seats


def _play_straight(policy: Policy, s: State, seed: int, last: int) -> State:
    return simulate(s, [], policy, seed, last)


def _wander(policy: Policy, dealer: Dealer, s: State, _: int, last: int) -> State:
    """Play until that moment is over, now and then with something odd; s is used up."""
    while not is_over(s) and int(moment(s)) <= last:
        if is_chance(s):
            do(s, dealer.draw(s))
            continue
        offered = legal(s)
        odd = dealer.pick(ODD) == 0
        do(s, offered[dealer.pick(len(offered))] if odd else int(policy.choose(s)))
    return s


def read_compact(paths: list[Path]) -> CompactSamples:
    """The samples of these files, behind each other."""
    parts: list[dict[str, NDArray[Any]]] = []
    for path in paths:
        try:
            with np.load(path, allow_pickle=False) as kept:
                parts.append({field.name: kept[field.name] for field in fields(CompactSamples)})
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise GameError(f"{path}: it is no file of samples: {error}") from None
    return CompactSamples(
        **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    )
