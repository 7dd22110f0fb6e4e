"""The home of all tables in a browser: what its page, its store and its thinker say goes in as
plain data, and what they are to do comes out.

It knows no database, no worker and no clock: whoever runs it (`web/src/worker/home.ts`, or a test)
hands every input to `receive` with the time, and carries out what it answers, in its order.

In: `start`, `request`, `open`, `message`, `closed`, `kept`, `loaded`, `thought`, `tick`,
`changed`. Out: `answer`, `tell`, `close`, `keep`, `load`, `think`, `stop`, `remind`, `storage`.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from smallworld.browser.lines import LessonLine, PuzzleLine, TableLine
from smallworld.browser.local_files import LocalFiles
from smallworld.browser.local_table import LocalTable
from smallworld.browser.reading import read_plain
from smallworld.browser.stored import (
    StoredTable,
    entries_of,
    load_stored,
    read_stored,
    stored_after,
)
from smallworld.engine.game import GameError
from smallworld.home.lessons.lesson_session import TABLE as LESSON
from smallworld.home.new_tables import secret_dealer
from smallworld.home.thinking import answer
from smallworld.players.registry import levels_by_strength
from smallworld.puzzles.session import TABLE as PUZZLE
from smallworld.table.history import Deal, History
from smallworld.table.interface import SeatPosition
from smallworld.table.loading import DamagedTable, load_history
from smallworld.table.machine import TableMachine
from smallworld.table.messages import HintAnswer
from smallworld.table.problems import Refused
from smallworld.table.rows import Change, LoadedTable
from smallworld.table.state import TableLimits

log: Final = logging.getLogger("smallworld.browser")

# Levels that decide in a few milliseconds need nobody to think for them.
AT_ONCE: Final = frozenset({"random", "careless", "greedy"})
Plain = dict[str, Any]
Found = Callable[[LocalTable | Refused], None]


@dataclass(frozen=True)
class _Unkept:
    """What the store has not kept yet, and who waits for that."""

    entries: list[Plain]
    done: Callable[[str, bool], None]


class BrowserHome:
    """All tables of a browser; see the top of this file."""

    def __init__(self, folder: Path, deal: Deal = secret_dealer) -> None:
        self.deal: Final = deal
        self.files: Final = LocalFiles(folder)
        self.limits: Final = TableLimits(
            levels=levels_by_strength(),
            hints_burst=60.0,
            hints_rate=2.0,
        )
        self.tables: Final[dict[str, StoredTable]] = {}  # all there are, without their lines
        self._open: Final[dict[str, LocalTable]] = {}
        self._lines: Final[dict[int, TableLine | LessonLine | PuzzleLine]] = {}
        self._finding: Final[dict[str, list[Found]]] = {}
        self._unkept: Final[dict[int, _Unkept]] = {}
        self._backlog: Final[list[Plain]] = []  # what could not be kept and is tried again
        self._loading: Final[dict[int, Callable[[Any], None]]] = {}
        self._thinking: Final[dict[int, Callable[[Any], None]]] = {}
        self._soon: Final[list[Callable[[], None]]] = []
        self._out: list[Plain] = []
        self._numbers = 0
        self._now = 0.0

    # ---- what comes in ----

    def receive(self, given: Mapping[str, Any], now: float) -> list[Plain]:
        """What is to be done about an input, in this order; `now` is in seconds since 1970."""
        self._now, self._out = now, []
        try:
            self._take(given)
        except Exception:
            log.exception("%s failed", given.get("in"))
        while self._soon:
            self._soon.pop(0)()
        out, self._out = self._out, []
        return out

    def _take(self, given: Mapping[str, Any]) -> None:
        what = given["in"]
        if what == "message":
            self._lines[given["line"]].hear(given["text"])
        elif what == "open":
            self._open_line(given["line"], given["table"])
        elif what == "closed":
            line = self._lines.pop(given["line"], None)
            if line is not None:
                line.end()
        elif what == "request":
            from smallworld.browser.local_requests import answer_request

            answer_request(self, given)
        elif what == "kept":
            self._was_kept(given)
        elif what == "loaded":
            self._loading.pop(given["ticket"])(given["value"])
        elif what == "thought":
            done = self._thinking.get(given["ticket"])
            if done is not None:
                done(given["value"])
        elif what == "tick":
            if given["table"] in self._open:
                self._open[given["table"]].wake()
        elif what == "changed":
            self._changed_elsewhere(given["tables"])
        else:
            self._start(given)

    def _start(self, given: Mapping[str, Any]) -> None:
        """All there is in the store, when the page is opened."""
        for file in given["files"]:
            self.files.restore(file["name"], file["text"])
        self._note_tables(given["tables"])

    def _note_tables(self, entries: Sequence[Mapping[str, Any]]) -> None:
        for entry in entries:
            try:
                self.tables[entry["id"]] = read_stored(entry)
            except (KeyError, GameError) as error:
                log.error("table %s is left out: %s", entry.get("id"), error)

    def _changed_elsewhere(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Another page of this browser has moved at these tables: here they are loaded anew."""
        self._note_tables(entries)
        for entry in entries:
            table = self._open.get(entry["id"])
            if table is not None and table.machine.state.row.n != entry["row"]["n"]:
                table.close()

    # ---- what comes out ----

    def put(self, what: str, **fields: Any) -> None:
        """Something to be done."""
        self._out.append({"out": what, **fields})

    def now(self) -> float:
        """Seconds since 1970."""
        return self._now

    def soon(self, do: Callable[[], None]) -> None:
        """Do it when what is being done now is done."""
        self._soon.append(do)

    def number(self) -> int:
        """A number that nothing else here has."""
        self._numbers += 1
        return self._numbers

    # ---- lines of pages ----

    def _open_line(self, number: int, table: str) -> None:
        if table.startswith(LESSON):
            self._lines[number] = LessonLine(self, number, table.removeprefix(LESSON))
        elif table.startswith(PUZZLE):
            self._lines[number] = PuzzleLine(self, number, table.removeprefix(PUZZLE))
        else:
            self._lines[number] = TableLine(self, number, table)

    def tell(self, line: int, text: str) -> None:
        """Send a text to a page."""
        self.put("tell", line=line, text=text)

    def hang_up(self, line: int, code: int) -> None:
        """Close the line of a page."""
        self._lines.pop(line, None)
        self.put("close", line=line, code=code)

    # ---- tables ----

    def find(self, table_id: str, done: Found) -> None:
        """The table of that name, from memory or from the store."""
        if table_id in self._open:
            done(self._open[table_id])
        elif table_id not in self.tables:
            done(Refused("no_table"))
        elif table_id in self._finding:
            self._finding[table_id].append(done)
        else:
            self._finding[table_id] = [done]
            self.load({"changes": table_id}, lambda value: self._found(table_id, value))

    def _found(self, table_id: str, changes: Sequence[Mapping[str, Any]]) -> None:
        waiting = self._finding.pop(table_id, [])
        found: LocalTable | Refused
        try:
            loaded = load_stored(self.tables[table_id], changes)
            found = self.open_table(loaded)
        except DamagedTable as error:
            found = Refused("damaged", text=str(error))
        except Refused as error:
            found = error
        except (GameError, KeyError, TypeError) as error:
            found = Refused("cannot_go_on", text=str(error))
        for done in waiting:
            done(found)

    def open_table(self, loaded: LoadedTable, history: History | None = None) -> LocalTable:
        """A table that is kept, in memory; computers think once somebody has joined it."""
        if history is None:
            history = load_history(loaded, self.files.chosen(loaded.table.request.custom))
        if history.table.own_map is not None:
            self.files.boards.note(history.table.own_map)
        machine = TableMachine(loaded, history, self.limits, self._now)
        table = LocalTable(self, machine)
        self._open[loaded.table.id] = table
        return table

    def bring(self, brought: Mapping[str, StoredTable]) -> None:
        """Tables that were kept from a file: those that are open are loaded anew."""
        self.tables.update(brought)
        for table_id in brought:
            if table_id in self._open:
                self._open[table_id].close()

    def forget(self, table_id: str) -> None:
        """The table must be loaded anew."""
        self._open.pop(table_id, None)

    def let_go(self, table: LocalTable) -> None:
        """Somebody has left: a table that nobody needs is not kept in memory."""
        if table.is_idle:
            table.close()

    # ---- the store ----

    def keep(self, changes: Sequence[Change], done: Callable[[str, bool], None]) -> None:
        """Keep changes as one; `done` hears the error (empty: none), and if it is a conflict."""
        self.keep_with_secrets(changes, {}, done)

    def keep_with_secrets(
        self,
        changes: Sequence[Change],
        given: Mapping[str, Sequence[str]],
        done: Callable[[str, bool], None],
    ) -> None:
        """The same; `given` has the secrets of new tables, which this browser remembers."""
        after = stored_after(self.tables, changes)
        for table_id, kept in after.items():
            if table_id in given:
                after[table_id] = replace(kept, secrets=tuple(given[table_id]))
            elif not kept.secrets:  # who plays again has the same secrets
                after[table_id] = replace(kept, secrets=self._secrets_of(kept))

        def written(error: str, conflict: bool) -> None:
            if not error:
                self.tables.update(after)
            done(error, conflict)

        self.write(entries_of(changes, after), written)

    def _secrets_of(self, kept: StoredTable) -> tuple[str, ...]:
        digests = {seat.digest for seat in kept.seats}
        for other in self.tables.values():
            if {seat.digest for seat in other.seats if seat.digest} & digests:
                return other.secrets
        return ()

    def write(self, entries: list[Plain], done: Callable[[str, bool], None]) -> None:
        """Write entries into the store, all or none; also those that could not be kept before."""
        ticket = self.number()
        self._unkept[ticket] = _Unkept(entries, done)
        self.put("keep", ticket=ticket, entries=[*self._backlog, *entries])

    def _was_kept(self, given: Mapping[str, Any]) -> None:
        """Where the store is full or forbidden the game goes on, and the player is told.

        What could not be kept is tried again with whatever comes next.
        """
        unkept = self._unkept.pop(given["ticket"])
        error, conflict = given.get("error", ""), given.get("conflict", False)
        if error and not conflict:
            self._backlog.extend(unkept.entries)
            self.put("storage", ok=False, text=error)
            error = ""
        elif not error and self._backlog:
            self._backlog.clear()
            self.put("storage", ok=True, text="")
        unkept.done(error, conflict)

    def load(self, what: Mapping[str, Any], done: Callable[[Any], None]) -> None:
        """Read from the store: `changes` of a table, its `review`, or `everything`."""
        ticket = self.number()
        self._loading[ticket] = done
        self.put("load", ticket=ticket, wanted=what)

    # ---- thinking ----

    def choose(self, position: SeatPosition, level: str, done: Callable[[str], None]) -> int:
        """Let a level choose; `done` hears the action's text, or nothing if it failed."""
        job = {"kind": "choose", "level": level, **self._question(position)}
        if level not in AT_ONCE:
            return self._think(job, 0, done)
        number = self.number()
        self._thinking[number] = done

        def think() -> None:
            from smallworld.browser.thinker import question_of

            if self._thinking.pop(number, None) is not None:
                try:
                    text = answer(question_of(job, self.files.folder))
                except GameError:
                    log.exception("the level %s failed", level)
                    text = ""
                done(text)

        self.soon(think)
        return number

    def advise(self, position: SeatPosition, done: Callable[[HintAnswer | None], None]) -> int:
        """Find a hint; `done` hears it, or None if there is none."""

        def found(value: Any) -> None:
            done(None if value is None else read_plain(value, HintAnswer))

        return self._think({"kind": "hint", **self._question(position)}, 1, found)

    def _question(self, position: SeatPosition) -> Plain:
        return {
            "header": position.header,
            "files": self.files.texts(position.files),
            "seen": position.seen.hex(),
            "tallied": list(position.tallied),
            "seat": position.seat,
            "seed": secrets.randbits(60),
        }

    def _think(self, job: Plain, urgency: int, done: Callable[[Any], None]) -> int:
        """Ask the thinker; the lower the urgency, the sooner it is done."""
        number = self.number()

        def answered(value: Any) -> None:
            self._thinking.pop(number, None)
            done(value)

        self._thinking[number] = answered
        self.put("think", ticket=number, urgency=urgency, job=job)
        return number

    def stop(self, number: int) -> None:
        """Nobody waits for that thought any more."""
        if self._thinking.pop(number, None) is not None:
            self.put("stop", ticket=number)

    def draw(self, lines: Sequence[str], done: Callable[[Any], None]) -> None:
        """Draw a board from its lines; `done` hears the drawing, or None."""
        self._think({"kind": "draw", "lines": list(lines)}, 1, done)

    def find_review(self, table_id: str, done: Callable[[str | None], None]) -> None:
        """Look for a review that is kept."""
        self.load({"review": table_id}, done)

    def make_review(
        self,
        table_id: str,
        record: str,
        files: Sequence[str],
        told: Callable[[int], None],
        done: Callable[[str | None], None],
    ) -> None:
        """Make a review and keep it; `told` hears how far it is, `done` the review or None."""
        job = {"kind": "review", "record": record, "files": self.files.texts(files)}

        def piece(value: Any) -> None:
            if value is None:
                done(None)
            elif value["review"] is None:
                told(value["percent"])
                self._think(job, 2, piece)
            else:
                review: str = value["review"]
                entry = {"table": table_id, "review": review}
                put = {"op": "put", "store": "reviews", "value": entry}
                self.write([put], lambda error, conflict: done(review))

        self._think(job, 2, piece)

    def remind(self, table_id: str, seconds: float) -> None:
        """See that the table is woken after so long."""
        self.put("remind", table=table_id, seconds=seconds)


def speak(home: BrowserHome) -> Callable[[str, float], str]:
    """The home for whoever speaks JSON."""

    def receive(given: str, now: float) -> str:
        return json.dumps(home.receive(json.loads(given), now), ensure_ascii=False)

    return receive
