"""What one seat, or a spectator, may see of a game.

A view is built by allow-list: everything in it was put there by a line of this file or of
`view_dict.py`. Coin totals are the only secret of the game; those the viewer may not know are
left out before anything else is made from the state.
"""

from __future__ import annotations

import json
from typing import Final

from smallworld.engine.game import is_over, legal, to_act
from smallworld.engine.regions import table_of
from smallworld.engine.scoring import Parts, explain_score
from smallworld.engine.state import NOBODY, State
from smallworld.play.table import Table
from smallworld.play.view_dict import Json, describe

SPECTATOR: Final = None
# Stands in for coins that are not known where a preview asks whether somebody can pay.
_ENOUGH: Final = 99


class View:
    """A game as one seat sees it, or a spectator (seat None).

    >>> from smallworld.play.table import start_table
    >>> table = Table(map="base-3")
    >>> view = View(start_table(table), table, seat=1)
    >>> view.coins
    [None, 5, None]
    """

    def __init__(
        self, s: State, table: Table, seat: int | None, tallied: list[int] | None = None
    ) -> None:
        self.seat: Final = seat
        self.table: Final = table
        shown = table.coins == "open" or is_over(s)
        self.coins: Final[list[int | None]] = [
            int(s.coins[other]) if shown or other == seat else None for other in range(s.seats)
        ]
        # What somebody knows who has counted along: coins only ever change hands in public. It is
        # for computers, who forget nothing, and never part of what is sent to people.
        self.tallied: Final = tallied or [int(s.coins[other]) for other in range(s.seats)]
        self.state: Final = _seen(s, self.coins)
        acting = to_act(s)
        self.legal: Final[list[int]] = legal(s) if seat is not None and seat == acting else []
        if self.legal:
            self.state.offered = self.legal[:]

    def preview(self) -> Parts:
        """The named parts of what the viewer would score as things stand, in the own turn only.

        Whoever has to pay by then is taken to have the coins.
        """
        if self.seat is None or self.seat != self.state.seat or is_over(self.state):
            return []
        trial = self.state.copy()
        for other, coins in enumerate(self.coins):
            if coins is None:
                trial.coins[other] = _ENOUGH
        return explain_score(trial, self.seat)

    def to_dict(self) -> dict[str, Json]:
        """Everything the viewer may see, in plain lists and dicts."""
        return describe(self.state, self.table, self.seat, self.coins, self.legal, self.preview())

    def to_json(self) -> str:
        """The same as text; equal views give equal bytes."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _seen(s: State, coins: list[int | None]) -> State:
    """A state of its own, field by field, in which coins that are not known are 0."""
    seen = State(s.options, s.library)
    seen.turn = s.turn
    seen.seat = s.seat
    seen.coins = table_of([0 if known is None else known for known in coins])
    seen.empires = [e if e is NOBODY else e.copy() for e in s.empires]
    seen.voices = s.voices
    seen.tokens = s.tokens[:]
    seen.defence = s.defence[:]
    seen.stacks = s.stacks[:]
    seen.where = s.where[:]
    seen.pieced = s.pieced
    seen.shielded = s.shielded
    seen.barred = s.barred
    seen.tribes = s.tribes
    seen.monsters = s.monsters
    seen.markers = s.markers[:]
    seen.marked = s.marked
    seen.finds = s.finds
    seen.notes = s.notes[:]
    seen.turn_notes = s.turn_notes[:]
    seen.race_stack = s.race_stack
    seen.race_bottom = s.race_bottom[:]
    seen.power_stack = s.power_stack
    seen.power_discard = s.power_discard
    seen.row_races = s.row_races[:]
    seen.row_powers = s.row_powers[:]
    seen.row_coins = s.row_coins[:]
    seen.row_size = s.row_size
    seen.row_slots = s.row_slots
    seen.now = s.now.copy()
    seen.set_agenda(s.agenda())
    return seen
