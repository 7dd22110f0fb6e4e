"""Positions as bytes, in the layout of `layout.py`, written into buffers that the caller gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smallworld.encoding.compiled.columns import ACTION_WIDTH
from smallworld.encoding.compiled.writer import Writer
from smallworld.encoding.layout import (
    ACTIONS,
    BORDERS,
    HOOK_NAMES,
    KINDS,
    MAP,
    POSITION,
    STATIC,
    TABLE,
    TRAIT_FACTS,
    Sizes,
)
from smallworld.encoding.tables import TableBound
from smallworld.engine.game import GameError, State, legal, to_act
from smallworld.engine.query import (
    ACTIVE,
    BIT,
    DECLINE,
    HOOKS,
    KEEPS_ALL,
    KEEPS_CHOICE,
    KEEPS_NONE,
    NOT,
    PIECES,
    ROLLS_AHEAD,
    SYMBOLS,
    Place,
    Power,
    Race,
    Relic,
    Trait,
    at,
    each,
)
from smallworld.game.player_view import PlayerView
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View

Buffer = bytearray | memoryview  # or anything else that `memoryview` takes, such as an array

HOOK_BITS: Final = (*HOOKS.values(), ROLLS_AHEAD)
assert len(HOOK_BITS) == len(HOOK_NAMES)


class Encoder(TableBound):
    """Writes positions of one table as bytes; what a seat may not know cannot be in them.

    It is made with the words of `Game`, and then used for any number of games at such a table.

    >>> import smallworld as sw
    >>> encoder = Encoder("base-3", seats=2)
    >>> game = sw.Game("base-3", seats=2, seed=7)
    >>> position, actions = encoder.encode(game.view("P1"))
    >>> len(position) == encoder.size, len(actions) // encoder.action_width
    (True, 6)
    >>> encoder.shapes["regions"], encoder.slices["globals"]
    ((30, 29), slice(0, 9, None))
    """

    action_width: Final = ACTION_WIDTH

    def _take(self, setup: GameSetup) -> None:
        super()._take(setup)
        self.coins_open: bool = setup.coins == "open"
        self._lay_out(self.sizes)

    def _lay_out(self, sizes: Sizes) -> None:
        """Write with so many rows; those that are not needed stay empty."""
        self.sizes = sizes
        self.writer = Writer(
            *(self.options, self.trait_rows, self.coins_open),
            *(sizes.regions, sizes.seats, sizes.traits),
        )
        self.size: int = self.writer.size  # bytes of a position
        self.shapes = {array.name: array.shape(self.sizes) for array in (*POSITION, *STATIC)}
        self.slices: dict[str, slice] = {}  # where each array of a position stands
        start = 0
        for array in POSITION:
            length = 1
            for size in array.shape(self.sizes):
                length *= size
            self.slices[array.name] = slice(start, start + length)
            start += length
        assert start == self.size

    def padded(self, sizes: Sizes) -> Encoder:
        """An encoder for the same games whose arrays are as large as those of larger tables."""
        if sizes != sizes.joined(self.sizes):
            raise GameError(f"{self._words()} needs {self.sizes}, which do not fit into {sizes}")
        found = Encoder.of(self.setup)
        found._lay_out(sizes)
        return found

    def encode(self, view: View | PlayerView) -> tuple[bytes, bytes]:
        """The position, and a row for each legal action, as the seat of that view sees them."""
        numbers = view.numbers if isinstance(view, PlayerView) else view
        if numbers.seat is None:
            raise GameError("a position is encoded for a seat; a spectator's view has none")
        self.check_fits(numbers.state)
        return self.writer.encode(numbers.state, numbers.seat, numbers.coins, numbers.legal)

    def encode_batch(
        self, views: Sequence[View | PlayerView], out: Buffer, actions_out: Buffer
    ) -> list[int]:
        """Write all these into two buffers; where the actions of each begin, and where they end.

        Positions lie one behind the other, `size` bytes each; so do the rows of the actions.
        """
        pairs = [self.encode(view) for view in views]
        counts = [len(actions) // self.action_width for _, actions in pairs]
        _copy(b"".join([position for position, _ in pairs]), out, "positions")
        _copy(b"".join([actions for _, actions in pairs]), actions_out, "actions")
        return _starts(counts)

    def encode_states(
        self, states: Sequence[State], out: Buffer, actions_out: Buffer | None = None
    ) -> list[int]:
        """The same for states, each as the seat sees it that decides there."""
        seats = [to_act(s) for s in states]
        offered = [legal(s) for s in states]
        for s, seat in zip(states, seats, strict=True):
            self.check_fits(s)
            if seat < 0:
                raise GameError("luck is next in that position, or it is over: no seat decides")
        starts = _starts([len(actions) for actions in offered])
        room = _room(out, len(states) * self.size, "positions")
        if actions_out is None:
            for n, s in enumerate(states):
                self.writer.write(s, seats[n], room, n * self.size)
            return starts
        rows = _room(actions_out, starts[-1] * self.action_width, "actions")
        for n, s in enumerate(states):
            self.writer.write_with_actions(
                s, seats[n], offered[n], room, n * self.size, rows, starts[n] * self.action_width
            )
        return starts

    # ---- what never changes ----

    def static(self) -> dict[str, bytes]:
        """The arrays that are the same throughout every game at this table."""
        board = self.options.board
        facts = [bytes(TRAIT_FACTS.width)] * self.sizes.traits
        for trait in self.library.traits:
            facts[self.trait_rows[trait.number]] = _facts_of(trait)
        rows = self.sizes.regions
        borders = bytearray(rows * rows)
        for r in range(board.size):
            for other in each(board.neighbours[r]):
                borders[r * rows + other] = 1
        table = [
            len(self.options.seats),
            int(self.options.turns),
            int(self.options.own_decline_defends),
            int(self.coins_open),
        ]
        assert len(table) == TABLE.width
        printed = b"".join(self._printed(r) for r in range(board.size))
        return {
            TABLE.name: bytes(table),
            MAP.name: printed.ljust(rows * MAP.width, b"\0"),
            BORDERS.name: bytes(borders),
            TRAIT_FACTS.name: b"".join(facts),
        }

    def _printed(self, r: int) -> bytes:
        board = self.options.board
        region = board.regions[r]
        found = [region.terrain, int(at(board.ground, r))]
        found += [symbol in region.symbols for symbol in SYMBOLS]
        found += [regions & BIT[r] != 0 for regions in (board.edge, board.entry, board.coast)]
        assert len(found) == MAP.width
        return bytes(found)


def _starts(counts: Sequence[int]) -> list[int]:
    starts = [0]
    for count in counts:
        starts.append(starts[-1] + count)
    return starts


def _room(buffer: Buffer, size: int, what: str) -> memoryview:
    """The buffer as bytes, if so many fit."""
    try:
        room = memoryview(buffer).cast("B")
    except TypeError:
        raise GameError(
            f"the buffer for {what} must lie in one piece, as a new array of bytes does"
        ) from None
    if room.readonly or len(room) < size:
        kind = "can only be read" if room.readonly else f"has room for {len(room)} bytes"
        raise GameError(f"the buffer for {what} {kind}; {size} bytes are to be written")
    return room


def _copy(content: bytes, buffer: Buffer, what: str) -> None:
    _room(buffer, len(content), what)[: len(content)] = content


def _facts_of(trait: Trait) -> bytes:
    """What a trait is and does, in the order of `layout.TRAIT_FACTS`."""
    kind = next(
        n for n, one in enumerate((Race, Power, Place, Relic), start=1) if isinstance(trait, one)
    )
    assert kind < len(KINDS)
    tokens = trait.tokens if isinstance(trait, Race | Power) else 0
    supply = trait.supply if isinstance(trait, Race) else 0
    found = [1, kind, min(tokens, 255), min(supply, 255)]
    found += [trait.hooks & hook != 0 for hook in HOOK_BITS]
    found += said_by(trait)
    assert len(found) == TRAIT_FACTS.width
    return bytes(found)


def said_by(trait: Trait) -> list[bool]:
    """In the order of `layout.FACTS`."""
    way = trait.way
    pieces = ([trait.brings] if trait.brings else []) + (
        [PIECES[trait.piece]] if 0 <= trait.piece < len(PIECES) else []
    )
    said = [
        trait.works & ACTIVE != 0,
        trait.works & DECLINE != 0,
        trait.keeps == KEEPS_ALL,
        trait.keeps == KEEPS_CHOICE,
        trait.keeps == KEEPS_NONE,
        trait.lingers,
        trait.late_decline,
        trait.conquers_in_decline,
        trait.waits_in_hand,
        isinstance(trait, Race) and trait.swaps_badge,
        isinstance(trait, Power) and trait.kept,
        bool(pieces),
        any(piece.defence for piece in pieces),
        any(piece.closes != NOT for piece in pieces),
    ]
    if way is None:
        return said + [False] * 8
    said += [way.anywhere, way.as_if_empty, way.less > 0, way.one_token]
    return [*said, way.swaps, way.swaps_from_hand, way.spares, way.joins]


assert ACTIONS.width == ACTION_WIDTH
