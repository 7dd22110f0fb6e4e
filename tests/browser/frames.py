"""How smoothly things move: frame times while a page is slowed down.

    python -m tests.browser.frames [--slower 4] [--seconds 6] [--runs 1]

plays the end of a turn and the turns of two computers in a real browser and tells how many of the
sixty frames of a second were shown, beside those of a page where one square moves and nothing else:
what the machine itself can give. Only an idle machine gives a figure that says something about the
page.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.built_page import build_page
from tests.browser.chromium import FLAGS, MISSING, find_chromium, lend_node
from tests.browser.live_server import LiveServer
from tests.browser.person import Person
from tests.browser.positions import find_position, plant

_WATCH: Final = """([ms, moving]) => new Promise((resolve) => {
  const times = [];
  const start = performance.now();
  let last = null;
  const step = (now) => {
    const moves = document.querySelector('[data-motion]') !== null;
    if (last !== null && moves === moving) times.push(now - last);
    last = now;
    if (performance.now() - start < ms) requestAnimationFrame(step);
    else resolve(times);
  };
  requestAnimationFrame(step);
})"""


# What the machine itself can give.
_SQUARE: Final = """<div style="position: absolute; width: 60px; height: 60px; background: teal">
</div><script>document.querySelector('div').animate(
  [{transform: 'none'}, {transform: 'translate(1200px, 600px)'}],
  {duration: 700, iterations: Infinity, direction: 'alternate'})</script>"""
_DRAWN: Final = "image.ground[href^='data:image/png']"  # once, as pixels
_LET_PASS: Final = "(ms) => new Promise((resolve) => setTimeout(resolve, ms))"
_TRACED: Final = ["disabled-by-default-devtools.timeline.frame"]
_HERTZ: Final = 60


@dataclass(frozen=True)
class ShownFrames:
    """What became of the frames in which something was moving, by the browser's own account."""

    shown: int
    dropped: int

    def __str__(self) -> str:
        share = self.shown / max(1, self.shown + self.dropped)
        return (
            f"{self.shown} of {self.shown + self.dropped} frames in which something moved were "
            f"shown: {_HERTZ * share:.0f} a second"
        )


def shown_frames(trace: bytes) -> ShownFrames:
    """Count them in a trace; those in which nothing had to be drawn count for nothing.

    Nor do those before the first that is shown: what moves is only about to begin then.
    """
    found: Counter[str] = Counter()
    shown = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")
    events = json.loads(trace)["traceEvents"]
    for event in sorted(events, key=lambda event: float(event.get("ts", 0))):
        if event["name"] == "PipelineReporter" and event["ph"] == "b":
            told = event["args"]["frame_reporter"]
            # A frame whose page was late comes twice: shown without, and later with it.
            if told.get("has_compositor_animation") and told.get("frame_type") != "FORKED":
                state = told["state"]
                if state in shown or any(found[each] for each in shown):
                    found[state] += 1
    return ShownFrames(sum(found[each] for each in shown), found["STATE_DROPPED"])


@dataclass(frozen=True)
class Frames:
    """The frames in which something moved."""

    times: tuple[float, ...]  # milliseconds each
    layouts: int  # how often the page was laid out meanwhile

    @property
    def count(self) -> int:
        """How many there were."""
        return len(self.times)

    def share_over(self, ms: float) -> float:
        """The share of those that took longer."""
        return sum(time > ms for time in self.times) / max(1, self.count)

    def __str__(self) -> str:
        if not self.times:
            return "no frames"
        middle = statistics.median(self.times)
        worst = sorted(self.times)[int(0.95 * (self.count - 1))]
        return (
            f"{self.count} frames, {1000 * self.count / sum(self.times):.0f} a second; "
            f"half of them within {middle:.1f} ms, 95 % within {worst:.1f} ms, "
            f"{100 * self.share_over(34):.0f} % over 34 ms; {self.layouts} layouts"
        )


def measure_frames(page: Page, slower: float, seconds: float, moving: bool = True) -> Frames:
    """Frame times for so long, on a processor that is made so much slower.

    Those in which something moves, or else those in which nothing does.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})

    def layouts() -> int:
        found = session.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in found if each["name"] == "LayoutCount"))

    try:
        before = layouts()
        times = page.evaluate(_WATCH, [seconds * 1000, moving])
        return Frames(tuple(times), layouts() - before)
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()


def _see_turns(browser: Browser, server: LiveServer) -> Person:
    """Somebody who has just ended a turn, and sees those of two computers."""
    from tests.browser.test_motion import WANTED, end_turn

    found = find_position(*WANTED["end"])
    person = Person(browser, server, size=(1366, 768), motion=True, speed="normal", painted=True)
    others = tuple(seat for seat in ("P1", "P2", "P3") if seat != found.seat)
    person.sit(plant(server, found, computers=others))
    person.page.locator(_DRAWN).wait_for(state="attached")
    end_turn(person)
    person.page.locator("[data-motion]").wait_for(state="attached")
    return person


def _count_shown(
    browser: Browser, server: LiveServer, slower: float, seconds: float
) -> ShownFrames:
    person = _see_turns(browser, server)
    frames = _trace_frames(browser, person.page, slower, seconds)
    person.close()
    return frames


def _count_possible(browser: Browser, slower: float, seconds: float) -> ShownFrames:
    """The frames of a page that has nothing else to do."""
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.set_content(_SQUARE)
        return _trace_frames(browser, page, slower, seconds)


def _trace_frames(browser: Browser, page: Page, slower: float, seconds: float) -> ShownFrames:
    """Nothing of ours runs in the page meanwhile: a script that waits for frames costs some."""
    session = page.context.new_cdp_session(page)
    browser.start_tracing(page=page, categories=_TRACED)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(_LET_PASS, seconds * 1000)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return shown_frames(browser.stop_tracing())


def _time_page(browser: Browser, server: LiveServer, slower: float, seconds: float) -> Frames:
    person = _see_turns(browser, server)
    frames = measure_frames(person.page, slower, seconds)
    person.close()
    return frames


def main() -> None:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4.0)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--runs", type=int, default=1)
    asked = parser.parse_args()
    build_page()
    lend_node()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        assert path is not None, MISSING
        server = LiveServer(Path(folder))
        server.start()
        try:
            with playwright.chromium.launch(executable_path=path, args=FLAGS) as browser:
                for _ in range(asked.runs):
                    print(f"a square: {_count_possible(browser, asked.slower, 2.0)}")
                    print(_count_shown(browser, server, asked.slower, asked.seconds), flush=True)
                frames = _time_page(browser, server, asked.slower, asked.seconds)
                print(f"the page itself: {frames}")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
