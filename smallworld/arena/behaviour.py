"""What players did in the games of an arena: how often they declined, what a turn brought them,
and in which seats they won.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from smallworld.arena.play import GameOutcome
from smallworld.arena.statistics import Interval, mean_interval, share_interval


@dataclass(frozen=True)
class CountedGame:
    """A game with all that is counted of it; players by their number in the report."""

    deal: object  # what shares its luck
    one: int | None
    rest: int | None
    seats: tuple[int, ...]
    outcome: GameOutcome
    turns: int

    def won(self, seat: int) -> float:
        """The share of the win."""
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0

    def margin(self, seat: int) -> float:
        """Coins more than the others have in the mean."""
        coins = self.outcome.coins
        return coins[seat] - fmean(n for other, n in enumerate(coins) if other != seat)


@dataclass(frozen=True)
class Behaviour:
    """One player on one board, over everything it played there; None stands for all players."""

    player: str | None
    games: int
    declines: Interval | None  # a game; None: the files do not say
    coins: Interval  # a turn
    seats: tuple[Interval | None, ...]  # the share of the wins from each seat

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "player": self.player,
            "games": self.games,
            "declines_a_game": None if self.declines is None else self.declines.as_data(2),
            "coins_a_turn": self.coins.as_data(2),
            "seats": [None if one is None else one.as_data(4) for one in self.seats],
        }


def behaviours(players: Sequence[str], games: Sequence[CountedGame]) -> tuple[Behaviour, ...]:
    """Everybody who played there, then all together."""
    found = [
        _behaviour(player, games, lambda who, n=n: who == n)  # type: ignore[misc]
        for n, player in enumerate(players)
        if any(n in game.seats for game in games)
    ]
    return (*found, _behaviour(None, games, lambda who: True))


def _behaviour(
    player: str | None, games: Sequence[CountedGame], meant: Callable[[int], bool]
) -> Behaviour:
    own = [(game, seat) for game in games for seat, who in enumerate(game.seats) if meant(who)]
    told = all(game.outcome.declines for game, _ in own)
    many = len(games[0].seats)
    return Behaviour(
        player,
        len({id(game) for game, _ in own}),
        mean_interval(_by_deal(own, lambda g, seat: g.outcome.declines[seat])) if told else None,
        mean_interval(_by_deal(own, lambda g, seat: g.outcome.coins[seat] / g.turns)),
        tuple(_share([(game, at) for game, at in own if at == seat]) for seat in range(many)),
    )


def _share(own: list[tuple[CountedGame, int]]) -> Interval | None:
    return share_interval(_by_deal(own, CountedGame.won)) if own else None


def _by_deal(
    own: list[tuple[CountedGame, int]], figure: Callable[[CountedGame, int], float]
) -> list[float]:
    """The mean of each deal: its games share their luck, and count as one."""
    deals: dict[object, list[float]] = defaultdict(list)
    for game, seat in own:
        deals[game.deal].append(figure(game, seat))
    return [fmean(figures) for figures in deals.values()]
