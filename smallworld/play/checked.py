"""A game that checks itself: every invariant, after every action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.engine.check import check
from smallworld.engine.errors import GameError
from smallworld.engine.game import apply, is_over, legal, result, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.play.dealer import Dealer
from smallworld.play.invariants import Ledger, check_deeply, check_sums, check_text

# A turn with more decisions than this never ends; the longest seen have about a hundred.
MOST_DECISIONS: Final = 400


@dataclass(frozen=True)
class Care:
    """How often the costlier checks are made: after one action in so many, on average."""

    check: int = 4  # the engine's own check of the whole position
    deep: int = 60  # everything in `check_deeply`
    replay: int = 2  # one game in so many is played again from its record


class Unsound(GameError):
    """Something that must always hold did not; with all that is needed to see it again."""

    def __init__(self, wrong: list[str], table: str, seed: int, record: list[str]) -> None:
        super().__init__(wrong, table, seed, record)
        self.wrong: Final = wrong
        self.table: Final = table
        self.seed: Final = seed
        self.record: Final = record  # the actions so far, as text

    def __str__(self) -> str:
        lines = [f"seed {self.seed}, {self.table}"]
        lines += [f"{n}. {text}" for n, text in enumerate(self.record, start=1)]
        lines.append(f"after {len(self.record)} actions: {'; '.join(self.wrong)}")
        return "\n".join(lines)


class CheckedGame:
    """Plays the actions it is given, and checks everything after each of them."""

    def __init__(self, s: State, seed: int, table: str, care: Care | None = None) -> None:
        self.s: Final = s
        self.record: Final[list[str]] = []
        self.decisions = 0
        self.deep_checks = 0
        self._seed: Final = seed
        self._table: Final = table
        self._care: Final = care or Care()
        # A dealer of its own, so that more or fewer checks do not make another game.
        self._dealer: Final = Dealer(seed ^ 0x5EED)
        self._ledger: Final = Ledger(s)
        self._actions: Final[list[int]] = []  # of the past, so mostly not legal now
        self._turn = (0, -1)
        self._in_turn = 0
        self._next_check = 0
        self._next_deep = self._dealer.pick(self._care.deep)
        s.listener = self._ledger

    def play(self, action: int) -> None:
        """Apply the action; `Unsound` if anything is wrong then."""
        s = self.s
        try:
            self.record.append(to_text(s, action))
            wrong = check_text(s, action)
            if to_act(s) >= 0:
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
        return Unsound(wrong, self._table, self._seed, self.record)

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
        wrong = check_sums(s) + self._ledger.check(s)
        played = len(self._actions)
        if played >= self._next_check:
            self._next_check = played + 1 + self._dealer.pick(2 * self._care.check - 1)
            wrong += check(s)
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

    def check_replay(self, fresh: State) -> None:
        """The record, played from a fresh start, leads to the same position."""
        try:
            for text in self.record:
                apply(fresh, from_text(fresh, text))
        except GameError as error:
            raise self.unsound([f"the record does not replay: {error}"]) from error
        if fingerprint(fresh) != fingerprint(self.s):
            raise self.unsound(["the record replays to another position"])
