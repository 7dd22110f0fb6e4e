"""A game as text: a header, numbered moves, comments, and checkpoints that replay verifies.

    record: 1
    map: base-2
    P1: greedy

    1 * race Elves
    # a comment
    2 * power Hill
    = 3f9a51c2d07be864

The format is described for people in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from smallworld.content.library import Custom
from smallworld.engine.game import (
    NOBODY_ACTS,
    RULES,
    GameError,
    Illegal,
    State,
    Unreadable,
    apply,
    is_over,
    to_act,
)
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.game.records.header import (
    Header,
    make_header,
    one_line_names,
    read_header,
    shorten,
    verify_files,
    write_header,
)
from smallworld.game.setup import GameSetup, seat_names, start_game

LUCK: Final = "*"
_MOVE: Final = re.compile(r"([0-9]{1,7})\s+(\S+)\s+(\S.*)", re.ASCII)
_CHECKPOINT: Final = re.compile(r"=\s*([0-9a-f]{16})", re.ASCII)


@dataclass(frozen=True)
class Move:
    """A decision of a seat (P1 …) or an outcome of luck (*), as text."""

    who: str
    text: str


@dataclass(frozen=True)
class Comment:
    """A line for people."""

    text: str


@dataclass(frozen=True)
class Checkpoint:
    """The fingerprint of the state after the move before it."""

    fingerprint: str


Entry = Move | Comment | Checkpoint


class Record:
    """A game from its first card on; it needs no seed to be played again.

    >>> record = Record.begin(GameSetup(map="base-2"), ["Ann", "Bob"])
    >>> record.add(LUCK, "race Elves")
    >>> record.replay().library.races[record.replay().row_races[0]].name
    'Elves'
    >>> print(record.to_text().splitlines()[-1])
    1 * race Elves
    """

    def __init__(self, header: Header) -> None:
        self.header: Final = header
        self.entries: Final[list[Entry]] = []
        self._lines: Final[list[int]] = []  # of the entries in the text they were read from

    @classmethod
    def begin(
        cls,
        table: GameSetup,
        players: list[str] | None = None,
        *,
        seed: int | None = None,
        files: tuple[tuple[str, str], ...] = (),
    ) -> Record:
        """The record of a game that is about to begin; `files` are custom ones it uses."""
        return cls(make_header(table, players, seed, files))

    @property
    def table(self) -> GameSetup:
        """What the game was started with."""
        return self.header.table

    @property
    def players(self) -> list[str]:
        """Who sat in the seats, by name."""
        return list(self.header.players)

    @property
    def moves(self) -> list[Move]:
        """The moves alone."""
        return [entry for entry in self.entries if isinstance(entry, Move)]

    # ---- as a value ----

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Record of {self.table.map}, {len(self.moves)} moves>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.header == other.header and self.entries == other.entries

    __hash__ = None  # type: ignore[assignment]  # it grows

    def copy(self, players: Sequence[str] | None = None) -> Record:
        """An independent copy, with other names in the seats if they are given."""
        header = self.header
        if players is not None:
            header = replace(header, players=one_line_names(players))
        found = Record(header)
        found.entries.extend(self.entries)
        found._lines.extend(self._lines)
        return found

    # ---- writing ----

    def add(self, who: str, text: str) -> None:
        """Write a move down."""
        words = " ".join(text.split())
        if who != LUCK and who not in seat_names(self.table.players):
            raise GameError(
                f"{who!r} cannot move: the seats are "
                f"{', '.join(seat_names(self.table.players))}, and {LUCK} is luck"
            )
        if not words:
            raise GameError("a move cannot be empty")
        self.entries.append(Move(who, words))

    def write(self, s: State, action: int) -> None:
        """Write down what is about to be done in s."""
        seat = to_act(s)
        who = LUCK if seat == NOBODY_ACTS else s.options.seats[seat]
        self.entries.append(Move(who, to_text(s, action)))

    def comment(self, text: str) -> None:
        """Write a line for people, or several."""
        for line in text.split("\n"):
            self.entries.append(Comment(" ".join(line.split())))

    def checkpoint(self, s: State) -> None:
        """Write down what the state is now, for replay to verify."""
        self.entries.append(Checkpoint(fingerprint(s)))

    def cut(self, entries: int) -> None:
        """Forget everything after that many entries."""
        del self.entries[entries:]
        del self._lines[entries:]

    def to_text(self) -> str:
        """The record as a text; `from_text` reads it back."""
        lines = write_header(self.header)
        lines.append("")
        number = 0
        for entry in self.entries:
            if isinstance(entry, Move):
                number += 1
                lines.append(f"{number} {entry.who} {entry.text}")
            elif isinstance(entry, Comment):
                lines.append(f"# {entry.text}".rstrip())
            else:
                lines.append(f"= {entry.fingerprint}")
        return "\n".join(lines) + "\n"

    # ---- reading ----

    @classmethod
    def from_text(cls, text: str, custom: Custom | None = None) -> Record:
        """Read a record; `Unreadable` names the line that is none.

        Where the game used custom files, `custom` is what they hold.
        """
        lines = [line.strip() for line in text.split("\n")]
        header, comments, at = read_header(lines, custom)
        record = cls(header)
        for number, comment in comments:
            record.comment(comment)
            record._lines.append(number)
        seats = seat_names(header.table.players)
        moves = 0
        for number in range(at, len(lines)):
            line = lines[number]
            if not line:
                continue
            entry = _read_entry(line, number + 1, moves + 1, seats)
            if isinstance(entry, Move):
                moves += 1
            record.entries.append(entry)
            record._lines.append(number + 1)
        return record

    # ---- playing it again ----

    def positions(self) -> Iterator[tuple[Move | None, State]]:
        """The start, then every move with the state after it; checkpoints are verified.

        It is one state that goes on changing: copy what you want to keep.
        """
        verify_files(self.header)
        s = start_game(self.table)
        yield None, s
        number = 0
        for i, entry in enumerate(self.entries):
            if isinstance(entry, Move):
                number += 1
                self._carry_out(s, entry, i, number)
                yield entry, s
            elif isinstance(entry, Checkpoint):
                self._verify(s, entry, i, number)

    def replay(self, moves: int | None = None) -> State:
        """The state after that many moves, or after all of them."""
        done = -1
        for _, s in self.positions():
            done += 1
            if done == moves:
                return s
        if moves is not None:
            raise GameError(f"the record has {done} moves, so there is no state after {moves}")
        return s

    def is_finished(self) -> bool:
        """Whether the game was played to its end."""
        return is_over(self.replay())

    def _carry_out(self, s: State, move: Move, i: int, number: int) -> None:
        where = f"line {self._line(i)}, move {number} {move.who} {move.text}"
        seat = to_act(s)
        who = LUCK if seat == NOBODY_ACTS else s.options.seats[seat]
        if is_over(s):
            raise Illegal(f"{where}: the game is over{self._other_rules()}", "A16")
        if who != move.who:
            raise Illegal(
                f"{where}: it is not {move.who}'s move but {who}'s{self._other_rules()}", ""
            )
        try:
            apply(s, from_text(s, move.text))
        except Illegal as error:
            raise Illegal(f"{where}: {error.reason}{self._other_rules()}", error.rule) from None
        except Unreadable as error:
            raise Unreadable(f"{where}: {error}{self._other_rules()}") from None

    def _verify(self, s: State, checkpoint: Checkpoint, i: int, number: int) -> None:
        found = fingerprint(s)
        if found != checkpoint.fingerprint:
            raise GameError(
                f"line {self._line(i)}: after move {number} the state is {found}, "
                f"not {checkpoint.fingerprint}; the game differs since the checkpoint before"
                f"{self._other_rules()}"
            )

    def _line(self, i: int) -> int:
        """The line of that entry in the text it was read from, or would be written to."""
        if i < len(self._lines):
            return self._lines[i]
        return len(write_header(self.header)) + 2 + i

    def _other_rules(self) -> str:
        if self.table.rules <= RULES:
            return ""
        return f" (it was played by rules version {self.table.rules}, these are {RULES})"


def _read_entry(line: str, number: int, due: int, seats: list[str]) -> Entry:
    if line.startswith("#"):
        return Comment(" ".join(line[1:].split()))
    if line.startswith("="):
        match = _CHECKPOINT.fullmatch(line)
        if not match:
            raise Unreadable(
                f"line {number}: a checkpoint is = and 16 digits from 0 to f, not {shorten(line)}"
            )
        return Checkpoint(match[1])
    match = _MOVE.fullmatch(line)
    if not match:
        raise Unreadable(
            f"line {number}: {shorten(line)} is no move ({due} P1 expand), no chance "
            f"({due} {LUCK} die 2), no checkpoint (= …) and no comment (# …)"
        )
    if int(match[1]) != due:
        raise Unreadable(f"line {number}: the move should have the number {due}, not {match[1]}")
    if match[2] != LUCK and match[2] not in seats:
        raise Unreadable(
            f"line {number}: {shorten(match[2])} is no seat; there are {', '.join(seats)}, "
            f"and {LUCK} for luck"
        )
    return Move(match[2], " ".join(match[3].split()))
