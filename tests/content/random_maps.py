"""Maps nobody thought of: land grown on a grid of bricks, with borders and edges taken away."""

from __future__ import annotations

from random import Random

from smallworld.content.map_file.data import MapData, RegionData

SURFACE = ["farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"]
BELOW = ["mushroom", "mud", "mine", "crystal", "black_mountain", "river", "chasm"]

Cell = tuple[int, int]


def random_map(seed: int) -> MapData:
    """A map in one piece that lies in the plane; neighbours are named in any order."""
    rng = Random(seed)
    rows, columns = rng.choice([(3, 4), (4, 6), (5, 7), (6, 9), (7, 10)])
    count = rng.randint(2, min(32, rows * columns // 2))
    owner = _grow(rng, rows, columns, count)
    near: dict[int, set[int]] = {u: set() for u in range(1, count + 1)}
    edge: set[int] = set()
    for (row, column), u in owner.items():
        if row in (0, rows - 1) or column in (0, columns - 1):
            edge.add(u)
        for cell in _beside(row, column):
            if owner.get(cell, u) != u:
                near[u].add(owner[cell])
    _take_away(rng, near)
    for u in sorted(edge):
        if len(edge) > 1 and rng.random() < 0.3:
            edge.remove(u)
    below = rng.random() < 0.5
    regions: list[RegionData] = []
    for u, others in near.items():
        around = sorted(others)
        rng.shuffle(around)
        terrain = rng.choice(BELOW if below else SURFACE)
        symbols = rng.choice([[], [], ["mine"], ["magic", "cavern"]])
        regions.append(RegionData(u, terrain, symbols, u in edge, [], around, None, None, None))
    world, shape = "underground" if below else "base", rng.choice(["wide", "square"])
    return MapData(f"map {seed}", world, 2, 5, shape, regions)


def map_text(data: MapData) -> str:
    """The map as a file."""
    board, *regions = data.to_lines()
    head = board[1:-1].replace(", ", "\n")
    return f"{head}\nregions = [\n{''.join(f'  {region},' + chr(10) for region in regions)}]\n"


def _grow(rng: Random, rows: int, columns: int, count: int) -> dict[Cell, int]:
    """Every cell to one of so many regions, each in one piece."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    owner = {cell: u for u, cell in enumerate(rng.sample(cells, count), 1)}
    while len(owner) < len(cells):
        cell = rng.choice(sorted(owner))
        free = [other for other in _beside(*cell) if other in cells and other not in owner]
        if free:
            owner[rng.choice(free)] = owner[cell]
    return owner


def _beside(row: int, column: int) -> list[Cell]:
    """The cells beside one; every other row is moved by half a brick, so three meet at corners."""
    moved = column + row % 2
    return [(row, column - 1), (row, column + 1)] + [
        (other, at) for other in (row - 1, row + 1) for at in (moved - 1, moved)
    ]


def _take_away(rng: Random, near: dict[int, set[int]]) -> None:
    """Some borders, as long as everything stays in one piece."""
    for _ in range(rng.randint(0, len(near) // 2)):
        a = rng.choice(sorted(near))
        b = rng.choice(sorted(near[a]))
        near[a].remove(b)
        near[b].remove(a)
        seen, waiting = {1}, [1]
        while waiting:
            for other in near[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        if len(seen) < len(near):
            near[a].add(b)
            near[b].add(a)
