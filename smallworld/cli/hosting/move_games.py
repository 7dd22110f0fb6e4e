"""`smallworld move-games`: games from a file into PostgreSQL, and back."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.cli.console import say


def move_games(
    origin: Annotated[str, typer.Option("--from", help="Where the games are now.")],
    target: Annotated[str, typer.Option("--to", help="Where they are to be kept.")],
) -> None:
    """Copy all games of a server into another store, and compare each as it is kept there.

    A store is sqlite:FOLDER or postgresql://USER@HOST/NAME. No server may have them meanwhile. What
    lies in the first is left as it is; interrupted, the same command goes on. The file watch.key of
    the folder is to be copied by hand: it makes links to watch.

    Examples:
    smallworld move-games --from sqlite:/srv/smallworld --to postgresql://sw@db/sw
    smallworld move-games --from postgresql://sw@db/sw --to sqlite:/srv/back
    """
    # Here, because no other command needs the packages of the server, nor the time to load them.
    from smallworld.server.storage import moving

    done = moving.move_games(origin, target)
    say(f"{done.moved} games were moved and compared, {done.there_already} were there already.")
