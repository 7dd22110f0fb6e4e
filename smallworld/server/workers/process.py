"""A process that works for the server: `python -m smallworld.server.workers.process`.

It is handed a function and what to give it, one at a time, and answers with the result. The
function is also given a question, whether anybody still wants to know; one that takes long asks it
now and then, and gives up. Its line to the server are its standard input and output; when that
ends, so does it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final

LOW_PRIORITY: Final = "--low-priority"  # gives way to everything else on the machine
_NICENESS: Final = 5  # a third of what others get who want the same processor
_GROUP: Final = Path("/proc/self/autogroup")


class _Inbox:
    """What the server has said."""

    def __init__(self, into: BinaryIO) -> None:
        self._into: Final = into
        self.jobs: Final[SimpleQueue[tuple[int, bytes]]] = SimpleQueue()
        self.unwanted = 0  # jobs up to this number need not be done any more

    def listen(self) -> None:
        """Hear what is asked, and that the server is gone, also while something is worked on."""
        try:
            while True:
                number, job = pickle.load(self._into)
                if job is None:
                    self.unwanted = number
                else:
                    self.jobs.put((number, job))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def work(into: BinaryIO, out: BinaryIO, low_priority: bool) -> None:
    """Do what is asked until nobody asks any more."""
    inbox = _Inbox(into)
    threading.Thread(target=inbox.listen, daemon=True).start()
    while True:
        number, job = inbox.jobs.get()
        # Unpickled here and not where it is heard: modules are loaded while that is done.
        function, given = pickle.loads(job)
        if low_priority:  # now that it is ready for work: until then it only keeps others waiting
            low_priority = False
            _give_way()
        try:
            answer = (True, function(given, lambda: inbox.unwanted >= number))  # noqa: B023
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        pickle.dump(answer, out)
        out.flush()


def _give_way() -> None:
    """Let everything else on the machine go first."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    # Where Linux shares by sessions, and this process has its own, that alone would change nothing.
    with suppress(OSError):
        _GROUP.write_text(str(_NICENESS))


def main() -> None:
    """Work for whoever started this."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed here is no answer
    work(sys.stdin.buffer, out, LOW_PRIORITY in sys.argv)


if __name__ == "__main__":
    main()
