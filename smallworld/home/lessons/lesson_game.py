"""A lesson being played: what the learner does is matched, the rest of it is scripted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from smallworld.engine.actions import DEPLOY, region_of, tokens_of, verb_of
from smallworld.engine.game import (
    GameError,
    Illegal,
    State,
    apply,
    is_chance,
    legal,
    to_act,
)
from smallworld.engine.notation import from_text, phase_name, to_text
from smallworld.engine.query import BIT, Front
from smallworld.game.records.record import LUCK, Move
from smallworld.home.lessons.library import Lesson, Words
from smallworld.scenario.facts import PositionFacts
from smallworld.scenario.plainest import plainest
from smallworld.table.history import History

NEXT: Final = "next"
_PLACING: Final = ("redeploy", "defenders")


class LessonBroken(GameError):
    """A scripted line that the rules do not allow: the lesson and the rules do not fit."""


class LessonGame:
    """One learner in one lesson.

    `act` and `go_on` are the learner's; after each the history has gone on as far as the script
    leads. `shown` collects the lines after which the position is worth a look.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson: Final = lesson
        self.history = History(lesson.table)
        self.flags: tuple[str, ...] = ()  # options chosen
        self.played: list[str] = []
        self.said = "say"  # or well, tried, end
        self.words: Words = {}
        self.refused: Words = {}
        self.shown: list[int] = []
        self._at = -1
        self._base = 0  # line at which the step began
        self._done = 0  # actions in a free step …
        self._rolls = 0  # … and dice
        self._after: list[Any] = []  # lines to come once the learner goes on
        self._back: int | None = None  # or the line to go back to
        self._go_to_next()

    # ---- what is known ----

    @property
    def state(self) -> State:
        """The position."""
        return self.history.state

    @property
    def over(self) -> bool:
        """Whether the lesson has ended."""
        return self._at >= len(self.lesson.steps)

    @property
    def step(self) -> dict[str, Any]:
        """The step that is due."""
        return self.lesson.steps[self._at] if not self.over else {}

    @property
    def goes_on(self) -> bool:
        """Whether nothing but going on is wanted."""
        return self.said != "say" or self.step.get("do") == NEXT

    def progress(self) -> tuple[int, int]:
        """Which step it is of how many on this way."""
        ahead = {o["id"] for s in self.lesson.steps[self._at :] for o in s.get("options", [])[:1]}
        way = {*self.flags, *ahead}
        due = [n for n, step in enumerate(self.lesson.steps) if _is_due(step, way)]
        return min(len(due), sum(n <= self._at for n in due)), len(due)

    def text(self, lang: str) -> str:
        """What the voice says, with its numbers."""
        words = self.words.get(lang) or self.words["en"]
        seat = self.state.options.seats.index(self.lesson.learner)
        hand = int(self.state.active(seat).hand)
        scored = self._scored().get(seat, 0)
        return words.format(scored=scored, coins=int(self.state.coins[seat]), hand=hand)

    def _scored(self) -> dict[int, int]:
        seats = self.state.options.seats
        entries = [entry for line in self.history.log for entry in line if entry.kind == "scored"]
        return {seats.index(entry.seat): entry.coins for entry in entries if entry.seat}

    def holds(self, facts: dict[str, Any]) -> bool:
        """Whether these facts are true of the position."""
        try:
            PositionFacts(self.state, self._scored()).expect(facts)
        except GameError:
            return False
        return True

    # ---- what the learner does ----

    def act(self, texts: Sequence[str]) -> bool:
        """Do it, if it is what the step wants; else say what there is to say about it."""
        self.refused, self.shown = {}, []
        action = texts[0]
        if self.goes_on:
            self.refused = self.lesson.other
            return False
        self._check_legal(action)
        do, options = self.step.get("do"), self.step.get("options", [])
        if isinstance(do, dict) and "spread" in do:
            return self._spread(texts, options)
        if isinstance(do, dict) and "free" in do:
            return self._free(action, do["free"])
        if isinstance(do, dict):
            accepted = self._fits(action, do["conquest"])
        else:
            accepted = action == do or any(action == option["do"] for option in options)
        if not accepted:
            self._answer(action)
            return False
        self._note([action])
        self._move(action)
        chosen = next((one for one in options if one.get("do") == action), None)
        self._finish_step(chosen)
        return True

    def go_on(self) -> bool:
        """On to what comes next; not where the learner has something to do first."""
        self.refused, self.shown = {}, []
        if self.over:
            return False
        if not self.goes_on:
            self.refused = self.lesson.other
            return False
        if self._back is not None:  # it was tried, or played out: the clock is turned back
            self.history = self.history.until(self._back)
            self._back = None
            self.said, self.words = "say", self.step["say"]
            self.shown = [self.history.line]
            return True
        if self.said == "say":
            self._after = list(self.step.get("then", []))
        self._note([NEXT])
        self._script(self._after)
        self._after = []
        self._go_to_next()
        return True

    def show(self) -> bool:
        """Do for the learner what the step wants: the first of several ways."""
        return self.go_on() if self.goes_on else self.act(self._one_way())

    def _note(self, texts: Iterable[str]) -> None:
        self.played.append("; ".join(texts))

    def _check_legal(self, text: str) -> None:
        """`GameError` if the rules do not allow it."""
        s = self.state
        action = from_text(s, text)
        if action not in legal(s):
            apply(s.copy(), action)  # says why not
            raise Illegal(f"{text}: not possible now", "")

    def _move(self, text: str) -> None:
        acting = to_act(self.state)
        self.history.replay(Move(self.state.options.seats[acting], text))
        self.shown.append(self.history.line)

    def _answer(self, action: str) -> None:
        """Something legal that the step does not want: it is tried and taken back, or not now."""
        rule = next((one for one in self.step.get("other", []) if _speaks_of(one, action)), None)
        if rule is None or rule["answer"] == "not now":
            self.refused = self.lesson.other if rule is None else rule["say"]
            return
        self._back = self.history.line
        self._move(action)
        self.said, self.words = "tried", rule["say"]

    def _fits(self, action: str, wanted: dict[str, Any]) -> bool:
        verb, _, rest = action.partition(" ")
        region, _, way = rest.partition(" with ")
        if verb != "conquer" or way != wanted.get("with", ""):
            return False
        if "in" in wanted and region not in map(str, wanted["in"]):
            return False
        if region in map(str, wanted.get("spare", [])):
            return False
        front = Front(self.state, self.state.active(self.state.seat))
        r = self.state.board.number[region]
        price = int(front.price(r)) if front.targets & BIT[r] else None
        return "most" not in wanted or (price is not None and price <= wanted["most"])

    def _spread(self, texts: Sequence[str], options: list[dict[str, Any]]) -> bool:
        if any(text.partition(" ")[0] not in ("deploy", "done") for text in texts):
            self._answer(texts[0])
            return False
        line, phase = self.history.line, phase_name(self.state)
        try:
            for text in texts:
                self._check_legal(text)
                self._move(text)
        except GameError:
            self.history = self.history.until(line)  # all of it or nothing
            raise
        if phase_name(self.state) == phase and self._learner_acts():
            self.history = self.history.until(line)
            self.shown = []
            self.refused = self.lesson.other
            return False
        self.shown = [self.history.line]
        self._note(texts)
        chosen = next((o for o in options if self.holds(self.lesson.facts(o["when"]))), None)
        self._finish_step(chosen)
        return True

    def _free(self, action: str, rules: dict[str, Any]) -> bool:
        if not self._may(action, rules):
            self._answer(action)
            return False
        phase = phase_name(self.state)
        self._note([action])
        self._move(action)
        self._done += 1
        if is_chance(self.state):
            luck = self.step["luck"]
            self._script([f"* {luck[min(self._rolls, len(luck) - 1)]}"])
            self._rolls += 1
        if phase_name(self.state) != phase or not self._learner_acts():
            self._finish_step(None)
        return True

    def _may(self, action: str, rules: dict[str, Any]) -> bool:
        if action == rules["until"]:
            return self._done >= int(rules["least"])
        region = action.split()[1] if " " in action else ""
        return _kind(action) in rules["may"] and region not in map(str, rules.get("spare", []))

    def _learner_acts(self) -> bool:
        acting = to_act(self.state)
        return acting >= 0 and self.state.options.seats[acting] == self.lesson.learner

    # ---- what follows ----

    def _finish_step(self, option: dict[str, Any] | None) -> None:
        then = list(self.step.get("then", []))
        if option is None:
            self._script(then)
            self._go_to_next()
            return
        self._script(option.get("then", []))
        self.said, self.words = "well", option["well"]
        if option.get("rewind"):
            self._back = self._base
            self.played.pop()
        else:
            self.flags = (*self.flags, option["id"])
            self._after = then

    def _go_to_next(self) -> None:
        self._at += 1
        while not self.over and not _is_due(self.step, self.flags):
            self._at += 1
        self._done = self._rolls = 0
        if self.over:
            self.said, self.words = "end", self.lesson.end
            return
        self._script(self.step.get("before", []))
        self._base = self.history.line
        self.said, self.words = "say", self.step["say"]

    def _script(self, lines: Iterable[Any]) -> None:
        for line in lines:
            try:
                self._line(line)
            except GameError as error:
                raise LessonBroken(f"lesson {self.lesson.id}, line {line}: {error}") from error

    def _line(self, line: Any) -> None:
        if isinstance(line, dict):  # {P2: [conquer 5, conquer 9]}: the first that is legal
            [(_, choices)] = line.items()
            there = self._legal_texts()
            self._move(next(choice for choice in choices if choice in there))
            return
        who, _, what = line.partition(" ")
        if who == "even":
            self._even(what)
        elif who == "finish":
            self._finish_turn()
        elif who == LUCK:
            self.history.replay(Move(LUCK, what))
            if self.shown:  # seen together with what it decides about
                self.shown.pop()
            self.shown.append(self.history.line)
        else:
            self._move(what)

    def _even(self, seat: str) -> None:
        """Tokens go one by one to where fewest stand; nothing if the seat has none to place."""
        s, places = self.state, 0
        while phase_name(s) in _PLACING and to_act(s) >= 0 and s.options.seats[to_act(s)] == seat:
            ones = [a for a in legal(s) if verb_of(a) == DEPLOY and tokens_of(a) == 1]
            if ones:
                best = min(ones, key=lambda a: int(s.tokens_in(region_of(a))))
                self._move(to_text(s, best))
                places += 1
                continue
            self._move("done")
            places += 1
            break
        if places:
            del self.shown[-places:-1]  # they are seen at once

    def _finish_turn(self) -> None:
        s = self.state
        turn = (int(s.turn), int(s.seat))
        while (int(s.turn), int(s.seat)) == turn and not is_chance(s):
            self._move(to_text(s, plainest(s)))

    def _legal_texts(self) -> list[str]:
        return [to_text(self.state, action) for action in legal(self.state)]

    # ---- shown to the learner ----

    def _one_way(self) -> list[str]:
        do, options = self.step.get("do"), self.step.get("options", [])
        if isinstance(do, str):
            return [do]
        if do is None:
            return [str(options[0]["do"])]
        if "spread" in do:
            wanted = self.lesson.facts(options[0]["when"]) if options else {}
            return next(way for way in self._spreads() if self._would_hold(way, wanted))
        possible = self._legal_texts()
        if "free" in do:
            return [next(a for a in reversed(possible) if self._may(a, do["free"]))]
        return [next(a for a in possible if self._fits(a, do["conquest"]))]

    def _spreads(self) -> Iterator[list[str]]:
        """Every way to place all tokens."""
        s = self.state
        puts = [action for action in legal(s) if verb_of(action) == DEPLOY]
        regions = list(dict.fromkeys(s.board.names[region_of(action)] for action in puts))
        count = max((int(tokens_of(action)) for action in puts), default=0)
        ending = ["done"] if phase_name(s) == "redeploy" else []
        for parts in product(range(count, -1, -1), repeat=len(regions)):
            if sum(parts) == count:
                placed = zip(regions, parts, strict=True)
                yield [*(f"deploy {region} {n}" for region, n in placed if n), *ending]

    def _would_hold(self, way: Sequence[str], facts: dict[str, Any]) -> bool:
        trial = self.state.copy()
        for text in way:
            apply(trial, from_text(trial, text))
        try:
            PositionFacts(trial, {}).expect(facts)
        except GameError:
            return False
        return True


def resume(lesson: Lesson, played: Sequence[str]) -> LessonGame:
    """The lesson after what the learner did before; `GameError` if that does not fit it."""
    game = LessonGame(lesson)
    for answer in played:
        texts = answer.split("; ")
        accepted = game.go_on() if answer == NEXT else game.act(texts)
        if not accepted or game.played[-1:] != [answer]:
            raise GameError(f"lesson {lesson.id}: {answer!r} is not what comes next")
    return game


def _is_due(step: dict[str, Any], flags: Iterable[str]) -> bool:
    return "only" not in step or bool({*step["only"]} & {*flags})


def _kind(action: str) -> str:
    verb = action.partition(" ")[0]
    return "conquest" if verb == "conquer" else verb


def _speaks_of(rule: dict[str, Any], action: str) -> bool:
    """Whether a rule of `other` speaks of this action."""
    if "in" in rule and action.split()[1:2] not in [[str(region)] for region in rule["in"]]:
        return False
    to = str(rule["to"])
    if to == "any":
        return True
    return action.endswith(f" {to}") if to.startswith("with ") else _kind(action) == to
