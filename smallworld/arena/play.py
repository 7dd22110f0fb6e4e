"""One game of an arena, the same wherever and whenever it is played."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass, field

from smallworld.arena.plan import ArenaPlan, ScheduledGame
from smallworld.engine.actions import DECLINE, verb_of
from smallworld.engine.game import is_chance, result, to_act
from smallworld.game.match import Match
from smallworld.game.player import Player
from smallworld.game.records.record import Record
from smallworld.players.external.player import ExternalPlayer
from smallworld.players.registry import make_player


@dataclass(frozen=True)
class GameOutcome:
    """How a game ended: by seat, the players' numbers, coins and time, and who won."""

    key: str
    seats: tuple[int, ...]
    coins: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()  # of processor time, in all; of programs: on the wall
    slowest: tuple[float, ...] = ()  # ... in the slowest turn
    remarks: tuple[tuple[int, str], ...] = ()  # what players had to say, with their seat
    declines: tuple[int, ...] = ()  # how often each seat let a race decline; older files have none


@dataclass(frozen=True)
class PlayerFailure:
    """A game that could not be played to its end."""

    key: str
    error: str  # the last line of the traceback
    trace: str = ""
    record: str = ""  # of the game so far


@dataclass
class _Clock:
    """What one seat did, and how long it thought."""

    decisions: int = 0
    declines: int = 0
    seconds: float = 0.0
    turns: dict[int, float] = field(default_factory=dict)

    def add(self, turn: int, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.turns[turn] = self.turns.get(turn, 0.0) + seconds


class PlayerCache:
    """Plays games of a plan one after another."""

    def __init__(self, plan: ArenaPlan) -> None:
        self._plan = plan
        self._custom = plan.rules.load_custom()

    def play(self, game: ScheduledGame) -> GameOutcome | PlayerFailure:
        """Play that game; whatever goes wrong in it is told, not raised."""
        return self.play_with_record(game)[0]

    def play_with_record(
        self, game: ScheduledGame
    ) -> tuple[GameOutcome | PlayerFailure, Record | None]:
        """The same, and the record as far as it went."""
        players: list[Player] = []
        match: Match | None = None
        try:
            for seat, number in enumerate(game.seats):
                seed = self._plan.player_seed(game, seat)
                players.append(make_player(self._plan.players[number], seed))
            table = self._plan.table(game.lineup.place, self._custom)
            match = Match(table, players, self._plan.luck(game))
            return run(match, game), match.record
        except Exception as error:
            record = None if match is None else match.record
            what = " ".join(f"{type(error).__name__}: {error}".split())
            text = "" if record is None else record.to_text()
            return PlayerFailure(game.key, what, traceback.format_exc(), text), record
        finally:
            for player in players:
                player.close()


def run(match: Match, game: ScheduledGame) -> GameOutcome:
    """Play the match to its end by the clock."""
    clocks = [_Clock() for _ in game.seats]
    # What a program outside takes shows on the wall only; ours think in this thread, and how busy
    # the machine is should not show.
    outside = {n for n, player in enumerate(match.players) if isinstance(player, ExternalPlayer)}
    s = match.state
    while not match.is_over():
        if is_chance(s):
            match.play(match.next_action())
            continue
        seat, turn = to_act(s), int(s.turn)
        clock = time.monotonic if seat in outside else time.thread_time
        begin = clock()
        action = match.next_action()
        clocks[seat].add(turn, clock() - begin)
        clocks[seat].declines += verb_of(action) == DECLINE
        match.play(action)
    end = result(s)
    return GameOutcome(
        game.key,
        game.seats,
        tuple(end.coins),
        tuple(end.winners),
        tuple(clock.decisions for clock in clocks),
        tuple(round(clock.seconds, 4) for clock in clocks),
        tuple(round(max(clock.turns.values(), default=0.0), 4) for clock in clocks),
        tuple(match.remarks),
        tuple(clock.declines for clock in clocks),
    )
