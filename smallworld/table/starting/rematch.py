"""Playing again: a new table for the people of one that is over."""

from __future__ import annotations

from dataclasses import replace

from smallworld.engine.game import is_over
from smallworld.table.history import Deal
from smallworld.table.interface import PlayAgain
from smallworld.table.loading import new_table
from smallworld.table.problems import Refused
from smallworld.table.rows import SaveNewTable, SaveTable
from smallworld.table.starting.start import RecordBranch
from smallworld.table.starting.table_request import validate
from smallworld.table.state import Proposal, TableState


def propose_rematch(
    state: TableState, command: PlayAgain, now: float, deal: Deal
) -> Proposal | None:
    """A new table for the same people; None if there is one already."""
    rows, history = state.seating.rows, state.history
    if not state.seating.opened_by(command.secrets):
        raise Refused("not_your_table")
    if not state.over:
        raise Refused("not_over")
    if state.row.rematch is not None and state.row.rematch != command.gone:
        return None
    asked = state.row.request
    seats = tuple(replace(seat, name=row.name) for seat, row in zip(asked.seats, rows, strict=True))
    request = replace(asked, seats=seats)
    table = history.table
    begun_at_its_end = is_over(history.position(history.begun))
    branch = RecordBranch(table) if history.begun and not begun_at_its_end else None
    if begun_at_its_end:  # a record that was only looked at: a new game like that one
        rules = table.settings.values()
        request = replace(request, start=None, map=table.map, world=table.world, settings=rules)  # type: ignore[arg-type]
    setup = validate(request, table.custom, table.own_map, state.limits.levels, deal(), branch)
    begun = history.until(history.begun) if branch else None
    digests = {row.seat: row.digest for row in rows if row.digest is not None}
    made = new_table(request, setup, digests, command.table_id, command.watch, now, deal, begun)
    owners = {row.seat: row for row in rows}
    kept = [
        replace(row, owner=owners[row.seat].owner, orders=owners[row.seat].orders)
        for row in made.seats
    ]
    row = replace(state.row, rematch=command.table_id)
    return Proposal([SaveNewTable(replace(made, seats=kept)), SaveTable(row)], row)
