"""Options that several commands share."""

from __future__ import annotations

import typer
from typer.models import OptionInfo

from smallworld.content.loader import MAPS
from smallworld.content.settings import SETTINGS

MAP: OptionInfo = typer.Option("--map", help=f"{', '.join(MAPS)}, or a map file.")
WORLD: OptionInfo = typer.Option(help="base, underground or mixed.", show_default="the map's")
TURNS: OptionInfo = typer.Option(
    help="How many turns the game has.", min=1, max=99, show_default="the map's"
)
CUSTOM: OptionInfo = typer.Option(
    help="A .toml or .py file of home-made races and powers, or an installed package by name. "
    "Python files run: trust them."
)
SET: OptionInfo = typer.Option(
    "--set",
    metavar="NAME=VALUE",
    help="A house rule: "
    + "; ".join(f"{setting.name}={'|'.join(setting.values)}" for setting in SETTINGS)
    + ".",
    show_default="the printed rules",
)
PROCESSES: OptionInfo = typer.Option(min=1, help="Games played at the same time.")
ON: OptionInfo = typer.Option(
    metavar="ray|ray://HOST:PORT",
    help="Play on a Ray cluster: the one of this machine, or at that address. Needs the extra ray.",
    show_default="this machine alone",
)
JSON: OptionInfo = typer.Option("--json", help="Print the result as JSON instead.")
