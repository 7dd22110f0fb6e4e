"""What the games of an arena say: cross tables, mixtures, ratings, time, faults."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import hypot
from statistics import fmean

from smallworld.arena.behaviour import Behaviour, CountedGame, behaviours
from smallworld.arena.plan import ArenaTable, Rules
from smallworld.arena.ratings import Ranked, rank, rate
from smallworld.arena.results import Results, command_of, joined
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
    """All cells of one board, by one set of rules."""

    place: ArenaTable
    cells: tuple[Cell, ...]
    note: str = ""  # what was unusual in the rules
    behaviours: tuple[Behaviour, ...] = ()

    @property
    def title(self) -> str:
        """The board, and by which rules it was played."""
        return f"{self.place}, {self.note}" if self.note else str(self.place)

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
        if self.place.seats == 2:
            return None  # there both ways are one
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
                    "rules": report.note,
                    "fair": round(1 / report.place.seats, 4),
                    "cells": [_cell_data(cell) for cell in report.cells],
                    "both_ways": _both_ways_data(self.players, report),
                    "behaviour": [one.as_data() for one in report.behaviours],
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


def _both_ways_data(players: Sequence[str], report: TableReport) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for player, against in permutations(players, 2):
        share = report.both_ways(player, against)
        if share is not None:
            found.append({"player": player, "against": against, "share": share.as_data(4)})
    return found


def make_report(several: Sequence[Results]) -> ArenaReport:
    """The report over one arena, or several that are to be read together."""
    runs = joined(several)
    players = tuple(dict.fromkeys(player for run in runs for player in run.plan.players))
    grounds: dict[tuple[ArenaTable, str], list[CountedGame]] = defaultdict(list)
    for at, run in enumerate(runs):
        note = note_of(run.plan.rules)
        for place, game in _played(at, run, players):
            grounds[place, note].append(game)
    played = [game for games in grounds.values() for game in games]
    return ArenaReport(
        tuple(dict.fromkeys(command_of(run.plan) for run in runs)),
        players,
        len(played),
        tuple(
            TableReport(
                place,
                tuple(_cells(players, games, place.seats)),
                note,
                behaviours(players, games),
            )
            for (place, note), games in grounds.items()
        ),
        tuple(_standings(players, played)),
        tuple((one.key, one.error) for run in runs for one in run.failures.values()),
    )


def note_of(rules: Rules) -> str:
    """What is unusual in these rules, in a few words."""
    words = [
        *([rules.world] if rules.world else []),
        *([f"{rules.turns} turns"] if rules.turns else []),
        *([f"{rules.coins} coins"] if rules.coins != Rules().coins else []),
        *([] if rules.places else ["without places and relics"]),
        *rules.settings,
        *(["home-made traits"] if rules.custom else []),
    ]
    return ", ".join(words)


def _played(
    run_at: int, run: Results, players: tuple[str, ...]
) -> Iterator[tuple[ArenaTable, CountedGame]]:
    """The games that were played, in the order of the plan; only whole deals count.

    Else a run that was stopped would favour those who sat in the better seats first.
    """
    numbers = [players.index(player) for player in run.plan.players]
    turns = {place: run.plan.table(place, None).turns for place in run.plan.places}
    whole: dict[tuple[int, int], list[CountedGame]] = defaultdict(list)
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
        together.append(CountedGame(deal, one, rest, seats, outcome, turns[place]))
        if len(together) == place.seats:
            yield from ((place, each) for each in together)


def _cells(players: tuple[str, ...], here: list[CountedGame], seats: int) -> Iterator[Cell]:
    for n, player in enumerate(players):
        for other, against in enumerate(players):
            sides = {(n, other), (other, n)} if seats == 2 else {(n, other)}
            games = [one for one in here if (one.one, one.rest) in sides]
            if games and n != other:
                yield _cell(n, player, against, games)
        games = [one for one in here if one.one is None and n in one.seats]
        if games:
            yield _cell(n, player, None, games)


def _cell(n: int, player: str, against: str | None, games: list[CountedGame]) -> Cell:
    """The means over all seats of a player in a deal, then over the deals."""
    deals: dict[object, list[tuple[CountedGame, int]]] = defaultdict(list)
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


def _standings(players: tuple[str, ...], played: list[CountedGame]) -> list[RatedPlayer]:
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
