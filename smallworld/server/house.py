"""Everything a running server has, from its opening to its close."""

from __future__ import annotations

import asyncio
from typing import Final

from smallworld.server.boards import Boards
from smallworld.server.computers import Computers
from smallworld.server.course import Deal
from smallworld.server.customs import Customs
from smallworld.server.pages import Page, Reference
from smallworld.server.reviews import Reviews
from smallworld.server.room import Services
from smallworld.server.security import Buckets
from smallworld.server.settings import Settings
from smallworld.server.sockets import Sockets
from smallworld.server.store import Store
from smallworld.server.tables import Tables

DATABASE: Final = "games.db"


class House:
    """The store, the tables, the lines to pages, the computers."""

    def __init__(self, settings: Settings, deal: Deal) -> None:
        customs = Customs(settings.customs)
        boards = Boards(settings.maps)
        self.store: Final = Store(settings.data / DATABASE)
        self.computers: Final = Computers(settings.workers, settings.customs, settings.think_within)
        self.reviews: Final = Reviews(self.store, settings.customs)
        services = Services(settings, self.store, self.computers, self.reviews, deal)
        self.tables: Final = Tables(services, customs, boards)
        self.sockets: Final = Sockets(self.tables, settings)
        self.page: Final = Page(settings.page)
        self.reference: Final = Reference(customs.names, boards)
        self.new_tables: Final = Buckets(settings.new_tables_burst, settings.new_tables_rate)
        self.questions: Final = Buckets(settings.questions_burst, settings.questions_rate)
        self._waking: Final = asyncio.create_task(self.tables.wake_all())

    def close(self) -> None:
        """Stop everything; what was acknowledged is kept."""
        self._waking.cancel()
        self.tables.close()
        self.computers.close()
        self.reviews.close()
        self.store.close()
