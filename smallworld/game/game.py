"""A whole game as one object: push actions, take them back, ask, watch, keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Final

from smallworld.content.settings import Value
from smallworld.engine.game import (
    GameError,
    Illegal,
    State,
    Unreadable,
    apply,
    legal,
    outcomes,
    to_act,
)
from smallworld.engine.pack import fingerprint, to_bytes
from smallworld.game.action import Action, Notation
from smallworld.game.arguments import (
    CustomContent,
    leaves_monsters_to_luck,
    make_setup,
    read_board,
    read_custom_content,
    read_seed,
    record_text,
)
from smallworld.game.box import PrintedBoard
from smallworld.game.display.svg_board import draw_position
from smallworld.game.display.text_board import headline, write_board
from smallworld.game.narration.narrator import Narrator
from smallworld.game.player import Player
from smallworld.game.player_view import PlayerView
from smallworld.game.position import Position
from smallworld.game.progress import Packed, Progress
from smallworld.game.records.header import full_table
from smallworld.game.records.record import Record
from smallworld.game.seated_players import SeatedPlayers
from smallworld.game.setup import GameSetup
from smallworld.game.views.game_view import show_game
from smallworld.game.views.view import View
from smallworld.wire.game import Ending, GameView

_SHOWN: Final = 12  # legal actions that an error lists


class _SameLuck:
    """Says that a copy keeps the luck of its original."""

    def __repr__(self) -> str:
        return "the same luck"


_SAME_LUCK: Final = _SameLuck()


class Game(Position):
    """A game of Small World, from the first combo to the last coin.

    `board` is one of `boards()`, by name, or a map file of your own. With a `seed` luck is drawn
    by itself, the same for the same seed; without one `outcomes` lists what luck may bring, and
    whoever plays pushes one of them.

    >>> import smallworld as sw
    >>> game = sw.Game("base-2", seed=7)
    >>> game.to_act, game.legal_actions[:2]
    ('P1', (Action('pick 1'), Action('pick 2')))
    >>> game.push("pick 2")
    >>> game
    <Game base-2: turn 1 of 10, P1 decides (conquest)>
    >>> game.pop()
    Action('pick 2')

    The rest is chosen by name: `world` ("base", "underground", "mixed"), how many `seats` and
    `turns`, the `first` seat, `coins` ("hidden" or "open"), whether there are `places` and relics,
    where `monsters` stand in the mixed game above ground, house rules in `settings`, `custom`
    files with races and powers of your own, and `names` for the record.

    >>> sw.Game("underground-3", seats=2, first="P2", settings={"flames_entry": "volcano"})
    <Game underground-3: turn 1 of 10, luck is next (race)>

    Two games are equal if they are set up alike and have come to the same position, whatever the
    way there and whatever luck is to come. A game changes, so it cannot be the key of a dict; its
    `fingerprint` can.
    """

    def __init__(
        self,
        board: str | PathLike[str] | PrintedBoard = "base-2",
        *,
        seed: int | None = None,
        world: str | None = None,
        seats: int | None = None,
        turns: int | None = None,
        first: str = "P1",
        coins: str = "hidden",
        places: bool = True,
        monsters: Sequence[str] = (),
        settings: Mapping[str, Value] | None = None,
        custom: CustomContent = (),
        names: Sequence[str] | None = None,
    ) -> None:
        setup = full_table(
            make_setup(
                read_board(board),
                world,
                seats,
                turns,
                first,
                coins,
                places,
                monsters,
                settings,
                custom,
            )
        )
        if seed is None and leaves_monsters_to_luck(setup):
            raise GameError(
                "in the mixed game on a surface map luck says where Monsters stand: give a seed, "
                "monsters=[...], or places=False to play without"
            )
        self._take(
            Progress.begin(setup, read_seed(seed), None if names is None else list(names)), None
        )

    def _take(self, progress: Progress, notation: Notation | None) -> None:
        self._progress: Progress = progress
        self._notation = Notation(progress.state) if notation is None else notation
        self._changed()

    def _changed(self) -> None:
        """The position is another: forget what was worked out about the last one."""
        self._state = self._progress.state
        self._setup = self._progress.setup
        self._legal: tuple[Action, ...] | None = None
        self._shown: GameView | None = None

    def _show(self) -> GameView:
        if self._shown is None:
            coins: list[int | None] = [int(self._state.coins[n]) for n in range(len(self.seats))]
            self._shown = show_game(self._state, self._setup, coins)
        return self._shown

    def _viewpoint(self) -> int:
        return max(to_act(self._state), 0) if self.to_act else int(self._state.seat)

    # ---- other beginnings ----

    @classmethod
    def from_record(
        cls, source: str | PathLike[str] | Record, *, custom: CustomContent = ()
    ) -> Game:
        """The game that a record tells: its text, the path of its file, or a `Record`.

        If its luck is that of the seed in its header the game goes on with that seed, else without
        one. Where it was played with files of your own, name them as `custom`.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 2")
        >>> again = sw.Game.from_record(str(game.record))
        >>> again == game, again.record == game.record
        (True, True)
        """
        if not isinstance(source, Record):
            source = Record.from_text(record_text(source), read_custom_content(custom))
        return cls._of(Progress.from_record(source), None)

    @classmethod
    def _from_position(
        cls, setup: GameSetup, state: State, seed: int | None, notation: Notation
    ) -> Game:
        return cls._of(Progress.begin_at(setup, state, read_seed(seed)), notation)

    @classmethod
    def _of(cls, progress: Progress, notation: Notation | None) -> Game:
        found = cls.__new__(cls)
        found._take(progress, notation)
        return found

    # ---- what it was started with ----

    @property
    def seed(self) -> int | None:
        """What luck is drawn with; None if whoever plays says what it brings.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).seed
        7
        """
        dealer = self._progress.dealer
        return None if dealer is None else dealer.seed

    # ---- playing ----

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do; empty when luck is next or the game is over.

        >>> import smallworld as sw
        >>> len(sw.Game("base-2", seed=7).legal_actions)
        6
        """
        if self._legal is None:
            self._legal = self._notation.actions(legal(self._state))
        return self._legal

    @property
    def outcomes(self) -> tuple[tuple[Action, float], ...]:
        """What luck may bring next, each with its chance; empty when somebody decides.

        >>> import smallworld as sw
        >>> action, chance = sw.Game("base-2").outcomes[0]
        >>> action, round(chance, 3)
        (Action('race Amazons'), 0.071)
        """
        found = outcomes(self._state)
        total = sum(weight for _, weight in found)
        return tuple((self._notation.action(number), weight / total) for number, weight in found)

    @property
    def moves(self) -> tuple[Action, ...]:
        """Everything that has happened, luck included; `record` also says who did it.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).moves[:2]
        (Action('race Tritons'), Action('power Underworld'))
        """
        return self._notation.actions(self._progress.moves)

    def push(self, action: Action | str) -> None:
        """Carry out an action, or an outcome of luck where that is next.

        In a game with a seed the luck that follows is drawn at once. What the rules forbid raises
        `Illegal` with the reason and the rule, what cannot be read raises `Unreadable`; both are
        a `ValueError`, and nothing has changed.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 1")
        >>> for text in ("conquer 7", "conquer 99"):
        ...     try:
        ...         game.push(text)
        ...     except ValueError as error:
        ...         print(str(error)[:59])
        conquer 7: a First Conquest cannot begin there (rules A8.2)
        'conquer 99': there is no region '99' on base-2; its region
        """
        try:
            number = self._notation.number(action)
        except Unreadable as error:
            raise Unreadable(f"{error}; {self._possible()}") from None
        try:
            self._progress.push(number, str(self._notation.action(number)))
        finally:
            self._changed()

    def pop(self) -> Action:
        """Take the last action back, with the luck that was drawn after it, and return it.

        Luck is taken back as well: the same action brings the same luck again.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> before = game.copy()
        >>> game.push("pick 2")
        >>> game.pop()
        Action('pick 2')
        >>> game == before
        True
        """
        if not self._progress.steps:
            raise IndexError("there is nothing to take back: no action was pushed yet")
        number = self._progress.pop()
        self._changed()
        return self._notation.action(number)

    def play(self, players: str | Player | Sequence[str | Player]) -> Ending:
        """Let players take all seats and play to the end.

        A player is a level by name, with its settings, or a `Player` of your own; a single one
        takes every seat. The game needs a seed.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7, turns=2)
        >>> game.play(["greedy", "search:simulations=20"]).winners
        ('P1',)
        """
        if self.seed is None and not self.is_over:
            raise GameError("luck needs a seed here: start with Game(..., seed=1) or copy(seed=1)")
        seated = SeatedPlayers(players, self.seats, self.seed or 0)
        self._progress.name_players(seated.names)
        try:
            while not self.is_over:
                self._ask(seated.players[to_act(self._state)])
        finally:
            seated.close()
        found = self.result
        assert found is not None
        return found

    def _ask(self, player: Player) -> None:
        """Let the player whose decision it is make it."""
        seat = self.to_act
        answer = player.choose(self.view(seat))
        for remark in player.remarks():
            self._progress.record.comment(f"{seat} {remark}")
        who = f"{player.name} in seat {seat} answered"
        try:
            self.push(answer)
        except Illegal as error:
            refused = Illegal(f"{who} what is not legal: {error.reason}", error.rule)
            refused.code, refused.facts = error.code, error.facts
            raise refused from None
        except Unreadable as error:
            raise Unreadable(f"{who}: {error}") from None
        except TypeError as error:
            raise TypeError(f"{who}: {error}") from None

    def _possible(self) -> str:
        """What may be pushed now, in words."""
        found = self.legal_actions or tuple(action for action, _ in self.outcomes)
        if not found:
            return "the game is over"
        texts = ", ".join(str(action) for action in found[:_SHOWN])
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        return f"{'legal now' if self.legal_actions else 'luck may bring'}: {texts}{more}"

    # ---- watching ----

    @property
    def coins(self) -> dict[str, int]:
        """The coins of every seat; a `view` shows them as far as its seat may know them.

        >>> import smallworld as sw
        >>> sw.Game("base-2").coins
        {'P1': 5, 'P2': 5}
        """
        return {seat: int(self._state.coins[n]) for n, seat in enumerate(self.seats)}

    def view(self, seat: str | None = None) -> PlayerView:
        """What a seat may see, or a spectator if none is named.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).view("P2").coins
        {'P1': None, 'P2': 5}
        """
        if seat is not None and seat not in self.seats:
            raise GameError(f"there is no seat {seat!r}; there are {', '.join(self.seats)}")
        number = None if seat is None else self.seats.index(seat)
        return PlayerView(View(self._state, self._setup, number), self._notation)

    @property
    def record(self) -> Record:
        """The game so far as a record; its text is `str(game.record)`.

        >>> import smallworld as sw
        >>> print(sw.Game("base-2", seed=7).record.to_text().splitlines()[-1])
        12 * power Fortified
        """
        if self._progress.origin is not None:
            raise GameError("a game that goes on from a view has no record: it has no beginning")
        return self._progress.record.copy()

    def narration(self) -> tuple[str, ...]:
        """What has happened, in sentences.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 1")
        >>> game.narration()[-2]
        'P1 picks Underworld Tritons, 11 tokens.'
        """
        state, numbers = self._progress.replay()
        narrator = Narrator(state, list(self.seats))
        found: list[str] = []
        for number in numbers:
            narrator.before(number)
            apply(state, number)
            found += [sentence.text for sentence in narrator.take()]
        return (*found, *(sentence.text for sentence in narrator.finish()))

    # ---- as a value ----

    @property
    def fingerprint(self) -> str:
        """Sixteen letters that tell positions of games apart that are set up alike.

        >>> import smallworld as sw
        >>> sw.Game("base-2").fingerprint == sw.Game("base-2").fingerprint
        True
        """
        return fingerprint(self._state)

    def copy(self, *, seed: int | _SameLuck | None = _SAME_LUCK) -> Game:
        """An independent copy, to try things out in; with a `seed` its luck to come is another.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> idea = game.copy(seed=1)
        >>> idea.push("pick 2")
        >>> game.phase, idea.phase
        ('pick', 'conquest')
        """
        progress = self._progress.copy()
        if not isinstance(seed, _SameLuck):
            progress.change_luck(read_seed(seed))
        return self._of(progress, self._notation)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[type[Game], Packed]]:
        return _unpickle, (type(self), self._progress.pack())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self._setup == other._setup
            and self._traits() == other._traits()
            and to_bytes(self._state) == to_bytes(other._state)
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Game {headline(self)}>"

    def __str__(self) -> str:
        return write_board(self, self.coins)

    def _repr_svg_(self) -> str:
        return draw_position(self, self.coins, self._setup.custom)


def _unpickle(kind: type[Game], packed: Packed) -> Game:
    return kind._of(Progress.unpack(packed), None)
