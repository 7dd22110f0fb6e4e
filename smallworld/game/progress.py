"""A game being played, by the engine's numbers: state, luck, record, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from smallworld.content.custom.files import PackedCustom, pack_custom, unpack_custom
from smallworld.engine.game import State, apply, is_chance
from smallworld.engine.notation import from_text
from smallworld.engine.pack import from_bytes, to_bytes
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.records.record import LUCK, Checkpoint, Move, Record
from smallworld.game.records.writer import RecordWriter, Turn, turn_of
from smallworld.game.setup import GameSetup, prepare, start_game


class UndoStep(NamedTuple):
    """What can be taken back in one go: an action, with the luck that was drawn after it."""

    before: State  # nobody changes it: copies of a game share their steps
    moves: int  # that had been made before it
    entries: int  # that the record had
    turn: Turn | None  # whose moves were being written down
    place: list[int] | None = None  # of the dealer, if luck was drawn


class Packed(NamedTuple):
    """A game as it is pickled; states are made again by replaying."""

    record: str
    custom: PackedCustom | None
    origin: bytes | None
    turn: Turn | None
    steps: list[tuple[int, int, Turn | None, list[int] | None]]
    luck: Dealer | None


class Progress:
    """One game from its beginning, or from a position in the middle of it (`origin`)."""

    def __init__(
        self,
        state: State,
        record: Record,
        dealer: Dealer | None,
        origin: State | None = None,
        turn: Turn | None = None,
    ) -> None:
        self.state = state
        self.dealer = dealer  # None: whoever plays says what luck brings
        self.origin: Final = origin
        self.moves: Final[list[int]] = []  # decisions and luck
        self.steps: Final[list[UndoStep]] = []
        self._writer = RecordWriter(record, turn)

    @property
    def record(self) -> Record:
        """What was written down so far."""
        return self._writer.record

    def name_players(self, names: list[str]) -> None:
        """Write into the header who sits in the seats."""
        self._writer = RecordWriter(self.record.copy(names), self._writer.turn)

    @property
    def setup(self) -> GameSetup:
        """What the game was started with."""
        return self.record.table

    # ---- beginnings ----

    @classmethod
    def begin(cls, setup: GameSetup, seed: int | None, names: list[str] | None) -> Progress:
        """A new game; where there is a seed the first combos are turned up."""
        dealer = None if seed is None else Dealer(seed)
        if dealer is not None:
            setup = set_table(setup, dealer)
        found = cls(start_game(setup), Record.begin(setup, names, seed=seed), dealer)
        found._draw()
        return found

    @classmethod
    def begin_at(cls, setup: GameSetup, state: State, seed: int | None) -> Progress:
        """A game that goes on from a position."""
        dealer = None if seed is None else Dealer(seed)
        found = cls(state, Record.begin(setup, seed=seed), dealer, origin=state.copy())
        found._draw()
        return found

    @classmethod
    def from_record(cls, record: Record) -> Progress:
        """The game a record tells; if its luck is that of its seed, it goes on with that seed."""
        positions = record.positions()
        _, s = next(positions)
        dealer = _dealer_of(record)
        found = cls(s, record.copy(), None)
        before = s.copy()
        steps: list[tuple[UndoStep, bool]] = []  # and whether it is luck
        starts = _starts(record)
        for move, s in positions:
            assert move is not None
            number = from_text(before, move.text)
            place: list[int] | None = None
            if move.who == LUCK and dealer is not None:
                place = dealer.place()
                if dealer.draw(before) != number:
                    dealer = None
            made = len(found.moves)
            step = UndoStep(before, made, starts[made], found._writer.turn, place)
            steps.append((step, move.who == LUCK))
            found.moves.append(number)
            found._writer.turn = turn_of(before)
            before = s.copy()
        if dealer is None:
            found.steps.extend(step._replace(place=None) for step, _ in steps)
        else:
            found.dealer = dealer
            found.steps.extend(_join_luck(steps))
            found._draw_after_all()
        return found

    # ---- going on, going back ----

    def push(self, number: int, text: str) -> None:
        """Carry out an action and draw the luck it calls for; nothing has changed if it raises."""
        writer = self._writer
        before = self.state.copy()
        step = UndoStep(before, len(self.moves), len(self.record.entries), writer.turn)
        place: list[int] | None = None
        try:
            writer.carry_out(self.state, number, text)
            self.moves.append(number)
            if self.dealer is not None and is_chance(self.state):
                place = self.dealer.place()
                self._draw()
        except BaseException:  # a home-made trait may raise anything, in the middle of an action
            self._go_back(step if place is None else step._replace(place=place))
            raise
        self.steps.append(step if place is None else step._replace(place=place))

    def pop(self) -> int:
        """Take the last step back; the number of its action."""
        step = self.steps.pop()
        number = self.moves[step.moves]
        self._go_back(step)
        return number

    def _go_back(self, step: UndoStep) -> None:
        self.state = step.before.copy()
        del self.moves[step.moves :]
        self.record.cut(step.entries)
        self._writer.turn = step.turn
        if step.place is not None:
            assert self.dealer is not None
            self.dealer.go_to(step.place)

    def _draw(self) -> None:
        """Let the dealer speak while luck is next."""
        while self.dealer is not None and is_chance(self.state):
            number = self.dealer.draw(self.state)
            self._writer.carry_out(self.state, number)
            self.moves.append(number)

    def _draw_after_all(self) -> None:
        """Draw luck that was due before there was a dealer; it goes with the last step."""
        if self.steps and self.dealer is not None and is_chance(self.state):
            self.steps[-1] = self.steps[-1]._replace(place=self.dealer.place())
        self._draw()

    def change_luck(self, seed: int | None) -> None:
        """From now on luck is that of another seed; what is due is drawn."""
        header = replace(self.record.header, seed=None)  # it would tell of another game
        record = Record(header)
        record.entries.extend(self.record.entries)
        self._writer = RecordWriter(record, self._writer.turn)
        self.dealer = None if seed is None else Dealer(seed)
        self.steps[:] = [step._replace(place=None) for step in self.steps]
        self._draw_after_all()

    def replay(self) -> tuple[State, Iterator[int]]:
        """The position it began with, and the numbers to carry out in it."""
        start = start_game(self.setup) if self.origin is None else self.origin.copy()
        return start, iter(self.moves)

    # ---- copies ----

    def copy(self) -> Progress:
        """An independent copy, its luck included."""
        dealer = self.dealer
        if dealer is not None:
            dealer = dealer.__copy__()
        found = Progress(
            self.state.copy(), self.record.copy(), dealer, self.origin, self._writer.turn
        )
        found.moves.extend(self.moves)
        found.steps.extend(self.steps)
        return found

    def pack(self) -> Packed:
        """The game for a pickle."""
        custom = self.setup.custom
        return Packed(
            str(self.record),
            None if custom is None else pack_custom(custom),
            None if self.origin is None else to_bytes(self.origin),
            self._writer.turn,
            [(step.moves, step.entries, step.turn, step.place) for step in self.steps],
            self.dealer,
        )

    @classmethod
    def unpack(cls, packed: Packed) -> Progress:
        """The game from a pickle."""
        custom = None if packed.custom is None else unpack_custom(packed.custom)
        record = Record.from_text(packed.record, custom)
        if packed.origin is None:
            s, origin = start_game(record.table), None
        else:
            s = from_bytes(packed.origin, *prepare(record.table))
            origin = s.copy()
        found = cls(s, record, packed.luck, origin, packed.turn)
        starts = {moves: rest for moves, *rest in packed.steps}
        for move in record.moves:
            made = len(found.moves)
            if made in starts:
                found.steps.append(UndoStep(s.copy(), made, *starts[made]))  # type: ignore[arg-type]
            number = from_text(s, move.text)
            apply(s, number)
            found.moves.append(number)
        return found


def _dealer_of(record: Record) -> Dealer | None:
    """Who dealt, if the header says so; he may have placed Monsters before anything else."""
    seed = record.header.seed
    if seed is None:
        return None
    dealer = Dealer(seed)
    placed = set_table(replace(record.table, monsters=()), dealer)
    return dealer if placed.monsters == record.table.monsters else Dealer(seed)


def _starts(record: Record) -> list[int]:
    """Of each move, how many entries stand before it and the comments that belong to it."""
    starts: list[int] = []
    end = 0
    for at, entry in enumerate(record.entries):
        if isinstance(entry, Move):
            starts.append(end)
        if isinstance(entry, (Move, Checkpoint)):
            end = at + 1
    return starts


def _join_luck(steps: list[tuple[UndoStep, bool]]) -> list[UndoStep]:
    """Luck goes with the decision before it; what came before any decision stays."""
    found: list[UndoStep] = []
    for step, is_luck in steps:
        if not is_luck:
            found.append(step)
        elif found and found[-1].place is None:
            found[-1] = found[-1]._replace(place=step.place)
    return found
