"""A Chromium that is told what to do by its own protocol."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from smallworld.engine.game import GameError
from smallworld.extras import needed_by

with needed_by("smallworld bench --site"):
    from websockets.sync.client import ClientConnection, connect

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--remote-debugging-port=0", "--window-size=1440,900", "--lang=en-GB",
                 "--no-first-run", "--remote-allow-origins=*")  # fmt: skip
_PATIENCE: Final = 180.0  # seconds


def find_chromium() -> str:
    """Where one is; `GameError` says how to have one."""
    named = os.environ.get("SMALLWORLD_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise GameError(
            "no Chromium: install it (Debian: apt install chromium), or name one by "
            "SMALLWORLD_CHROMIUM"
        )
    return found


class DrivenBrowser:
    """One browser with a profile, which keeps what it has between its tabs."""

    def __init__(self, profile: Path) -> None:
        profile.mkdir(parents=True, exist_ok=True)
        port_file = profile / "DevToolsActivePort"
        port_file.unlink(missing_ok=True)
        quiet = subprocess.DEVNULL
        words = [find_chromium(), *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process: Final = subprocess.Popen(words, stdout=quiet, stderr=quiet)
        end = time.monotonic() + _PATIENCE
        while not (port_file.is_file() and port_file.read_text().count("\n")):
            if time.monotonic() > end or self._process.poll() is not None:
                raise GameError("the browser does not start")
            time.sleep(0.05)
        self._port: Final = port_file.read_text().splitlines()[0]

    def open(self, url: str, before: str) -> DrivenTab:
        """A new tab at that address; `before` runs in it before anything else."""
        address = f"http://127.0.0.1:{self._port}/json/new?about:blank"
        with urllib.request.urlopen(urllib.request.Request(address, method="PUT")) as answer:
            found = json.load(answer)
        tab = DrivenTab(found["webSocketDebuggerUrl"])
        tab.call("Page.enable")
        attach = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
        tab.call("Target.setAutoAttach", attach)
        tab.call("Page.addScriptToEvaluateOnNewDocument", {"source": before})
        tab.call("Page.navigate", {"url": url})
        return tab

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(10)


class DrivenTab:
    """A tab, and the workers of its page."""

    def __init__(self, address: str) -> None:
        self._socket: Final[ClientConnection] = connect(address, max_size=None)
        self._number = 0
        self.workers: Final[dict[str, str]] = {}  # sessions by the address of the script

    def call(self, method: str, given: dict[str, Any] | None = None, session: str = "") -> Any:
        """The answer to a command."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": given or {}}
        self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            told = json.loads(self._socket.recv(timeout=_PATIENCE))
            if told.get("method") == "Target.attachedToTarget":
                info = told["params"]["targetInfo"]
                self.workers[info["url"]] = told["params"]["sessionId"]
            if told.get("id") == number:
                if "error" in told:
                    raise GameError(f"{method}: {told['error']['message']}")
                return told["result"]

    def evaluate(self, script: str, session: str = "") -> Any:
        """What a script comes to, in the page or in a worker."""
        request = {"expression": script, "awaitPromise": True, "returnByValue": True}
        found = self.call("Runtime.evaluate", request, session)
        if "exceptionDetails" in found:
            details = found["exceptionDetails"]
            told = details.get("exception", {}).get("description", details["text"])
            raise GameError(f"the page: {told}")
        return found["result"].get("value")

    def until(self, script: str) -> Any:
        """What a script comes to once that is something."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            found = self.evaluate(script)
            if found:
                return found
            time.sleep(0.05)
        raise GameError(f"waited in vain for {script}")

    def worker(self, part: str) -> str:
        """The session of the worker whose script is called so."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            for url, session in self.workers.items():
                if part in url:
                    return session
            self.evaluate("1")
        raise GameError(f"the page has no worker {part}")

    def close(self) -> None:
        """Close the tab."""
        self.call("Page.close")
        self._socket.close()
