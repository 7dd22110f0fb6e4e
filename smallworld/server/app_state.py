"""Everything a running server has, from its opening to its close."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from smallworld.home.boards import Boards
from smallworld.home.custom_files import CustomFiles
from smallworld.home.lessons.library import lesson_boards
from smallworld.server.clocks import ClockKeeper
from smallworld.server.cluster.other_homes import OtherHomes
from smallworld.server.http.access.addresses import TrustedProxies
from smallworld.server.http.access.admission import Admission, LoadMonitor
from smallworld.server.http.access.rate_limits import AddressLimits
from smallworld.server.http.metrics import RequestCounts
from smallworld.server.http.sockets import Sockets
from smallworld.server.http.static_files import ReferenceAnswers, StaticFiles
from smallworld.server.notify.ledger import FileRows, NoticeLedger
from smallworld.server.notify.service import NotifyService
from smallworld.server.notify.settings import PUSH_KEY
from smallworld.server.session import Services
from smallworld.server.settings import ServerSettings
from smallworld.server.storage.deal_games import DealGames
from smallworld.server.storage.game_store import GameStore
from smallworld.server.storage.retention import Retention
from smallworld.server.storage.store import Store
from smallworld.server.storage.watch_key import TokenOf, key_in_file, watch_tokens
from smallworld.server.tables import TableDirectory
from smallworld.server.workers.computers import Computers
from smallworld.server.workers.drawings import Drawings
from smallworld.server.workers.interface import Workers
from smallworld.server.workers.job_queue import QueueLimits
from smallworld.server.workers.pool import WorkerPool, usual_processes
from smallworld.server.workers.reviews import Reviews
from smallworld.table.history import Deal

if TYPE_CHECKING:
    from smallworld.server.cluster.parts import ClusterParts

log: Final = logging.getLogger("smallworld.server")

DATABASE: Final = "games.db"
WATCH_KEY: Final = "watch.key"


class AppState:
    """The store, the tables, the computers, the limits."""

    def __init__(self, settings: ServerSettings, deal: Deal, counts: RequestCounts) -> None:
        self.counts: Final = counts
        self.settings: Final = settings
        files = CustomFiles(settings.customs)
        boards = Boards(settings.maps)
        boards.provide(lesson_boards())
        self._boards: Final = boards
        token_of = watch_tokens(settings.data / WATCH_KEY)
        waiting = QueueLimits(settings.most_waiting, settings.most_waiting_of_one)
        self._pool: Final = WorkerPool(settings.workers or usual_processes(), waiting)
        cluster = self.cluster = _join_cluster(settings, token_of, waiting)
        self.store: Final[GameStore] = (
            Store(settings.data / DATABASE, token_of) if cluster is None else cluster.store
        )
        self.workers: Final[Workers] = self._pool if cluster is None else cluster.thinking
        self.computers: Final = Computers(self.workers, settings.customs, settings.think_within)
        self.reviews: Final = Reviews(self.store, self.workers, settings.customs)
        homes = OtherHomes() if self.cluster is None else self.cluster.homes
        self.drawings: Final = Drawings(boards, self._pool, homes)
        services = Services(
            settings, self.store, self.computers, self.reviews, deal, token_of, homes
        )
        self.tables: Final = TableDirectory(services, files, boards)
        self.time: Final = services.time
        self._clocks: Final = ClockKeeper(services, self.tables)
        self.deals: Final = DealGames(self.store, files)
        self.proxies: Final = TrustedProxies(settings.proxies)
        self.monitor: Final = LoadMonitor(settings.busy_after, self.store.longest_wait)
        self.admission: Final = Admission(settings, self.proxies, self.monitor)
        self.sockets: Final = Sockets(self.tables, settings, self.admission)
        self.reference: Final = ReferenceAnswers(files, boards)
        self.page: Final = StaticFiles(
            settings.page, self.reference.art_for_ever()[0], settings.site, settings.base_path
        )
        self.new_tables: Final = AddressLimits(settings.new_tables_burst, settings.new_tables_rate)
        self.guests: Final = AddressLimits(settings.guests_burst, settings.guests_rate)
        self.questions: Final = AddressLimits(settings.questions_burst, settings.questions_rate)
        self.notices: Final = AddressLimits(settings.notices_burst, settings.notices_rate)
        self._rows: Final = FileRows(settings.data / DATABASE) if cluster is None else cluster.store
        ledger = NoticeLedger(self._rows.run, in_file=cluster is None)
        self.notify: Final = NotifyService(
            settings, ledger, self.tables, token_of, self._push_key()
        )
        self._retention: Final = Retention(services, self.tables, self._rows.run, cluster is None)
        self._blocking: Final = asyncio.create_task(self._look_who_is_blocked())
        self._waking: Final = asyncio.create_task(self.tables.wake_all())
        if self.cluster is not None:
            self._share(self.cluster)

    def _share(self, cluster: ClusterParts) -> None:
        """What holds for an address holds at all processes together."""
        cluster.homes.begin(self.tables.wake_all, self._boards.lines_of)
        limits = {
            **self.admission.limits,
            "tables": self.new_tables,
            "guests": self.guests,
            "questions": self.questions,
            "notices": self.notices,
        }
        counts = {
            "sockets": self.sockets.open,
            "reviews": self.reviews.under_way,
        }
        cluster.limits.share(limits, counts)

    async def _push_key(self) -> bytes:
        """The key for Web Push: beside the file of a server, or in the database of many."""
        # Here, because only then its packages are needed.
        from smallworld.server.notify.web_push import PushKey

        if self.cluster is not None:
            return (await self.cluster.store.keep_fact("push", PushKey.new().decode())).encode()
        return await asyncio.to_thread(key_in_file, self.settings.data / PUSH_KEY, PushKey.new())

    async def _look_who_is_blocked(self) -> None:
        """The host may block addresses by another process."""
        while True:
            try:
                self.admission.block(await self.store.blocked())
            except Exception:  # it is asked again
                log.exception("who is blocked could not be read")
            await asyncio.sleep(self.settings.look_who_is_blocked)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is kept."""
        self._waking.cancel()
        self._clocks.close()
        self._retention.close()
        self._blocking.cancel()
        self.monitor.close()
        await self.notify.close()
        self.tables.close()
        self.reviews.close()
        self.workers.close()
        self._pool.close()
        if self.cluster is not None:
            await self.cluster.close()
        await self.store.close()
        if isinstance(self._rows, FileRows):
            self._rows.close()


def _join_cluster(
    settings: ServerSettings, token_of: TokenOf, waiting: QueueLimits
) -> ClusterParts | None:
    if not settings.database:
        return None
    # Here, because only then its packages are needed.
    from smallworld.server.cluster.parts import ClusterParts

    return ClusterParts(settings, token_of, waiting)
