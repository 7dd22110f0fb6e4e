"""A game of the server as a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from smallworld.game.records.record import LUCK, Checkpoint, Comment, Record
from smallworld.server.course import Course


def record_of(header: str, course: Course, names: list[str], checks: Mapping[int, str]) -> str:
    """The record of the game so far, as text; `checks` are fingerprints by line."""
    begun = Record.from_text(header, course.table.custom).header
    record = Record(replace(begun, players=tuple(names)))
    turn: tuple[int, str] | None = None
    for line, (move, told) in enumerate(zip(course.moves, course.log, strict=True), 1):
        now = (told[0].turn, move.who)
        if move.who != LUCK and now != turn:
            turn = now
            record.entries.append(Comment(f"turn {now[0]}, {now[1]}"))
        record.entries.append(move)
        if line in checks:
            record.entries.append(Checkpoint(checks[line]))
    return record.to_text()
