"""A game that checks itself: every invariant, after every action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from smallworld.content.custom.files import files_of
from smallworld.devtools.deep_checks import check_deeply
from smallworld.devtools.invariants import (
    Ledger,
    check_cards,
    check_hands,
    check_pieces,
    check_sums,
    check_text,
)
from smallworld.engine.game import (
    GameError,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    result,
    to_act,
)
from smallworld.engine.notation import to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.query import check
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import LUCK, Move, Record
from smallworld.game.setup import GameSetup

# A turn with more decisions than this never ends; the longest seen have some thirty.
MOST_DECISIONS: Final = 400


@dataclass(frozen=True)
class CheckLevel:
    """How often the costlier checks are made: after one action in so many, on average."""

    check: int = 2  # the engine's own check of the whole position
    deep: int = 70  # everything in `check_deeply`
    replay: int = 4  # one game in so many is played again from its record


class Unsound(GameError):
    """Something that must always hold did not; with the record that shows it."""

    def __init__(self, wrong: list[str], seed: int, table: GameSetup | None, record: str) -> None:
        super().__init__(wrong, seed, table, record)
        self.wrong: Final = wrong
        self.seed: Final = seed
        self.table: Final = table
        self.record: Final = record

    def __str__(self) -> str:
        found = "; ".join(self.wrong)
        return f"{self.record}\nseed {self.seed}, {self.table}\nafter the last move: {found}"


class CheckedGame:
    """Plays the actions it is given, and checks everything after each of them."""

    def __init__(
        self, s: State, seed: int, table: GameSetup | None = None, care: CheckLevel | None = None
    ) -> None:
        self.s: Final = s
        self.moves: Final[list[Move]] = []
        self.decisions = 0
        self.deep_checks = 0
        self._seed: Final = seed
        self._table: Final = table
        self._care: Final = care or CheckLevel()
        # A dealer of its own, so that more or fewer checks do not make another game.
        self._dealer: Final = Dealer(seed ^ 0x5EED)
        self._ledger: Final = Ledger(s)
        self._actions: Final[list[int]] = []  # of the past, so mostly not legal now
        self._turn = (0, -1)
        self._in_turn = 0
        self._next_check = 0
        self._next_deep = self._dealer.pick(self._care.deep)
        s.listener = self._ledger

    def offered(self) -> list[int]:
        """What is legal; `Unsound` if nothing is, or if it cannot even be asked."""
        try:
            found = legal(self.s)
        except Exception as error:
            raise self.unsound([f"{type(error).__name__}: {error}"]) from error
        if not found:
            raise self.unsound(["nothing is legal, and the game is not over"])
        return found

    def play(self, action: int) -> None:
        """Apply the action; `Unsound` if anything is wrong then."""
        s = self.s
        try:
            text = to_text(s, action)
            wrong = check_text(s, action, text)
            if is_chance(s):
                self.moves.append(Move(LUCK, text))
            else:
                self.moves.append(Move(s.options.seats[to_act(s)], text))
                wrong += self._count_decision()
            self._ledger.before(s, action)
            apply(s, action)
            self._actions.append(action)
            wrong += self._check()
        except Exception as error:  # whatever the engine stumbles over is a finding
            raise self.unsound([f"{type(error).__name__}: {error}"]) from error
        if wrong:
            raise self.unsound(wrong)

    def unsound(self, wrong: list[str]) -> Unsound:
        """The error, with the game so far."""
        # Home-made traits stay behind: an error may have to travel between processes.
        table = self._table and replace(self._table, custom=None)
        return Unsound(wrong, self._seed, table, self.record().to_text())

    def record(self) -> Record:
        """The game so far; of a position that was made up its moves only, under a header."""
        table = self._table or GameSetup(players=self.s.seats)
        files = files_of(table.custom) if table.custom is not None else ()
        record = Record.begin(table, seed=self._seed, files=files)
        record.entries.extend(self.moves)
        return record

    def _count_decision(self) -> list[str]:
        """No turn goes on for ever."""
        turn = (int(self.s.turn), int(self.s.seat))
        self._in_turn = self._in_turn + 1 if turn == self._turn else 1
        self._turn = turn
        self.decisions += 1
        if self._in_turn > MOST_DECISIONS:
            return [f"more than {MOST_DECISIONS} decisions in one turn"]
        return []

    def _check(self) -> list[str]:
        s = self.s
        wrong = check_sums(s) + check_pieces(s) + check_hands(s) + self._ledger.check(s)
        played = len(self._actions)
        if played >= self._next_check:
            self._next_check = played + 1 + self._dealer.pick(2 * self._care.check - 1)
            wrong += check(s) + check_cards(s)
        if played >= self._next_deep or is_over(s):
            self._next_deep = played + 1 + self._dealer.pick(2 * self._care.deep - 1)
            self.deep_checks += 1
            wrong += check_deeply(s, self._actions, self._dealer)
        return wrong

    def check_end(self) -> None:
        """The game is over: nothing is legal, somebody has won, and everybody had every turn."""
        s = self.s
        turns = int(s.options.turns)
        wrong: list[str] = []
        if not is_over(s) or not self._ledger.over or legal(s) or not result(s).winners:
            wrong.append("the game does not end as it should")
        if self._ledger.turns != [turns] * s.seats:
            wrong.append(f"the seats had {self._ledger.turns} turns, not {turns} each")
        if wrong:
            raise self.unsound(wrong)

    def check_replay(self) -> None:
        """The record's text leads to the same position."""
        assert self._table is not None, "only a game begun at a table can be played again"
        try:
            again = Record.from_text(self.record().to_text(), self._table.custom).replay()
        except GameError as error:
            raise self.unsound([f"the record does not replay: {error}"]) from error
        if fingerprint(again) != fingerprint(self.s):
            raise self.unsound(["the record replays to another position"])
