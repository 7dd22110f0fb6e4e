"""Looks who should be told what, and tells it; every process of a server does, and none twice."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from dataclasses import asdict, replace
from typing import Final

from smallworld.engine.game import NOBODY_ACTS, GameError
from smallworld.server.notify.ledger import OVER, Notice, NoticeLedger, Waiting, Want
from smallworld.server.notify.mail import read_mail_server
from smallworld.server.notify.outgoing import DeliveryUnknown, NotSent, Rejected, TargetGone
from smallworld.server.notify.schemas import NotifyOptions, NotifyRequest, WantedNotice
from smallworld.server.notify.sender import Links, Sender, shown
from smallworld.server.notify.settings import can_push, read_public_address
from smallworld.server.session import TableSession
from smallworld.server.settings import ServerSettings
from smallworld.server.storage.watch_key import TokenOf
from smallworld.server.tables import TableDirectory
from smallworld.table.problems import Refused
from smallworld.table.seats.credentials import same

log: Final = logging.getLogger("smallworld.server")

_AT_ONCE: Final = 8  # messages on their way
_HOUR: Final = 3600.0
_DAY: Final = 86_400.0
_LATER: Final = 600.0  # seconds until a target that was told too much is told more
_CONFIRMATIONS: Final = 3  # letters a day that ask an address whether it wants any
_TIDY: Final = 3600.0  # seconds between looks for what is to be forgotten
_NOTICED: Final = 60.0  # seconds by which a page may look connected and is not


class NotifyService:
    """Messages of one process."""

    def __init__(
        self,
        settings: ServerSettings,
        ledger: NoticeLedger,
        tables: TableDirectory,
        token_of: TokenOf,
        push_key: Coroutine[None, None, bytes],
    ) -> None:
        self._settings: Final = settings
        self._ledger: Final = ledger
        self._tables: Final = tables
        self._token_of: Final = token_of
        self._public: Final = read_public_address(settings.public_address, settings.base_path)
        self._sender: Sender | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._beaten: Final[dict[str, float]] = {}  # when presence at a table was last written
        self._tidied = 0.0
        self._beginning: Final = asyncio.create_task(self._begin(push_key))
        self._looking: Final = asyncio.create_task(self._look_again_and_again())

    async def close(self) -> None:
        """Stop; what is on its way may still arrive, and is not sent again."""
        running = [self._looking, self._beginning, *self._tasks]
        for task in running:
            task.cancel()
        await asyncio.wait(running)

    async def _begin(self, push_key: Coroutine[None, None, bytes]) -> None:
        key = None
        if self._public and can_push():
            # Here, because only then its packages are needed.
            from smallworld.server.notify.web_push import PushKey

            key = PushKey(await push_key)
        else:
            push_key.close()
        smtp = self._settings.smtp
        mail_server = read_mail_server(smtp) if smtp and self._public else None
        links = Links(self._public, self._token_of)
        self._sender = Sender(links, key, mail_server, self._settings.private_hooks)

    async def _ready(self) -> Sender:
        await asyncio.shield(self._beginning)
        assert self._sender is not None
        return self._sender

    # ---- what people ask ----

    async def options(self) -> NotifyOptions:
        """How people can be reached."""
        sender = await self._ready()
        key = sender.push_key
        return NotifyOptions(
            None if key is None else key.public,
            sender.mail_server is not None,
            bool(self._public),
            round(self._settings.notify_after),
        )

    async def want(self, session: TableSession, request: NotifyRequest) -> None:
        """Somebody at a table wants to be told; an address of mail is asked first."""
        sender = await self._ready()
        seats = self._seats(session, request.secrets)
        if session.machine.state.row.over:
            raise Refused("ended")
        for kind, target in _targets(request):
            if not self._public:
                raise Refused("no_messages", kind=kind)
            await self._add(session.table_id, seats, kind, target, request.lang, sender)

    async def _add(
        self, table_id: str, seats: tuple[str, ...], kind: str, given: str, lang: str,
        sender: Sender,
    ) -> None:  # fmt: skip
        target = await sender.check(kind, given)
        now, most = time.time(), self._settings.most_notices_by_seat
        name, mark = secrets.token_hex(8), self._token_of(f"target {kind} {target}")
        want = Want(name, table_id, seats, kind, target, mark, lang, kind != "mail")
        ledger = self._ledger
        if kind == "mail" and await ledger.confirmations(mark, now - _DAY) >= _CONFIRMATIONS:
            raise Refused("too_fast")
        found = await ledger.add(want, now, most)
        if found is None:
            raise Refused("too_many_targets", most=most)
        want = replace(want, id=found)
        for other, event in await ledger.taken():
            if other.id == found:  # who sits there already is no news
                await ledger.note(other, event, now, moot=True)
        kept = await ledger.find(found)
        if kind == "mail" and kept is not None and not kept.confirmed:
            await ledger.note(want, f"confirm {found}", now)

    async def wanted(self, session: TableSession, request: NotifyRequest) -> list[WantedNotice]:
        """What the seats of these secrets are told of a table."""
        sender = await self._ready()
        seats = {*self._seats(session, request.secrets)}
        return [
            WantedNotice(
                want.id,
                want.kind,  # type: ignore[arg-type]
                shown(want),
                want.confirmed,
                _is_here(want, request.endpoint),
                sender.links.stop_token(want.id),
            )
            for want in await self._ledger.of_table(session.table_id)
            if seats & {*want.seats}
        ]

    def _seats(self, session: TableSession, given: Sequence[str]) -> tuple[str, ...]:
        seating = session.machine.state.seating
        opened = seating.opened_by(given)
        if not opened:
            raise Refused("not_your_table")
        return tuple(seating.rows[seat].seat for seat in opened)

    async def stop(self, want_id: str, token: str) -> str:
        """No more of it; the table it was about."""
        sender = await self._ready()
        want = await self._ledger.find(want_id)
        if want is None or not same(token, sender.links.stop_token(want_id)):
            raise Refused("no_notice")
        await self._ledger.stop(want_id)
        return want.table_id

    async def confirm(self, want_id: str, token: str) -> str:
        """The address may be written to; the table it is about."""
        sender = await self._ready()
        want = await self._ledger.find(want_id)
        if want is None or not same(token, sender.links.confirm_token(want_id)):
            raise Refused("no_notice")
        await self._ledger.confirm(want_id)
        return want.table_id

    # ---- looking ----

    async def _look_again_and_again(self) -> None:
        try:
            sender = await self._ready()
        except Exception:
            log.exception("messages cannot be sent")
            return
        if not self._public:
            return
        while True:
            try:
                await self._look(sender)
            except Exception:  # the database may be away; it is asked again
                log.exception("who is to be told what could not be seen to")
            await asyncio.sleep(self._settings.notify_every)

    async def _look(self, sender: Sender) -> None:
        now = time.time()
        await self._note_presence(now)
        for found in await self._ledger.waiting(now - self._settings.notify_after):
            await self._note_turn(found, now)
        for want, event in await self._ledger.taken():
            tells = want.confirmed and await self._is_host(want)
            due = now + self._settings.notify_after  # whoever is at the table by then knows
            await self._ledger.note(want, event, due, moot=not tells)
        free = _AT_ONCE - len(self._tasks)
        if free > 0:
            for notice in await self._ledger.claim(now, free):
                task = asyncio.create_task(self._tell(sender, notice))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        if now - self._tidied > _TIDY:
            self._tidied = now
            await self._ledger.tidy(now)

    async def _note_presence(self, now: float) -> None:
        """Whoever is at a table is not told of it; other processes see that in the database."""
        here = self._tables.seats_here()
        wanted = await self._ledger.tables() if here else set()
        for table_id in [*self._beaten]:
            if table_id not in here:
                del self._beaten[table_id]
        for table_id in wanted & here.keys():
            if now - self._beaten.get(table_id, 0.0) >= self._settings.notify_after / 4:
                self._beaten[table_id] = now
                await self._ledger.note_presence(table_id, sorted(here[table_id]), now)

    async def _note_turn(self, found: Waiting, now: float) -> None:
        """Note what a table waits for, if it waits for this wish, or that its game is over."""
        want, ledger = found.want, self._ledger
        if found.over:
            saw_it = want.seen > found.moved + _NOTICED
            await ledger.note(want, "over", now, moot=saw_it)
            await ledger.looked(want.id, OVER)
            return
        event = await self._event(want)
        if event is not None:
            await ledger.note(want, event, now)
        await ledger.looked(want.id, found.n)

    async def _session(self, table_id: str) -> TableSession | None:
        try:
            return await self._tables.find(table_id)
        except GameError:
            return None  # it is in the log

    async def _event(self, want: Want) -> str | None:
        """What waits for this wish at its table; None if nothing does, or a computer plays."""
        session = await self._session(want.table_id)
        if session is None:
            return None
        history, rows = session.machine.state.history, session.machine.state.seating.rows
        acting = history.acting
        if acting == NOBODY_ACTS or rows[acting].computer is not None:
            return None
        seat, s = rows[acting].seat, history.state
        if seat not in want.seats:
            return None
        whose = s.options.seats[s.seat]
        return f"turn {s.turn} {seat}" if whose == seat else f"answer {s.turn} {whose} {seat}"

    async def _is_host(self, want: Want) -> bool:
        session = await self._session(want.table_id)
        if session is None:
            return False
        seating = session.machine.state.seating
        return seating.rows[seating.host].seat in want.seats

    # ---- telling ----

    async def _tell(self, sender: Sender, notice: Notice) -> None:
        """Tell one thing that was claimed; whatever comes of it is written down."""
        try:
            await self._try(sender, notice)
        except Exception:
            log.exception("table %s: %s was not told", notice.want.table_id, notice.event)

    async def _try(self, sender: Sender, notice: Notice) -> None:
        want, ledger, now = notice.want, self._ledger, time.time()
        confirms = notice.event.startswith("confirm")
        knows = notice.event.startswith("taken") and want.seen > now - self._settings.notify_after
        if not notice.still or knows or want.confirmed == confirms:
            await ledger.settle(notice, "moot", now)
            return
        target, table = await ledger.told_since(notice, now - _HOUR)
        limits = self._settings
        if target >= limits.most_notices_by_target or table >= limits.most_notices_by_table:
            await ledger.try_later(notice, now + _LATER, tried=False)
            return
        try:
            await sender.send(want, notice.event)
            state = "sent"
        except NotSent as error:
            waits = limits.notify_retries
            if notice.tries <= len(waits):
                await ledger.try_later(notice, now + waits[notice.tries - 1], tried=True)
                return
            state = "failed"
            log.warning("table %s: %s not told by %s: %s", *_named(notice), error)
        except DeliveryUnknown as error:
            state = "unknown"
            log.warning("table %s: %s may not be told by %s: %s", *_named(notice), error)
        except Rejected as error:
            state = "failed"
            log.warning("table %s: %s not told by %s: %s", *_named(notice), error)
            if isinstance(error, TargetGone):
                await ledger.stop(want.id)
        await ledger.settle(notice, state, time.time())


def _named(notice: Notice) -> tuple[str, str, str]:
    """What the log may say of it: where it goes is nobody's business."""
    return notice.want.table_id, notice.event, notice.want.kind


def _targets(request: NotifyRequest) -> list[tuple[str, str]]:
    found = [] if request.push is None else [("push", json.dumps(asdict(request.push)))]
    found += [] if request.mail is None else [("mail", request.mail)]
    return found + ([] if request.hook is None else [("hook", request.hook)])


def _is_here(want: Want, endpoint: str) -> bool:
    return (
        want.kind == "push" and bool(endpoint) and json.loads(want.target)["endpoint"] == endpoint
    )
