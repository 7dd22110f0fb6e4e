"""`smallworld simulate`: many games between computers, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from smallworld.cli.console import out, progress_bar, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON, MAP, ON, PROCESSES, SET, TURNS, WORLD
from smallworld.cli.where import place_of_work
from smallworld.content.custom.files import load_customs
from smallworld.content.settings import HouseRules, read_house_rules
from smallworld.engine.game import GameError, result
from smallworld.game.match import Match
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, prepare, seat_names
from smallworld.players.registry import (
    check_player,
    make_player,
    player_names_in_words,
    split_players,
)

SEEDS_APART = 1_000_003  # games of neighbouring seeds share no luck


@dataclass(frozen=True)
class SimulatePlan:
    """What is played; plain enough to be sent to another process."""

    map: str
    world: str
    players: tuple[str, ...]
    turns: int
    seed: int
    settings: HouseRules
    custom: tuple[str, ...]

    def table(self) -> GameSetup:
        """The table of every game."""
        home_made = load_customs(self.custom) if self.custom else None
        return full_table(
            GameSetup(
                map=self.map,
                world=self.world,
                players=len(self.players),
                turns=self.turns,
                settings=self.settings,
                custom=home_made,
            )
        )


@dataclass(frozen=True)
class SimulatedGame:
    """How one game ended: who sat where, with how many coins, and who won."""

    players: list[str]
    coins: list[int]
    winners: list[int]


def simulate(
    players: Annotated[
        str,
        typer.Option(help=f"With commas between: {player_names_in_words()}."),
    ] = "greedy,random",
    map_name: Annotated[str, MAP] = "base-2",
    world: Annotated[str, WORLD] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    turns: Annotated[int | None, TURNS] = None,
    seed: Annotated[int, typer.Option(help="The luck; the same seed brings the same games.")] = 1,
    processes: Annotated[int, PROCESSES] = 1,
    on: Annotated[str, ON] = "",
    settings: Annotated[list[str] | None, SET] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Let computers play many games, and count.

    If there are fewer names than the map has seats, they are repeated until every seat is taken.
    Everybody moves on by one seat after each game, so no name keeps the better seat. The results
    depend on the seed, not on where games are played.

    Examples:
    smallworld simulate --players greedy,random --games 50
    smallworld simulate --map base-4 --games 100 --seed 1 --processes 2
    """
    names = split_players(players)
    if not names:
        raise GameError(f"name at least one player: {player_names_in_words()}")
    for name in names:
        check_player(name)
    needed = max(len(names), full_table(GameSetup(map=map_name, world=world)).players)
    seats = tuple(names[n % len(names)] for n in range(needed))
    rules = read_house_rules(settings or [])
    load_home_made(custom)  # tells what is probably not meant
    plan = SimulatePlan(map_name, world, seats, turns or 0, seed, rules, tuple(custom or ()))
    prepare(plan.table())  # what is wrong with it is better told before any game
    where = place_of_work(processes, on, custom or (), [map_name], names)
    ended: list[SimulatedGame] = []
    with progress_bar("games", games, not as_json) as advance:
        for game in where.in_order(partial(play_one, plan), range(games)):
            ended.append(game)
            advance()
    if as_json:
        say_json(as_data(plan, ended))
    else:
        print_results(out(), plan, ended)


def play_one(plan: SimulatePlan, number: int) -> SimulatedGame:
    """That game of the series, the same wherever and whenever it is played."""
    luck = plan.seed * SEEDS_APART + number
    count = len(plan.players)
    names = [plan.players[(seat + number) % count] for seat in range(count)]
    seats = [make_player(name, luck * 8 + seat) for seat, name in enumerate(names)]
    match = Match(plan.table(), seats, luck)
    try:
        match.run()
    finally:
        for player in seats:
            player.close()
    end = result(match.state)
    return SimulatedGame(names, end.coins, end.winners)


@dataclass
class Tally:
    """Games, wins (a shared one counts in parts) and coins of a name or a seat."""

    games: int = 0
    wins: float = 0.0
    coins: int = 0

    def add(self, coins: int, won: float) -> None:
        """Count one game."""
        self.games += 1
        self.coins += coins
        self.wins += won

    def as_data(self) -> dict[str, float]:
        """The sums and what follows from them."""
        return {
            "games": self.games,
            "wins": round(self.wins, 3),
            "share": round(self.wins / self.games, 4) if self.games else 0.0,
            "mean_coins": round(self.coins / self.games, 2) if self.games else 0.0,
        }


def tally(
    plan: SimulatePlan, ended: list[SimulatedGame]
) -> tuple[dict[str, Tally], dict[str, Tally]]:
    """The sums by name and by seat."""
    by_player = {name: Tally() for name in plan.players}
    by_seat = {seat: Tally() for seat in seat_names(len(plan.players))}
    for game in ended:
        for number, (name, seat) in enumerate(zip(game.players, by_seat, strict=True)):
            won = 1 / len(game.winners) if number in game.winners else 0.0
            by_player[name].add(game.coins[number], won)
            by_seat[seat].add(game.coins[number], won)
    return by_player, by_seat


def as_data(plan: SimulatePlan, ended: list[SimulatedGame]) -> dict[str, object]:
    """The results as JSON."""
    by_player, by_seat = tally(plan, ended)
    return {
        "map": plan.map,
        "world": plan.table().world,
        "seed": plan.seed,
        "games": len(ended),
        "players": {name: sums.as_data() for name, sums in by_player.items()},
        "seats": {seat: sums.as_data() for seat, sums in by_seat.items()},
    }


def print_results(console: Console, plan: SimulatePlan, ended: list[SimulatedGame]) -> None:
    """The results as two tables in one."""
    by_player, by_seat = tally(plan, ended)
    table = plan.table()
    words = f"{len(ended)} games on {plan.map}, {table.world} world, seed {plan.seed}"
    console.print(words, soft_wrap=True)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("player", "games", "wins", "share", "mean coins"):
        grid.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for name, sums in by_player.items():
        grid.add_row(name, *_cells(sums))
    grid.add_row("")
    for seat, sums in by_seat.items():
        grid.add_row(seat, *_cells(sums))
    console.print(grid)


def _cells(sums: Tally) -> list[str]:
    share = 100 * sums.wins / sums.games if sums.games else 0.0
    mean = sums.coins / sums.games if sums.games else 0.0
    return [str(sums.games), f"{sums.wins:g}", f"{share:.1f} %", f"{mean:.1f}"]
