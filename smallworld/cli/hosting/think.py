"""`smallworld think`: thinks for a server of many processes, on any machine."""

from __future__ import annotations

from typing import Annotated

import typer

from smallworld.cli.console import say
from smallworld.cli.options import CUSTOM


def think(
    bus: Annotated[
        str, typer.Option(envvar="SMALLWORLD_BUS", help="The NATS of the server: nats://…")
    ],
    custom: Annotated[list[str] | None, CUSTOM] = None,
    workers: Annotated[
        int, typer.Option(min=0, max=64, help="Processes that think; 0: fits the machine.")
    ] = 0,
) -> None:
    """Think for computers, hints and reviews of a server until Ctrl-C.

    Any number of machines may do so. One that stops in the middle of a thought leaves it to the
    others. Files of races and powers that the server has must be given here, too.

    Examples:
    smallworld think --bus nats://bus:4222
    smallworld think --bus nats://bus:4222 --workers 8 --custom mine.toml
    """
    # Here, because no other command needs the packages of the server, nor the time to load them.
    from smallworld.server.cluster import thinker

    thinker.think(bus, workers, tuple(custom or ()), say)
