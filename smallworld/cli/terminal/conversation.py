"""The conversation at the terminal: tell what happened, show the menu, read the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from smallworld.cli.commands.hint import print_hint
from smallworld.cli.commands.rules import look_up, print_entries
from smallworld.cli.console import indented
from smallworld.cli.terminal.board import SEAT_STYLES, print_board, print_row, print_seats
from smallworld.cli.terminal.map_sketch import print_sketch
from smallworld.cli.terminal.menu import MenuItem, build_menu
from smallworld.cli.terminal.session import STOP, Session
from smallworld.content.texts import texts_of
from smallworld.engine.game import NOBODY, GameError, HookFailed, State, apply, result, to_act
from smallworld.engine.notation import from_text
from smallworld.engine.query import (
    ASK,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    PICK,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    START,
    sum_of,
)
from smallworld.game.narration.narrator import Sentence
from smallworld.game.narration.words import combo_name, counted, score_words
from smallworld.players.analysis.hint import SECONDS, hint
from smallworld.players.budget import Budget

HELP = """\
Answer with a number of the list. Where tokens are put down,
"2 3" means line 2, three of them. Or type the action itself:
conquer 5, roll 8, deploy 5 2, stop ...

  ?        this help
  Enter    the list again
  b        the board as a table, with prices for your race
  m        the board as a rough map
  c        the combos on offer
  s        scores, and what this turn would bring now
  l        what happened lately
  r NAME   what a race, power, piece or term does
  hint     what the computer would do in your place, and why
  u        take your last step back, unless luck or
           another player moved since
  q        quit; the game is saved and can be resumed"""
LOG_LINES = 40


class Quit(Exception):
    """The person leaves, or the input has ended."""


class Conversation:
    """One person, or several in turn, at one terminal."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console = console
        self.session = session
        self.names = session.state.options.seats
        self.custom = session.match.table.custom
        self.texts = texts_of(self.custom)
        self._shown_turn: tuple[int, int] | None = None  # the last turn whose board was shown
        self._begun = False
        self._commands: dict[str, Callable[[], None]] = {
            "?": self.show_help,
            "": lambda: None,
            "m": self.show_map,
            "b": self.show_board,
            "c": self.show_row,
            "s": self.show_scores,
            "l": self.show_log,
            "hint": self.show_hint,
            "u": self.take_back,
        }

    @property
    def state(self) -> State:
        """The position."""
        return self.session.state

    def run(self) -> None:
        """Play until the game is over, or `Quit`."""
        while not self.session.match.is_over():
            if self.session.person_decides():
                self.ask()
            else:
                self.go_on()
        self.show_end()

    def go_on(self) -> None:
        """Luck, or a computer; where something home-made is broken, anything that can be done."""
        match = self.session.match
        try:
            told = self.session.play(match.next_action())
        except HookFailed as error:
            self.refuse(error)
            told = self.session.play(match.action_instead())
        self.tell(told)

    # ---- telling ----

    def tell(self, told: list[Sentence]) -> None:
        """Print what happened; the six combos of the beginning are shown with the first menu."""
        for sentence in told:
            seat = sentence.seat
            if sentence.kind == "turn":
                self._begun = True
                style = SEAT_STYLES[seat % len(SEAT_STYLES)]
                title = sentence.text
                if seat == self.session.you:
                    title += " (you)"
                elif seat not in self.session.people:
                    title += f" ({self.session.players[seat].name})"
                self.console.print()
                self.console.print(Rule(Text(title, style=f"bold {style}"), align="left"))
            elif sentence.kind == "deployed" and seat in self.session.people:
                continue
            elif self._begun:
                style = SEAT_STYLES[seat % len(SEAT_STYLES)] if seat >= 0 else ""
                self.console.print(indented(self.console, sentence.text, 2, style=style))

    # ---- showing ----

    def show_help(self) -> None:
        """What can be typed."""
        self.console.print(HELP, style="dim")

    def show_board(self) -> None:
        """Seats and regions, as the person to act sees them."""
        self.show_seats()
        print_board(self.console, self.view_state(), self.names, to_act(self.state))

    def show_map(self) -> None:
        """The regions about where they lie."""
        table = self.session.match.table
        print_sketch(self.console, self.state, table, self.names, to_act(self.state))

    def show_row(self) -> None:
        """The combos on offer."""
        print_row(self.console, self.state, self.texts, int(self.state.coins[to_act(self.state)]))

    def show_seats(self) -> None:
        """Coins, as far as they may be seen, and races."""
        view = self.session.match.view(to_act(self.state))
        shown = [coins is not None for coins in view.coins]
        print_seats(self.console, view.state, self.names, to_act(self.state), shown)

    def show_scores(self) -> None:
        """Coins and races, and what the turn would bring."""
        self.show_seats()
        view = self.session.match.view(to_act(self.state))
        if view.seat == self.state.seat:
            parts = view.preview()
            total = sum_of(parts)
            words = f"As things stand this turn brings {total}: {score_words(parts)}."
            self.console.print(indented(self.console, words, 0))

    def show_log(self) -> None:
        """The last sentences."""
        for sentence in self.session.log[-LOG_LINES:]:
            indent = 0 if sentence.kind == "turn" else 2
            self.console.print(indented(self.console, sentence.text, indent, style="dim"))

    def show_rules(self, name: str) -> None:
        """What something does."""
        print_entries(self.console, look_up(self.texts, name), self.custom)

    def show_hint(self) -> None:
        """What the computer would do in this place."""
        seat = to_act(self.state)
        budget = Budget(seconds=SECONDS, per="decision")
        found = hint(self.session.match.view(seat), budget, self.session.match.dealer.seed)
        print_hint(self.console, self.state, found)

    def take_back(self) -> None:
        """Undo one own step."""
        text = self.session.take_back()
        self.console.print(f"Taken back: {text}", style="dim")

    def view_state(self) -> State:
        """The position without what the person to act may not know."""
        return self.session.match.view(to_act(self.state)).state

    def refuse(self, error: GameError) -> None:
        """Say why something was not done."""
        self.console.print(indented(self.console, str(error), 0, style="red"))

    # ---- asking ----

    def ask(self) -> None:
        """Show the decision, read answers until one of them moves the game on."""
        self.tell(self.session.flush())
        self.show_turn()
        state = self.state
        if self.session.only_stop():
            self.console.print("  No further conquest is possible.", style="dim")
            self.tell(self.session.play(STOP))
            return
        self.session.save()  # a terminal may be closed while it waits
        menu = build_menu(state, self.session.match.view(to_act(state)).legal)
        moves = len(self.session.match.record.moves)
        self.show_menu(menu)
        while True:
            line = self.read(self.prompt(len(menu)))
            try:
                for action in self.answer(line, menu):
                    self.tell(self.session.play(action))
            except GameError as error:
                self.refuse(error)
            # Gone on or taken back, it is another decision.
            if self.state is not state or len(self.session.match.record.moves) > moves:
                return

    def answer(self, line: str, menu: list[MenuItem]) -> list[int]:
        """The actions an input means; none if it was a command, which has been obeyed."""
        word, _, rest = line.partition(" ")
        if line == "q":
            raise Quit
        if line in self._commands:
            self._commands[line]()
            if line in ("", "b", "m", "c", "l"):
                self.show_menu(menu)
            return []
        if line.lower() in ("h", "help"):
            self.show_help()
            return []
        if word in ("r", "rules"):
            self.show_rules(rest)
            return []
        if word.isdigit():
            return self.answer_number(word, rest.strip(), menu)
        return [self.check(from_text(self.state, line))]

    def answer_number(self, word: str, rest: str, menu: list[MenuItem]) -> list[int]:
        """A line of the menu, perhaps with an amount behind it."""
        if not 1 <= int(word) <= len(menu):
            raise GameError(f"the list goes from 1 to {len(menu)}")
        item = menu[int(word) - 1]
        if item.below:
            return self.ask_below(item)
        if item.amounts:
            most = max(item.amounts)
            amount = rest or ("1" if most == 1 else self.read(f"how many (1-{most})? "))
            if not amount.isdigit() or int(amount) not in item.amounts:
                raise GameError(f"1 to {most} can be put there, not {amount!r}")
            return [item.amounts[int(amount)]]
        if rest:
            raise GameError(f"{word} takes no number behind it")
        return item.actions

    def ask_below(self, item: MenuItem) -> list[int]:
        """The second question of a line that stands for many."""
        self.show_menu(item.below)
        line = self.read("which one (Enter: back)? ")
        if not line:
            self.console.print("Back to the list before.", style="dim")
            return []
        return self.answer(line, item.below)

    def check(self, action: int) -> int:
        """The same action, if it is legal; else the engine says why not."""
        trial = self.state.copy()
        apply(trial, action)
        return action

    def read(self, prompt: str) -> str:
        """One line; the end of the input is a way to quit."""
        try:
            if sys.stdin.isatty():
                return input(prompt).strip()
            self.console.print(prompt, end="", markup=False)
            line = input().strip()
            self.console.print(line, markup=False)
        except EOFError:
            self.console.print()
            raise Quit from None
        return line

    def show_turn(self) -> None:
        """The board, once a turn."""
        s = self.state
        turn = (int(s.turn), int(s.seat))
        seat = to_act(s)
        if self._shown_turn != turn and s.seat == seat:
            self._shown_turn = turn
            self.console.print()
            self.show_board()

    def show_menu(self, menu: list[MenuItem]) -> None:
        """The numbered list."""
        self.console.print()
        self.console.print(indented(self.console, self.headline(), 0, style="bold"))
        known = 0
        if self.state.step() == PICK:  # the row is the list
            self.show_row()
            known = min(int(self.state.row_size), 1 + int(self.state.coins[to_act(self.state)]))
        for number, item in enumerate(menu[known:], known + 1):
            self.console.print(indented(self.console, item.label, 5, f"{number:>3}"))

    def headline(self) -> str:
        """Who decides what, and with how many tokens."""
        s = self.state
        step = int(s.step())
        seat = to_act(s)
        e = s.empire_of_race(s.step_arg()) if step == RISEN else s.active(seat)
        words = [] if seat == self.session.you else [self.names[seat]]
        if step in (ASK, LATE_DECLINE):
            words.append(f"{s.library.traits[s.step_arg()].name}: {_QUESTIONS[step]}")
        else:
            words.append(_QUESTIONS[step])
        if e is not NOBODY and step not in (PICK, CHOOSE, LATE_DECLINE):
            words.append(combo_name(e.race, e.power))
        if e is not NOBODY and step in (READY, CONQUEST, RISEN, REDEPLOY):
            words.append(f"{counted(int(e.hand), 'token')} in hand")
            if e.hammers:
                words.append(f"{counted(int(e.hammers - s.now.hammers_used), 'hammer')}")
        if step == DEFENDERS:
            waiting = sum(int(e.withdrawn) for e in s.empires_of(seat))
            words.append(f"{counted(waiting, 'token')} to place")
        if s.now.die >= 0:
            words.append(f"the die shows {s.now.die}")
        return " · ".join(words)

    def prompt(self, lines: int) -> str:
        """What stands before the cursor."""
        numbers = f"1-{lines}" if lines > 1 else "1"
        return f"{self.names[to_act(self.state)]} [{numbers}, ? for help] > "

    # ---- the end ----

    def show_end(self) -> None:
        """Final scores, what broke a tie, and who won."""
        s = self.state
        end = result(s)
        self.console.print()
        self.console.print(Rule(Text("The game is over", style="bold"), align="left"))
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("seat", "player", "coins", "tokens on the map"):
            grid.add_column(heading, justify="left" if heading in ("seat", "player") else "right")
        order = sorted(range(s.seats), key=lambda seat: (-end.coins[seat], -end.tokens[seat]))
        for seat in order:
            name = "you" if seat == self.session.you else self.session.players[seat].name
            cells = (self.names[seat], name, str(end.coins[seat]), str(end.tokens[seat]))
            grid.add_row(*cells, style=SEAT_STYLES[seat % len(SEAT_STYLES)])
        self.console.print(grid)
        self.console.print(Text(self.verdict(end.coins, end.winners), style="bold"))

    def verdict(self, coins: list[int], winners: list[int]) -> str:
        """Who won, and by what."""
        names = ["You" if w == self.session.you else self.names[w] for w in winners]
        best = coins[winners[0]]
        if len(winners) > 1:
            return f"{' and '.join(names)} share the win with {best} coins and equal tokens."
        verb = "win" if names[0] == "You" else "wins"
        words = f"{names[0]} {verb} with {best} coins"
        if coins.count(best) > 1:
            words += "; the tie is broken by the tokens on the map (rules A16)"
        return words + "."


_QUESTIONS = {
    PICK: "Pick a combo",
    START: "Start of the turn",
    CHOOSE: "Expand or decline?",
    RISEN: "Conquests in decline",
    READY: "Before the conquests",
    CONQUEST: "Conquests",
    REDEPLOY: "Redeployment",
    PLACEMENTS: "End of the turn",
    DEFENDERS: "Your tokens were driven out; put them down",
    LATE_DECLINE: "go into decline now?",
    ASK: "make your choice",
}
