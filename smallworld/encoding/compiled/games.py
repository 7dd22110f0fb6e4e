"""Games played by the numbers of actions, one or many side by side.

Luck is drawn as soon as it is due, so somebody always decides next, or the game is over.
"""

from __future__ import annotations

from typing import Final

from smallworld.encoding.compiled.action_table import ActionTable
from smallworld.encoding.compiled.writer import Writer
from smallworld.engine.game import (
    GameError,
    Library,
    Options,
    State,
    apply,
    do,
    is_chance,
    is_over,
    legal,
    start,
    to_act,
)
from smallworld.engine.query import why_not
from smallworld.game.compiled.dealer import Dealer


class NumberedGame:
    """One game; `begin` starts it, and starts it anew."""

    def __init__(self, writer: Writer, table: ActionTable, library: Library) -> None:
        self.writer: Final = writer
        self.table: Final = table
        self.library: Final = library
        self.state: State | None = None
        self.dealer: Dealer | None = None

    def begin(self, options: Options, dealer: Dealer) -> None:
        """Set up a new game and deal the first combos."""
        self.state = start(options, self.library)
        self.dealer = dealer
        self.draw()

    def position(self) -> State:
        """The state of the game that runs."""
        s = self.state
        if s is None:
            raise GameError("no game has begun; reset comes first")
        return s

    def draw(self) -> None:
        """Let luck say what is due."""
        s = self.position()
        dealer = self.dealer
        assert dealer is not None
        while is_chance(s):
            apply(s, dealer.draw(s))

    def action_of(self, number: int) -> int:
        """The action of that number, if it may be taken now; `Illegal` says why not."""
        s = self.position()
        if not 0 <= number < self.table.size:
            raise GameError(
                f"actions have numbers from 0 to {self.table.size - 1}; there is no {number}"
            )
        if is_over(s):
            raise GameError("the game is over; reset starts another")
        action = self.table.action_of(number, to_act(s))
        if action not in legal(s):
            raise why_not(s, action)
        return action

    def take(self, action: int) -> None:
        """Carry out an action that `action_of` has found, and the luck that follows."""
        s = self.position()
        if self.library.may_fail:
            apply(s, action)
        else:
            do(s, action)
        self.draw()

    def mask(self) -> bytes:
        """A byte for every number of an action: 1 for those that may be taken now."""
        s = self.position()
        return self.table.mask(legal(s), max(0, to_act(s)))


class GameBatch:
    """Games side by side, told in shared buffers with one row for each."""

    def __init__(self, games: list[NumberedGame], size: int, mask_size: int) -> None:
        self.games: Final = games
        self._size: Final = size
        self._mask_size: Final = mask_size

    def step(self, numbers: list[int]) -> None:
        """One action in each game; if any cannot be taken, none is."""
        chosen: list[int] = []
        for n, game in enumerate(self.games):
            chosen.append(game.action_of(numbers[n]))
        for n, game in enumerate(self.games):
            game.take(chosen[n])

    def finished(self) -> list[int]:
        """Which games are over."""
        found: list[int] = []
        for n, game in enumerate(self.games):
            if is_over(game.position()):
                found.append(n)
        return found

    def acting(self) -> list[int]:
        """The seat that decides in each game; -1 where it is over."""
        return [to_act(game.position()) for game in self.games]

    def coins(self, seats: int) -> list[int]:
        """The coins of so many seats in each game, one game after the other; 0 for nobody."""
        found: list[int] = []
        for game in self.games:
            s = game.position()
            for seat in range(seats):
                found.append(int(s.coins[seat]) if seat < s.seats else 0)
        return found

    def write(self, positions: memoryview, masks: memoryview) -> None:
        """What the seat that decides sees in each game, and the actions it may take."""
        for n in range(len(self.games)):
            self.write_one(n, positions, masks)

    def write_one(self, n: int, positions: memoryview, masks: memoryview) -> None:
        """The same for one game."""
        game = self.games[n]
        s = game.position()
        game.writer.write(s, max(0, to_act(s)), positions, n * self._size)
        first = n * self._mask_size
        masks[first : first + game.table.size] = game.mask()
