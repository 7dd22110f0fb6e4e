"""A page at a puzzle: requests of the page in, messages out, as at a table but kept by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import Final

from smallworld.engine.game import GameError, is_chance, to_act
from smallworld.engine.notation import to_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import LUCK, Move
from smallworld.game.setup import seat_names
from smallworld.players.analysis.hint import Consideration
from smallworld.players.policy.features import moment
from smallworld.puzzles.messages import (
    Asking,
    PuzzleList,
    PuzzleMessage,
    PuzzleRequest,
    PuzzleState,
    PuzzleSummary,
    PuzzleVerdict,
    SolveRequest,
)
from smallworld.puzzles.puzzle import PlacedPuzzle, Puzzle, shipped
from smallworld.puzzles.turn import turn_is_over
from smallworld.puzzles.verdict import Solution, TurnVerdict, answering_policy, explain
from smallworld.table.history import History
from smallworld.table.messages import (
    AckMessage,
    AnswerMessage,
    HintReason,
    MoveRequest,
    PageMessage,
    PageRequest,
    PastPosition,
    PlanRequest,
    PositionRequest,
    RegionRequest,
    SeatStatus,
    TableInfo,
    TryRequest,
    UndoRange,
    UndoRequest,
    ViewMessage,
    WelcomeMessage,
    error_message,
)
from smallworld.table.problems import Refused
from smallworld.table.publishing import views
from smallworld.table.publishing.views import Views
from smallworld.table.seats.orders import ASK
from smallworld.wire.game import GameView
from smallworld.wire.log import LogEntry
from smallworld.wire.table import TableOptions

TABLE: Final = "puzzle-"  # and the puzzle: what its table is called
AND: Final = "; "  # between decisions that were asked for together
NAMES: Final = {"en": ("Player", "Opponent"), "de": ("Spieler", "Gegner")}
_NEVER: Final = 1e9  # seconds

PuzzleReply = PageMessage | PuzzleMessage


class PuzzleTurn:
    """The turn of a puzzle as it is being played: a history from the puzzle's line on."""

    def __init__(self, placed: PlacedPuzzle) -> None:
        self.placed: Final = placed
        self.history: Final = History(placed.record.table, begun=placed.puzzle.line)
        for move in placed.record.moves[: placed.puzzle.line]:
            self.history.replay(move)
        self.seat: Final = int(self.history.state.seat)
        self.played: list[tuple[int, str]] = []  # what was asked for, with the line before
        self._begun: Final = int(moment(self.history.state))
        self._dealer: Final = Dealer(placed.puzzle.luck)
        self._others: Final = answering_policy(placed)

    @property
    def over(self) -> bool:
        """Whether the turn has ended."""
        return turn_is_over(self.history.state, self._begun)

    @property
    def decisions(self) -> list[str]:
        """Those of the seat so far, with those that had a single possibility."""
        puzzle = self.placed.puzzle
        return [move.text for move in self.history.moves[puzzle.line :] if move.who == puzzle.seat]

    def entries(self) -> list[LogEntry]:
        """What was told of the turn."""
        lines = self.history.log[self.placed.puzzle.line :]
        told = (entry for line in lines for entry in line)
        return list(takewhile(lambda entry: entry.kind not in ("turn", "over"), told))

    def act(self, texts: Sequence[str]) -> None:
        """Decisions of the seat, then what others have to decide before it goes on."""
        if self.over:
            raise Refused("ended")
        before = self.history.line
        self._do(self.seat, texts)
        self.played.append((before, AND.join(texts)))
        while not self.over and (acting := to_act(self.history.state)) != self.seat:
            answer = int(self._others.choose(self.history.state))
            self._do(acting, [to_text(self.history.state, answer)])

    def take_back(self, to: int) -> None:
        """Back to that line, if no luck came since."""
        self.history.commit(self.history.propose_undo(self.seat, to))
        self.played = [(line, text) for line, text in self.played if line < to]

    def undo_range(self) -> UndoRange:
        """How far it may go back: by what was asked for last, and by the whole turn."""
        first = None if self.over else self.history.undo_to(self.seat)
        if first is None or not self.played:
            return UndoRange(None, None)
        return UndoRange(max(first, self.played[-1][0]), first)

    def repeat(self, texts: Sequence[str]) -> list[int]:
        """A turn with these decisions; the lines after which there is something to see."""
        left = list(texts)
        seen: list[int] = []
        while not self.over:
            s = self.history.state
            acting = to_act(s)
            if is_chance(s):
                move = Move(LUCK, to_text(s, self._dealer.draw(s)))
            elif acting == self.seat and left:
                move = Move(self.placed.puzzle.seat, left.pop(0))
            else:
                move = Move(s.options.seats[acting], to_text(s, int(self._others.choose(s))))
            self.history.replay(move)
            if move.who == LUCK and seen:  # seen together with what it decides about
                seen.pop()
            seen.append(self.history.line)
        return seen

    def _do(self, seat: int, texts: Sequence[str]) -> None:
        """All of them or none; what has a single possibility follows by itself."""
        self.history.commit(self.history.propose_moves(seat, texts, lambda: self._dealer))


def resume(placed: PlacedPuzzle, played: Sequence[str]) -> PuzzleTurn:
    """The turn after what was done before; from its beginning if that does not fit any more."""
    turn = PuzzleTurn(placed)
    try:
        for asked in played:
            turn.act(asked.split(AND))
    except GameError:
        return PuzzleTurn(placed)
    return turn


class PuzzleSession:
    """One page at one puzzle, from its first message on.

    When the turn has ended `judging` holds what is to be judged; `judged` is told the verdict.
    """

    def __init__(self, placed: PlacedPuzzle, request: PuzzleRequest) -> None:
        self._placed: Final = placed
        self._names: Final = NAMES.get(request.lang, NAMES["en"])
        self._turn = resume(placed, request.played)
        self._verdict: PuzzleVerdict | None = None
        self._shown = False
        self._n = 1

    @property
    def judging(self) -> Solution | None:
        """The turn that is to be judged; None: there is nothing to judge."""
        if not self._turn.over or self._shown or self._verdict is not None:
            return None
        return Solution(self._placed.puzzle.id, tuple(self._turn.decisions))

    def judged(self, verdict: TurnVerdict) -> list[PuzzleReply]:
        """The verdict is this."""
        self._verdict = _told_verdict(self._placed, verdict)
        return [self._told()]

    def welcome(self) -> list[PuzzleReply]:
        """All there is to know."""
        history = self._turn.history
        message = WelcomeMessage(
            table=self._describe(),
            you=[self._placed.puzzle.seat],
            orders=[ASK],
            n=self._n,
            line=history.line,
            view=self._view(),
            undo=self._turn.undo_range(),
            events=[entry for line in history.log for entry in line],
            from_=0,
            over=False,
        )
        return [message, self._told()]

    def ask(self, request: PageRequest | SolveRequest) -> list[PuzzleReply]:
        """What the page is told about a request."""
        try:
            return self._ask(request)
        except GameError as error:
            return [error_message(request.id, error)]

    def _ask(self, request: PageRequest | SolveRequest) -> list[PuzzleReply]:
        turn, history = self._turn, self._turn.history
        if isinstance(request, SolveRequest):
            return self._solve(request)
        if isinstance(request, MoveRequest):
            base = history.line
            turn.act((*request.first, request.do))
            return self._changed(request.id, base)
        if isinstance(request, UndoRequest):
            turn.take_back(request.to)
            return self._changed(request.id, request.to)
        if isinstance(request, TryRequest):
            texts = (*request.first, request.do)
            trial = views.try_out(history.state, history.table, turn.seat, history.line, texts)
            return [AnswerMessage(request.id, trial)]
        if isinstance(request, PlanRequest):
            plan = views.plan(history.state, history.table, turn.seat, request.regions)
            return [AnswerMessage(request.id, plan)]
        if isinstance(request, RegionRequest):
            found = views.explain_region(history.state, history.table, turn.seat, request.region)
            return [AnswerMessage(request.id, found)]
        if isinstance(request, PositionRequest):
            shown = views.show_past(history.position(request.line), history.table, history.over)
            return [AnswerMessage(request.id, PastPosition(request.line, shown))]
        raise Refused("not_in_puzzle")

    def _solve(self, request: SolveRequest) -> list[PuzzleReply]:
        start = self._placed.puzzle.line
        self._turn = PuzzleTurn(self._placed)
        self._shown = request.act == "show"
        self._n += 1
        told: list[PuzzleReply] = [self._message(start, start, from_=start)]
        if not self._shown:
            self._verdict = None
        else:
            last = start
            for line in self._turn.repeat(self._placed.puzzle.best):
                self._n += 1
                told.append(self._message(line, last, from_=last))
                last = line
        ack = AckMessage(request.id, self._n, self._turn.history.line)
        return [ack, *told, self._told()]

    def _changed(self, id_: str, base: int) -> list[PuzzleReply]:
        """That it is done, the position, and where the puzzle is now."""
        history = self._turn.history
        self._n += 1
        ack = AckMessage(id_, self._n, history.line)
        return [ack, self._message(history.line, base, from_=base), self._told()]

    def _message(self, line: int, base: int, from_: int) -> ViewMessage:
        history = self._turn.history
        now = line == history.line
        return ViewMessage(
            n=self._n,
            line=line,
            view=self._view(line),
            undo=self._turn.undo_range() if now else UndoRange(None, None),
            events=[entry for entries in history.log[base:line] for entry in entries],
            from_=from_,
            seats=self._seats(),
            over=False,
        )

    def _view(self, line: int | None = None) -> GameView:
        """What the seat sees; nothing can be done once the turn is over."""
        history, seat = self._turn.history, self._turn.seat
        state = history.state if line is None else history.position(line)
        return Views(state, history.table).show(seat)

    def _told(self) -> PuzzleMessage:
        puzzle, turn = self._placed.puzzle, self._turn
        if self._shown:
            state: PuzzleState = "shown"
        elif not turn.over:
            state = "play"
        else:
            state = "judging" if self._verdict is None else "judged"
        names = list(shipped())
        after = names[names.index(puzzle.id) + 1 :][:1] if puzzle.id in names else []
        return PuzzleMessage(
            puzzle=puzzle.id,
            seat=puzzle.seat,
            question=_asking(puzzle),
            grade=puzzle.grade,
            state=state,
            played=[text for _, text in turn.played],
            verdict=self._verdict,
            next=after[0] if after else "",
        )

    def _seats(self) -> list[SeatStatus]:
        person = SeatStatus("", "", "device", None, True, None, None, False, False, None, None)
        seats = seat_names(self._placed.record.table.players)
        others = [seat for seat in seats if seat != self._placed.puzzle.seat]
        you, other = self._names
        names = {seat: f"{other} {n}" if others[1:] else other for n, seat in enumerate(others, 1)}
        return [replace(person, seat=seat, name=names.get(seat, you)) for seat in seats]

    def _describe(self) -> TableInfo:
        table = self._turn.history.table
        first = seat_names(table.players)[table.first]
        options = TableOptions(
            "hidden", table.places, first, table.settings.values(), (), (), False
        )
        return TableInfo(
            id=TABLE + self._placed.puzzle.id,
            map=table.map,
            drawing=table.map,
            world=table.world,
            turns=int(self._turn.history.state.options.turns),
            options=options,
            seats=self._seats(),
            watch="",
            open=False,
            created=0.0,
            begun=self._placed.puzzle.line,
            deal="",
            takeover_after=_NEVER,
            takeover_levels=(),
            host=self._placed.puzzle.seat,
            closed=False,
            rematch=None,
            chat=False,
            said=(),
            clock=None,
        )


def _told_verdict(placed: PlacedPuzzle, verdict: TurnVerdict) -> PuzzleVerdict:
    puzzle = placed.puzzle
    gains, risks = explain(placed)
    return PuzzleVerdict(
        answer=verdict.answer,
        about=puzzle.question,
        lost=round(verdict.lost.coins, 1),
        error=round(verdict.lost.error, 1),
        best=_entries(placed, puzzle.best),
        other=_entries(placed, puzzle.other),
        gain=puzzle.gain,
        gain_error=puzzle.error,
        certainty=puzzle.certainty,
        simulations=puzzle.simulations,
        reasons=[_reason(gain) for gain in gains],
        risks=[_reason(risk) for risk in risks],
        found_by=puzzle.found_by,
    )


def _entries(placed: PlacedPuzzle, texts: Sequence[str]) -> list[LogEntry]:
    """A turn as the log tells it: what its seat did, and what came of it."""
    turn = PuzzleTurn(placed)
    turn.repeat(texts)
    return turn.entries()


def _asking(puzzle: Puzzle) -> Asking:
    return "combo" if puzzle.question == "combo" else "turn"


def _reason(reason: Consideration) -> HintReason:
    return HintReason(reason.code, reason.facts)


def puzzle_list() -> PuzzleList:
    """The shipped puzzles."""
    return _listed()


@lru_cache(maxsize=1)
def _listed() -> PuzzleList:
    return PuzzleList([_summary(placed) for placed in shipped().values()])


def _summary(placed: PlacedPuzzle) -> PuzzleSummary:
    puzzle, table = placed.puzzle, placed.record.table
    return PuzzleSummary(
        puzzle=puzzle.id,
        map=table.map,
        world=table.world,
        question=_asking(puzzle),
        grade=puzzle.grade,
        players=table.players,
        turn=puzzle.turn,
        turns=table.turns,
    )
