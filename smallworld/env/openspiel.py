"""The game as OpenSpiel plays it, with luck as explicit chance nodes.

Importing this module registers it: `pyspiel.load_game("smallworld(board=base-3,seats=3)")`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from smallworld.encoding.action_space import ActionSpace
from smallworld.encoding.encoder import Encoder
from smallworld.engine.actions import card_of, pips_of
from smallworld.engine.game import (
    GameError,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    outcomes,
    start,
    to_act,
)
from smallworld.engine.pack import from_bytes, to_bytes
from smallworld.engine.query import DIE_ROLL, LIMIT
from smallworld.env.rewards import COINS, check_reward, final_rewards
from smallworld.extras import needed_by
from smallworld.game.action import Notation
from smallworld.game.player_view import PlayerView
from smallworld.game.views.view import View

with needed_by("an OpenSpiel game"):
    import pyspiel

NAME: Final = "smallworld"
MOST_SEATS: Final = 5
# No game comes near these: a turn of a seat takes about ten decisions.
DECISIONS_OF_A_TURN: Final = 400
CHANCES_OF_A_TURN: Final = 100
HISTORY: Final = "history"  # of an information state: all that has happened, in numbers

_DEFAULTS: Final[dict[str, Any]] = {
    "board": "base-2",
    "world": "",  # that of the board
    "seats": 0,  # as many as the board is for
    "turns": 0,  # as many as the board says
    "reward": "win",
}
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Small World",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)
# The least and the most a seat may get, by the kind of reward; coins as much as a byte holds.
_UTILITIES: Final = {COINS: (0.0, 255.0), "margin": (-255.0, 255.0)}


class SpielTable:
    """What is the same in all states of a game; copies of states share it."""

    def __init__(self, board: str, world: str, seats: int, turns: int) -> None:
        self._words: Final = (board, world, seats, turns)
        self.encoder: Final = Encoder(
            board, world=world or None, seats=seats or None, turns=turns or None
        )
        self.actions: Final = ActionSpace.of(self.encoder.setup)
        self.notation: Final = Notation(self.first())

    def first(self) -> State:
        """The beginning of every game; where Monsters are left to luck they stand as drawn once."""
        return start(self.encoder.options, self.encoder.library)

    def __deepcopy__(self, memo: dict[int, object]) -> SpielTable:
        return self

    def __reduce__(self) -> tuple[object, tuple[str, str, int, int]]:
        return _table, self._words


@cache
def _table(board: str, world: str, seats: int, turns: int) -> SpielTable:
    return SpielTable(board, world, seats, turns)


class KeptPosition:
    """A position that goes into pickles as bytes, the same in the plain and the compiled build."""

    def __init__(self, table: SpielTable, state: State) -> None:
        self.table: Final = table
        self.state: Final = state

    def __deepcopy__(self, memo: dict[int, object]) -> KeptPosition:
        return KeptPosition(self.table, self.state.copy())

    def __reduce__(self) -> tuple[object, tuple[SpielTable, bytes]]:
        return _read_position, (self.table, to_bytes(self.state))


def _read_position(table: SpielTable, packed: bytes) -> KeptPosition:
    encoder = table.encoder
    return KeptPosition(table, from_bytes(packed, encoder.options, encoder.library))


class SmallWorldGame(pyspiel.Game):  # type: ignore[misc]
    """A game with the parameters board, world, seats, turns and reward."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.reward: Final = check_reward(given["reward"])
        self.table: Final = _table(given["board"], given["world"], given["seats"], given["turns"])
        options = self.table.encoder.options
        self.turns_of_all: Final = int(options.turns) * len(options.seats)
        least, most = _UTILITIES.get(self.reward, (0.0, 1.0))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.actions),
            max_chance_outcomes=LIMIT,
            num_players=len(options.seats),
            min_utility=least,
            max_utility=most,
            max_game_length=DECISIONS_OF_A_TURN * self.turns_of_all,
        )
        super().__init__(_TYPE, info, params or {})

    def longest_history(self) -> int:
        """Decisions and strokes of luck together: no game has more."""
        return int(self.max_game_length()) + self.max_chance_nodes_in_history()

    def max_chance_nodes_in_history(self) -> int:
        """More often than this luck is never asked."""
        return CHANCES_OF_A_TURN * self.turns_of_all

    def new_initial_state(self) -> SmallWorldState:
        """The beginning: the first banner is about to be turned up."""
        return SmallWorldState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpielObserver:
        """What a seat sees, as numbers and in words."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.table, self.longest_history(), kind, params)


class SmallWorldState(pyspiel.State):  # type: ignore[misc]
    """A position; luck and seats act one after the other."""

    def __init__(self, game: SmallWorldGame) -> None:
        super().__init__(game)
        self.table: Final = game.table
        self.reward: Final = game.reward
        self._kept: Final = KeptPosition(game.table, game.table.first())
        self.told: list[str] = []  # all that has happened, in the words of a record
        self.numbers: list[int] = []  # ... and in numbers: actions, then what luck may bring

    @property
    def position(self) -> State:
        """The engine's own state."""
        return self._kept.state

    def current_player(self) -> int:
        """The seat that decides, or luck, or nobody any more."""
        if is_over(self.position):
            return int(pyspiel.PlayerId.TERMINAL)
        if is_chance(self.position):
            return int(pyspiel.PlayerId.CHANCE)
        return to_act(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.actions.table.ids_of(legal(self.position), player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What luck may bring: the pips of the die, or the place of a card in the box."""
        found = outcomes(self.position)
        total = sum(weight for _, weight in found)
        return [(self._chance_id(outcome), weight / total) for outcome, weight in found]

    def _chance_id(self, outcome: int) -> int:
        rolls = self.position.step() == DIE_ROLL
        return int(pips_of(outcome)) if rolls else int(card_of(outcome))

    def _number(self, player: int, action: int) -> int:
        """The engine's own number."""
        if player == pyspiel.PlayerId.CHANCE:
            for outcome, _ in outcomes(self.position):
                if self._chance_id(outcome) == action:
                    return outcome
            raise GameError(f"luck cannot bring {action} now")
        if not 0 <= action < len(self.table.actions):
            last = len(self.table.actions) - 1
            raise GameError(f"actions have numbers from 0 to {last}; there is no {action}")
        return self.table.actions.table.action_of(action, player)

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        number = self._number(player, action)
        by_luck = player == pyspiel.PlayerId.CHANCE
        self.numbers.append(action + (len(self.table.actions) if by_luck else 0))
        self.told.append(str(self.table.notation.action(number)))
        apply(self.position, number)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.table.notation.action(self._number(player, action)))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.position)

    def returns(self) -> list[float]:
        """What every seat has got: nothing before the end."""
        if not is_over(self.position):
            return [0.0] * int(self.position.seats)
        if self.reward == COINS:
            return [float(self.position.coins[seat]) for seat in range(self.position.seats)]
        return final_rewards(self.reward, self.position)

    def __str__(self) -> str:
        return "\n".join(self.told)

    def __deepcopy__(self, memo: dict[int, object]) -> SmallWorldState:
        copy: SmallWorldState = self.clone()
        return copy

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


def _read_state(text: str) -> SmallWorldState:
    """A state from a pickle: OpenSpiel puts together what its attributes were."""
    _, state = pyspiel.deserialize_game_and_state(text)
    found: SmallWorldState = state
    return found


class SpielObserver:
    """What a seat sees, by allow-list: a view of the game, or all that was said and shown to it."""

    def __init__(
        self, table: SpielTable, longest_history: int, kind: Any, params: dict[str, Any] | None
    ) -> None:
        if params:
            raise ValueError(f"an observation has no parameters here, and {params} are given")
        self._table: Final = table
        self._public: Final = bool(kind.public_info)
        self._recalls: Final = bool(kind.perfect_recall)
        self._private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        encoder = table.encoder
        seen = encoder.size if self._public and self._private else 0
        recalled = longest_history if self._public and self._recalls else 0
        self.tensor = np.zeros(seen + recalled, np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self._seen: Final = self.tensor[:seen]
        self._recalled: Final = self.tensor[seen:]
        if seen:
            for name, part in encoder.slices.items():
                self.dict[name] = self._seen[part].reshape(encoder.shapes[name])
        if recalled:
            self.dict[HISTORY] = self._recalled

    def set_from(self, state: SmallWorldState, player: int) -> None:
        """Write the position as that seat sees it, in the layout of docs/learning.md.

        Who recalls everything gets the numbers of all that has happened, each and one more.
        """
        if len(self._seen):
            seen = self._table.encoder.writer.position(state.position, player)
            self._seen[:] = np.frombuffer(seen, np.uint8)
        if len(self._recalled):
            self._recalled[:] = 0
            self._recalled[: len(state.numbers)] = np.array(state.numbers) + 1

    def string_from(self, state: SmallWorldState, player: int) -> str:
        """The same in words; who recalls everything is told everything that has happened.

        All but coin totals happens in the open, so with perfect recall that is what a seat knows.
        """
        name = self._table.encoder.options.seats[player]
        setup = self._table.encoder.setup
        lines: list[str] = []
        if self._private:
            lines.append(f"{name}, {int(state.position.coins[player])} coins")
        if self._public and self._recalls:
            lines += state.told
        elif self._public:
            # What all may see, and beside it the own coins above.
            lines.append(str(PlayerView(View(state.position, setup, None), self._table.notation)))
        return "\n".join(lines)


pyspiel.register_game(_TYPE, SmallWorldGame)
