"""`smallworld play`: a whole game in the terminal."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from smallworld.cli.console import INTERRUPTED, command, indented, out
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, MAP, SET, TURNS, WORLD
from smallworld.cli.saved_games import read_record
from smallworld.cli.terminal.conversation import Conversation, Quit
from smallworld.cli.terminal.session import HUMAN, Human, Session
from smallworld.content.custom.files import files_of
from smallworld.content.library import Custom
from smallworld.content.settings import read_house_rules
from smallworld.engine.game import GameError
from smallworld.game.player import Player
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, seat_names
from smallworld.players.installed import installed_names
from smallworld.players.registry import make_player, player_names, player_names_in_words


def play(
    map_name: Annotated[str, MAP] = "base-2",
    world: Annotated[str, WORLD] = "",
    players: Annotated[
        int | None, typer.Option(help="How many seats.", min=2, max=5, show_default="the map's")
    ] = None,
    turns: Annotated[int | None, TURNS] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Yours; several if you share the keyboard.", show_default="P1"),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help=f"{player_names_in_words()}; several times: one for each seat.",
            show_default="greedy",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The luck: the same seed brings the same.")
    ] = None,
    coins: Annotated[str, typer.Option(help="hidden or open: the others' coins.")] = "hidden",
    settings: Annotated[list[str] | None, SET] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="The file the game is kept in.", show_default="smallworld-SEED.record"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was kept.")] = None,
) -> None:
    """Play a game in the terminal against the computer.

    Every decision is a numbered list; ? shows what else can be typed. The game is kept in a file,
    also when you quit, and can be resumed.

    Examples:
    smallworld play
    smallworld play --map underground-3 --opponent greedy --opponent random
    smallworld play --map base-3 --world mixed --coins open
    smallworld play --set ghouls_reenter=no
    smallworld play --resume smallworld-7.record
    """
    home_made = load_home_made(custom)
    opponents = opponent or []
    if resume is not None:
        session = resumed(resume, record, opponents, home_made)
    else:
        table = GameSetup(
            map=map_name,
            world=world,
            players=players or 0,
            turns=turns or 0,
            coins=coins,
            settings=read_house_rules(settings or []),
            custom=home_made,
        )
        session = begun(table, seat or [], opponents, seed, record)
    converse(out(), session, custom or [])


def begun(
    table: GameSetup, seats: list[str], opponents: list[str], seed: int | None, record: Path | None
) -> Session:
    """A new game."""
    luck = secrets.randbelow(1_000_000) if seed is None else seed
    full = full_table(table)
    people = [_seat_number(name, full.players) for name in seats] or [0]
    who: list[Player] = []
    for number in range(full.players):
        if number in people:
            who.append(Human())
        else:
            who.append(_opponent(opponents, len([p for p in who if p.name != HUMAN]), luck))
    path = record or Path(f"smallworld-{luck}.record")
    if record is None and path.exists():
        path = _unused(path)
    files = files_of(table.custom) if table.custom is not None else ()
    return Session(table, who, luck, path, files)


def resumed(
    path: Path, record: Path | None, opponents: list[str], custom: Custom | None
) -> Session:
    """A game that was kept, ready to go on."""
    kept = read_record(path, custom)
    if kept.is_finished():
        raise GameError(f"{path}: that game is over; `{command()} replay {path}` shows it")
    seed = kept.header.seed
    luck = secrets.randbelow(1_000_000) if seed is None else seed
    who: list[Player] = []
    computers = 0
    for number, name in enumerate(kept.players):
        if name == HUMAN:
            who.append(Human())
        elif opponents:
            who.append(_opponent(opponents, computers, luck))
            computers += 1
        elif name.partition(":")[0] in (*player_names(), *installed_names()):
            # A record starts no other programs.
            who.append(make_player(name, luck + number))
        else:
            raise GameError(
                f"{path}: P{number + 1} was played by {name or 'nobody named'}; "
                "say who plays on with --opponent"
            )
    session = Session(kept.table, who, luck, record or path, kept.header.files)
    session.go_on_from(kept)
    return session


def _opponent(specs: list[str], number: int, seed: int) -> Player:
    """The computer for the next free seat; the last one named plays all further ones."""
    spec = specs[min(number, len(specs) - 1)] if specs else "greedy"
    return make_player(spec, seed + number + 1)


def _seat_number(name: str, players: int) -> int:
    names = seat_names(players)
    wanted = name.upper() if name[:1] in "Pp" else f"P{name}"
    if wanted not in names:
        raise GameError(f"there is no seat {name!r}; there are {', '.join(names)}")
    return names.index(wanted)


def _unused(path: Path) -> Path:
    """A name like that one of which there is no file yet."""
    number = 2
    while path.with_stem(f"{path.stem}-{number}").exists():
        number += 1
    return path.with_stem(f"{path.stem}-{number}")


def converse(console: Console, session: Session, custom: list[str]) -> None:
    """The game itself, and its record whatever happens."""
    session.save()  # if that is not possible, better to know it now
    greet(console, session)
    talk = Conversation(console, session)
    told = session.log[-6:]
    talk.tell(told)
    try:
        talk.run()
    except Quit:
        session.save()
        say_resume(console, session, custom)
    except KeyboardInterrupt:
        session.save()
        console.print()
        say_resume(console, session, custom)
        raise typer.Exit(INTERRUPTED) from None
    except Exception:
        session.save()  # the record is what a report of the trouble needs
        raise
    else:
        session.save()
        again = f"{command()} replay {shlex.quote(str(session.path))}{with_files(custom)}"
        hint(console, "The game is kept; look at it with:", again)
    finally:
        for player in session.players:
            player.close()


def greet(console: Console, session: Session) -> None:
    """Who plays, on what, and how to play otherwise."""
    table = session.match.table
    seats = session.state.options.seats
    who = ", ".join(
        f"{seat} {'you' if session.you == n else player.name}"
        for n, (seat, player) in enumerate(zip(seats, session.players, strict=True))
    )
    words = f"{table.map}, {table.world} world, {table.turns} turns: {who}. "
    words += f"Seed {session.match.dealer.seed}."
    console.print(indented(console, words, 0))
    other = f"Other maps, worlds and opponents: {command()} play --help. During the game: ?"
    console.print(indented(console, other, 0, style="dim"))


def say_resume(console: Console, session: Session, custom: list[str]) -> None:
    """How to go on later."""
    again = f"{command()} play --resume {shlex.quote(str(session.path))}{with_files(custom)}"
    hint(console, "The game is kept; go on with:", again)


def with_files(custom: list[str]) -> str:
    """The option that names the same files again."""
    return "".join(f" --custom {shlex.quote(file)}" for file in custom)


def hint(console: Console, words: str, line: str) -> None:
    """A line to be typed, unbroken however narrow the terminal is."""
    console.print(words)
    console.print(f"  {line}", soft_wrap=True, markup=False)
