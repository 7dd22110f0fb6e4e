"""What the pages at a table are told: views, each for its seat, and who is there."""

from __future__ import annotations

from typing import Final

from msgspec import Raw

from smallworld.server import messages, sight
from smallworld.server.course import Course, Draft
from smallworld.server.messages import Ack, SeatNow, TableNow, Undoable, ViewNow
from smallworld.server.rows import TableRow
from smallworld.server.seating import Connection, Seating
from smallworld.server.sight import Sights

_NO_EVENTS: Final = Raw(b"[]")


class Gallery:
    """The pages of one table; everything they see of the game goes through here."""

    def __init__(
        self,
        course: Course,
        seating: Seating,
        row: TableRow,
        files: tuple[str, ...],
        takeover_after: float,
        hints: bool,
    ) -> None:
        self.row = row
        self.hints: Final = hints
        self._course: Final = course
        self._seating: Final = seating
        self._files: Final = files
        self._takeover_after: Final = takeover_after
        self._sights = Sights(course.state, course.table)  # of this version

    def turn_to(self, row: TableRow) -> None:
        """The table is now like this; views are made anew."""
        self.row = row
        self._sights = Sights(self._course.state, self._course.table)

    # ---- to all ----

    def publish(self, draft: Draft) -> None:
        """Show every page the position after a change."""
        events = messages.events_of(draft.log)
        seats = self._seating.now()
        written: dict[tuple[int | None, bool], str] = {}
        for connection in self._seating.connections:
            viewer = self._viewer(connection)
            undo = self._undoable(connection)
            key = (viewer, undo.step is None)
            if key not in written:
                written[key] = self._written(viewer, undo, events, draft.base, seats)
            connection.post(written[key])

    def tell(self, text: str) -> None:
        """Tell every page the same."""
        for connection in self._seating.connections:
            connection.post(text)

    def tell_seats(self, but: Connection | None = None) -> None:
        """Tell every page who sits where and who is there."""
        text = messages.write(messages.Seats(self._seating.now()))
        for connection in self._seating.connections:
            if connection is not but:
                connection.post(text)

    def tell_rematch(self, table_id: str, watch: str) -> None:
        """Tell every page where the same people play again."""
        self.tell(messages.write(messages.Rematch(table_id, watch)))

    # ---- to one ----

    def welcome(self, connection: Connection, base: int) -> None:
        """Tell a page all there is; it knows the lines up to `base`."""
        course = self._course
        connection.post(
            messages.write(
                messages.Welcome(
                    table=self._describe(),
                    you=[self._seating.rows[seat].seat for seat in connection.seats],
                    n=self.row.n,
                    line=course.line,
                    view=self._sights.show(self._viewer(connection)),
                    undo=self._undoable(connection),
                    events=messages.events_of(course.log[base:]),
                    from_=base,
                    over=course.over,
                )
            )
        )

    def acknowledge(self, connection: Connection, id_: str) -> None:
        """What the page asked for is done and kept."""
        connection.post(messages.write(Ack(id_, self.row.n, self._course.line)))

    def show_again(self, connection: Connection) -> None:
        """Show the position to a page that was behind."""
        viewer, undo = self._viewer(connection), self._undoable(connection)
        line = self._course.line
        connection.post(self._written(viewer, undo, _NO_EVENTS, line, self._seating.now()))

    def show_position(self, connection: Connection, request: messages.Position) -> None:
        """Show a page the public view after some line."""
        state = self._course.position(request.line)
        view = Raw(sight.show_past(state, self._course.table, self._course.over))
        connection.post(messages.write_answer(request.id, messages.Past(request.line, view)))

    # ---- parts ----

    def _viewer(self, connection: Connection) -> int | None:
        """Whose view a page is shown: of its seat that is to act, else of its first."""
        if self._course.acting in connection.seats:
            return self._course.acting
        return connection.seats[0] if connection.seats else None

    def _undoable(self, connection: Connection) -> Undoable:
        acting = self._course.acting
        if acting not in connection.seats or self._seating.rows[acting].computer is not None:
            return Undoable(None, None)
        first = self._course.undo_to(acting)
        return Undoable(None if first is None else self._course.line - 1, first)

    def _written(
        self,
        viewer: int | None,
        undo: Undoable,
        events: Raw,
        base: int,
        seats: list[SeatNow],
    ) -> str:
        return messages.write(
            ViewNow(
                n=self.row.n,
                line=self._course.line,
                view=self._sights.show(viewer),
                undo=undo,
                events=events,
                from_=base,
                seats=seats,
                over=self._course.over,
            )
        )

    def _describe(self) -> TableNow:
        """What the table is, apart from the game."""
        table = self._course.table
        options: dict[str, object] = {
            "coins": table.coins,
            "places": table.places,
            "first": self._course.state.options.seats[table.first],
            "settings": {
                "own_decline_defends": table.own_decline_defends,
                "ghouls_reenter": table.ghouls_reenter,
                "flames_entry": table.flames_entry,
            },
            "custom": list(self._files),
            "monsters": list(table.monsters),
            "hints": self.hints,
        }
        return TableNow(
            id=self.row.id,
            map=table.map,
            drawing=table.map if table.own_map is None else table.own_map.digest,
            world=table.world,
            turns=table.turns,
            options=options,
            seats=self._seating.now(),
            watch=self.row.watch,
            open=bool(self.row.open),
            created=self.row.created,
            takeover_after=self._takeover_after,
            rematch=self.row.rematch,
        )
