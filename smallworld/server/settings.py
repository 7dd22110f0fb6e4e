"""What a server is started with."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class ServerSettings:
    """Where it keeps its games, how it is called, and its limits."""

    data: Path
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()  # further host names it is called by, as behind a proxy
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies before it
    page: Path = Path(__file__).parents[1] / "static"  # where the built page lies
    site: Path | None = None  # a built site, with which pages can go on without this server
    customs: tuple[str, ...] = ()  # files of home-made races and powers that tables may use
    maps: tuple[str, ...] = ()  # files of home-made maps that tables may use
    database: str = ""  # of PostgreSQL, where several processes serve the same games …
    bus: str = ""  # … and the NATS by which they hear of each other
    metrics_token: str = ""  # lets those who bring it see the figures; empty: nobody
    json_log: bool = False  # each line an object, and a line for each request
    public_address: str = ""  # by which people reach it; empty: no messages are sent
    base_path: str = "/"  # below which all of it lies, as behind a proxy with other things
    smtp: str = ""  # the server that takes letters; empty: none are written
    private_hooks: bool = False  # whether hooks may lead into the host's own network
    workers: int = 0  # processes for computer seats; 0: as many as fit the machine
    most_waiting: int = 400  # questions to computers that may wait, of one urgency …
    most_waiting_of_one: int = 40  # … and for one address
    think_within: float = 60.0  # seconds a computer may take for a decision
    takeover_after: float = 60.0  # seconds until others may let a computer play for someone away
    takeover_warning: float = 30.0  # seconds that one has to say they are here
    open_for: float = 86_400.0  # seconds without a move until an open table is listed no more
    burst: float = 30.0  # messages a connection may send at once …
    rate: float = 15.0  # … and a second in the long run
    new_tables_burst: float = 30.0  # tables an address may make at once …
    new_tables_rate: float = 0.2  # … and a second in the long run
    guests_burst: float = 6.0  # free seats of open tables an address may take at once …
    guests_rate: float = 0.02
    hints_burst: float = 8.0  # hints that may be asked for at a table at once …
    hints_rate: float = 0.3  # … and a second in the long run: they are dear
    questions_burst: float = 60.0  # requests by HTTP that ask for more than a file
    questions_rate: float = 5.0
    requests_burst: float = 600.0  # requests by HTTP of all kinds from one address …
    requests_rate: float = 60.0
    health_burst: float = 60.0  # questions how the server is …
    health_rate: float = 5.0
    sockets_burst: float = 200.0  # WebSockets an address may open at once …
    sockets_rate: float = 10.0
    messages_burst: float = 240.0  # messages of all pages of an address, but for pings …
    messages_rate: float = 60.0
    notices_burst: float = 10.0  # wishes to be told of tables from an address at once …
    notices_rate: float = 0.02
    notify_after: float = 120.0  # seconds somebody must be away before they are told anything
    notify_every: float = 5.0  # seconds between looks at who is to be told what
    notify_retries: tuple[float, ...] = (30.0, 120.0, 600.0, 3600.0)  # seconds until the next try
    most_notices_by_seat: int = 5  # targets that are told of one seat
    most_notices_by_target: int = 20  # messages an hour to one target, of all tables …
    most_notices_by_table: int = 60  # … and of one table to all targets
    busy_after: float = 0.08  # seconds the server may be behind before it refuses new work
    request_within: float = 15.0  # seconds for a whole request to arrive
    answer_within: float = 120.0  # seconds for its answer to be taken
    join_within: float = 10.0  # seconds
    health_within: float = 3.0  # seconds a trial to write may take
    ping_every: float = 20.0  # seconds between looks whether a page is still there
    forget_after: float = 0.0  # days without a move until a table is deleted; 0: never
    forget_every: float = 3600.0  # seconds between looks for what is to be forgotten
    idle: float = 300.0  # seconds until a table nobody looks at leaves the memory
    sweep: float = 20.0  # seconds between looks at which tables those are
    look_who_is_blocked: float = 10.0  # seconds between looks at whom the host has blocked
    most_connections: int = 5000
    most_connections_by_address: int = 200
    connects_burst: float = 300.0  # connections an address may open at once …
    connects_rate: float = 20.0  # … and a second in the long run
    most_sockets_by_address: int = 100  # WebSockets of pages
    most_open_by_address: int = 5  # tables that wait for guests
    most_at_a_table: int = 60
    most_by_seat: int = 8  # connections that open the same seat
    most_watching_by_address: int = 12  # connections from one address to one table


def unlimited(settings: ServerSettings) -> ServerSettings:
    """The same for people who are quick, and all come from one address.

    What a table bears, what may wait to be thought about and what is refused when the server
    cannot keep up stays as it is.
    """
    names = [one.name for one in fields(settings)]
    wide = [name for name in names if name.endswith(("burst", "_by_address"))]
    limits: dict[str, Any] = dict.fromkeys([*wide, "most_connections"], 10**6)
    return replace(settings, **limits)


def default_data_folder() -> Path:
    """Where this system keeps the data of a user's programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "smallworld"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "smallworld"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "smallworld"
