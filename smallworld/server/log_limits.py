"""The log of a server, which nobody can fill: lines that repeat are counted."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO

MOST: Final = 10  # lines of one kind …
MOST_OF_ALL: Final = 200  # … and of all kinds …
WINDOW: Final = 60.0  # … in so many seconds
FORMAT: Final = "%(levelname)s: %(message)s"

_Kind = tuple[str, str]  # of a line: who says it, and its words without what is filled in
_OTHERS: Final[_Kind] = ("smallworld.server", "lines of all kinds")


@dataclass
class _Count:
    written: int = 0
    left_out: int = 0


class LimitedLog(logging.StreamHandler[TextIO]):
    """Writes what is worth a look; of what repeats the first few lines, then how many they were.

    The count is told when its time is over and something else is written, or at the end.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream or sys.stderr)
        self.setFormatter(logging.Formatter(FORMAT))
        self._counting: Final = threading.RLock()
        self._kinds: Final[dict[_Kind, _Count]] = {}
        self._all = 0
        self._since = time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        """Write it, or count it."""
        with self._counting:
            if time.monotonic() - self._since > WINDOW:
                self._begin_anew()
            kind = (record.name, str(record.msg))
            if self._all >= MOST_OF_ALL and kind not in self._kinds:
                kind = _OTHERS
            count = self._kinds.setdefault(kind, _Count())
            if count.written >= MOST or self._all >= MOST_OF_ALL:
                count.left_out += 1
                return
            count.written += 1
            self._all += 1
        super().emit(record)

    def close(self) -> None:
        """Tell what was left out."""
        with self._counting:
            self._begin_anew()
        super().close()

    def _begin_anew(self) -> None:
        for (name, words), count in self._kinds.items():
            if count.left_out:
                text = f"{count.left_out} more lines like this in a minute: {words}"
                super().emit(logging.LogRecord(name, logging.WARNING, "", 0, text, None, None))
        self._kinds.clear()
        self._all = 0
        self._since = time.monotonic()


class JsonFormatter(logging.Formatter):
    """One object of JSON a line: when, how bad, what, and the id of the request it is about."""

    def __init__(self, request_id: Callable[[], str]) -> None:
        super().__init__()
        self._request_id: Final = request_id

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if id_ := self._request_id():
            told["request"] = id_
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_to_stderr(request_id: Callable[[], str] | None = None) -> None:
    """Let all logs of this process go there, from warnings on.

    With a way to know the id of the present request they are written as JSON, and every request
    is a line; but of those that are refused at the door, which are without limit, only a few are.
    """
    handler = LimitedLog()
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    if request_id is None:
        return
    formatter = JsonFormatter(request_id)
    handler.setFormatter(formatter)
    _let_through("smallworld.requests", logging.StreamHandler(sys.stderr), formatter)
    _let_through("smallworld.refused", LimitedLog(), formatter)


def _let_through(name: str, handler: logging.Handler, formatter: logging.Formatter) -> None:
    """Write all that the log of that name is told, by that handler alone."""
    handler.setFormatter(formatter)
    log = logging.getLogger(name)
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
