"""`smallworld perft`: count the ways a game can go, to compare engines and versions."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.cli.console import progress_bar, say, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON, MAP, SET, WORLD
from smallworld.content.settings import read_house_rules
from smallworld.devtools.perft import perft as count_ways
from smallworld.engine.game import State, apply, is_chance, legal
from smallworld.engine.notation import to_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game


def perft(
    depth: Annotated[int, typer.Option(min=0, help="How many decisions deep.")] = 2,
    map_name: Annotated[str, MAP] = "base-2",
    world: Annotated[str, WORLD] = "",
    settings: Annotated[list[str] | None, SET] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    seed: Annotated[int, typer.Option(help="Turns up the first six combos.")] = 1,
    divide: Annotated[bool, typer.Option(help="Tell the number of each first decision.")] = False,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Count in how many ways the first decisions of a game can go.

    The first six combos come by the seed. Luck after that brings every outcome it may, each counted
    once. The number changes when anything about what is legal changes.

    Example:
    smallworld perft --map base-3 --depth 2 --divide
    """
    setup = GameSetup(
        map=map_name,
        world=world,
        settings=read_house_rules(settings or []),
        custom=load_home_made(custom),
    )
    s = first_decision(setup, seed)
    ways: dict[str, int] = {}
    if depth:
        first = legal(s)
        with progress_bar("first decisions", len(first), not as_json) as advance:
            for action in first:
                branch = s.copy()
                apply(branch, action)
                ways[to_text(s, action)] = count_ways(branch, depth - 1)
                advance()
    total = sum(ways.values()) if depth else 1
    if as_json:
        say_json({"map": map_name, "seed": seed, "depth": depth, "ways": total, "first": ways})
        return
    if divide:
        for text, number in ways.items():
            say(f"{text}: {number}")
    say(f"{map_name}, seed {seed}, depth {depth}: {total} ways")


def first_decision(setup: GameSetup, seed: int) -> State:
    """A game up to the first decision."""
    dealer = Dealer(seed)
    s = start_game(set_table(setup, dealer))
    while is_chance(s):
        apply(s, dealer.draw(s))
    return s
