"""A game from the first card to the last: players with views, luck by the dealer, a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from smallworld.engine.errors import GameError, Illegal
from smallworld.engine.game import apply, is_chance, is_over, legal, result, to_act
from smallworld.engine.state import State
from smallworld.engine.terms import NOBODY_ACTS
from smallworld.engine.why import why_not
from smallworld.play.dealer import Dealer
from smallworld.play.record import Record
from smallworld.play.record_header import full_table
from smallworld.play.seat import Player
from smallworld.play.table import Table, map_of, monster_sites_on, start_table
from smallworld.play.view import View


def set_table(table: Table, dealer: Dealer) -> Table:
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
        table: Table,
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
        self.state: Final[State] = start_table(self.table)
        self.record: Final = Record.begin(
            self.table,
            [player.name for player in self.players],
            seed=self.dealer.seed,
            files=files,
        )
        self.remarks: Final[list[tuple[int, str]]] = []  # of players, with their seat
        self._turn: tuple[int, int] | None = None  # whose moves are being written down

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
        action = self.players[seat].choose(self.view(seat))
        for remark in self.players[seat].remarks():
            self.remarks.append((seat, remark))
            self.record.comment(f"{self.state.options.seats[seat]} {remark}")
        return action

    def play(self, action: int) -> None:
        """Carry out an action and write it down; if it is `Illegal` nothing has changed."""
        s = self.state
        self._refuse_illegal(action)
        turn = (int(s.turn), int(s.seat))
        if turn != self._turn:
            self._turn = turn
            self.record.comment(f"turn {turn[0]}, {s.options.seats[turn[1]]}")
        self.record.write(s, action)
        apply(s, action)
        if is_over(s) or turn != (int(s.turn), int(s.seat)):
            self.record.checkpoint(s)
        if is_over(s):
            self.record.comment(_ending(s))

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


def _ending(s: State) -> str:
    """How the game ended, in a line."""
    end = result(s)
    seats = s.options.seats
    coins = ", ".join(f"{seat} {n}" for seat, n in zip(seats, end.coins, strict=True))
    verb = "wins" if len(end.winners) == 1 else "share the win"
    return f"over: {coins}; {' and '.join(seats[w] for w in end.winners)} {verb}"
