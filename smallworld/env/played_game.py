"""One game as the environments for a single game play it."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, Final

import numpy as np
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from numpy.typing import NDArray

from smallworld.content.settings import Value
from smallworld.encoding.compiled.games import NumberedGame
from smallworld.encoding.encoder import Encoder
from smallworld.engine.game import GameError, Illegal, State, is_over, legal, result, to_act
from smallworld.env.render import check_mode, picture
from smallworld.env.rewards import COINS, CoinCounter, check_reward, final_rewards
from smallworld.env.spaces import LegalNow, Mask, Observer
from smallworld.game.arguments import CustomContent, read_seed
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, prepare

_SEEDS: Final = 1 << 31
FIRST_PICKS: Final = 6  # whatever luck brings, the first decision is one of these


class PlayedGame:
    """A table with one game after the other; words as `Game` takes them."""

    def __init__(
        self,
        board: str | PathLike[str] = "base-2",
        *,
        world: str | None = None,
        seats: int | None = None,
        turns: int | None = None,
        coins: str = "hidden",
        places: bool = True,
        settings: Mapping[str, Value] | None = None,
        custom: CustomContent = (),
        reward: str = "win",
        observation: str = "arrays",
        render_mode: str | None = None,
    ) -> None:
        made = Encoder(
            board,
            world=world,
            seats=seats,
            turns=turns,
            coins=coins,
            places=places,
            settings=settings,
            custom=custom,
        )
        self.reward: Final = check_reward(reward)
        self.render_mode: Final = check_mode(render_mode)
        self.observer: Final = Observer(made.setup, observation)
        self.setup: GameSetup = made.setup
        self.names: Final = list(made.options.seats)
        encoder = self.observer.encoder
        self._game: Final = NumberedGame(
            encoder.writer, self.observer.actions.table, encoder.library
        )
        self._counter = CoinCounter()
        self._seeds = np.random.default_rng()
        self.legal_now: Final = LegalNow(np.arange(FIRST_PICKS))
        self.closed = False

    # ---- playing ----

    def begin(self, seed: int | None) -> int:
        """A new game, of that seed or of one that follows from the last; the seed it has."""
        self.check_open()
        chosen = read_seed(int(seed) if isinstance(seed, np.integer) else seed)
        if chosen is None:
            chosen = int(self._seeds.integers(_SEEDS))
        else:
            self._seeds = np.random.default_rng(abs(chosen))
        dealer = Dealer(chosen)
        self.setup = set_table(self.observer.encoder.setup, dealer)
        options, _ = prepare(self.setup)
        self._game.begin(options, dealer)
        self._counter = CoinCounter()
        self._counter.gained(self.state)
        self._note_legal()
        return chosen

    def step(self, number: Any) -> list[float]:
        """Take the action of that number; what every seat is rewarded with."""
        self.check_open()
        try:
            action = self._game.action_of(self._whole(number))
        except Illegal as error:
            raise InvalidAction(f"action {number} is masked: {error}; {self._allowed()}") from None
        except GameError as error:
            raise InvalidAction(f"{error}; {self._allowed()}") from None
        return self.take(action)

    def take(self, action: int) -> list[float]:
        """The same with the engine's own number of an action that is known to be legal."""
        self._game.take(action)
        self._note_legal()
        s = self.state
        if self.reward == COINS:
            return self._counter.gained(s)
        return final_rewards(self.reward, s) if is_over(s) else []

    def _note_legal(self) -> None:
        s = self.state
        seat = to_act(s)
        if seat >= 0:
            ids = self.observer.actions.table.ids_of(legal(s), seat)
            self.legal_now.numbers = np.array(ids)

    def _whole(self, number: Any) -> int:
        if isinstance(number, int | np.integer) and not isinstance(number, bool):
            return int(number)
        if isinstance(number, np.ndarray) and number.shape == () and number.dtype.kind in "iu":
            return int(number)
        raise GameError(f"an action is a whole number, not {number!r}")

    def _allowed(self) -> str:
        """What would be legal, in numbers and words."""
        s = self.state
        seat = to_act(s)
        if seat < 0:
            return "the game is over: call reset"
        space, name = self.observer.actions, self.names[seat]
        numbers = [int(number) for number in self.legal_now.numbers]
        listed = [f"{number} ({space.action(number, name)})" for number in numbers[:8]]
        more = f" and {len(numbers) - 8} more" if len(numbers) > 8 else ""
        return f"{name} may take {', '.join(listed)}{more}"

    # ---- asking ----

    @property
    def state(self) -> State:
        """The position."""
        try:
            return self._game.position()
        except GameError as error:
            raise ResetNeeded(str(error)) from None

    def observe(self, seat: int, more: int = 0) -> dict[str, Any]:
        """What that seat sees, and which actions it may take."""
        self.check_open()
        return {
            "observation": self.observer.observe(self.state, self.setup, seat),
            "action_mask": self.mask(seat, more),
        }

    def mask(self, seat: int, more: int = 0) -> Mask:
        """Which actions that seat may take, with so many zeros behind."""
        return self.observer.mask(self.state, seat, more)

    def ending(self) -> dict[str, Any]:
        """How the game ended."""
        end = result(self.state)
        return {"coins": list(end.coins), "winners": [self.names[n] for n in end.winners]}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as spectators see it, in the way asked for when this was made."""
        self.check_open()
        if self.render_mode is None:
            return None
        return picture(self.render_mode, self.state, self.setup)

    def close(self) -> None:
        """Nothing can be done with it from now on."""
        self.closed = True

    def check_open(self) -> None:
        """Refuse to go on when it has been closed."""
        if self.closed:
            raise ClosedEnvironmentError("this environment has been closed; make a new one")
