"""What one player may see of a game, by the names people use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.content.custom.files import PackedCustom, pack_custom, unpack_custom
from smallworld.engine.game import GameError, is_over
from smallworld.engine.pack import fingerprint, from_bytes, to_bytes
from smallworld.engine.query import Part
from smallworld.game.action import Action, Notation
from smallworld.game.compiled.masked_state import masked_state
from smallworld.game.display.svg_board import draw_position
from smallworld.game.display.text_board import headline, write_board
from smallworld.game.position import Position
from smallworld.game.records.record import Record
from smallworld.game.setup import prepare
from smallworld.game.views.view import View
from smallworld.wire.game import GameView

if TYPE_CHECKING:
    from smallworld.game.game import Game


class PackedView(NamedTuple):
    """A view as it is pickled."""

    record: str  # without moves: what the game was started with
    custom: PackedCustom | None
    state: bytes
    seat: int | None
    tallied: list[int]


class PlayerView(Position):
    """A position as one seat sees it, or a spectator; it stays as it is when the game goes on.

    >>> import smallworld as sw
    >>> view = sw.Game("base-3", seed=7).view("P2")
    >>> view.coins
    {'P1': None, 'P2': 5, 'P3': None}
    >>> view.to_act, view.legal_actions  # P2 has nothing to decide yet
    ('P1', ())
    >>> len(view.row), view.regions["3"].terrain
    (6, 'farmland')

    Views can be copied, pickled and compared; equal ones show the same seat the same position.
    """

    def __init__(self, numbers: View, notation: Notation | None = None) -> None:
        self.numbers: Final = numbers  # the same by the engine's numbers, for those in a hurry
        self._state = numbers.state
        self._setup = numbers.table
        self._notation = Notation(numbers.state) if notation is None else notation

    def _show(self) -> GameView:
        return self._shown

    @cached_property
    def _shown(self) -> GameView:
        return self.numbers.show()

    def _viewpoint(self) -> int:
        return int(self._state.seat) if self.numbers.seat is None else self.numbers.seat

    @property
    def seat(self) -> str | None:
        """Who looks; None for a spectator.

        >>> import smallworld as sw
        >>> sw.Game("base-2").view("P2").seat
        'P2'
        """
        seat = self.numbers.seat
        return None if seat is None else self._state.options.seats[seat]

    @property
    def coins(self) -> dict[str, int | None]:
        """The coins of every seat; None where the viewer may not know them.

        >>> import smallworld as sw
        >>> sw.Game("base-2", coins="open").view("P2").coins
        {'P1': 5, 'P2': 5}
        """
        return dict(zip(self._state.options.seats, self.numbers.coins, strict=True))

    @property
    def tallied(self) -> dict[str, int]:
        """The coins of every seat as somebody knows them who has counted along from the start.

        Coins change hands in public, so this is no secret, only hard to remember.

        >>> import smallworld as sw
        >>> sw.Game("base-2").view("P2").tallied
        {'P1': 5, 'P2': 5}
        """
        return dict(zip(self._state.options.seats, self.numbers.tallied, strict=True))

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the viewer may do now; empty when somebody else decides.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).view("P1").legal_actions[0]
        Action('pick 1')
        """
        return self._legal_actions

    @cached_property
    def _legal_actions(self) -> tuple[Action, ...]:
        return self._notation.actions(self.numbers.legal)

    @property
    def score(self) -> tuple[Part, ...]:
        """The parts of what the viewer would score if the turn ended now; empty in others' turns.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 1")
        >>> game.push(game.legal_actions[0])
        >>> game.view("P1").score
        (Part('Tritons: regions', 1),)
        """
        return tuple(self.numbers.preview())

    def game(self, seed: int | None = None) -> Game:
        """A game that goes on from here, to try things out in; coins are those `tallied`.

        It has no record, since it did not begin at the beginning, and pushing in it changes
        neither this view nor the game that is being played.

        >>> import smallworld as sw
        >>> view = sw.Game("base-2", seed=7).view("P1")
        >>> idea = view.game(seed=1)
        >>> idea.push("pick 1")
        >>> idea.phase, view.phase
        ('conquest', 'pick')
        """
        # Not at the top: a game has views, and a view has games.
        from smallworld.game.game import Game

        if is_over(self._state):
            raise GameError("the game is over, so nothing can be tried out in it")
        state = masked_state(self._state, list(self.numbers.tallied))
        return Game._from_position(self._setup, state, seed, self._notation)

    def __reduce__(self) -> tuple[object, tuple[type[PlayerView], PackedView]]:
        custom = self._setup.custom
        packed = PackedView(
            str(Record.begin(self._setup)),
            None if custom is None else pack_custom(custom),
            to_bytes(self._state),
            self.numbers.seat,
            self.numbers.tallied,
        )
        return _unpickle, (type(self), packed)

    def __copy__(self) -> PlayerView:
        return self  # nobody changes it

    def __deepcopy__(self, memo: dict[int, object]) -> PlayerView:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayerView):
            return NotImplemented
        return (
            self._setup == other._setup
            and self.numbers.seat == other.numbers.seat
            and self.numbers.tallied == other.numbers.tallied
            and self._traits() == other._traits()
            and to_bytes(self._state) == to_bytes(other._state)
        )

    def __hash__(self) -> int:
        return hash((self.numbers.seat, fingerprint(self._state)))

    def __repr__(self) -> str:
        return f"<PlayerView of {self.seat or 'a spectator'}, {headline(self)}>"

    def __str__(self) -> str:
        return write_board(self, self.coins)

    def _repr_svg_(self) -> str:
        return draw_position(self, self.coins, self._setup.custom)


def _unpickle(kind: type[PlayerView], packed: PackedView) -> PlayerView:
    custom = None if packed.custom is None else unpack_custom(packed.custom)
    setup = Record.from_text(packed.record, custom).table
    state = from_bytes(packed.state, *prepare(setup))
    return kind(View(state, setup, packed.seat, packed.tallied))
