"""What can be asked of a position, whether it is the whole game or what one player sees of it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from smallworld.content.settings import Value
from smallworld.engine.game import (
    NOBODY_ACTS,
    GameError,
    Illegal,
    State,
    is_chance,
    is_over,
    is_possible,
    legal,
    to_act,
)
from smallworld.engine.notation import phase_name
from smallworld.engine.query import why_not
from smallworld.game.action import Action, Notation
from smallworld.game.box import PrintedBoard, printed_board
from smallworld.game.narration.words import describe
from smallworld.game.planning.prices import Price, price_of, price_of_region
from smallworld.game.setup import GameSetup
from smallworld.wire.game import Combo, Ending, GameView, RegionView, SeatView


class Position(ABC):
    """The base of `Game` and `PlayerView`."""

    _state: State
    _setup: GameSetup
    _notation: Notation

    @abstractmethod
    def _show(self) -> GameView:
        """The position by the names people use."""

    @abstractmethod
    def _viewpoint(self) -> int:
        """The number of the seat through whose eyes prices are told."""

    def _traits(self) -> list[str]:
        """What is in the game, by name: home-made races and powers are not part of a setup."""
        return [trait.name for trait in self._state.library.traits]

    # ---- what the game was started with ----

    @property
    def board(self) -> PrintedBoard:
        """The map as it is printed.

        >>> import smallworld as sw
        >>> sw.Game("base-2").board
        <Board base-2: 23 regions, 2 players, 10 turns>
        """
        return printed_board(self._setup.map, self._setup.own_map)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in their order.

        >>> import smallworld as sw
        >>> sw.Game("base-3").seats
        ('P1', 'P2', 'P3')
        """
        return tuple(self._state.options.seats)

    @property
    def world(self) -> str:
        """Whose races and powers are in the game: "base", "underground" or "mixed".

        >>> import smallworld as sw
        >>> sw.Game("underground-2").world
        'underground'
        """
        return self._setup.world

    @property
    def settings(self) -> dict[str, Value]:
        """The rules that a table may decide otherwise, as they are in this game.

        >>> import smallworld as sw
        >>> sw.Game("base-2").settings["ghouls_reenter"]
        True
        """
        return self._setup.settings.values()

    # ---- where it stands ----

    @property
    def turn(self) -> int:
        """The running turn of the game, from 1.

        >>> import smallworld as sw
        >>> sw.Game("base-2").turn
        1
        """
        return int(self._state.turn)

    @property
    def turns(self) -> int:
        """How many turns the game has.

        >>> import smallworld as sw
        >>> sw.Game("base-2").turns
        10
        """
        return int(self._state.options.turns)

    @property
    def current(self) -> str:
        """The seat whose turn it is; somebody else may be asked meanwhile, as defenders are.

        >>> import smallworld as sw
        >>> sw.Game("base-2", first="P2").current
        'P2'
        """
        return self._state.options.seats[self._state.seat]

    @property
    def phase(self) -> str:
        """What is being decided, or which luck is due; 'over' at the end.

        >>> import smallworld as sw
        >>> sw.Game("base-2").phase, sw.Game("base-2", seed=7).phase
        ('race', 'pick')
        """
        return phase_name(self._state)

    @property
    def to_act(self) -> str | None:
        """The seat that decides now; None when luck is next or the game is over.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).to_act
        'P1'
        >>> sw.Game("base-2").to_act  # without a seed, who plays turns up the combos
        """
        seat = to_act(self._state)
        return None if seat == NOBODY_ACTS else self._state.options.seats[seat]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> import smallworld as sw
        >>> sw.Game("base-2", seed=7).is_over
        False
        """
        return is_over(self._state)

    @property
    def result(self) -> Ending | None:
        """Coins, tokens on the map, and who won; None before the end.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7, turns=1)
        >>> game.result is None
        True
        >>> game.play("greedy") == game.result
        True
        >>> game.result
        Ending(coins=(13, 10), tokens=(8, 12), winners=('P1',), places=(1, 2))
        """
        return self._show().result

    # ---- what lies on the table ----

    @property
    def regions(self) -> dict[str, RegionView]:
        """Every region by its name, with who and what is in it.

        >>> import smallworld as sw
        >>> region = sw.Game("base-2").regions["7"]
        >>> region.terrain, region.natives, region.tokens
        ('hill', 'Lost Tribe', 1)
        """
        return {region.name: region for region in self._show().regions}

    @property
    def row(self) -> tuple[Combo, ...]:
        """The combos on offer; the first is free, the next costs one coin, and so on.

        >>> import smallworld as sw
        >>> combo = sw.Game("base-2", seed=7).row[0]
        >>> combo.power, combo.race, combo.tokens
        ('Underworld', 'Tritons', 11)
        """
        return self._show().row

    @property
    def empires(self) -> dict[str, SeatView]:
        """What every seat has: its active race, those in decline, its coins if they may be seen.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 1")
        >>> game.empires["P1"].active.race, game.empires["P1"].active.hand
        ('Tritons', 11)
        """
        return {seat.name: seat for seat in self._show().seats}

    # ---- actions ----

    def action(self, text: str) -> Action:
        """The action a text means in this game, legal or not; it also knows home-made words.

        >>> import smallworld as sw
        >>> sw.Game("base-2").action("conquer 7").region
        '7'
        """
        return self._notation.action(self._notation.number(text))

    def is_legal(self, action: Action | str) -> bool:
        """Whether an action, or an outcome of luck, is possible now.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.is_legal("pick 2"), game.is_legal("conquer 7"), game.is_legal("dance")
        (True, False, False)
        """
        try:
            number = self._notation.number(action)
        except GameError:
            return False
        if is_chance(self._state):
            return is_possible(self._state, number)
        return number in legal(self._state)

    def describe(self, action: Action | str) -> str:
        """What a legal action would do, with its price or chance, in words.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.describe("pick 2")
        'Spirit Skeletons: 11 tokens, pay 1 coin'
        """
        number = self._notation.number(action)
        if not self.is_legal(action):
            raise why_not(self._state, number)
        return describe(self._state, number)

    def price(self, what: Action | str | int) -> Price:
        """What a conquest costs: of a region by name, or by an action such as its legal ones.

        The price of a region is that of an ordinary conquest by the race whose turn it is, in a
        view by the viewer's; out of reach or not. `Illegal` says why a region has none.

        >>> import smallworld as sw
        >>> game = sw.Game("base-2", seed=7)
        >>> game.push("pick 2")
        >>> game.price("7").parts
        (Part('hill', 2), Part('Lost Tribe', 1))
        >>> game.price("7").total, game.price("7").in_reach
        (3, False)
        >>> game.price("conquer 2").total
        2
        """
        name = str(what)
        if name in self._state.board.number:
            return price_of_region(self._state, self._viewpoint(), self._state.board.number[name])
        if not isinstance(what, Action) and name.partition(" ")[0] not in ("conquer", "roll"):
            raise GameError(
                f"a price is asked for by a region or a conquest, not by {what!r}; "
                f"the regions are {', '.join(self._state.board.names)}"
            )
        number = self._notation.number(name if isinstance(what, int) else what)
        if number not in legal(self._state):
            raise why_not(self._state, number)
        found = price_of(self._state, number)
        if found is None:
            raise Illegal(f"{what}: it has no price", "")
        return found
