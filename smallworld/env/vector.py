"""Many games at once in one process, told in arrays that are shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from os import PathLike
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from smallworld.encoding.action_space import ActionSpace
from smallworld.encoding.compiled.games import GameBatch, NumberedGame
from smallworld.encoding.encoder import Encoder
from smallworld.encoding.layout import Sizes
from smallworld.engine.game import GameError, Options, result
from smallworld.env.render import MODES, check_mode, picture
from smallworld.env.rewards import COINS, check_reward, final_rewards
from smallworld.game.arguments import leaves_monsters_to_luck
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, prepare

Table = str | PathLike[str] | Mapping[str, Any]

_SEEDS: Final = 1 << 31


class SmallWorldVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games side by side; in each, whoever decides is the one to act.

    `board` is a board, or a list of boards or of words for `Game`, taken in turn: arrays are as
    large as the largest of them needs. A game that is over is replaced at once by a new one.
    The arrays of an observation are used again: copy what is to be kept, or give `copy=True`.

    >>> env = SmallWorldVectorEnv(8, board=["base-2", "underground-2"])
    >>> observations, infos = env.reset(seed=7)
    >>> infos["seat"].tolist()
    [0, 0, 0, 0, 0, 0, 0, 0]
    >>> env.arrays(observations)["regions"].shape
    (8, 28, 29)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(MODES),
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 64,
        *,
        board: Table | Sequence[Table] = "base-2",
        reward: str = "win",
        copy: bool = False,
        render_mode: str | None = None,
        **words: Any,
    ) -> None:
        if not isinstance(num_envs, int) or num_envs < 1:
            raise GameError(f"num_envs is a whole number from 1 on, not {num_envs!r}")
        listed = [board] if isinstance(board, str | PathLike | Mapping) else list(board)
        if not listed:
            raise GameError("board is a board or a list of boards; the list is empty")
        self.num_envs = num_envs
        self.reward: Final = check_reward(reward)
        self.render_mode = check_mode(render_mode)
        encoders = [_encoder(table, words) for table in listed]
        sizes = reduce(Sizes.joined, (encoder.sizes for encoder in encoders))
        kinds = [_Kind(encoder.padded(sizes)) for encoder in encoders]
        self._kinds: Final = [kinds[n % len(kinds)] for n in range(num_envs)]
        self.encoder: Final = kinds[0].encoder  # all have the same layout
        self.seats: Final = sizes.seats
        actions = max(len(kind.actions) for kind in kinds)
        size = self.encoder.size
        self._copy: Final = copy
        self._batch: Final = GameBatch([kind.new_game() for kind in self._kinds], size, actions)
        self._observations: Final = np.zeros((num_envs, size), np.uint8)
        self._masks: Final = np.zeros((num_envs, actions), np.int8)
        self._rooms: Final = (
            self._observations.data.cast("B"),
            self._masks.data.cast("B"),
        )
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = np.random.default_rng()
        self._coins = np.zeros((num_envs, self.seats))
        self._acting = np.zeros(num_envs, np.int64)
        self._begun = False

    # ---- playing ----

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games everywhere; game n has the seed `seed` + n, or its own of a list."""
        self._check_open()
        if isinstance(seed, int | np.integer):
            self._seeds = np.random.default_rng(abs(int(seed)))
            seeds: list[int | None] = [int(seed) + n for n in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise GameError(f"there are {self.num_envs} games, and {len(seeds)} seeds are given")
        for n, own in enumerate(seeds):
            self._begin(n, own)
        self._begun = True
        self._count_coins()
        return self._look(), self._infos()

    def _begin(self, n: int, seed: int | None) -> None:
        chosen = int(self._seeds.integers(_SEEDS)) if seed is None else int(seed)
        self._kinds[n].begin(self._batch.games[n], chosen)

    def step(
        self, actions: Any
    ) -> tuple[
        dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """One action in every game.

        The reward is that of the seat that acted; `infos["rewards"]` has those of all seats. Where
        a game is over the observation is the first of the next one.
        """
        self._check_open()
        if not self._begun:
            raise ResetNeeded("no game has begun; reset comes first")
        acted = self._acting
        try:
            self._batch.step(self._numbers(actions))
        except GameError as error:
            raise InvalidAction(f"{error}; `action_mask` says what is allowed") from None
        finished = self._batch.finished()
        rewards = np.zeros((self.num_envs, self.seats))
        if self.reward == COINS:
            before = self._coins
            self._count_coins()
            rewards = self._coins - before
        terminated = np.zeros(self.num_envs, np.bool_)
        if finished:
            terminated[finished] = True
            endings = self._finish(finished, rewards)
        observations, infos = self._look(), self._infos()
        if finished:
            infos |= {"final_info": endings, "_final_info": terminated}
        infos["rewards"] = rewards
        own = rewards[np.arange(self.num_envs), acted]
        return observations, own, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _numbers(self, actions: Any) -> list[int]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise GameError(
                f"actions are {self.num_envs} whole numbers, not {given.dtype} of {given.shape}"
            )
        found: list[int] = given.tolist()
        return found

    def _finish(self, finished: list[int], rewards: NDArray[np.float64]) -> dict[str, Any]:
        """Reward those seats whose game is over, and begin the next games."""
        coins = np.full((self.num_envs, self.seats), -1)
        won = np.zeros((self.num_envs, self.seats), np.bool_)
        for n in finished:
            s = self._batch.games[n].position()
            end = result(s)
            coins[n, : s.seats] = end.coins
            won[n, end.winners] = True
            if self.reward != COINS:
                rewards[n, : s.seats] = final_rewards(self.reward, s)
            self._begin(n, None)
        if self.reward == COINS:
            self._count_coins()
        return {"coins": coins, "won": won}

    def _count_coins(self) -> None:
        if self.reward == COINS:
            found = self._batch.coins(self.seats)
            self._coins = np.array(found, np.float64).reshape(self.num_envs, self.seats)

    # ---- looking ----

    def _look(self) -> dict[str, Any]:
        self._batch.write(*self._rooms)
        self._acting = np.array(self._batch.acting())
        found = {"observation": self._observations, "action_mask": self._masks}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._acting}

    def arrays(self, observations: dict[str, Any]) -> dict[str, NDArray[np.uint8]]:
        """The named arrays of docs/learning.md, with an axis for the games in front; no copies."""
        flat = observations["observation"]
        return {
            name: flat[:, part].reshape(len(flat), *self.encoder.shapes[name])
            for name, part in self.encoder.slices.items()
        }

    def static(self) -> dict[str, NDArray[np.uint8]]:
        """The arrays that are the same throughout every game, with an axis for the games."""
        found = [kind.encoder.static() for kind in self._kinds]
        return {
            name: np.stack([np.frombuffer(static[name], np.uint8) for static in found]).reshape(
                self.num_envs, *self.encoder.shapes[name]
            )
            for name in found[0]
        }

    def render(self) -> tuple[Any, ...] | None:
        """Every position as spectators see it."""
        self._check_open()
        if self.render_mode is None:
            return None
        return tuple(
            picture(self.render_mode, game.position(), kind.encoder.setup)
            for game, kind in zip(self._batch.games, self._kinds, strict=True)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to let go of."""

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment has been closed; make a new one")


def _encoder(table: Table, words: dict[str, Any]) -> Encoder:
    if isinstance(table, Mapping):
        return Encoder(**{**words, **table})
    return Encoder(table, **words)


class _Kind:
    """One of the tables that games are played at."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder: Final = encoder
        self.actions: Final = ActionSpace.of(encoder.setup)
        self._by_luck: Final = leaves_monsters_to_luck(encoder.setup)

    def new_game(self) -> NumberedGame:
        return NumberedGame(self.encoder.writer, self.actions.table, self.encoder.library)

    def begin(self, game: NumberedGame, seed: int) -> None:
        dealer = Dealer(seed)
        game.begin(self._options(dealer), dealer)

    def _options(self, dealer: Dealer) -> Options:
        if not self._by_luck:
            return self.encoder.options
        setup: GameSetup = set_table(self.encoder.setup, dealer)
        return prepare(setup)[0]
