"""`smallworld tables`: the games of a server checked, saved, ended."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smallworld.cli.console import say, say_json, warn
from smallworld.cli.options import CUSTOM, JSON


def tables(
    data: Annotated[
        Path | None,
        typer.Option(help="The folder of the games.", show_default="the user's data folder"),
    ] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    export: Annotated[
        str | None, typer.Option(help="Write the record of this table, as far as it is readable.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where --export writes.", show_default="TABLE.record")
    ] = None,
    end: Annotated[
        str | None, typer.Option(help="End the game of this table, which is damaged.")
    ] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Check the games that a server keeps: every one is played again and compared.

    A game that is damaged is named, with what is wrong; it ends the command with 1. What can be
    read of it is saved by --export, which shows everybody's coins. A damaged game stays in its
    people's lists as one under way until --end ends it, without a result.

    Examples:
    smallworld tables
    smallworld tables --data /srv/smallworld --export k3v9ab2mnx --out saved.record
    smallworld tables --data /srv/smallworld --end k3v9ab2mnx
    """
    # Here, because no other command needs the packages of the server, nor the time to load them.
    from smallworld.home.custom_files import CustomFiles
    from smallworld.server.app_state import DATABASE
    from smallworld.server.settings import default_data_folder
    from smallworld.server.storage.checking import check_tables, end_table, export_table

    file = (data or default_data_folder()).expanduser() / DATABASE
    customs = CustomFiles(custom or [])
    if export is not None:
        text, problem = export_table(file, export, customs)
        target = out or Path(f"{export}.record")
        target.write_text(text, encoding="utf-8")
        say(f"Table {export} is saved as {target}.")
        if problem is not None:
            warn(f"Only what comes before this: {problem}")
    elif end is not None:
        end_table(file, end, customs)
        say(f"The game of table {end} is over.")
    else:
        count, faults = check_tables(file, customs)
        if as_json:
            found = [{"table": fault.table_id, "problem": fault.text} for fault in faults]
            say_json({"tables": count, "faults": found})
        else:
            for fault in faults:
                warn(f"{fault.table_id or file}: {fault.text}")
            say(f"{count} tables, {len(faults)} of them damaged." if faults else f"{count} tables.")
        if faults:
            raise typer.Exit(1)
