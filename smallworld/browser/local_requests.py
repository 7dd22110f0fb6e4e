"""What a page asks of its home beside the lines of tables: the answers a server would give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

from smallworld.browser.export_file import bring_games, take_games
from smallworld.browser.local_deals import look_up_deal
from smallworld.browser.local_table import LocalTable
from smallworld.browser.reading import read_plain
from smallworld.content.texts import languages
from smallworld.engine.game import GameError
from smallworld.game.views.reference import texts_in
from smallworld.home.daily import daily_game
from smallworld.home.lessons.library import lesson_list
from smallworld.home.lists import my_games, open_tables
from smallworld.home.messages import error_fields
from smallworld.home.new_tables import (
    created_table,
    new_secret,
    new_table_id,
    plan_table,
    record_request,
    set_up,
)
from smallworld.home.reference import drawing_of, setup_of
from smallworld.home.schemas import RecordRequest, SecretsRequest
from smallworld.puzzles.session import puzzle_list
from smallworld.table.interface import RematchReady, SeatTaken
from smallworld.table.limits import Length
from smallworld.table.loading import begin_branch
from smallworld.table.messages import ErrorMessage
from smallworld.table.problems import Refused
from smallworld.table.rows import SaveNewTable
from smallworld.table.seats.credentials import digest
from smallworld.table.starting.table_request import TableRequest
from smallworld.wire.plain import plain

if TYPE_CHECKING:
    from smallworld.browser.home import BrowserHome

HERE: Final = "here-"  # what tables of a browser are called begins so

Reply = Callable[[object], None]


@dataclass(frozen=True)
class HomeMadeFile:
    """A file that was dropped into the page."""

    name: Annotated[str, Length(1, 100)]
    text: Annotated[str, Length(0, 200_000)]


def answer_request(home: BrowserHome, given: Mapping[str, Any]) -> None:
    """Answer a request, now or once the store has done its part."""

    def reply(value: object) -> None:
        if isinstance(value, GameError):
            home.put("answer", id=given["id"], ok=False, body=error_fields(value))
        else:
            home.put("answer", id=given["id"], ok=True, body=value)

    parts = [part for part in str(given["path"]).split("/") if part][1:]
    try:
        _route(home, parts, given.get("body"), str(given.get("token", "")), reply)
    except GameError as error:
        reply(error)


def _route(home: BrowserHome, parts: list[str], body: Any, token: str, reply: Reply) -> None:
    if parts == ["setup"]:
        reply(plain(setup_of(home.files.customs, home.files.boards)))
    elif parts[0] == "texts" and len(parts) == 2:
        if parts[1] not in languages():
            raise Refused("nothing_here")
        reply(plain(texts_in(parts[1], home.files.customs.by_name)))
    elif parts[0] == "drawing" and len(parts) == 2:
        _draw(home, parts[1], reply)
    elif parts == ["puzzles"]:
        reply(asdict(puzzle_list()))
    elif parts == ["daily"]:
        reply(asdict(daily_game(datetime.fromtimestamp(home.now(), UTC).date())))
    elif parts[0] == "deals" and len(parts) == 2:
        look_up_deal(home, parts[1], reply)
    elif parts == ["lessons"]:
        reply(asdict(lesson_list()))
    elif parts == ["tables"]:
        _create(home, read_plain(body, TableRequest), reply)
    elif parts == ["records"]:
        brought = read_plain(body, RecordRequest)
        request = record_request(brought.record, brought.custom, home.files.customs)
        _create(home, request, reply)
    elif parts == ["mine"]:
        secrets = [*read_plain(body, SecretsRequest).secrets]
        kept = sorted(home.tables.values(), key=lambda one: -one.row.moved)
        secrets += [secret for one in kept for secret in one.secrets]
        found = [(one.row, one.seats) for one in kept]
        digests = [digest(secret) for secret in secrets]
        reply(asdict(my_games(found, digests, moment=0.0)))  # clocks stand still while it is closed
    elif parts == ["tables", "open"]:
        reply(asdict(open_tables([])))
    elif parts[0] == "tables" and len(parts) == 3:
        _at_table(home, parts[1], parts[2], body, token, reply)
    elif parts == ["games"]:
        if body is None:
            take_games(home, reply)
        else:
            bring_games(home, body, reply)
    elif parts == ["files"]:
        _files(home, body, reply)
    else:
        raise Refused("nothing_here")


def _create(home: BrowserHome, request: TableRequest, reply: Reply) -> None:
    if request.open or any(seat.kind == "link" for seat in request.seats):
        raise Refused("needs_server")
    files = home.files
    levels = home.limits.levels
    planned = plan_table(request, files.customs, files.boards, levels, home.deal())
    begun = None
    if planned.branch is not None:
        *_, begun = begin_branch(request, planned.branch)
    table_id, watch = HERE + new_table_id(), new_secret()
    made, secrets = set_up(planned, begun, table_id, watch, home.now(), home.deal)

    def done(error: str, conflict: bool) -> None:
        if error:
            reply(Refused("not_saved", text=error))
        else:
            home.open_table(made)
            reply(asdict(created_table(made.table, made.seats, secrets)))

    home.keep_with_secrets([SaveNewTable(made)], {table_id: secrets}, done)


def _at_table(
    home: BrowserHome, table_id: str, what: str, body: Any, token: str, reply: Reply
) -> None:
    if what == "join":
        raise Refused("needs_server")

    def found(table: LocalTable | Refused) -> None:
        if isinstance(table, Refused):
            reply(table)
        elif what == "record":
            try:
                reply({"record": table.machine.state.record_for(token)})
            except Refused as error:
                reply(error)
        elif what == "rematch":
            _rematch(home, table, [*read_plain(body, SecretsRequest).secrets], reply, None)
        else:
            reply(Refused("nothing_here"))

    home.find(table_id, found)


def _rematch(
    home: BrowserHome, table: LocalTable, secrets: list[str], reply: Reply, gone: str | None
) -> None:
    """The table where the same people play again."""
    known = secrets or [*home.tables[table.table_id].secrets]

    def ready(answer: RematchReady | SeatTaken | ErrorMessage) -> None:
        if isinstance(answer, ErrorMessage):
            reply(Refused(answer.why, **answer.facts))
        elif isinstance(answer, RematchReady):
            again = home.tables.get(answer.table_id)
            if again is None and gone is None:  # somebody has deleted it
                _rematch(home, table, secrets, reply, answer.table_id)
            elif again is None:
                reply(Refused("no_table"))
            else:
                reply(asdict(created_table(again.row, again.seats, known)))

    table.play_again(known, HERE + new_table_id(), new_secret(), gone, ready)


def _draw(home: BrowserHome, name: str, reply: Reply) -> None:
    """How a board looks; one that was never drawn is drawn by the thinker."""
    boards = home.files.boards
    undrawn = boards.undrawn(name)

    def drawn(drawing: Any) -> None:
        if drawing is not None:
            boards.keep(name, drawing)
        found = drawing_of(name, boards)
        reply(Refused("nothing_here") if found is None else plain(found))

    if undrawn is None:
        drawn(None)
    else:
        home.draw(undrawn.data.to_lines(), drawn)


def _files(home: BrowserHome, body: Any, reply: Reply) -> None:
    """Which files there are; with a body one more, or with no text one less."""

    def done(error: str, conflict: bool) -> None:
        reply(Refused("not_saved", text=error) if error else {"files": home.files.names})

    if body is None:
        reply({"files": home.files.names})
    elif body.get("text") is None:
        name = str(body.get("name"))
        home.files.remove(name)
        home.write([{"op": "delete", "store": "files", "key": name}], done)
    else:
        file = read_plain(body, HomeMadeFile)
        home.files.add(file.name, file.text)
        home.write([{"op": "put", "store": "files", "value": asdict(file)}], done)
