"""How the cost of a decision grows with the board, the seats, the box and home-made traits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from smallworld.devtools.bench.builds import Builds
from smallworld.devtools.bench.runner import Entrant, alternate, own_worker
from smallworld.devtools.bench.targets import Target

SEATS = (2, 3, 4, 5)
ABOVE = tuple(f"base-{n}" for n in SEATS)
BELOW = tuple(f"underground-{n}" for n in SEATS)
ROUNDS = 3
CUSTOM = (0, 1, 20)

HOMEMADE = "home-made traits"
SMALLEST = ("base", "base-2", 2)
LARGEST = ("mixed, below ground", "underground-5", 5)
MOST = 2.0  # times the cost of the smallest


@dataclass(frozen=True)
class Point:
    """One table of the growth, and the middle cost of a decision in microseconds."""

    series: str
    map: str
    seats: int
    custom: int
    cost: float
    rate: float

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "series": self.series,
            "map": self.map,
            "seats": self.seats,
            "custom": self.custom,
            "microseconds": round(self.cost, 4),
            "rate": round(self.rate),
        }


def tables() -> dict[tuple[str, str, int, int], dict[str, object]]:
    """All tables, by series, map, seats and number of home-made traits."""
    found: dict[tuple[str, str, int, int], dict[str, object]] = {}
    worlds: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
        ("base", ABOVE, {"world": "base"}),
        ("underground", BELOW, {"world": "underground", "places": False}),
        ("underground, places and relics", BELOW, {"world": "underground"}),
        ("mixed, above ground", ABOVE, {"world": "mixed"}),
        ("mixed, below ground", BELOW, {"world": "mixed"}),
    ]
    for series, maps, words in worlds:
        for name in maps:
            for seats in SEATS:
                found[series, name, seats, 0] = {"map": name, "players": seats, **words}
    for number in CUSTOM:
        table: dict[str, object] = {"map": "base-4", "players": 4, "custom": number}
        found[HOMEMADE, "base-4", 4, number] = table
    return found


def growth_steps() -> int:
    """How often `measure_growth` advances."""
    return len(tables()) * ROUNDS


def measure_growth(
    builds: Builds, seconds: float, advance: Callable[[], None]
) -> tuple[list[Point], list[Target]]:
    """Every table with the loop inside the engine, in the faster build there is."""
    home = builds.compiled or builds.plain
    with own_worker(home) as worker:
        entrants = {
            key: Entrant(str(key), worker, {"what": "loop", "table": table, "seconds": seconds})
            for key, table in tables().items()
        }
        alternate(list(entrants.values()), ROUNDS, advance)
    points = [
        Point(*key, cost=median(1e6 / rate for rate in entrant.found), rate=entrant.median())
        for key, entrant in entrants.items()
    ]
    small, large = entrants[*SMALLEST, 0], entrants[*LARGEST, 0]
    times = median(a / b for a, b in zip(small.found, large.found, strict=True))
    words = "cost of a decision: underground-5, five seats, both boxes : base-2, two seats"
    return points, [Target(words, times, MOST, "×", most=True)]
