"""Observations and actions as Gymnasium's spaces."""

from __future__ import annotations

import string
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from smallworld.encoding.action_space import ActionSpace
from smallworld.encoding.encoder import Encoder
from smallworld.engine.game import GameError, State, legal, to_act
from smallworld.game.action import Notation
from smallworld.game.player_view import PlayerView
from smallworld.game.setup import GameSetup
from smallworld.game.views.view import View

ARRAYS: Final = "arrays"
TEXT: Final = "text"
KINDS: Final = {
    ARRAYS: "one row of bytes, in the layout of docs/learning.md",
    TEXT: "the board in words, and the legal actions with their numbers",
}
LONGEST: Final = 20_000  # letters of an observation in words

Mask = NDArray[np.int8]
Observation = dict[str, Any]


class LegalDiscrete(spaces.Discrete):
    """The numbers of all actions; whoever samples without a mask gets one that is legal now."""

    def __init__(self, n: int, legal_now: LegalNow) -> None:
        super().__init__(n)
        self._legal_now: Final = legal_now

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """One of the actions of the mask, or of those that are legal now, all equally likely."""
        if probability is not None:
            found: np.int64 = super().sample(probability=probability)
            return found
        chosen = self._legal_now.numbers if mask is None else np.flatnonzero(mask)
        if not len(chosen):
            found = super().sample(mask)
            return found
        return np.int64(chosen[self.np_random.integers(len(chosen))])


class NextGameDiscrete(LegalDiscrete):
    """The same for one seat: who seeds it is about to begin a game, and samples for that.

    So an action drawn between `seed` and `reset` is legal after the reset, as Gymnasium's
    `check_env` takes for granted.
    """

    def __init__(self, n: int, legal_now: LegalNow) -> None:
        super().__init__(n, legal_now)
        self._first: Final = legal_now.numbers
        self._seeded = False

    def seed(self, seed: int | None = None) -> Any:
        """Begin anew."""
        self._seeded = True
        return super().seed(seed)

    def note_game(self) -> None:
        """A game has begun or gone on: from now on what is legal there is sampled."""
        self._seeded = False

    def sample(self, mask: Mask | None = None, probability: Any = None) -> np.int64:
        """As above; before a game, one of the actions of a first decision."""
        if self._seeded and mask is None and probability is None:
            return np.int64(self._first[self.np_random.integers(len(self._first))])
        return super().sample(mask, probability)


class LegalNow:
    """Which numbers are legal for one seat; before a game, those of every first decision."""

    def __init__(self, numbers: NDArray[np.int64]) -> None:
        self.numbers = numbers


class Observer:
    """What a seat sees, as the environments give it."""

    def __init__(self, setup: GameSetup, kind: str) -> None:
        if kind not in KINDS:
            raise GameError(f"an observation is one of {', '.join(KINDS)}, not {kind!r}")
        self.encoder: Final = Encoder.of(setup)
        self.actions: Final = ActionSpace.of(setup)
        self.kind: Final = kind
        self._notation: Notation | None = None

    def space(self, more: int = 0) -> spaces.Dict:
        """Of one observation; `more` actions than the table has."""
        count = len(self.actions) + more
        return spaces.Dict(
            {
                "observation": self._space(),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )

    def _space(self) -> spaces.Space[Any]:
        if self.kind == ARRAYS:
            return spaces.Box(0, 255, (self.encoder.size,), np.uint8)
        letters = set(string.printable)
        for trait in self.encoder.library.traits:
            letters |= set(trait.name) | set(trait.word)
        letters |= {letter for name in self.encoder.options.board.names for letter in name}
        return spaces.Text(LONGEST, charset="".join(sorted(letters)))

    def observe(self, s: State, setup: GameSetup, seat: int) -> Any:
        """The position as that seat sees it."""
        if self.kind == ARRAYS:
            # A bytearray, so that whoever gets the array may write in it.
            return np.frombuffer(bytearray(self.encoder.writer.position(s, seat)), np.uint8)
        return self._text(s, setup, seat)

    def _text(self, s: State, setup: GameSetup, seat: int) -> str:
        if self._notation is None:
            self._notation = Notation(s)
        view = PlayerView(View(s, setup, seat), self._notation)
        numbers = self.actions.ids(view)
        listed = [
            f"{number}: {action}"
            for number, action in zip(numbers, view.legal_actions, strict=True)
        ]
        return "\n".join([f"You are {view.seat}.", str(view), "", *listed])[:LONGEST]

    def mask(self, s: State, seat: int, more: int = 0) -> Mask:
        """1 for every action that seat may take now."""
        if to_act(s) != seat:
            return np.zeros(len(self.actions) + more, np.int8)
        found = bytearray(self.actions.table.mask(legal(s), seat))
        return np.frombuffer(found + bytes(more), np.int8)

    def arrays(self, observation: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """The named arrays of an observation, or of many with an axis in front; no copies."""
        front = observation.shape[:-1]
        return {
            name: observation[..., part].reshape(*front, *self.encoder.shapes[name])
            for name, part in self.encoder.slices.items()
        }

    def static(self) -> dict[str, NDArray[np.uint8]]:
        """The arrays that are the same throughout every game."""
        return {
            name: np.frombuffer(content, np.uint8).reshape(self.encoder.shapes[name])
            for name, content in self.encoder.static().items()
        }
