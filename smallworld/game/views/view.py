"""What one seat, or a spectator, may see of a game.

A view is built by allow-list: everything in it was put there by a line of this file, of
`game_view.py` or of `compiled/masked_state.py`. Coin totals are the only secret of the game; those
the viewer may not know are left out before anything else is made from the state.
"""

from __future__ import annotations

import json
from typing import Final, cast

from smallworld.engine.game import State, is_over, legal, to_act
from smallworld.engine.query import Parts
from smallworld.game.compiled.masked_state import known_coins, masked_state
from smallworld.game.setup import GameSetup
from smallworld.game.views.finality import NOT_ASKED, Finality
from smallworld.game.views.game_view import RegionViews, show_game, show_seat
from smallworld.game.views.turn_end import TurnTrial, try_turn
from smallworld.wire.game import GameView
from smallworld.wire.plain import plain

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

# Stands in for coins that are not known where a preview asks whether somebody can pay.
_ENOUGH: Final = 99


class View:
    """A game as one seat sees it, or a spectator (seat None).

    >>> from smallworld.game.setup import start_game
    >>> table = GameSetup(map="base-3")
    >>> view = View(start_game(table), table, seat=1)
    >>> view.coins
    [None, 5, None]
    """

    def __init__(
        self, s: State, table: GameSetup, seat: int | None, tallied: list[int] | None = None
    ) -> None:
        self.seat: Final = seat
        self.table: Final = table
        self.coins: Final[list[int | None]] = known_coins(s, seat, table.coins == "open")
        # What somebody knows who has counted along: coins only ever change hands in public. It is
        # for computers, who forget nothing, and never part of what is sent to people.
        self.tallied: Final = tallied or [int(s.coins[other]) for other in range(s.seats)]
        self.state: Final = masked_state(s, self.coins)
        acting = to_act(s)
        self.legal: Final[list[int]] = legal(s) if seat is not None and seat == acting else []
        if self.legal:
            self.state.offered = self.legal[:]

    def preview(self) -> Parts:
        """The parts of what the viewer's turn would score if it ended now, in the own turn only.

        Whoever has to pay by then is taken to have the coins.
        """
        trial = self.try_turn()
        return [] if trial is None or trial.parts is None else trial.parts

    def try_turn(self) -> TurnTrial | None:
        """The viewer's running turn carried out to its end; None in turns of others."""
        if self.seat is None or self.seat != self.state.seat or is_over(self.state):
            return None
        return try_turn(self.state_to_try())

    def state_to_try(self) -> State:
        """A copy to try things on: whoever has to pay in it can."""
        trial = self.state.copy()
        for other, coins in enumerate(self.coins):
            if coins is None:
                trial.coins[other] = _ENOUGH
        return trial

    def show(
        self,
        finality: Finality = NOT_ASKED,
        public: GameView | None = None,
        seen: RegionViews | None = None,
    ) -> GameView:
        """Everything the viewer may see; `finality` tells which actions cannot be taken back.

        Where what a spectator sees of this position is known already, it is given as `public`;
        regions that were `seen` before are not made anew.
        """
        shown = public or show_game(self.state, self.table, self.coins, seen)
        if self.seat is None:
            return shown
        trial = self.try_turn()
        return show_seat(shown, self.state, self.seat, self.coins, self.legal, trial, finality)

    def to_dict(self) -> dict[str, Json]:
        """The same in plain lists and dicts."""
        return cast(dict[str, Json], plain(self.show()))

    def to_json(self) -> str:
        """... and as text; equal views give equal bytes."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))
