"""Positions with their legal actions, for whoever is to act or for any seat, one or many in a call.

What a seat may not know is left out before anything is written: `VisibleState` makes a state that
holds what may be known, field by field, and nothing else is looked at.
"""

from __future__ import annotations

from typing import Final

from smallworld.encoding.compiled import columns as c
from smallworld.encoding.compiled.action_writer import ActionWriter
from smallworld.encoding.compiled.position_writer import PositionWriter
from smallworld.engine.game import Options, State
from smallworld.engine.query import BIT
from smallworld.engine.shim import i64
from smallworld.game.compiled.masked_state import known_coins, masked_state

# Taken for coins that are not known where a trait asks whether somebody can pay.
_ENOUGH: Final = 99


class VisibleState:
    """What one seat may know of a position."""

    def __init__(self, s: State, known: list[int | None]) -> None:
        self.state: Final = masked_state(s, known)
        hidden: i64 = 0  # the seats whose coins are not known, as a set
        for seat, coins in enumerate(known):
            if coins is None:
                hidden |= BIT[seat]
                self.state.coins[seat] = _ENOUGH
        self.hidden: Final[i64] = hidden


class Writer:
    """Writes for games with one board, box and number of seats."""

    def __init__(
        self,
        options: Options,
        trait_rows: list[int],
        coins_open: bool,
        regions: int,
        seats: int,
        traits: int,
    ) -> None:
        self._positions: Final = PositionWriter(options, trait_rows, regions, seats, traits)
        self._actions: Final = ActionWriter(len(options.seats), trait_rows)
        self._coins_open: Final = coins_open
        self.size: Final = self._positions.size  # bytes of a position

    def encode(
        self, s: State, seat: int, known: list[int | None], legal: list[int]
    ) -> tuple[bytes, bytes]:
        """The position, and these actions, as that seat sees them who knows these coins."""
        visible = VisibleState(s, known)
        position = self._positions.encode(visible.state, seat, visible.hidden)
        return position, self._actions.encode(visible.state, seat, legal)

    def position(self, s: State, seat: int) -> bytes:
        """The position as that seat sees it."""
        visible = VisibleState(s, known_coins(s, seat, self._coins_open))
        return self._positions.encode(visible.state, seat, visible.hidden)

    def write(self, s: State, seat: int, out: memoryview, start: int) -> None:
        """The same into a buffer, from that byte on."""
        out[start : start + self.size] = self.position(s, seat)

    def write_with_actions(
        self,
        s: State,
        seat: int,
        legal: list[int],
        out: memoryview,
        start: int,
        actions_out: memoryview,
        action_start: int,
    ) -> None:
        """Position and actions into two buffers."""
        visible = VisibleState(s, known_coins(s, seat, self._coins_open))
        out[start : start + self.size] = self._positions.encode(visible.state, seat, visible.hidden)
        end = action_start + len(legal) * c.ACTION_WIDTH
        actions_out[action_start:end] = self._actions.encode(visible.state, seat, legal)
