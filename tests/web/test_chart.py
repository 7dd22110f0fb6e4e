"""The chart of a review: its geometry, run as the page runs it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tools import page

CHART: Final = Path(__file__).parents[2] / "web" / "src" / "lib" / "chart.ts"
REVIEW: Final = {
    "start": [33.2, 31.0],
    "end": [41.0, 28.0],
    "steps": [
        {"move": 1, "turn": 1, "expected": [33.2, 31.0]},
        {"move": 2, "turn": 1, "expected": [36.0, 30.5]},
        {"move": 3, "turn": 2, "expected": [40.4, 28.9]},
        {"move": 4, "turn": 2, "expected": [41.0, 28.0]},
    ],
}
BOX: Final = {"left": 30, "right": 330, "top": 10, "bottom": 210}


def run(expression: str) -> Any:
    """What the page's own code makes of that."""
    try:
        node, _ = page.node_and_npm()
    except RuntimeError as error:
        pytest.skip(str(error))
    script = (
        f"const c = await import({json.dumps(CHART.as_uri())});"
        f"const review = {json.dumps(REVIEW)}, box = {json.dumps(BOX)};"
        f"console.log(JSON.stringify({expression}));"
    )
    done = subprocess.run(
        [*node, "--no-warnings", "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
    )
    if "ERR_UNKNOWN_FILE_EXTENSION" in done.stderr:
        pytest.skip("this Node does not read TypeScript")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_all_expectations_lie_within_the_ticks() -> None:
    ticks, heights = run(
        "(() => { const {ticks, y} = c.chartOf(review, box);"
        " return [ticks, [review.start, review.end].flat().map(y)]; })()"
    )
    assert ticks == [25, 30, 35, 40, 45]
    assert heights == [pytest.approx(210 - 10 * (coins - 25)) for coins in (33.2, 31, 41, 28)]


def test_a_tap_finds_the_move_it_shows() -> None:
    across, found, beside = run(
        "(() => { const {x, moveAt} = c.chartOf(review, box);"
        " const all = [0, 1, 2, 3, 4];"
        " const near = all.map((move) => moveAt(x(move) + 30));"
        " return [all.map(x), near, [-50, 900].map(moveAt)]; })()"
    )
    assert across == [30, 105, 180, 255, 330]
    assert found == [0, 1, 2, 3, 4]
    assert beside == [0, 4]


def test_expectations_by_move_and_by_round() -> None:
    first, last, starts, ends = run(
        "[c.expectedAt(review, 0), c.expectedAt(review, 9), c.roundStarts(review),"
        " c.roundEnds(review)]"
    )
    assert first == REVIEW["start"]
    assert last == REVIEW["end"]
    assert starts == [{"turn": 1, "move": 1}, {"turn": 2, "move": 3}]
    assert ends == [{"turn": 1, "expected": [36, 30.5]}, {"turn": 2, "expected": [41, 28]}]


def test_letters_that_would_touch_move_apart() -> None:
    assert run("c.apart([100, 20, 103], 17, 200)") == [100, 20, 117]
    assert run("c.apart([198, 199, 200], 17, 200)") == [166, 183, 200]


def test_a_game_that_changed_nothing_has_a_chart() -> None:
    flat = "{start: [0, 0], end: [0, 0], steps: [{move: 1, turn: 1, expected: [0, 0]}]}"
    ticks, height = run(f"(({{ticks, y}}) => [ticks, y(0)])(c.chartOf({flat}, box))")
    assert ticks == [0, 1]
    assert height == 210
