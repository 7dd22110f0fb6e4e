"""`smallworld serve`: games in the browser, for this machine or for many."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say
from smallworld.cli.options import CUSTOM


class LogFormat(StrEnum):
    """How the log of a server is written."""

    TEXT = "text"
    JSON = "json"


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 is the whole network.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="0: any.", show_default="the last one, if free"),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(help="The folder games are kept in.", show_default="the user's data folder"),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name the server is called by; several if it has several."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(help="An address or network of proxies before it; several if many."),
    ] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    map_files: Annotated[
        list[str] | None,
        typer.Option("--map", help="A map file to offer beside the shipped maps; several if many."),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(
            help="A built site: with it pages go on when this server is gone.",
            show_default="they cannot",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, max=64, help="Processes for computer seats; 0: fits the machine.")
    ] = 0,
    database: Annotated[
        str,
        typer.Option(
            envvar="SMALLWORLD_DATABASE",
            help="Keep games in PostgreSQL, for many processes: postgresql://…",
            show_default="a file in --data",
        ),
    ] = "",
    bus: Annotated[
        str,
        typer.Option(envvar="SMALLWORLD_BUS", help="The NATS of all processes: nats://…"),
    ] = "",
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="SMALLWORLD_METRICS_TOKEN",
            help="Who brings this token may see /metrics; without, nobody.",
        ),
    ] = "",
    base_path: Annotated[
        str,
        typer.Option(help="The path below which it is reached, as behind a proxy: /games/."),
    ] = "/",
    public_address: Annotated[
        str,
        typer.Option(
            help="Where people find it, as https://games.example/: sends messages to who is away.",
            show_default="no messages are sent",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="SMALLWORLD_SMTP",
            help="Also by e-mail: smtp://USER:PASSWORD@HOST:587/?from=games@example.org",
        ),
    ] = "",
    private_hooks: Annotated[
        bool,
        typer.Option("--private-hooks", help="Let web hooks lead into the network of this host."),
    ] = False,
    forget_after: Annotated[
        float | None,
        typer.Option(
            help="Days without a move until a table is deleted, with its names and secrets.",
            show_default="games are kept",
        ),
    ] = None,
    log: Annotated[
        LogFormat, typer.Option(help="How the log is written; as json with every request.")
    ] = LogFormat.TEXT,
    check: Annotated[
        bool,
        typer.Option("--check", help="Play all kept games again first; name damaged ones."),
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Show it in the browser.")
    ] = False,
) -> None:
    """Serve games for browsers until Ctrl-C.

    Every move is kept before it is shown, so the server can be stopped at any moment. Who may sit
    where is decided by secret links; docs/server.md tells how to host for others.

    Examples:
    smallworld serve --open
    smallworld serve --host 0.0.0.0 --port 8000
    smallworld serve --name games.example --data /srv/smallworld
    smallworld serve --name games.example --trust-proxy 172.18.0.0/16
    smallworld serve --map my.toml
    smallworld serve --site build/site
    smallworld serve --database postgresql://sw@db/sw --bus nats://bus:4222
    smallworld serve --name club.example --base-path /games/
    smallworld serve --name games.example --public-address https://games.example/
    smallworld serve --name games.example --forget-after 365
    """
    # Here, because no other command needs the packages of the server, nor the time to load them.
    from smallworld.server import run

    run.serve(
        host,
        port,
        data,
        open_browser,
        names=name or [],
        proxies=trust_proxy or [],
        customs=custom or [],
        maps=map_files or [],
        site=site,
        workers=workers,
        check=check,
        database=database,
        bus=bus,
        metrics_token=metrics_token,
        json_log=log is LogFormat.JSON,
        base_path=base_path,
        public_address=public_address,
        smtp=smtp,
        private_hooks=private_hooks,
        forget_after=forget_after,
        say=say,
    )
