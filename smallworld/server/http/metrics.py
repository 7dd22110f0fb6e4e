"""What those who watch over servers ask for: figures for Prometheus, and whether it is ready."""

from __future__ import annotations

import hmac
import os
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from smallworld.server.app_state import AppState

TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
_MEMORY: Final = Path("/proc/self/statm")


@dataclass(frozen=True)
class Figure:
    """One figure by its name; `labels` as they are written, if it has any."""

    name: str
    help: str
    kind: str  # counter or gauge
    values: dict[str, float]  # by labels


class RequestCounts:
    """How many requests were answered how."""

    def __init__(self) -> None:
        self._counts: Final[Counter[tuple[str, int]]] = Counter()

    def count(self, method: str, status: int) -> None:
        """One more; methods that are none are one kind, so that nobody can invent more."""
        known = method if method in ("GET", "HEAD", "POST", "WEBSOCKET") else "other"
        self._counts[known, status] += 1

    def values(self) -> dict[str, float]:
        """By labels."""
        return {
            f'{{method="{method}",status="{status}"}}': count
            for (method, status), count in sorted(self._counts.items())
        }


def may_see(token: str, given: str) -> bool:
    """Whether whoever brings that may see the figures; without a token nobody may."""
    return bool(token) and hmac.compare_digest(token.encode(), given.encode())


def figures_of(state: AppState) -> list[Figure]:
    """All figures of a server."""
    found = [
        _gauge("sockets", "WebSockets that are open", state.sockets.count),
        _gauge("tables", "tables in memory", state.tables.in_memory),
        _gauge(
            "write_wait_seconds", "how long the oldest change waits", state.store.longest_wait()
        ),
        _gauge("jobs_waiting", "thoughts that wait here for their turn", state.workers.waiting),
        Figure("requests_total", "requests answered", "counter", state.counts.values()),
        _counter("processor_seconds_total", "processor time of this process", time.process_time()),
    ]
    if _MEMORY.exists():
        pages = int(_MEMORY.read_text().split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE")
        found.append(_gauge("memory_bytes", "memory of this process", size))
    cluster = state.cluster
    if cluster is not None:
        found += [
            _gauge("bus_connected", "whether NATS answers", float(cluster.bus.connected)),
            _gauge("processes", "processes that serve", 1 + len(cluster.homes.others)),
            _gauge("thinkers", "jobs that can be thought about at a time", cluster.thinking.slots),
            _counter("statements_total", "sent to PostgreSQL", cluster.store.statements),
            _counter("bus_messages_total", "sent to NATS", cluster.bus.sent),
            _counter("bus_bytes_total", "sent to NATS", cluster.bus.sent_bytes),
        ]
    return found


def _gauge(name: str, help_: str, value: float) -> Figure:
    return Figure(name, help_, "gauge", {"": value})


def _counter(name: str, help_: str, value: float) -> Figure:
    return Figure(name, help_, "counter", {"": value})


def as_text(figures: list[Figure]) -> str:
    """The figures as Prometheus reads them.

    >>> print(as_text([Figure("sockets", "open ones", "gauge", {"": 3})]), end="")
    # HELP smallworld_sockets open ones
    # TYPE smallworld_sockets gauge
    smallworld_sockets 3
    """
    lines = []
    for figure in figures:
        name = f"smallworld_{figure.name}"
        lines += [f"# HELP {name} {figure.help}", f"# TYPE {name} {figure.kind}"]
        lines += [f"{name}{labels} {value:g}" for labels, value in figure.values.items()]
    return "\n".join(lines) + "\n"
