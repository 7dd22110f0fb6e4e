"""`smallworld admin`: a host looks after the games of a server."""

from __future__ import annotations

import time
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say, say_json
from smallworld.cli.options import CUSTOM, JSON
from smallworld.engine.game import GameError


class AdminAction(StrEnum):
    """What a host may do."""

    LIST = "list"
    SHOW = "show"
    END = "end"
    EXPORT = "export"
    DELETE = "delete"
    FORGET = "forget"
    BLOCK = "block"
    UNBLOCK = "unblock"
    BLOCKED = "blocked"


_LOOKS = (AdminAction.LIST, AdminAction.SHOW, AdminAction.EXPORT, AdminAction.BLOCKED)
_BLOCKS = (AdminAction.BLOCK, AdminAction.UNBLOCK)  # a server reads them while it runs


def admin(
    action: Annotated[AdminAction, typer.Argument(help="What to do.")],
    names: Annotated[
        list[str] | None, typer.Argument(help="Tables, or addresses to block.")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            envvar="SMALLWORLD_DATABASE",
            help="sqlite:FOLDER or postgresql://…",
            show_default="the user's data folder",
        ),
    ] = None,
    days: Annotated[
        float | None,
        typer.Option(help="With forget: days in which nothing has happened at a table."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where export writes.", show_default="TABLE.record")
    ] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Look after the games of a server: list, show, end, export and delete tables, block addresses.

    A game that is ended has no result. What is deleted is gone, with names and secrets; forget
    deletes all tables at which nothing has happened for so many days. A file may be changed only
    while no server has it, but for block and unblock; PostgreSQL at any time. Who is blocked is
    turned away within ten seconds.

    Examples:
    smallworld admin list --store sqlite:/srv/smallworld
    smallworld admin show k3v9ab2mnx
    smallworld admin export k3v9ab2mnx --out saved.record
    smallworld admin end k3v9ab2mnx --store postgresql://sw@db/sw
    smallworld admin forget --days 365
    smallworld admin block 203.0.113.0/24
    """
    # Here, because no other command needs the packages of the server, nor the time to load them.
    from smallworld.home.custom_files import CustomFiles
    from smallworld.server.settings import default_data_folder
    from smallworld.server.storage.admin import Administration
    from smallworld.server.storage.exporting import export_from
    from smallworld.server.storage.retention import check_days

    place = store or f"sqlite:{default_data_folder()}"
    given = names or []
    _check(action, given, days)
    if days is not None:
        check_days(days)
    if action is AdminAction.EXPORT:
        for name in given:
            text, problem = export_from(place, name, CustomFiles(custom or []))
            target = out or Path(f"{name}.record")
            target.write_text(text, encoding="utf-8")
            say(f"Table {name} is saved as {target}." + (f" But: {problem}" if problem else ""))
        return
    office = Administration(place, action not in (*_LOOKS, *_BLOCKS))
    try:
        if action is AdminAction.LIST:
            found = office.tables()
            if as_json:
                say_json([asdict(one) for one in found])
            for one in [] if as_json else found:
                state = "over" if one.has_result else "ended" if one.over else f"turn {one.turn}"
                day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.moved))
                say(f"{one.id}  {day}  {state}, {one.line} lines")
        elif action is AdminAction.SHOW:
            for name in given:
                facts, seats = office.show(name)
                keys = ("seat", "kind", "name", "claimed", "computer")
                shown = [dict(zip(keys, seat, strict=True)) for seat in seats]
                say_json({**asdict(facts), "seats": shown})
        elif action is AdminAction.END:
            for name in given:
                office.end(name)
                say(f"The game of table {name} is over.")
        elif action in (AdminAction.DELETE, AdminAction.FORGET):
            gone = given if days is None else office.find_older(days)
            office.delete(gone)
            say(f"{len(gone)} tables were deleted.")
        elif action is AdminAction.BLOCK:
            for name in given:
                say(f"{office.block(name)} is blocked.")
        elif action is AdminAction.UNBLOCK:
            for name in given:
                office.unblock(name)
                say(f"{name} is let in again.")
        else:
            for name in office.blocked():
                say(name)
    finally:
        office.close()


def _check(action: AdminAction, names: list[str], days: float | None) -> None:
    """Refused unless what the action needs was said, and nothing else."""
    alone = action in (AdminAction.LIST, AdminAction.BLOCKED, AdminAction.FORGET)
    if alone and names:
        raise GameError(f"admin {action} takes no names; it was given {', '.join(names)}")
    if not alone and not names:
        raise GameError(f"admin {action} needs a name: smallworld admin {action} NAME")
    if (action is AdminAction.FORGET) != (days is not None):
        raise GameError("--days belongs to forget: smallworld admin forget --days 365")
