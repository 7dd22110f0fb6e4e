"""Programs from outside as players: questions and answers are lines of JSON.

docs/players.md describes the protocol for those who write such programs.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from smallworld.engine.game import GameError, State
from smallworld.engine.notation import to_text
from smallworld.engine.query import TERRAINS
from smallworld.game.player import Player
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import Json, View
from smallworld.players.external.process import Fault, Program, Unusable
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.settings import read_parts, read_seconds

PROTOCOL: Final = 2
STARTS: Final = 4  # how often it is started in a game before the stand-in plays on
SETTINGS: Final = {
    "time": "2s (for an answer)",
    "start": "20s (more for the first answer)",
    "log": "FILE (for its error output)",
}


@dataclass(frozen=True)
class Command:
    """What to run, and how long to wait for it."""

    text: str  # as it was written
    words: tuple[str, ...]
    time: float = 10.0  # seconds for an answer
    start: float = 30.0  # more for the first one after a start
    log: Path | None = None


def read_command(text: str) -> Command:
    """The command after `external:`; settings stand before it, as in `time=2s ./mybot --fast`."""
    try:
        words = shlex.split(text, posix=os.name != "nt")
    except ValueError as error:
        raise GameError(f"external:{text} cannot be read: {error}") from None
    settings: list[str] = []
    while words and "=" in words[0] and not words[0].startswith("="):
        settings.append(words.pop(0))
    found = read_parts("external", settings, SETTINGS)
    if not words:
        raise GameError(
            "external needs a command, as in external:./mybot or external:time=2s ./mybot --fast"
        )
    if shutil.which(words[0]) is None:
        raise GameError(f"external:{text} cannot be run: there is no program {words[0]!r}")
    usual = Command(text, tuple(words))
    return Command(
        text,
        tuple(words),
        read_seconds("external", "time", found["time"]) if "time" in found else usual.time,
        read_seconds("external", "start", found["start"]) if "start" in found else usual.start,
        Path(found["log"]) if "log" in found else None,
    )


class ExternalPlayer(Player):
    """Asks a program; whenever that goes wrong, greedy plays the rest of the turn."""

    def __init__(self, command: Command) -> None:
        super().__init__(f"external:{command.text}")
        self._command: Final = command
        self._stand_in: Final = GreedyPlayer()
        self._program: Program | None = None
        self._table: GameSetup | None = None  # the one the program was told of
        self._starts = 0
        self._asked = 0
        self._lost: tuple[int, int] | None = None  # the turn that greedy plays
        self._remarks: list[str] = []

    def choose_number(self, view: View) -> int:
        """What the program answers, if it is legal and in time."""
        turn = (int(view.state.turn), int(view.state.seat))
        if len(view.legal) > 1 and turn != self._lost and self._can_be_asked():
            try:
                return self._ask(view)
            except Fault as fault:
                self._lost = turn
                self._remarks.append(
                    f"lost the rest of turn {turn[0]} to greedy: the program {fault}"
                )
                if isinstance(fault, Unusable):
                    self._end()
                    if not self._can_be_asked():
                        self._remarks.append(f"has been started {STARTS} times; greedy plays on")
        return self._stand_in.choose_number(view)

    def remarks(self) -> list[str]:
        """The faults since the last time."""
        told, self._remarks = self._remarks, []
        return told

    def close(self) -> None:
        """End the program; the next question would start it for a new game."""
        self._end()
        self._starts = 0
        self._lost = None

    def _end(self) -> None:
        if self._program is not None:
            self._program.end()
        self._program = None
        self._table = None

    def _can_be_asked(self) -> bool:
        return self._program is not None or self._starts < STARTS

    def _ask(self, view: View) -> int:
        seconds = self._command.time
        if self._program is None:
            self._starts += 1
            seconds += self._command.start
            self._program = Program(self._command.words, self._command.log)
        if self._table is not view.table:
            self._program.say(_line(begin_message(view, self._command.time)))
            self._table = view.table
        self._asked += 1
        offered = {to_text(view.state, action): action for action in view.legal}
        question = {
            "type": "choose",
            "n": self._asked,
            "legal": [*offered],
            "tallied": view.tallied,
            "view": view.to_dict(),
        }
        until = time.monotonic() + seconds
        answer = self._program.ask(_line(question), seconds)
        while (chosen := read_answer(answer, self._asked)) is None:
            answer = self._program.hear(until, seconds)
        if chosen not in offered:
            raise Fault(f"answered {_shown(chosen)}, which is not legal")
        return offered[chosen]


def begin_message(view: View, seconds: float) -> dict[str, Json]:
    """What a program is told first: the table, its seat and the board."""
    s, table = view.state, view.table
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "seat": None if view.seat is None else s.options.seats[view.seat],
        "seats": [*s.options.seats],
        "map": table.map,
        "world": table.world,
        "turns": int(s.options.turns),
        "coins": table.coins,
        "milliseconds": int(seconds * 1000),
        "board": _board(s),
    }


def _board(s: State) -> list[Json]:
    names = s.board.names
    return [
        {
            "name": region.name,
            "terrain": TERRAINS[region.terrain],
            "symbols": [*region.symbols],
            "edge": region.edge,
            "borders": [names[other] for other in region.neighbours],
        }
        for region in s.board.regions
    ]


def read_answer(line: bytes, asked: int) -> str | None:
    """The action in an answer to that question; None if it answers an earlier one."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise Fault(f"wrote {_shown(line.decode(errors='replace'))}, which is no JSON") from None
    number = answer.get("n") if isinstance(answer, dict) else None
    chosen = answer.get("do") if isinstance(answer, dict) else None
    if type(number) is not int or not isinstance(chosen, str):
        wanted = f'{{"n": {asked}, "do": "…"}}'
        raise Fault(f"wrote {_shown(line.decode(errors='replace'))}, not {wanted}")
    if number > asked:
        raise Fault(f"answered question {number} before it was asked")
    return " ".join(chosen.split()) if number == asked else None


def _line(message: object) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _shown(text: str) -> str:
    """A text from outside, short and in one line."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return repr(clean if len(clean) <= 60 else clean[:57] + "…")
