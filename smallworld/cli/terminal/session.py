"""A game being played at this terminal: the match, what was told of it, taking back, saving."""

from __future__ import annotations

from pathlib import Path

from smallworld.engine import actions
from smallworld.engine.game import GameError, State, is_chance, legal, to_act
from smallworld.engine.notation import from_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import Match
from smallworld.game.narration.narrator import Narrator, Sentence
from smallworld.game.player import Player
from smallworld.game.records.record import LUCK, Move, Record
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View

HUMAN = "human"  # the player's name in a record, by which a resumed game knows its seats

STOP = int(actions.plain(actions.STOP))

Files = tuple[tuple[str, str], ...]


class Human(Player):
    """A seat whose decisions come from the keyboard."""

    def __init__(self) -> None:
        super().__init__(HUMAN)

    def choose_number(self, view: View) -> int:
        """Nobody but the person at the keyboard decides."""
        raise GameError("a person decides for this seat")


class Session:
    """The match and all that a person wants of it beside moving on."""

    def __init__(
        self,
        table: GameSetup,
        players: list[Player],
        seed: int,
        path: Path,
        files: Files = (),
    ) -> None:
        self.players = players
        self.path = path
        self.log: list[Sentence] = []
        self._log_at: list[int] = []  # how long the log was before each move
        self._files = files
        self._dealer = Dealer(seed)
        self._begin(table)

    def _begin(self, table: GameSetup) -> None:
        self.match = Match(table, self.players, dealer=self._dealer, files=self._files)
        self.teller = Narrator(self.match.state, self.match.state.options.seats, self.you)

    @property
    def state(self) -> State:
        """The position."""
        return self.match.state

    @property
    def people(self) -> list[int]:
        """The seats decided at this keyboard."""
        return [seat for seat, player in enumerate(self.players) if isinstance(player, Human)]

    @property
    def you(self) -> int:
        """The seat of the only person, -1 if several share the keyboard."""
        return self.people[0] if len(self.people) == 1 else -1

    def person_decides(self) -> bool:
        """Whether the next move is to be asked for."""
        return not is_chance(self.state) and to_act(self.state) in self.people

    def only_stop(self) -> bool:
        """Whether nothing is left to conquer, so that nobody needs to be asked."""
        return legal(self.state) == [STOP]

    def play(self, action: int) -> list[Sentence]:
        """Carry out an action; what there is to tell of it."""
        self.teller.before(action)
        before = len(self.log)
        self.match.play(action)
        self._log_at.append(before)
        told = self.teller.take()
        if self.match.is_over():
            told += self.teller.finish()
        self.log += told
        return told

    def flush(self) -> list[Sentence]:
        """What was kept back to be told in one sentence."""
        told = self.teller.finish()
        self.log += told
        return told

    # ---- taking back, saving, going on ----

    def take_back(self) -> str:
        """Take the last move back by replaying a shorter record; its text."""
        moves = self.match.record.moves
        seat = self.state.options.seats[to_act(self.state)]
        if not moves:
            raise GameError("there is nothing to take back yet")
        if moves[-1].who == LUCK:
            raise GameError("luck has spoken since your last step, so it stands")
        if moves[-1].who != seat:
            raise GameError(f"{moves[-1].who} has moved since your last step, so it stands")
        self._replay(moves[:-1])
        if self.only_stop() and len(moves) > 1 and moves[-2].who == seat:
            # That step was not asked for, so it does not count as one.
            self._replay(moves[:-2])
            return moves[-2].text
        return moves[-1].text

    def _replay(self, moves: list[Move]) -> None:
        self._begin(self.match.table)
        for move in moves:
            self.match.play(from_text(self.state, move.text))
        self.teller.finish()
        self.log = self.log[: self._log_at[len(moves)]]
        self._log_at = self._log_at[: len(moves)]

    def go_on_from(self, record: Record) -> None:
        """Play the moves of a record; luck goes on as if the game had never been left."""
        for move in record.moves:
            if is_chance(self.state):
                self._dealer.draw(self.state)
            self.play(from_text(self.state, move.text))

    def save(self) -> None:
        """Write the record."""
        try:
            self.path.write_text(self.match.record.to_text(), encoding="utf-8")
        except OSError as error:
            raise GameError(f"{self.path}: it cannot be written: {error.strerror}") from None
