"""The history of one game: its lines, the position after them, what may be taken back.

A change is proposed first, on a copy of the position; once it is kept it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from smallworld.engine.actions import DEPLOY, deploy, verb_of
from smallworld.engine.game import (
    NOBODY_ACTS,
    GameError,
    HookFailed,
    State,
    apply,
    is_chance,
    is_over,
    legal,
    state_after,
    to_act,
)
from smallworld.engine.notation import from_text
from smallworld.engine.pack import fingerprint
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import LUCK, Move
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views.action_view import show_action
from smallworld.game.views.deployment import token_pools
from smallworld.game.views.finality import ends_undo, moment_of
from smallworld.table.problems import Refused
from smallworld.table.publishing.log import EventRecorder
from smallworld.table.seats.orders import ordered_action
from smallworld.table.starting.luck import TableLuck
from smallworld.wire.log import LogEntry

Deal = Callable[[], Dealer]  # a dealer with a new secret seed

_SNAPSHOT: Final = 24  # lines between the positions kept for looking back


@dataclass
class PendingChange:
    """A change that is not yet kept: the lines after `base` are replaced by `moves`."""

    base: int
    state: State
    moves: list[Move] = field(default_factory=list)
    log: list[list[LogEntry]] = field(default_factory=list)  # of each new line
    barrier: int = 0
    trail: list[State] = field(default_factory=list)
    checkpoint: str | None = None  # the position after the change, where a turn has ended

    @property
    def line(self) -> int:
        """How many lines there are after the change."""
        return self.base + len(self.moves)


class History:
    """A game under way at a table.

    `luck` is what was said of it beforehand; lines up to `begun` were played elsewhere.
    """

    def __init__(self, table: GameSetup, luck: TableLuck | None = None, begun: int = 0) -> None:
        self.table: Final = table
        self.begun: Final = begun
        self._luck: Final = luck
        self.state = start_game(table)
        self.moves: list[Move] = []
        self.log: list[list[LogEntry]] = []
        self.barrier = 0  # nothing before this line can be taken back
        self._trail: list[State] = []  # the positions from the barrier on, without the last
        self._snapshots: dict[int, State] = {0: self.state.copy()}
        self.orders: Final[dict[int, str]] = {}  # by seat, of those that have standing orders

    @property
    def line(self) -> int:
        """How many lines there are."""
        return len(self.moves)

    @property
    def acting(self) -> int:
        """The seat to act, or NOBODY_ACTS."""
        return to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return is_over(self.state)

    @property
    def shows_coins(self) -> bool:
        """Whether everybody may know everybody's coins now."""
        return self.table.coins == "open" or self.over

    # ---- going on ----

    def propose_luck(self, deal: Deal) -> PendingChange:
        """The luck that is due before anybody decides, as at the start of a game."""
        change = self._copy()
        self._draw(change, deal)
        return change

    def propose_moves(self, seat: int, texts: Sequence[str], deal: Deal) -> PendingChange:
        """Decisions of the seat, then luck, then all that has a single possibility.

        `GameError` if one of them cannot be: then none is.
        """
        self._refuse_others(seat)
        change = self._copy()
        moment = moment_of(self.state)
        for number, text in enumerate(texts):
            if number and ends_undo(moment, change.state):
                raise Refused("cut_short", text=texts[number - 1])
            action = from_text(change.state, text)
            _carry_out(change, action, None if number else self.state)
        self._draw(change, deal)
        self._go_on(change, deal)
        if is_over(change.state) or moment_of(change.state)[:2] != moment_of(self.state)[:2]:
            change.checkpoint = fingerprint(change.state)
        return change

    def propose_undo(self, seat: int, to: int) -> PendingChange:
        """Back to the position after line `to`, if all since was this seat's own and no luck."""
        if self.undo_to(seat) is None or not self.barrier <= to < self.line:
            raise self._why_no_undo(seat, to)
        kept = to - self.barrier
        state = self._trail[kept].copy()
        return PendingChange(to, state, barrier=self.barrier, trail=self._trail[:kept])

    def commit(self, change: PendingChange) -> None:
        """Go on from a change that was proposed in the present position."""
        if change.base < self.line:
            del self.moves[change.base :], self.log[change.base :]
            self._snapshots = {
                line: kept for line, kept in self._snapshots.items() if line <= change.base
            }
        self.moves += change.moves
        self.log += change.log
        self.state = change.state
        self.barrier = change.barrier
        self._trail = change.trail

    def replay(self, move: Move) -> None:
        """Carry out a line that was kept before; `GameError` if the rules do not allow it."""
        who = LUCK if self.acting == NOBODY_ACTS else self.state.options.seats[self.acting]
        if who != move.who:
            raise GameError(f"line {self.line + 1} is {move.who}'s, but it is the turn of {who}")
        change = PendingChange(self.line, self.state, barrier=self.barrier, trail=self._trail)
        _carry_out(change, from_text(self.state, move.text))
        if change.line == self.begun:  # what was played elsewhere cannot be taken back here
            change.barrier = change.line
            change.trail = []
        self.commit(change)

    def catch_up(self, base: int, moves: Sequence[Move]) -> None:
        """A change that another home has kept: the lines after `base` are replaced by these."""
        if base < self.line:
            kept = base - self.barrier
            if 0 <= kept < len(self._trail):
                state, barrier, trail = self._trail[kept].copy(), self.barrier, self._trail[:kept]
            else:
                state, barrier, trail = self.position(base), base, []
            self.commit(PendingChange(base, state, barrier=barrier, trail=trail))
        for move in moves:
            self.replay(move)

    def until(self, line: int) -> History:
        """Another game with the same first lines, which goes on from there."""
        found = History(self.table, self._luck, line)
        found.state = self.position(line)
        found.moves, found.log, found.barrier = self.moves[:line], self.log[:line], line
        return found

    def _go_on(self, change: PendingChange, deal: Deal) -> None:
        """What has a single possibility, or was ordered beforehand, happens by itself.

        But not if something that was chosen could then no longer be taken back.
        """
        while True:
            s = change.state
            try:
                action = only_action(s)
                if action is None:
                    action = ordered_action(s, self.orders)
                if action is None:
                    return
                if change.barrier < change.line and ends_undo(moment_of(s), state_after(s, action)):
                    return
                _carry_out(change, action, ordered=True)
            except HookFailed:  # of something home-made: whoever decides is told when they do it
                return
            self._draw(change, deal)

    def _draw(self, change: PendingChange, deal: Deal) -> None:
        """All the luck that is due."""
        if not is_chance(change.state):
            return
        dealer = deal()
        while is_chance(change.state):
            if self._luck is None:
                outcome = dealer.draw(change.state)
            else:
                before = [lines[0] for lines in (*self.log[self.begun :], *change.log)]
                outcome = self._luck.draw(change.state, before, dealer)
            _carry_out(change, outcome)

    def _copy(self) -> PendingChange:
        state = self.state.copy()
        return PendingChange(self.line, state, barrier=self.barrier, trail=self._trail[:])

    def _refuse_others(self, seat: int) -> None:
        if self.over:
            raise Refused("ended")
        if seat != self.acting:
            seats = self.state.options.seats
            now = seats[self.acting] if self.acting != NOBODY_ACTS else LUCK
            raise Refused("not_your_turn", seat=seats[seat], now=now)

    # ---- taking back ----

    def undo_to(self, seat: int) -> int | None:
        """The first line the seat may go back to; None if there is nothing it may take back."""
        if self.line == self.barrier or self.acting != seat:
            return None
        return self.barrier

    def _why_no_undo(self, seat: int, to: int) -> Refused:
        first = self.undo_to(seat)
        if first is None:
            return Refused("nothing_to_undo")
        return Refused("undo_range", to=to, first=first, last=self.line - 1)

    # ---- looking back ----

    def position(self, line: int) -> State:
        """The position after that line."""
        if not 0 <= line <= self.line:
            raise Refused("no_line", lines=self.line, line=line)
        near = max(kept for kept in self._snapshots if kept <= line)
        state = self._snapshots[near].copy()
        for number in range(near, line):
            apply(state, from_text(state, self.moves[number].text))
            if (number + 1) % _SNAPSHOT == 0:
                self._snapshots[number + 1] = state.copy()
        return state


def _carry_out(
    change: PendingChange, action: int, before: State | None = None, ordered: bool = False
) -> None:
    """One line more; `before` is an equal position, if there is one that can be kept.

    What was `ordered` beforehand, or by the rules, is nobody's to take back by itself.
    """
    s = change.state
    moment = moment_of(s)
    who = None if moment[2] == NOBODY_ACTS else s.options.seats[moment[2]]
    shown = show_action(s, action)
    # There is nothing to take back where nothing else was possible, and nothing chosen before.
    forced = change.barrier == change.line and (ordered or only_action(s) == action)
    if who is not None and before is None:
        before = s.copy()
    with EventRecorder(s) as recorder:
        recorder.begin(change.line + 1, who, shown)
        apply(s, action)
    change.moves.append(Move(LUCK if who is None else who, shown.do))
    change.log.append(recorder.end())
    if before is None or forced or ends_undo(moment, s):
        change.barrier = change.line
        change.trail = []
    else:
        change.trail.append(before)


def only_action(s: State) -> int | None:
    """What the seat to act has to do, if it has no choice; None if it has one."""
    offered = legal(s)
    if len(offered) == 1:
        return offered[0]
    if not offered or any(verb_of(action) != DEPLOY for action in offered):
        return None
    pools = token_pools(s, offered)
    if any(len(pool.regions) > 1 for pool in pools):
        return None
    return int(deploy(pools[0].regions[0], pools[0].tokens))
