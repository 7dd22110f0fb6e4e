"""A process that works for the server: `python -m smallworld.server.workers.process`.

It is handed a function and what to give it, one at a time, and answers with the result. Its line
to the server are its standard input and output; when that ends, so does it.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import BinaryIO, Final

LOW_PRIORITY: Final = "--low-priority"  # gives way to everything else on the machine
_NICENESS: Final = 15


def work(into: BinaryIO, out: BinaryIO) -> None:
    """Do what is asked until nobody asks any more."""
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(into, asked), daemon=True).start()
    while True:
        # Unpickled here and not where it is heard: modules are loaded while that is done.
        function, given = pickle.loads(asked.get())
        try:
            answer = (True, function(given))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        pickle.dump(answer, out)
        out.flush()


def _listen(into: BinaryIO, asked: SimpleQueue[bytes]) -> None:
    """Hear what is asked, and that the server is gone, also while something is worked on."""
    try:
        while True:
            asked.put(pickle.load(into))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def main() -> None:
    """Work for whoever started this."""
    if LOW_PRIORITY in sys.argv and hasattr(os, "nice"):
        os.nice(_NICENESS)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed here is no answer
    work(sys.stdin.buffer, out)


if __name__ == "__main__":
    main()
