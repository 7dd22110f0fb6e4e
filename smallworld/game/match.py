"""A game from the first card to the last: players with views, luck by the dealer, a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.engine.game import (
    NOBODY_ACTS,
    GameError,
    HookFailed,
    Illegal,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    outcomes,
    to_act,
)
from smallworld.engine.query import why_not
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.records.header import full_table
from smallworld.game.records.record import Record
from smallworld.game.records.writer import RecordWriter
from smallworld.game.setup import GameSetup, map_of, monster_sites_on, start_game
from smallworld.game.views.view import View


def set_table(table: GameSetup, dealer: Dealer) -> GameSetup:
    """The table ready to be played on: what follows from the map is said, Monsters are placed.

    In the mixed game on a surface map nothing printed says where Monsters stand, so the dealer
    picks the regions (C5).
    """
    table = full_table(table)
    map_ = map_of(table)
    if table.world != "mixed" or map_.underground or not table.places or table.monsters:
        return table
    order = dealer.shuffled(map_.board.size)
    return replace(table, monsters=monster_sites_on(map_.board, order, table.players))


class Match:
    """One game being played; `run` plays it to its end, `step` one move at a time."""

    def __init__(
        self,
        table: GameSetup,
        players: Sequence[Player],
        seed: int = 0,
        dealer: Dealer | None = None,
        files: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.dealer: Final = Dealer(seed) if dealer is None else dealer
        self.table: Final = set_table(table, self.dealer)
        self.players: Final = list(players)
        if len(self.players) != self.table.players:
            raise GameError(
                f"the table is for {self.table.players} players, not for {len(self.players)}"
            )
        self.state: Final[State] = start_game(self.table)
        self.record: Final = Record.begin(
            self.table,
            [player.name for player in self.players],
            seed=self.dealer.seed,
            files=files,
        )
        self.remarks: Final[list[tuple[int, str]]] = []  # of players, with their seat
        self._writer: Final = RecordWriter(self.record)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.state)

    def view(self, seat: int | None) -> View:
        """What that seat, or a spectator, may see now."""
        return View(self.state, self.table, seat)

    def next_action(self) -> int:
        """What comes next: a draw of the dealer, or the answer of the player to act."""
        if is_chance(self.state):
            return self.dealer.draw(self.state)
        seat = to_act(self.state)
        action = self.players[seat].choose_number(self.view(seat))
        for remark in self.players[seat].remarks():
            self.remarks.append((seat, remark))
            self.record.comment(f"{self.state.options.seats[seat]} {remark}")
        return action

    def action_instead(self) -> int:
        """The first action that can be carried out, where a broken hook stops those one wants.

        If there is none the last `HookFailed` is raised.
        """
        failed: HookFailed | None = None
        for action in legal(self.state) or [outcome for outcome, _ in outcomes(self.state)]:
            try:
                apply(self.state.copy(), action)
            except HookFailed as error:
                failed = error
            else:
                return action
        if failed is not None:
            raise failed
        raise GameError("the game is over, so nothing can be done")

    def play(self, action: int) -> None:
        """Carry out an action and write it down.

        Nothing has changed if it raises: `Illegal`, or `HookFailed` of a home-made class.
        """
        self._refuse_illegal(action)
        self._writer.carry_out(self.state, action)

    def _refuse_illegal(self, action: int) -> None:
        s = self.state
        if is_chance(s) or action in legal(s):
            return
        seat = to_act(s)
        reason, rule = f"{action!r} is no action", ""
        if isinstance(action, int):
            error = why_not(s, action)
            reason, rule = error.reason, error.rule
        if seat == NOBODY_ACTS:
            raise Illegal(reason, rule)
        who = f"{self.players[seat].name} in seat {s.options.seats[seat]}"
        raise Illegal(f"{who} answered what is not legal: {reason}", rule)

    def step(self) -> bool:
        """Play one move; False when the game was over already."""
        if self.is_over():
            return False
        self.play(self.next_action())
        return True

    def run(self) -> Record:
        """Play to the end."""
        while self.step():
            pass
        return self.record
