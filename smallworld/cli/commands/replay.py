"""`smallworld replay`: look at a game that was kept, or verify it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from smallworld.cli.console import indented, out, say, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.cli.saved_games import read_record
from smallworld.cli.terminal.board import SEAT_STYLES, print_board, print_row, print_seats
from smallworld.cli.terminal.map_sketch import print_sketch
from smallworld.content.texts import texts_of
from smallworld.engine.game import GameError, State, apply, is_over, result
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.game.narration.narrator import Narrator, Sentence
from smallworld.game.records.record import Checkpoint, Move, Record
from smallworld.game.setup import start_game
from smallworld.game.views.view import View

HELP = "Enter: next · b: back · a number: that move · t: table · m: map · c: combos · q: quit"


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `play` keeps it.")],
    verify: Annotated[bool, typer.Option(help="Only check that it can be played again.")] = False,
    to: Annotated[int | None, typer.Option(help="Show the table after so many moves.")] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Step through a game that was kept, or verify its checkpoints.

    In a terminal: Enter for the next move, b for the one before, a number to jump. Elsewhere the
    whole game is listed.

    Examples:
    smallworld replay smallworld-7.record
    smallworld replay smallworld-7.record --verify
    """
    record = read_record(file, load_home_made(custom))
    moves = len(record.moves)
    if to is not None and not 0 <= to <= moves:
        raise GameError(f"{file}: it has {moves} moves, so there is no table after {to}")
    end = record.replay()  # verifies everything first, so that what follows cannot fail
    if as_json:
        say_json(as_data(record, end if to is None else record.replay(to), to))
    elif verify:
        checkpoints = sum(isinstance(entry, Checkpoint) for entry in record.entries)
        state = "over" if is_over(end) else "not over"
        say(f"{file}: {moves} moves and {checkpoints} checkpoints hold; the game is {state}")
    else:
        viewer = ReplayViewer(out(), record)
        if to is not None:
            viewer.go_to(to)
            viewer.table()
        elif sys.stdin.isatty() and sys.stdout.isatty():
            viewer.step_through()
        else:
            viewer.list_all()


def as_data(record: Record, s: State, to: int | None) -> dict[str, object]:
    """The record as JSON, with the table after its last move or after move `to`."""
    kept = record.moves if to is None else record.moves[:to]
    return {
        "players": record.players,
        "seed": record.header.seed,
        "moves": [{"who": move.who, "do": move.text} for move in kept],
        "fingerprint": fingerprint(s),
        "table": View(s, record.table, None).to_dict(),
    }


class ReplayViewer:
    """A record being looked at: a position, and the sentences that led to it."""

    def __init__(self, console: Console, record: Record) -> None:
        self.console = console
        self.moves = record.moves
        self.record = record
        self.begin()

    def begin(self) -> None:
        """Before the first move."""
        self.at = 0
        self.state = start_game(self.record.table)
        self.names = self.state.options.seats
        self.teller = Narrator(self.state, self.names)

    def next(self) -> list[Sentence]:
        """Make one move; what there is to tell of it."""
        action = from_text(self.state, self.moves[self.at].text)
        self.teller.before(action)
        apply(self.state, action)
        self.at += 1
        return self.teller.finish() or self.teller.take()

    def go_to(self, number: int) -> list[Sentence]:
        """The position after that many moves; what was told last."""
        if number < self.at:
            self.begin()
        told: list[Sentence] = []
        while self.at < number:
            told = self.next()
        return told

    # ---- printing ----

    def print_move(self, move: Move, told: list[Sentence]) -> None:
        """The move as it was written, and what it did."""
        style = ""
        if move.who in self.names:
            style = SEAT_STYLES[self.names.index(move.who) % len(SEAT_STYLES)]
        line = Text(f"{self.at:>4}  ", style="dim")
        line.append(f"{move.who} {move.text}", style=style or "dim")
        self.console.print(line)
        for sentence in told:
            if sentence.kind == "turn":
                self.console.print(Rule(Text(sentence.text, style="bold"), align="left"))
            else:
                self.console.print(indented(self.console, sentence.text, 6, style="dim"))

    def table(self) -> None:
        """Everything on the table; a record has no secrets."""
        s = self.state
        self.console.print(f"After move {self.at} of {len(self.moves)}, turn {s.turn}")
        print_seats(self.console, s, self.names, -1, [True] * s.seats)
        print_board(self.console, s, self.names, -1)

    def ending(self) -> None:
        """Who won, if the game is over."""
        if is_over(self.state):
            end = result(self.state)
            coins = ", ".join(f"{n} {c}" for n, c in zip(self.names, end.coins, strict=True))
            winners = " and ".join(self.names[w] for w in end.winners)
            self.console.print(f"The game is over: {coins}. Won by {winners}.")
        else:
            self.console.print("The game was not played to its end.")

    def list_all(self) -> None:
        """The whole game."""
        for move in self.moves:
            self.print_move(move, self.next())
        self.ending()

    def step_through(self) -> None:
        """Ask for each step."""
        self.console.print(HELP, style="dim")
        self.table()
        while True:
            try:
                line = input(f"[{self.at}/{len(self.moves)}] > ").strip()
            except EOFError:
                self.console.print()
                return
            if line == "q":
                return
            self.obey(line)

    def obey(self, line: str) -> None:
        """One input of a person who steps through."""
        if line == "t":
            self.table()
        elif line == "m":
            print_sketch(self.console, self.state, self.record.table, self.names, -1)
        elif line == "c":
            print_row(self.console, self.state, texts_of(self.record.table.custom), len(self.moves))
        elif not line and self.at == len(self.moves):
            self.ending()
        elif not line:
            move = self.moves[self.at]
            self.print_move(move, self.next())
        elif line == "b" or (line.isdigit() and int(line) <= len(self.moves)):
            number = max(0, self.at - 1) if line == "b" else int(line)
            told = self.go_to(number)
            if number:
                self.print_move(self.moves[number - 1], told)
            self.table()
        else:
            self.console.print(f"{HELP}; there are {len(self.moves)} moves", style="dim")
