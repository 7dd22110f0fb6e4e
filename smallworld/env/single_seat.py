"""The game as Gymnasium plays it: one seat learns, players of any kind sit in the others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from smallworld.engine.game import GameError, is_over, to_act
from smallworld.env.played_game import PlayedGame
from smallworld.env.render import HUMAN, MODES
from smallworld.env.spaces import NextGameDiscrete, Observation
from smallworld.game.player import Player
from smallworld.game.seated_players import SeatedPlayers
from smallworld.game.views.view import View

ILLEGAL: Final = ("raise", "lose")
ILLEGAL_REWARD: Final = -1.0

Opponents = str | Player | Sequence[str | Player]


class SmallWorldEnv(gymnasium.Env[Observation, Any]):
    """One seat against players by name or of your own; words as `Game` takes them.

    `seat` is the one that learns, `opponents` who sits in the others: one for all of them, or one
    for each in the order of seats. `reward` is coins, margin, win or rank, `observation` arrays
    or text. An action that is masked raises `InvalidAction`; with `illegal="lose"` it ends the
    game instead, with a reward of -1.

    >>> import gymnasium, smallworld.env
    >>> env = gymnasium.make("SmallWorld-v0", board="base-3", opponents=["greedy", "random"])
    >>> observation, info = env.reset(seed=7)
    >>> sorted(observation), int(observation["action_mask"].sum())
    (['action_mask', 'observation'], 6)
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        *,
        seat: str = "P1",
        opponents: Opponents = "random",
        illegal: str = "raise",
        **words: Any,
    ) -> None:
        self.game: Final = PlayedGame(**words)
        if illegal not in ILLEGAL:
            raise GameError(f"illegal is one of {', '.join(ILLEGAL)}, not {illegal!r}")
        self.illegal: Final = illegal
        self._lost = False
        self.render_mode = self.game.render_mode
        names = self.game.names
        if seat not in names:
            raise GameError(f"the seat that learns is one of {', '.join(names)}, not {seat!r}")
        self.seat: Final = names.index(seat)
        self.opponents: Final = opponents
        self._others: Final = [name for name in names if name != seat]
        self._seated: SeatedPlayers | None = SeatedPlayers(opponents, self._others, 0)
        self.observation_space = self.game.observer.space()
        numbers = len(self.game.observer.actions)
        self.action_space: NextGameDiscrete = NextGameDiscrete(numbers, self.game.legal_now)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; the same, opponents included, for the same seed."""
        super().reset(seed=seed)
        begun = self.game.begin(seed)
        self.action_space.note_game()
        self._lost = False
        self._dismiss()
        self._seated = SeatedPlayers(self.opponents, self._others, begun)
        self._let_others_play()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The action of the seat that learns, and what the others do until it decides again."""
        if self._lost:
            raise ResetNeeded("the game was lost by an action that was masked; call reset")
        self.action_space.note_game()
        try:
            reward = self._own(self.game.step(action))
        except InvalidAction as error:
            if self.illegal == "raise":
                raise
            self._lost = True
            return self._observe(), ILLEGAL_REWARD, True, False, {"illegal": str(error)}
        reward += self._let_others_play()
        if self.render_mode == HUMAN:
            self.render()
        return self._observe(), reward, is_over(self.game.state), False, self._info()

    def _let_others_play(self) -> float:
        """What the seat that learns is rewarded with on the way."""
        assert self._seated is not None
        players = self._seated.players
        game = self.game
        found = 0.0
        while True:
            s = game.state
            acting = to_act(s)
            if acting < 0 or acting == self.seat:
                return found
            view = View(s, game.setup, acting)
            offered = view.legal[:]
            player = players[acting if acting < self.seat else acting - 1]
            chosen = player.choose_number(view)
            if chosen not in offered:
                raise GameError(f"{player.name} in seat {game.names[acting]} chose {chosen!r}")
            found += self._own(game.take(chosen))

    def _own(self, rewards: list[float]) -> float:
        return rewards[self.seat] if rewards else 0.0

    def _observe(self) -> Observation:
        return self.game.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"turn": int(self.game.state.turn)}
        return {**found, **self.game.ending()} if is_over(self.game.state) else found

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as spectators see it."""
        return self.game.render()

    def close(self) -> None:
        """Let go of the players; nothing can be done with it from now on."""
        self._dismiss()
        self.game.close()

    def _dismiss(self) -> None:
        if self._seated is not None:
            with suppress(GameError):
                self._seated.close()
        self._seated = None
