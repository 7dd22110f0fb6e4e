"""The processes of a server, each a home of any table, as one of them sees the others.

Every process says every two seconds that it is alive. Each table that a process has in memory is a
subject of the bus: there the processes that have it tell each other what was kept and who looks on.
Since any of that may get lost, revisions are compared with the database now and then, and often
while the bus is away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, cast

import msgspec

from smallworld.engine.game import RULES
from smallworld.server.cluster.bus import Bus
from smallworld.server.cluster.other_homes import OtherHomes
from smallworld.server.cluster.wording import PageToClose, TableWord, read_word, write_word
from smallworld.server.storage.game_store import GameStore
from smallworld.table.homes.notes import HomeFarewell, HomeNote
from smallworld.table.interface import Caller, CloseReason
from smallworld.table.problems import Refused
from smallworld.table.rows import TableUpdate

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

    from smallworld.server.session import TableSession

log: Final = logging.getLogger("smallworld.server")

ALIVE: Final = "smallworld.alive"
BOARDS: Final = "smallworld.boards"
TABLE: Final = "smallworld.table."
_BEAT: Final = 2.0  # seconds between two signs of life
_LOST: Final = 8.0  # seconds without one until a process is taken to be gone
_COMPARE: Final = 10.0  # seconds between looks at the revisions of tables that have pages here …
_COMPARE_ALONE: Final = 1.0  # … and while the bus is away
_ANSWER: Final = 2.0  # seconds in which somebody may have a map
_WAKE: Final = 30.0  # seconds between looks for tables where a computer is to act and nobody cares


class Heartbeat(msgspec.Struct, frozen=True):
    """A process that serves says that it is there."""

    name: str
    rules: int  # the newest version of the rules it knows
    ends: bool = False  # it stops now


class ClusterHomes(OtherHomes):
    """What this process knows of the others."""

    def __init__(self, bus: Bus, store: GameStore, name: str = "") -> None:
        self.name = name or secrets.token_hex(4)
        self.on_life: list[Callable[[], None]] = []  # called when a process comes or goes
        self._bus: Final = bus
        self._store: Final = store
        self._sessions: Final[dict[str, TableSession]] = {}
        self._listening: Final[dict[str, asyncio.Task[Subscription]]] = {}
        self._alive: Final[dict[str, tuple[float, Heartbeat]]] = {}
        self._wake_all: Callable[[float], Awaitable[None]] | None = None
        self._tasks: Final = [
            asyncio.create_task(self._beat()),
            asyncio.create_task(self._compare()),
        ]

    def begin(
        self,
        wake_all: Callable[[float], Awaitable[None]],
        lines_of_board: Callable[[str], tuple[str, ...] | None],
    ) -> None:
        """From now on tables are looked for that nobody has, and where a computer is to act.

        `lines_of_board` has the maps that tables here are played on.
        """
        self._wake_all = wake_all

        def find(digest: bytes) -> bytes | None:
            lines = lines_of_board(digest.decode())
            return None if lines is None else msgspec.msgpack.encode(lines)

        self._tasks.append(asyncio.create_task(self._bus.answer(BOARDS, find)))
        self._tasks.append(asyncio.create_task(self._look_for_the_forgotten()))

    @property
    def others(self) -> list[str]:
        """The other processes that are alive."""
        return [*self._alive]

    @property
    def is_first(self) -> bool:
        """Whether it is this process that sees to tables which nobody has in memory."""
        return self.name < min(self._alive, default="~")

    def knows_rules(self, version: int) -> bool:
        """Whether another process can play a game begun by that version of the rules."""
        return any(life.rules >= version for _, life in self._alive.values())

    async def find_board(self, digest: str) -> tuple[str, ...] | None:
        """The lines of a map that a table elsewhere is played on; None if there is none."""
        found = await self._bus.ask(BOARDS, digest.encode(), _ANSWER)
        return None if found is None else msgspec.msgpack.decode(found, type=tuple[str, ...])

    # ---- tables ----

    def open(self, session: TableSession) -> None:
        """This process has that table now."""
        table_id = session.table_id
        self._sessions[table_id] = session
        self._listening[table_id] = asyncio.create_task(
            self._bus.listen(TABLE + table_id, lambda data: self._hear(table_id, data))
        )

    def close(self, session: TableSession) -> None:
        """This process has let that table go."""
        table_id = session.table_id
        if self._sessions.get(table_id) is session:
            del self._sessions[table_id]
            self.tell(table_id, HomeFarewell())
            listening = self._listening.pop(table_id)
            if not listening.done():
                listening.cancel()
            elif not listening.cancelled() and listening.exception() is None:
                ending = asyncio.ensure_future(listening.result().unsubscribe())
                ending.add_done_callback(lambda done: done.cancelled() or done.exception())

    def tell(self, table_id: str, note: HomeNote) -> None:
        """Tell the others something about a table."""
        self._say(table_id, note)

    def tell_kept(self, table_id: str, update: TableUpdate) -> None:
        """Tell the others what was kept."""
        self._say(table_id, update)

    def close_page(self, table_id: str, caller: Caller, reason: CloseReason) -> None:
        """Ask another process to let one of its pages go."""
        self._say(table_id, PageToClose(caller, reason))

    def _say(self, table_id: str, word: TableWord) -> None:
        self._bus.say(TABLE + table_id, write_word(self.name, word))

    def _hear(self, table_id: str, data: bytes) -> None:
        session = self._sessions.get(table_id)
        home, word = read_word(data)
        if session is None or word is None or home == self.name:
            return
        if home not in self._alive:  # who speaks must be missed when it does not any more
            self._alive[home] = (time.monotonic(), Heartbeat(home, 0))
        if isinstance(word, TableUpdate):
            session.hear_kept(word)
        elif isinstance(word, PageToClose):
            place, _, caller = word.caller.partition("/")
            if place == self.name:
                session.close_page(caller, cast(CloseReason, word.reason))
        else:
            session.hear(home, word)

    # ---- life ----

    async def _beat(self) -> None:
        await self._bus.listen(ALIVE, self._hear_life)
        while True:
            self._bus.say(ALIVE, msgspec.msgpack.encode(Heartbeat(self.name, RULES)))
            await asyncio.sleep(_BEAT)
            now = time.monotonic()
            if self._bus.connected:
                for name, (heard, _) in [*self._alive.items()]:
                    if now - heard > _LOST:
                        self._lose(name)

    def _hear_life(self, data: bytes) -> None:
        life = msgspec.msgpack.decode(data, type=Heartbeat)
        if life.ends:
            self._lose(life.name)
            return
        is_new = life.name not in self._alive
        self._alive[life.name] = (time.monotonic(), life)
        if is_new:
            for tell in self.on_life:
                tell()

    def _lose(self, name: str) -> None:
        if self._alive.pop(name, None) is not None:
            for session in [*self._sessions.values()]:
                session.lose_home(name)
            for tell in self.on_life:
                tell()

    # ---- what may have got lost ----

    async def _compare(self) -> None:
        """Compare what is here with the database, and tell others anew who looks on."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(_COMPARE_ALONE)
            now = time.monotonic()
            if self._bus.connected and now - looked < _COMPARE:
                continue
            looked = now
            watched = [
                session for session in self._sessions.values() if not session.machine.is_idle
            ]
            try:
                found = await self._store.revisions([one.table_id for one in watched])
            except Refused:
                continue  # the database is away; the log says so
            for session in watched:
                session.hear_revision(found.get(session.table_id, 0))
                session.tell_pages()

    async def _look_for_the_forgotten(self) -> None:
        """The first process by name sees to tables whose own process is gone."""
        while True:
            await asyncio.sleep(_WAKE)
            if self._wake_all is not None and self.is_first:
                try:
                    await self._wake_all(_WAKE)
                except Refused:
                    continue

    async def leave(self) -> None:
        """This process stops: the others need not wait until it is missed."""
        for task in self._tasks:
            task.cancel()
        self._bus.say(ALIVE, msgspec.msgpack.encode(Heartbeat(self.name, RULES, ends=True)))
