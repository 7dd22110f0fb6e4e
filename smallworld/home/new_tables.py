"""New tables: what somebody asks for is checked and set up, ready to be kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from smallworld.content.loader import MAPS
from smallworld.game.compiled.dealer import Dealer
from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.home.schemas import CreatedTable, SeatAccess
from smallworld.table.history import Deal, History
from smallworld.table.limits import LONGEST_NAME
from smallworld.table.loading import new_table
from smallworld.table.problems import Refused
from smallworld.table.rows import LoadedTable, SeatRow, TableRow
from smallworld.table.seats.credentials import digest, fits
from smallworld.table.starting.start import (
    RecordBranch,
    StartRequest,
    check_start,
    read_branch,
)
from smallworld.table.starting.table_request import SeatRequest, TableRequest, TableSetup, validate

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another


def new_secret() -> str:
    """192 bits nobody can guess."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """The short name of a table, for links."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def secret_dealer() -> Dealer:
    """A dealer whose seed nobody knows; it is kept nowhere, so nobody can learn it later."""
    return Dealer(secrets.randbits(128))


@dataclass(frozen=True)
class PlannedTable:
    """A table that can be set, and the record it goes on from, if it does."""

    request: TableRequest
    setup: TableSetup
    branch: RecordBranch | None


def plan_table(
    request: TableRequest,
    files: CustomFiles,
    boards: Boards,
    levels: Sequence[str],
    dealer: Dealer,
) -> PlannedTable:
    """The table that was asked for, of the files and maps there are; `Refused`: it cannot be."""
    custom = files.chosen(request.custom)
    if request.start is not None:
        check_start(request.start)
    elif request.map not in (*MAPS, *boards.names):
        raise Refused("no_map", map=request.map, known=[*MAPS, *boards.names])
    branch = read_branch(request.start, custom)
    own_map = boards.find(request.map)
    return PlannedTable(request, validate(request, custom, own_map, levels, dealer, branch), branch)


def record_request(text: str, files: tuple[str, ...], known: CustomFiles) -> TableRequest:
    """A request for the game of a record, all of it, with the seats and names it had."""
    start = StartRequest(record=text)
    branch = read_branch(start, known.chosen(files))
    if branch is None:
        raise Refused("bad_start", text="record: there is nothing in it")
    seats = tuple(SeatRequest("device", name[:LONGEST_NAME]) for name in branch.players)
    return TableRequest(seats, start=start, custom=files, chat=False, hints=True)


def set_up(
    planned: PlannedTable,
    begun: History | None,
    table_id: str,
    watch: str,
    now: float,
    deal: Deal,
) -> tuple[LoadedTable, list[str]]:
    """The table, ready to be kept, and the secrets of its people's seats, in their order.

    `begun` holds what was played of the record that it goes on from.
    """
    people = [seat.seat for seat in planned.setup.seats if seat.kind != "computer"]
    given = [new_secret() for _ in people]
    digests = {seat: digest(secret) for seat, secret in zip(people, given, strict=True)}
    made = new_table(planned.request, planned.setup, digests, table_id, watch, now, deal, begun)
    return made, given


def created_table(row: TableRow, seats: Sequence[SeatRow], secrets: Sequence[str]) -> CreatedTable:
    """What somebody with these secrets is told of a new table."""
    access = [
        SeatAccess(
            seat.seat,
            seat.kind,
            seat.name,
            next((secret for secret in secrets if fits(secret, seat.digest)), None),
        )
        for seat in seats
    ]
    return CreatedTable(row.id, row.watch, access)
