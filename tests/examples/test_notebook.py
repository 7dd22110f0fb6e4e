"""The notebook runs from top to bottom; the docs show what it draws, and how a training went."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from examples.chart import Chart, draw_training, ticks
from tools import notebook

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "training.md"
CURVE = ROOT / "docs" / "pictures" / "ppo.csv"


def test_the_notebook_runs_and_draws_what_the_docs_show() -> None:
    drawn = notebook.pictures(notebook.cells())
    page = PAGE.read_text(encoding="utf-8")
    assert len(drawn) >= 5
    for number, picture in enumerate(drawn, start=1):
        kept = notebook.path_of(number)
        assert picture == kept.read_text(encoding="utf-8"), "python -m tools.notebook"
        assert f"pictures/{kept.name}" in page
    assert not notebook.path_of(len(drawn) + 1).exists()


def test_the_notebook_carries_no_results() -> None:
    found = json.loads(notebook.NOTEBOOK.read_text(encoding="utf-8"))
    assert found["nbformat"] == 4
    assert len({cell["id"] for cell in found["cells"]}) == len(found["cells"])
    for cell in found["cells"]:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_a_cell_that_fails_is_told_by_its_number() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(notebook.shown(["a = 1", "b = a / 0"]))
    assert "cell 2" in str(caught.traceback[-1].path)


def test_the_curve_in_the_docs_is_drawn_from_the_figures() -> None:
    kept = CURVE.with_suffix(".svg").read_text(encoding="utf-8")
    assert draw_training(CURVE).svg() == kept, "python examples/chart.py (see there)"
    *_, last = CURVE.read_text(encoding="utf-8").split()
    seconds, _, _, against_random, against_careless = map(float, last.split(","))
    assert seconds <= 30 * 60
    assert against_random >= 0.95
    assert against_careless >= 0.5


def test_the_page_tells_what_the_figures_say() -> None:
    rows = [line.split(",") for line in CURVE.read_text(encoding="utf-8").splitlines()[2:]]
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for row, games in ((rows[0], 100), (rows[-1], 400)):
        won = [round(games * float(share)) for share in row[3:5]]
        assert f"{won[0]} of {games}" in page
        assert f"{won[1]} of {games}" in page
    seconds, steps, updates = (float(number) for number in rows[-1][:3])
    assert f"{updates:.0f} updates and {steps / 1e6:.1f} million decisions" in page
    assert f"some {round(steps / seconds, -2):,.0f} a second" in page


def test_a_chart_has_a_line_and_a_name_for_each_row_of_points() -> None:
    chart = Chart("T", "x", "y", {"a<b": [(0, 0), (10, 4)], "c": [(0, -2), (10, 4)]}, [(3, 0)])
    drawn = chart.svg()
    assert drawn.count("<polyline") == 2
    assert "a&lt;b" in drawn
    assert drawn.count("stroke-dasharray") == 1
    assert 'points="56.0,272.0 530.0,40.0"' in drawn  # from the lowest corner to the highest
    with pytest.raises(ValueError, match="nothing to draw"):
        Chart("T", "x", "y", {"a": []})


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-2, 4, [-2, -1, 0, 1, 2, 3, 4]),
        (0, 18.03, [0, 5, 10, 15]),
    ],
)
def test_ticks_are_round(low: float, high: float, found: list[float]) -> None:
    assert ticks(low, high) == found
