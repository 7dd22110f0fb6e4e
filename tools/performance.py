"""Measure everything again, and write the tables and the picture of docs/performance.md.

    python tools/performance.py                    # all of it: five minutes on an idle machine
    python tools/performance.py own growth         # or peers, env, scaling, site

Leave the machine alone meanwhile; rates are per second of processor time, but --scaling is not.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from smallworld.devtools.bench.targets import number  # noqa: E402

PAGE = ROOT / "docs" / "performance.md"
KINDS = {
    "own": [],
    "peers": ["--peers"],
    "env": ["--env"],
    "growth": ["--growth"],
    "scaling": ["--scaling"],
    "site": ["--site"],  # of build/site
}
UNITS = {"rate": "decisions/s", "microseconds": "µs", "bytes": "bytes"}

Data = dict[str, Any]


def measure(kind: str) -> Data:
    """The JSON of one kind of `smallworld bench`."""
    command = [sys.executable, "-m", "smallworld", "bench", "--json", *KINDS[kind]]
    answer = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    found: Data = json.loads(answer.stdout)
    return found


def grid(*rows: list[str]) -> list[str]:
    """A table; the first row is its head, and numbers stand on the right."""
    head, *rest = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rest]
    return ["| " + " | ".join(line) + " |" for line in lines]


def show_figures(data: Data) -> list[str]:
    """Medians with their range."""
    rows = [["", "median", "", "lowest to highest"]]
    for figure in data["figures"]:
        low, high = (number(value) for value in figure["of"])
        among = "" if low == high else f"{low} to {high}"
        rows.append([figure["name"], number(figure["median"]), UNITS[figure["unit"]], among])
    return [*grid(*rows), "", *show_demands(data)]


def show_demands(data: Data) -> list[str]:
    """What was promised and found."""
    rows = [["demand", "wanted", "found", ""]]
    for demand in data["demands"]:
        verdict = "pass" if demand["holds"] else "**fail**"
        rows.append([demand["demand"], demand["wanted"], number(demand["found"]), verdict])
    return grid(*rows)


def show_growth(data: Data) -> list[str]:
    """Decisions a second by board and seats."""
    lines: dict[tuple[str, str], dict[int, str]] = {}
    for point in data["growth"]:
        home_made = point["series"].startswith("home-made")
        name = f"{point['custom']} {point['series']}" if home_made else point["series"]
        lines.setdefault((name, point["map"]), {})[point["seats"]] = number(point["rate"])
    seats = sorted({point["seats"] for point in data["growth"]})
    rows = [["decisions/s", "board", *(f"{n} seats" for n in seats)]]
    rows += [[*name, *(cells.get(n, "") for n in seats)] for name, cells in lines.items()]
    return [*grid(*rows), "", *show_demands(data)]


def show_scaling(data: Data) -> list[str]:
    """One process and two."""
    rows = [["", "found"], *([name, number(value)] for name, value in data["scaling"].items())]
    return [*grid(*rows), "", *show_demands(data)]


def show_site(data: Data) -> list[str]:
    """What was measured in a browser."""
    rows = [["", "found", ""]]
    rows += [[one["name"], number(one["value"]), one["unit"]] for one in data["site"]]
    return [*grid(*rows), "", *show_demands(data)]


def show(kind: str, data: Data) -> str:
    """A part of the page."""
    machine = data["machine"]
    where = f"{machine['system']}, Python {machine['python']}, {machine['processors']} processors"
    load = "idle otherwise" if machine["load"] < 1 else f"busy: a load of {machine['load']}"
    shows = {"growth": show_growth, "scaling": show_scaling, "site": show_site}
    lines = shows.get(kind, show_figures)(data)
    return "\n".join([f"Measured on {where}, {load}.", "", *lines])


def main(kinds: list[str]) -> None:
    """Measure, and put the results into the page."""
    for kind in kinds or KINDS:
        print(f"{kind} ...", flush=True)
        text = show(kind, measure(kind))
        page = PAGE.read_text(encoding="utf-8")
        before, start, rest = page.partition(f"<!-- {kind} -->\n")
        _, end, after = rest.partition(f"<!-- end of {kind} -->")
        assert end, f"{PAGE} has no place for {kind}"
        PAGE.write_text(f"{before}{start}\n{text}\n\n{end}{after}", encoding="utf-8")
    print(f"Written: {PAGE}")


if __name__ == "__main__":
    main(sys.argv[1:])
