"""Nothing that was acknowledged is lost, however the browser ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.chromium import FLAGS
from tests.browser.windows import Windows
from tests.effort import usually
from tests.site.file_server import FileServer
from tests.site.memory import give_memory

KILLS: Final = usually(1, 20)  # each costs a start of the browser
# A second line to the same table, as the page itself has one: what it is told is noted outside.
_PLAY: Final = """async ([table, seed]) => {
  const script = [...document.querySelectorAll('script[type=module]')][0].src;
  const { openLine } = await import(new URL(globalThis.LOCAL, script));
  const line = openLine(table);
  let luck = seed;
  const pick = (n) => (luck = (luck * 16807) % 2147483647) % n;
  let state = null, asked = 0;
  globalThis.moves = 0;
  globalThis.over = null;
  const move = () => {
    const { view, n } = state;
    if (!view.to_act || !view.legal?.length) return;
    const action = view.legal[pick(view.legal.length)];
    asked += 1;
    const id = `${seed}-${asked}`;
    line.send(JSON.stringify({t: 'do', id, seat: view.to_act, at: n, do: action.do}));
  };
  line.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.t === 'ack') {
      globalThis.moves += 1;
      globalThis.acknowledged(told.n);
    } else if (told.t === 'welcome' || told.t === 'view') {
      state = told;
      globalThis.over = told.over;
      globalThis.seen(told.n, told.over);
      move();
    }
  };
  line.onopen = () => line.send(JSON.stringify({t: 'join'}));
}"""


class Killed:
    """A browser with a profile of its own, played in until it is killed."""

    def __init__(
        self, windows: Windows, profile: Path, host: FileServer, local: str, memory: Path
    ) -> None:
        self.told = 0  # the last change that was acknowledged
        self.first: int | None = None  # the version that was found
        self.over = False
        context = windows.playwright.chromium.launch_persistent_context(
            str(profile), executable_path=windows.path_of_browser(), args=FLAGS
        )
        page: Page = context.new_page()
        give_memory(page, host, memory)
        page.expose_function("acknowledged", self._acknowledged)
        page.expose_function("seen", self._seen)
        page.add_init_script(f"globalThis.LOCAL = '{local}'")
        page.goto(host.url)
        self.page: Final = page

    def _acknowledged(self, n: int) -> None:
        self.told = max(self.told, n)

    def _seen(self, n: int, over: bool) -> None:
        self.first = n if self.first is None else self.first
        self.over = over

    def play(self, table: str, seed: int, moves: int) -> None:
        """Go on until so many changes were acknowledged, or the game is over."""
        self.page.evaluate(_PLAY, [table, seed])
        enough = "n => globalThis.over || (globalThis.over === false && globalThis.moves >= n)"
        self.page.wait_for_function(enough, arg=moves, timeout=90_000)

    def kill(self, profile: Path) -> None:
        """End it as the system would when it runs out of memory."""
        found = subprocess.run(["pgrep", "-f", f"user-data-dir={profile}"], capture_output=True)
        for pid in found.stdout.split():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                continue


def test_killed_browsers_lose_nothing(
    site: Path, windows: Windows, memory: Path, tmp_path: Path
) -> None:
    assert shutil.which("pgrep")
    host, profile, luck = FileServer(site), tmp_path / "profile", Random(7)
    local = next((site / "assets").glob("local-*.js")).name
    table, known = "", 0
    for kill in range(KILLS + 1):
        browser = Killed(windows, profile, host, local, memory)
        if not table:
            table = _new_table(browser.page, local)
        browser.play(table, kill + 1, luck.randrange(3, 12) if kill < KILLS else 0)
        assert browser.first is not None
        assert browser.first >= known, f"{known - browser.first} acknowledged moves are lost"
        if browser.over:
            table, known = "", 0
        else:
            known = max(known, browser.told)
        browser.kill(profile)
    host.stop()


def _new_table(page: Page, local: str) -> str:
    made: dict[str, Any] = page.evaluate(
        """async (local) => {
          const script = [...document.querySelectorAll('script[type=module]')][0].src;
          const { request } = await import(new URL(local, script));
          const seats = [{kind: 'device'}, {kind: 'computer', level: 'greedy'}];
          const body = JSON.stringify({seats, turns: 20, first: 'P1'});
          return (await request('/api/tables', {method: 'POST', body})).json();
        }""",
        local,
    )
    return str(made["table"])
