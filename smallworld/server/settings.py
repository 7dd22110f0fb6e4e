"""What a server is started with."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServerSettings:
    """Where it keeps its games, how it is called, and its limits."""

    data: Path
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()  # further host names it is called by, as behind a proxy
    page: Path = Path(__file__).parents[1] / "static"  # where the built page lies
    customs: tuple[str, ...] = ()  # files of home-made races and powers that tables may use
    maps: tuple[str, ...] = ()  # files of home-made maps that tables may use
    workers: int = 0  # processes for computer seats; 0: as many as fit the machine
    most_waiting: int = 400  # questions to computers that may wait, of one urgency …
    most_waiting_of_one: int = 40  # … and for one address
    think_within: float = 60.0  # seconds a computer may take for a decision
    takeover_after: float = 60.0  # seconds until others may let a computer play for someone away
    burst: float = 30.0  # messages a connection may send at once …
    rate: float = 15.0  # … and a second in the long run
    new_tables_burst: float = 30.0  # tables an address may make at once …
    new_tables_rate: float = 0.2  # … and a second in the long run
    hints_burst: float = 8.0  # hints that may be asked for at a table at once …
    hints_rate: float = 0.3  # … and a second in the long run: they are dear
    questions_burst: float = 60.0  # other requests by HTTP
    questions_rate: float = 5.0
    join_within: float = 10.0  # seconds
    idle: float = 300.0  # seconds until a table nobody looks at leaves the memory
    sweep: float = 20.0  # seconds between looks at which tables those are
    most_connections: int = 5000
    most_at_a_table: int = 60


def default_data_folder() -> Path:
    """Where this system keeps the data of a user's programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "smallworld"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "smallworld"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "smallworld"
