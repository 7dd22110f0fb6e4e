"""Writes a game down while it is played: moves, a comment at each turn, a checkpoint at its end."""

from __future__ import annotations

from typing import Final

from smallworld.engine.game import NOBODY_ACTS, State, apply, is_over, result, to_act
from smallworld.engine.notation import to_text
from smallworld.game.records.record import LUCK, Move, Record

Turn = tuple[int, int]  # the game turn, and whose


class RecordWriter:
    """Carries out actions and writes each into a record."""

    def __init__(self, record: Record, turn: Turn | None = None) -> None:
        self.record: Final = record
        self.turn = turn  # whose moves are being written down; None before the first

    def carry_out(self, s: State, action: int, text: str = "") -> None:
        """Do it and write it down; what is `Illegal` is neither done nor written.

        Whoever has its text at hand saves us writing it.
        """
        turn = turn_of(s)
        seat = to_act(s)
        who = LUCK if seat == NOBODY_ACTS else s.options.seats[seat]
        move = Move(who, text or to_text(s, action))
        apply(s, action)
        if turn != self.turn:
            self.turn = turn
            self.record.comment(f"turn {turn[0]}, {s.options.seats[turn[1]]}")
        self.record.entries.append(move)
        if is_over(s) or turn != turn_of(s):
            self.record.checkpoint(s)
        if is_over(s):
            self.record.comment(_ending(s))


def turn_of(s: State) -> Turn:
    """Which turn it is, and whose."""
    return int(s.turn), int(s.seat)


def _ending(s: State) -> str:
    """How the game ended, in a line."""
    end = result(s)
    seats = s.options.seats
    coins = ", ".join(f"{seat} {n}" for seat, n in zip(seats, end.coins, strict=True))
    verb = "wins" if len(end.winners) == 1 else "share the win"
    return f"over: {coins}; {' and '.join(seats[w] for w in end.winners)} {verb}"
