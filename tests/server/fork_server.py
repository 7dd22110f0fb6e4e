"""The process that programs of tests come from: it has read all modules already, and forks.

Run as a module with the number of a socket, over which `warm_start.py` asks; each program tells its
number, and later how it ended, by a pipe of its own.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import types
from contextlib import suppress
from typing import Any, Final, NoReturn

from tests.server.page_files import compress_now, compressed_once

_READ: Final = (  # what is started, and what those read when they begin to work
    "smallworld.server.__main__",
    "smallworld.server.run",
    "smallworld.server.cluster.parts",
    "smallworld.server.cluster.thinker",
    "smallworld.server.notify.web_push",
    "smallworld.server.trials.cluster_processes",
    "smallworld.server.trials.load_test",
    "smallworld.server.trials.trial_server",
    "smallworld.server.workers.drawings",
    "smallworld.server.workers.process",
    "smallworld.server.workers.reviews",
    "smallworld.cli",
    "tests.server.jobs",
    "asyncpg",
    "nats.js.api",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
_LONGEST: Final = 1_000_000  # bytes of what is to be started
NUMBER: Final = 8  # bytes of what is told of a program


def _serve(line: socket.socket) -> dict[str, Any] | None:
    """Start what is asked for until nobody asks any more; in what is started: what it is to do."""
    for name in _READ:
        with suppress(ImportError):
            importlib.import_module(name)
    compressed_once().__enter__()
    compress_now()
    gc.collect()
    gc.freeze()
    look, wake = os.pipe2(os.O_NONBLOCK)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    living: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([line.fileno(), look], [], [])
        if look in ready:
            os.read(look, 1000)
            _tell_ends(living)
        if line.fileno() in ready:
            job, ends, _, _ = socket.recv_fds(line, _LONGEST, 4)
            if not job:
                return None
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                for number, end in enumerate(ends[:3]):
                    os.dup2(end, number)
                line.detach()
                os.closerange(3, 1024)
                found: dict[str, Any] = json.loads(job)
                return found
            for end in ends[:3]:
                os.close(end)
            living[pid] = ends[3]
            os.write(ends[3], pid.to_bytes(NUMBER, "little"))


def _tell_ends(living: dict[int, int]) -> None:
    while living:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        told = living.pop(pid)
        with suppress(BrokenPipeError):  # whoever started it is gone
            os.write(
                told, os.waitstatus_to_exitcode(status).to_bytes(NUMBER, "little", signed=True)
            )
        os.close(told)


def _become(job: dict[str, Any]) -> NoReturn:
    """Be that program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if job["session"]:
        os.setsid()
    os.chdir(job["cwd"])
    os.environ.clear()
    os.environ.update(job["env"])
    # Made anew: each remembers what kind of file there was.
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    status = _run(*job["words"])
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(status)  # to take down all modules is ten times as much work as all of this


def _run(how: str, what: str, *words: str) -> int:
    """Run the program; how it ends."""
    sys.argv = [what if how == "-m" else how, *words]
    try:
        if how == "-m":
            for name in (what, f"{what}.__main__"):  # it is read anew, as what is run
                sys.modules.pop(name, None)
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            main = sys.modules["__main__"] = types.ModuleType("__main__")
            exec(what, vars(main))
    except SystemExit as error:
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


if __name__ == "__main__":
    if (asked := _serve(socket.socket(fileno=int(sys.argv[1])))) is not None:
        _become(asked)
