"""The game as PettingZoo plays it, agent by agent.

>>> from smallworld.env import smallworld_v0
>>> env = smallworld_v0.env(board="base-2")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from smallworld.extras import needed_by

with needed_by("a PettingZoo environment"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import aec_to_parallel

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from smallworld.engine.game import GameError, is_over, to_act
from smallworld.env.played_game import PlayedGame
from smallworld.env.render import MODES
from smallworld.env.spaces import LegalDiscrete, LegalNow, Observation

ILLEGAL_REWARD: Final = -1.0  # and the game is over, as in PettingZoo's own games


def env(**words: Any) -> Any:
    """The game with PettingZoo's usual care: an action that is masked loses, order is watched."""
    found = raw_env(**words)
    found = wrappers.TerminateIllegalWrapper(found, illegal_reward=ILLEGAL_REWARD)
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


def parallel_env(**words: Any) -> Any:
    """The game for programs in which all agents act at once: who does not decide waits."""
    return aec_to_parallel(env(**{**words, "rounds": True}))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801
    """The game without any wrapper; words as `Game` takes them.

    `reward` is coins, margin, win or rank; `observation` arrays or text. With `rounds` agents take
    turns whoever decides, one decision is made in each round, and agents who do not make it have
    one action: to wait. With `max_cycles` a game is cut short after so many decisions; a cycle
    of PettingZoo is a step of every agent, so it comes in rounds unless they are refused.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(MODES),
        "name": "smallworld_v0",
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        max_cycles: int | None = None,
        rounds: bool | None = None,
        **words: Any,
    ) -> None:
        EzPickle.__init__(self, max_cycles=max_cycles, rounds=rounds, **words)
        super().__init__()
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise GameError(f"max_cycles is a whole number from 1 on, or None, not {max_cycles!r}")
        self.game: Final = PlayedGame(**words)
        self.render_mode = self.game.render_mode
        self.max_cycles = max_cycles
        self.rounds: Final = max_cycles is not None if rounds is None else rounds
        self.possible_agents = [f"player_{n}" for n in range(len(self.game.names))]
        self.agents: list[str] = []
        self._number = {agent: n for n, agent in enumerate(self.possible_agents)}
        actions = len(self.game.observer.actions)
        self.wait = actions  # the number of waiting, in rounds
        self._more = 1 if self.rounds else 0
        self._legal_now = {agent: LegalNow(np.array([actions])) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: self.game.observer.space(self._more) for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: LegalDiscrete(
                actions + self._more,
                self._legal_now[agent] if self.rounds else self.game.legal_now,
            )
            for agent in self.possible_agents
        }

    # ---- spaces ----

    def observation_space(self, agent: str) -> spaces.Dict:
        """What `observe` gives: `observation` and `action_mask`."""
        found: spaces.Dict = self._of(self._observation_spaces, agent)
        return found

    def action_space(self, agent: str) -> LegalDiscrete:
        """The numbers of all actions; sampled without a mask, one that is legal now."""
        found: LegalDiscrete = self._of(self._action_spaces, agent)
        return found

    def _of(self, found: dict[str, Any], agent: str) -> Any:
        if agent not in found:
            raise KeyError(f"there is no agent {agent!r}; there are {', '.join(found)}")
        return found[agent]

    # ---- playing ----

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same for the same seed, and that of `Game(..., seed=seed)`."""
        self.game.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._cycles = 0
        self._decider = self._deciding()
        self.agent_selection = self.agents[0] if self.rounds else self._decider
        self._note_waiting()

    def step(self, action: Any) -> None:
        """The action of the agent whose turn it is; None when it is out of the game."""
        self.game.check_open()
        if not hasattr(self, "agent_selection"):
            raise ResetNeeded("no game has begun; reset comes first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.rounds and agent != self._decider:
            self._check_waits(agent, action)
            self._give(agent, [])
            self._advance(False)
            return
        if self.rounds and action == self.wait:
            raise InvalidAction(f"{agent} decides now and cannot wait")
        rewards = self.game.step(action)
        over = is_over(self.game.state)
        self._give(agent, rewards)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            ending = self.game.ending()
            self.infos = {name: {**ending} for name in self.agents}
        self._advance(over)

    def _check_waits(self, agent: str, action: Any) -> None:
        if action != self.wait:
            raise InvalidAction(
                f"{agent} does not decide now and can only wait: action {self.wait}, not {action}"
            )

    def _give(self, agent: str, rewards: list[float]) -> None:
        """The acting agent has had its rewards; now come those of this step."""
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if rewards:
            for name in self.agents:
                self.rewards[name] = rewards[self._number[name]]
            self._accumulate_rewards()

    def _advance(self, over: bool) -> None:
        """Whose turn it is next, and whether this was the last of all cycles."""
        if self.rounds:
            place = self._number[self.agent_selection] + 1
            ends = place == len(self.possible_agents)
            self.agent_selection = self.possible_agents[0 if ends else place]
            if ends:  # the one who decides is the same all through a round
                self._decider = self._deciding()
        else:
            ends = True
            if over:
                self.agent_selection = self.agents[0]
            else:
                self.agent_selection = self._deciding()
        self._cycles += ends
        if ends and self._cycles == self.max_cycles and not over:
            self.truncations = dict.fromkeys(self.agents, True)
        self._note_waiting()
        if self.render_mode == "human":
            self.render()

    def _deciding(self) -> str:
        seat = to_act(self.game.state)
        return self.possible_agents[seat] if seat >= 0 else ""

    def _note_waiting(self) -> None:
        if not self.rounds:
            return
        for agent, legal_now in self._legal_now.items():
            decides = agent == self._decider
            legal_now.numbers = self.game.legal_now.numbers if decides else np.array([self.wait])

    # ---- looking ----

    def observe(self, agent: str) -> Observation:
        """What that agent sees, and which actions it may take now."""
        if agent not in self._number:
            names = ", ".join(self.possible_agents)
            raise KeyError(f"there is no agent {agent!r}; there are {names}")
        found = self.game.observe(self._number[agent], self._more)
        if self.rounds and agent != self._decider:
            found["action_mask"][:] = 0  # what it decides next comes in the next round
            found["action_mask"][self.wait] = 1
        return found

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as spectators see it."""
        return self.game.render()

    def close(self) -> None:
        """Nothing can be done with it from now on."""
        self.game.close()
