"""The game as a site, measured in a real browser: how much is loaded, how soon one can play."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from smallworld.devtools.bench.site.driven_browser import DrivenBrowser
from smallworld.devtools.bench.site.slow_host import SlowHost
from smallworld.devtools.bench.targets import Target
from smallworld.engine.game import GameError

FAST: Final = 9e6  # bits a second
SLOW: Final = 1.6e6
DELAY: Final = 0.17  # seconds there and back
LEVELS: Final = {"greedy": 50.0, "planner": 1500.0, "search": 0.0}  # milliseconds a turn; 0: open
BOARDS: Final = ("base-2", "base-4")
_TURNS: Final = 5
_THINKING: Final = 5.0  # seconds for which the page is watched while a computer thinks

# Notes when what can be seen, and begins a game as soon as that is offered.
_WATCH: Final = """
globalThis.noted = {};
localStorage['smallworld.settings'] ??= JSON.stringify({speed: 'instant', lang: 'en'});
const looking = setInterval(() => {
  const note = (what) => (noted[what] ??= performance.now() / 1000);
  const play = [...document.querySelectorAll('button')].find((e) => /^Play now/.test(e.innerText));
  if (play && !noted.start) { note('start'); play.click(); }
  if (document.querySelector('ol.row.open button')) { note('move'); clearInterval(looking); }
}, 10);
"""
_KEPT: Final = """caches.open('smallworld-engine').then((cache) => cache.keys())
  .then((kept) => kept.some(({ url }) => url.includes('/engine/memory')))"""
_GAPS: Final = """(async () => {
  const files = performance.getEntriesByType('resource').map((e) => e.name);
  const { request } = await import(files.find((name) => /assets\\/local-[^/]*\\.js$/.test(name)));
  const seats = [{kind: 'device'}, {kind: 'computer', level: 'search'}, {kind: 'computer',
    level: 'search'}, {kind: 'computer', level: 'search'}];
  const wanted = JSON.stringify({seats, map: 'base-4', first: 'P2'});
  const made = await (await request('/api/tables', {method: 'POST', body: wanted})).json();
  location.hash = '#/t/' + made.table;
  const pause = () => new Promise((done) => setTimeout(done, 4));
  while (!document.querySelector('svg.board [data-region]')) await pause();
  for (const end = performance.now() + 1000; performance.now() < end;) await pause();
  let longest = 0, last = performance.now();
  const end = last + %d;
  while (last < end) {
    await pause();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
})()"""
# One decision a call, as the thinking worker is asked for them.
_TIMED: Final = """
import time
from smallworld.browser.thinker import LONGEST
from smallworld.game.game import Game
from smallworld.players.registry import make_player

class TimedGame:
    def __init__(self, level, board, rounds):
        self.game = Game(board, seed=3, turns=rounds)
        self.players = {}
        for number, seat in enumerate(self.game.seats):
            self.players[seat] = make_player(level, number)
            self.players[seat].longest = LONGEST.get(level)
        self.spent = {}

    def step(self):
        game, seat = self.game, self.game.to_act
        begun = time.perf_counter()
        action = self.players[seat].choose(game.view(seat))
        key = (game.turn, seat)
        self.spent[key] = self.spent.get(key, 0.0) + time.perf_counter() - begun
        game.push(action)
        return game.is_over

    def found(self):
        found = sorted(self.spent.values())
        return [found[len(found) // 2] * 1000, found[-1] * 1000]
"""
_PLAYED: Final = """(() => {
  const game = python.runPython(%s);
  while (!game.step());
  return game.found().toJs();
})()"""


@dataclass(frozen=True)
class SiteFigure:
    """Something measured."""

    name: str
    value: float
    unit: str


def measure_site(
    folder: Path, advance: Callable[[], None]
) -> tuple[list[SiteFigure], list[Target]]:
    """The figures of a built site, and what they are held against."""
    if not (folder / "engine").is_dir():
        raise GameError(f"{folder} is no site: build one by `python3 run.py site`, or name another")
    figures = _sizes(folder)
    demands: list[Target] = []
    with tempfile.TemporaryDirectory() as scratch:
        for bits in (FAST, SLOW):
            host = SlowHost(folder, bits, DELAY)
            browser = DrivenBrowser(Path(scratch) / f"profile-{bits:.0f}")
            try:
                seen = _visit(browser, host)
                advance()
                label = f"at {bits / 1e6:g} Mbit/s"
                figures += [
                    SiteFigure(f"start page, first visit {label}", seen["start"], "s"),
                    SiteFigure(f"first move possible, first visit {label}", seen["move"], "s"),
                    SiteFigure(f"loaded in all {label}", host.line.sent, "bytes"),
                ]
                if bits == FAST:
                    first = Target(f"first move {label}", seen["move"], 12.0, " s", most=True)
                    again = _visit(browser, host)
                    words = f"first move possible, second visit {label}"
                    figures.append(SiteFigure(words, again["move"], "s"))
                    second = Target("first move, second visit", again["move"], 4.0, " s", most=True)
                    demands += [first, second]
                    advance()
                    thinking, wanted = _think(browser, host)
                    figures += thinking
                    demands += wanted
                    advance()
            finally:
                browser.close()
                host.close()
    return figures, demands


def steps() -> int:
    """How often `advance` is called."""
    return 4


def _sizes(folder: Path) -> list[SiteFigure]:
    engine = sorted((folder / "engine").iterdir())
    found = [
        SiteFigure(re.sub(r"-[0-9a-f]{12}", "", path.name), path.stat().st_size, "bytes")
        for path in engine
    ]
    whole = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    total = sum(path.stat().st_size for path in engine)
    return [
        *found,
        SiteFigure("all that runs the game, compressed", total, "bytes"),
        SiteFigure("the whole folder", whole, "bytes"),
    ]


def _visit(browser: DrivenBrowser, host: SlowHost) -> dict[str, Any]:
    """When the start page and the first move were there, in seconds.

    It ends when all is kept that the next visit begins with: nobody plays for less long.
    """
    tab = browser.open(host.url, _WATCH)
    tab.until("noted.move")
    found: dict[str, Any] = tab.evaluate("noted")
    tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tab.until(_KEPT)
    tab.close()
    return found


def _think(browser: DrivenBrowser, host: SlowHost) -> tuple[list[SiteFigure], list[Target]]:
    """How long computers take for a turn there, and whether the page stays awake meanwhile."""
    tab = browser.open(host.url, _WATCH)
    tab.until("noted.move")
    home = tab.worker("home-")
    figures: list[SiteFigure] = []
    demands: list[Target] = []
    tab.evaluate(f"python.runPython({json.dumps(_TIMED)})", home)
    for level, most in LEVELS.items():
        for board in BOARDS:
            call = json.dumps(f"TimedGame({level!r}, {board!r}, {_TURNS})")
            middle, longest = tab.evaluate(_PLAYED % call, home)
            figures.append(SiteFigure(f"{level} on {board}, a turn, median", middle, "ms"))
            figures.append(SiteFigure(f"{level} on {board}, the longest", longest, "ms"))
            if most:
                words = f"{level} on {board}, the longest turn"
                demands.append(Target(words, longest, most, " ms", most=True))
    gap = tab.evaluate(_GAPS % (_THINKING * 1000))
    figures.append(SiteFigure("the page asleep while `search` thinks, at most", gap, "ms"))
    demands.append(Target("the page asleep while a computer thinks", gap, 100.0, " ms", most=True))
    tab.close()
    return figures, demands
