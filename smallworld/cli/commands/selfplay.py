"""`smallworld selfplay`: games of a player against itself, kept for others to learn from."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import progress_bar, say, warn
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, MAP, ON, PROCESSES, SET, TURNS, WORLD
from smallworld.cli.where import place_of_work
from smallworld.content.custom.files import files_of, load_customs
from smallworld.content.settings import read_house_rules
from smallworld.extras import need
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, prepare
from smallworld.players.registry import make_player

SEEDS_APART = 1_000_003  # games of neighbouring seeds share no luck
PLAN = "selfplay.json"
SINCE: dict[str, object] = {"settings": []}  # what older folders do not say


@dataclass(frozen=True)
class SelfplayPlan:
    """What is played; plain enough for another process, and for the file beside the games."""

    player: str
    map: str
    world: str
    turns: int
    seed: int
    explore: float
    shard: int
    settings: tuple[str, ...]  # NAME=VALUE, as on the command line
    custom: tuple[str, ...]

    def table(self) -> GameSetup:
        """The table of every game."""
        home_made = load_customs(self.custom) if self.custom else None
        return full_table(
            GameSetup(
                map=self.map,
                world=self.world,
                turns=self.turns,
                settings=read_house_rules([*self.settings]),
                custom=home_made,
            )
        )


def selfplay(
    out: Annotated[Path, typer.Option(help="The folder for the games; what is there is kept.")],
    player: Annotated[str, typer.Option(help="Who plays all seats.")] = "greedy",
    map_name: Annotated[str, MAP] = "base-2",
    world: Annotated[str, WORLD] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games there shall be.")] = 100,
    turns: Annotated[int | None, TURNS] = None,
    seed: Annotated[int, typer.Option(help="The luck; the same seed brings the same games.")] = 1,
    explore: Annotated[
        float,
        typer.Option(min=0, max=1, help="Part of the decisions drawn by their shares."),
    ] = 0.0,
    shard: Annotated[int, typer.Option(min=1, max=100, help="Games in one file.")] = 4,
    processes: Annotated[int, PROCESSES] = 1,
    on: Annotated[str, ON] = "",
    settings: Annotated[list[str] | None, SET] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
) -> None:
    """Record decisions for learning: what was seen and legal, what the player thought, the end.

    Stopped at any time, the same command goes on where it was; with more games it adds to them.
    Needs the extra `learn`.

    Example:
    smallworld selfplay --player search:simulations=400 --games 40 --out games --processes 2
    """
    need("smallworld selfplay", "numpy")
    from smallworld.learn.shards import shard_files  # here, as it needs an extra

    load_home_made(custom)  # tells what is probably not meant
    plan = SelfplayPlan(
        *(player, map_name, world, turns or 0, seed, explore, shard),
        *(tuple(settings or ()), tuple(custom or ())),
    )
    make_player(player)
    prepare(plan.table())  # what is wrong with it is better told before any game
    where = place_of_work(processes, on, custom or (), [map_name], [player])
    open_folder(out, plan)
    there = dict(games_of(path) for path in shard_files(out))
    ranges = [(first, min(first + shard, games)) for first in range(0, games, shard)]
    due = [(first, last) for first, last in ranges if there.get(first, 0) < last]
    decisions = 0
    done = games - sum(last - first for first, last in due)
    try:
        with (
            progress_bar("games", games) as advance,
            closing(where.as_done(partial(play_shard, plan), due)) as made,
        ):
            for _ in range(done):
                advance()
            for (first, last), (content, found) in made:
                keep_shard(out, first, last, content)
                decisions += found
                done += last - first
                for _ in range(first, last):
                    advance()
    except KeyboardInterrupt:
        warn(f"Stopped after {done} of {games} games; the same command goes on from there.")
        raise
    new = sum(last - first for first, last in due)
    say(f"{out}: {games} games, {new} of them new with {decisions} decisions")


def open_folder(folder: Path, plan: SelfplayPlan) -> None:
    """Make the folder, or see that it holds games of the same plan."""
    from smallworld.encoding.layout import ENCODING_VERSION
    from smallworld.learn.plan_file import keep_plan

    table = plan.table()
    custom = [list(file) for file in files_of(table.custom)] if table.custom is not None else []
    if table.own_map is not None:
        custom.append([table.map, table.own_map.digest])
    wanted = {"encoding": ENCODING_VERSION, **asdict(plan), "custom": custom}
    wanted["settings"] = [*plan.settings]
    keep_plan(folder / PLAN, wanted, "it holds games with", SINCE)


def shard_name(first: int, last: int) -> str:
    """The file of these games."""
    return f"games-{first:06}-{last - 1:06}.npz"


def games_of(path: Path) -> tuple[int, int]:
    """The games of that file: the first, and the one after the last."""
    _, first, last = path.stem.split("-")
    return int(first), int(last) + 1


def play_shard(plan: SelfplayPlan, games: tuple[int, int]) -> tuple[bytes, int]:
    """Play these games; the contents of their file, and how many decisions it holds."""
    from smallworld.learn.selfplay import play_game
    from smallworld.learn.shards import Decision, shard_bytes
    from smallworld.players.search.thinking import make_thinker

    first, last = games
    found: list[Decision] = []
    for number in range(first, last):
        luck = plan.seed * SEEDS_APART + number
        table = plan.table()
        thinkers = [make_thinker(plan.player, luck * 8 + seat) for seat in range(table.players)]
        found += play_game(table, thinkers, luck, number, plan.explore)
    return shard_bytes(found), len(found)


def keep_shard(folder: Path, first: int, last: int, content: bytes) -> None:
    """Write the file of these games, in place of a shorter one."""
    from smallworld.learn.shards import write_whole

    shorter = list(folder.glob(f"games-{first:06}-*.npz"))
    write_whole(folder / shard_name(first, last), content)
    for path in shorter:
        path.unlink()
