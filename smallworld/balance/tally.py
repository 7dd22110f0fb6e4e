"""Games counted: for every race, power, pair and seat what was offered, taken, paid and brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from smallworld.balance.games_file import BoardGames, Box
from smallworld.balance.observed_game import Holding, ObservedGame
from smallworld.balance.plan import is_varied
from smallworld.balance.ratio import RatioSum

RACE: Final = "race"
POWER: Final = "power"
PAIR: Final = "pair"
SEAT: Final = "seat"
KINDS: Final = (RACE, POWER, PAIR, SEAT)
PRICES: Final = 6  # places in the row, and so prices: 0 to 5

# The figures of a thing, each with what it is a ratio of.
OFFERED: Final = "offered"  # choices in whose row it lay, of all choices
TAKEN: Final = "taken"  # choices in which it was taken, of those in whose row it lay
PRICE: Final = "price"  # coins paid less coins found on it, each time it was taken
COINS: Final = "coins a turn"  # it brought, over all scorings while it was on the map
ACTIVE: Final = "coins active"  # ... while active
DECLINED: Final = "coins in decline"  # ... while in decline
MARGIN: Final = "margin"  # final coins of who took it above the table's mean
SHARE: Final = "share"  # of wins of who took it; a shared one counts in parts
FAIR: Final = "fair"  # the same times the number of seats, so that 1 is fair
WORTH: Final = "worth"  # the margin and the price together
FIGURES: Final = (
    *(OFFERED, TAKEN, PRICE, COINS, ACTIVE, DECLINED),
    *(MARGIN, SHARE, FAIR, WORTH),
)

Key = tuple[str, str]  # a kind, and a name
Keys = dict[tuple[int, int], tuple[Key, Key, Key]]  # of a combo, by the numbers of its parts


@dataclass
class ThingTally:
    """The sums of one thing."""

    figures: dict[str, RatioSum] = field(
        default_factory=lambda: {figure: RatioSum() for figure in FIGURES}
    )
    offered_at: list[int] = field(default_factory=lambda: [0] * PRICES)
    taken_at: list[int] = field(default_factory=lambda: [0] * PRICES)

    def join(self, other: ThingTally) -> None:
        """Count all of another one, too."""
        for figure, sums in self.figures.items():
            sums.join(other.figures[figure])
        for price in range(PRICES):
            self.offered_at[price] += other.offered_at[price]
            self.taken_at[price] += other.taken_at[price]


@dataclass
class BoardTally:
    """The sums of a board, or of several."""

    games: int = 0
    varied: int = 0
    things: dict[Key, ThingTally] = field(default_factory=lambda: defaultdict(ThingTally))
    coins: RatioSum = field(default_factory=RatioSum)  # at the end, a seat
    lead: RatioSum = field(default_factory=RatioSum)  # of the first over the second, a game
    combos: RatioSum = field(default_factory=RatioSum)  # taken, a seat
    worth: RatioSum = field(default_factory=RatioSum)  # of all combos, by which others are measured
    choices: RatioSum = field(default_factory=RatioSum)  # below: how many combos were taken
    # Of each varied game: tokens changed, and the worth of that combo.
    changes: list[list[tuple[float, float]]] = field(default_factory=list)

    def join(self, other: BoardTally) -> None:
        """Count all of another one, too."""
        self.games += other.games
        self.varied += other.varied
        for key, thing in other.things.items():
            self.things[key].join(thing)
        self.coins.join(other.coins)
        self.lead.join(other.lead)
        self.combos.join(other.combos)
        self.worth.join(other.worth)
        self.choices.join(other.choices)
        self.changes += other.changes
        self.complete()

    def complete(self) -> None:
        """See that choices in games where a thing never lay in the row count for it as well."""
        for (kind, _), thing in self.things.items():
            if kind != SEAT:
                thing.figures[OFFERED].complete(self.choices)


@dataclass
class _Seen:
    """What one game says of one thing."""

    offered: int = 0
    taken: int = 0
    price: int = 0
    active_turns: int = 0
    active_coins: int = 0
    declined_turns: int = 0
    declined_coins: int = 0
    margin: float = 0.0
    won: float = 0.0

    def take(self, held: Holding, margin: float, won: float) -> None:
        self.taken += 1
        self.price += held.slot - held.found
        self.active_turns += held.active_turns
        self.active_coins += held.active_coins
        self.declined_turns += held.declined_turns
        self.declined_coins += held.declined_coins
        self.margin += margin
        self.won += won


def count_board(board: BoardGames) -> BoardTally:
    """All games of a board; those that were varied only tell what a token is worth."""
    found = BoardTally()
    keys = _keys(board.box)
    for number, game in board.games.items():
        if is_varied(number):
            found.varied += 1
            found.changes.append([(one.changed, _worth(game, one)) for one in game.holdings])
        else:
            found.games += 1
            _count_game(found, keys, game)
    found.complete()
    return found


def _margin(game: ObservedGame, seat: int) -> float:
    return game.coins[seat] - fmean(game.coins)


def _worth(game: ObservedGame, held: Holding) -> float:
    """What somebody ended with above the mean, had he not paid for this combo."""
    return _margin(game, held.seat) + held.slot - held.found


def _count_game(found: BoardTally, keys: Keys, game: ObservedGame) -> None:
    seats = len(game.coins)
    seen: dict[Key, _Seen] = defaultdict(_Seen)
    rows = len(game.holdings)
    for held in game.holdings:
        margin = _margin(game, held.seat)
        won = 1 / len(game.winners) if held.seat in game.winners else 0.0
        for slot in range(len(held.row) // 3):
            race, power = held.row[3 * slot], held.row[3 * slot + 1]
            for key in keys[race, power]:
                seen[key].offered += 1
                found.things[key].offered_at[slot] += 1
        taken = [*keys[held.race, held.power], (SEAT, f"P{held.seat + 1}")]
        for key in taken:
            seen[key].take(held, margin, won)
            found.things[key].taken_at[held.slot] += 1
    for key, one in seen.items():
        _add(found.things[key], one, rows)
        if key[0] != SEAT:
            _add_result(found.things[key], one, seats)
    found.choices.add(0, rows)
    for seat in range(seats):  # whoever took nothing at all has a seat, too
        figures = found.things[(SEAT, f"P{seat + 1}")].figures
        won = 1 / len(game.winners) if seat in game.winners else 0.0
        figures[MARGIN].add(_margin(game, seat), 1)
        figures[SHARE].add(won, 1)
        figures[FAIR].add(won * seats, 1)
    first, second, *_ = sorted(game.coins, reverse=True)
    found.coins.add(sum(game.coins), seats)
    found.lead.add(first - second, 1)
    found.combos.add(rows, seats)
    found.worth.add(sum(_worth(game, held) for held in game.holdings), rows)


def _keys(box: Box) -> Keys:
    return {
        (r, p): ((RACE, race), (POWER, power), (PAIR, f"{power} {race}"))
        for r, race in enumerate(box.races)
        for p, power in enumerate(box.powers)
    }


def _add(thing: ThingTally, one: _Seen, rows: int) -> None:
    figures = thing.figures
    if one.offered:
        figures[OFFERED].add(one.offered, rows)
        figures[TAKEN].add(one.taken, one.offered)
    if not one.taken:
        return
    figures[PRICE].add(one.price, one.taken)
    if one.active_turns + one.declined_turns:
        coins = one.active_coins + one.declined_coins
        figures[COINS].add(coins, one.active_turns + one.declined_turns)
    if one.active_turns:
        figures[ACTIVE].add(one.active_coins, one.active_turns)
    if one.declined_turns:
        figures[DECLINED].add(one.declined_coins, one.declined_turns)


def _add_result(thing: ThingTally, one: _Seen, seats: int) -> None:
    """How it went for those who took it; a seat has its own result, once a game."""
    if not one.taken:
        return
    figures = thing.figures
    figures[MARGIN].add(one.margin, one.taken)
    figures[SHARE].add(one.won, one.taken)
    figures[FAIR].add(one.won * seats, one.taken)
    figures[WORTH].add(one.margin + one.price, one.taken)


def join_tallies(tallies: Iterable[BoardTally]) -> BoardTally:
    """All of them together."""
    found = BoardTally()
    for one in tallies:
        found.join(one)
    return found
