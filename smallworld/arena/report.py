"""What the games of an arena say: cross tables, mixtures, ratings, time, faults."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from statistics import fmean

from smallworld.arena.plan import ArenaTable
from smallworld.arena.play import GameOutcome
from smallworld.arena.ratings import Ranked, rank, rate
from smallworld.arena.results import Results, command_of
from smallworld.arena.statistics import Interval, mean_interval, share_interval
from smallworld.engine.game import GameError


@dataclass(frozen=True)
class Cell:
    """One player against others of one kind, or in mixtures, over so many deals of luck."""

    player: str
    against: str | None  # None: mixtures
    deals: int
    games: int
    share: Interval  # of the wins; a shared one counts in parts
    coins: Interval
    margin: Interval  # coins more than the mean of the others at the table


@dataclass(frozen=True)
class TableReport:
    """All cells of one board."""

    place: ArenaTable
    cells: tuple[Cell, ...]

    @property
    def sides(self) -> str:
        """Who is meant by row and column."""
        if self.place.seats == 2:
            return "the row against the column"
        return "one of the row among those of the column"

    def cell(self, player: str, against: str | None) -> Cell | None:
        """The one in that row and column."""
        for cell in self.cells:
            if (cell.player, cell.against) == (player, against):
                return cell
        return None

    def both_ways(self, player: str, against: str) -> Interval | None:
        """How often the player's side wins if either is the one among the others; fair is half."""
        one, others = self.cell(player, against), self.cell(against, player)
        if one is None or others is None:
            return None
        mean = (one.share.mean + 1 - others.share.mean) / 2
        half = hypot(one.share.half, others.share.half) / 2
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))


@dataclass(frozen=True)
class RatedPlayer:
    """A player over everything it played."""

    player: str
    rating: Interval | None
    games: int
    seconds: float  # of thinking a turn, in the mean
    slowest: float  # ... in the slowest one
    faults: int  # remarks, as of programs that lost a turn


@dataclass(frozen=True)
class ArenaReport:
    """Everything there is to tell."""

    commands: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    places: tuple[TableReport, ...]
    standings: tuple[RatedPlayer, ...]  # the strongest first
    failures: tuple[tuple[str, str], ...]  # games by name, and what went wrong

    def columns(self, place: TableReport) -> list[str | None]:
        """Whom the rows of a board's table meet: each player, then mixtures if there were any."""
        mixtures = any(cell.against is None for cell in place.cells)
        return [*self.players, None] if mixtures else [*self.players]

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "commands": list(self.commands),
            "games": self.games,
            "players": [_standing_data(standing) for standing in self.standings],
            "boards": [
                {
                    "map": report.place.map,
                    "seats": report.place.seats,
                    "fair": round(1 / report.place.seats, 4),
                    "cells": [_cell_data(cell) for cell in report.cells],
                }
                for report in self.places
            ],
            "failures": [{"game": game, "error": error} for game, error in self.failures],
        }


def _standing_data(standing: RatedPlayer) -> dict[str, object]:
    return {
        "player": standing.player,
        "rating": None if standing.rating is None else standing.rating.as_data(0),
        "games": standing.games,
        "faults": standing.faults,
        "time": {
            "seconds_a_turn": round(standing.seconds, 4),
            "slowest_turn": round(standing.slowest, 4),
        },
    }


def _cell_data(cell: Cell) -> dict[str, object]:
    return {
        "player": cell.player,
        "against": cell.against,
        "deals": cell.deals,
        "games": cell.games,
        "share": cell.share.as_data(4),
        "coins": cell.coins.as_data(2),
        "margin": cell.margin.as_data(2),
    }


def make_report(runs: Sequence[Results]) -> ArenaReport:
    """The report over one arena, or several that are to be read together."""
    players = tuple(dict.fromkeys(player for run in runs for player in run.plan.players))
    played = [one for at, run in enumerate(runs) for one in _played(at, run, players)]
    places = tuple(dict.fromkeys(one.place for one in played))
    return ArenaReport(
        tuple(dict.fromkeys(command_of(run.plan) for run in runs)),
        players,
        len(played),
        tuple(TableReport(place, tuple(_cells(players, played, place))) for place in places),
        tuple(_standings(players, played)),
        tuple((one.key, one.error) for run in runs for one in run.failures.values()),
    )


@dataclass(frozen=True)
class _Played:
    """A game with all that is counted of it; players by their number in the report."""

    place: ArenaTable
    deal: tuple[int, ArenaTable, int]  # run, place and number: what shares its luck
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


def _played(run_at: int, run: Results, players: tuple[str, ...]) -> list[_Played]:
    """The games that were played, in the order of the plan; only whole deals count.

    Else a run that was stopped would favour those who sat in the better seats first.
    """
    numbers = [players.index(player) for player in run.plan.players]
    turns = {place: run.plan.table(place, None).turns for place in run.plan.places}
    found: list[_Played] = []
    whole: dict[tuple[int, int], list[_Played]] = defaultdict(list)
    for game in run.plan.all_games():
        outcome = run.outcomes.get(game.key)
        if outcome is None:
            continue
        if outcome.seats != game.seats:
            raise GameError(f"game {game.key} was played in other seats than planned")
        lineup = game.lineup
        one = None if lineup.one is None else numbers[lineup.one]
        rest = None if lineup.rest is None else numbers[lineup.rest]
        seats = tuple(numbers[player] for player in game.seats)
        place = lineup.place
        deal = (run_at, place, game.deal)
        together = whole[(lineup.number, game.deal)]
        together.append(_Played(place, deal, one, rest, seats, outcome, turns[place]))
        if len(together) == place.seats:
            found += together
    return found


def _cells(players: tuple[str, ...], played: list[_Played], place: ArenaTable) -> Iterable[Cell]:
    here = [one for one in played if one.place == place]
    for n, player in enumerate(players):
        for other, against in enumerate(players):
            sides = {(n, other), (other, n)} if place.seats == 2 else {(n, other)}
            games = [one for one in here if (one.one, one.rest) in sides]
            if games and n != other:
                yield _cell(n, player, against, games)
        games = [one for one in here if one.one is None and n in one.seats]
        if games:
            yield _cell(n, player, None, games)


def _cell(n: int, player: str, against: str | None, games: list[_Played]) -> Cell:
    """The means over all seats of a player in a deal, then over the deals."""
    deals: dict[object, list[tuple[_Played, int]]] = defaultdict(list)
    for one in games:
        deals[one.deal] += [(one, seat) for seat, who in enumerate(one.seats) if who == n]
    together = list(deals.values())
    return Cell(
        player,
        against,
        len(together),
        len(games),
        share_interval([fmean(one.won(seat) for one, seat in deal) for deal in together]),
        mean_interval([fmean(one.outcome.coins[seat] for one, seat in deal) for deal in together]),
        mean_interval([fmean(one.margin(seat) for one, seat in deal) for deal in together]),
    )


def _standings(players: tuple[str, ...], played: list[_Played]) -> list[RatedPlayer]:
    deals: dict[object, list[Ranked]] = defaultdict(list)
    for one in played:
        ranks = rank(one.outcome.coins, one.outcome.winners)
        deals[one.deal].append(Ranked(one.seats, ranks))
    ratings = rate(players, list(deals.values()))
    found: list[RatedPlayer] = []
    for n, player in enumerate(players):
        own = [(one, seat) for one in played for seat, who in enumerate(one.seats) if who == n]
        thought = sum(one.outcome.seconds[seat] for one, seat in own)
        taken = sum(one.turns for one, _ in own)
        found.append(
            RatedPlayer(
                player,
                ratings[n],
                len({id(one) for one, _ in own}),
                thought / taken if taken else 0.0,
                max((one.outcome.slowest[seat] for one, seat in own), default=0.0),
                sum(len([1 for at, _ in one.outcome.remarks if at == seat]) for one, seat in own),
            )
        )
    return sorted(found, key=lambda one: -one.rating.mean if one.rating else 0.0)
