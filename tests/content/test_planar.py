"""Which graphs can be drawn without crossings, and that what is found is such a drawing."""

from itertools import combinations

import pytest

from smallworld.content.map_file.data import EDGE, RegionData
from smallworld.content.map_file.orders import Around, find_orders
from smallworld.content.map_file.planar import Graph, embed, is_flat
from tests.content.random_maps import random_map

# Connected labelled graphs of so many nodes that are planar (OEIS A096332).
PLANAR = {2: 1, 3: 4, 4: 38, 5: 727, 6: 26013}


def graph(count: int, edges: list[tuple[int, int]]) -> Graph:
    near: Graph = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def is_whole(near: Graph) -> bool:
    seen, waiting = {0}, [0]
    while waiting:
        for other in near[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(near)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_all_small_graphs(count: int) -> None:
    pairs = list(combinations(range(count), 2))
    found = 0
    for size in range(count - 1, len(pairs) + 1):
        for edges in combinations(pairs, size):
            near = graph(count, list(edges))
            if is_whole(near):
                order = embed(near)
                found += order is not None
                if order is not None:
                    assert [sorted(row) for row in order] == [sorted(row) for row in near]
                    assert is_flat(order)
    assert found == PLANAR[count]


def test_all_graphs_of_six_nodes() -> None:
    pairs = list(combinations(range(6), 2))
    found = 0
    for size in range(5, 13):  # more than twelve edges are too many
        for edges in combinations(pairs, size):
            near = graph(6, list(edges))
            # With fewer than nine edges there is room for neither of the two that cannot be drawn.
            found += is_whole(near) and (size < 9 or embed(near) is not None)
    assert found == PLANAR[6]


def test_the_two_that_cannot_be_drawn() -> None:
    five = graph(5, list(combinations(range(5), 2)))
    houses_and_wells = graph(6, [(a, b) for a in range(3) for b in range(3, 6)])
    assert embed(five) is None
    assert embed(houses_and_wells) is None
    # Neither can anything that holds one of them, with nodes put on its edges.
    edges = [(a, b) for a in range(3) for b in range(3, 6) if (a, b) != (0, 3)]
    longer = graph(10, [*edges, (0, 6), (6, 7), (7, 3), (7, 8), (8, 9)])
    assert embed(longer) is None
    assert embed(graph(10, [*edges, (0, 6), (6, 7), (7, 8), (8, 9)])) is not None


@pytest.mark.parametrize("seed", range(30))
def test_maps_without_orders_get_some(seed: int) -> None:
    regions = random_map(seed).regions
    orders = find_orders(regions)
    assert orders is not None
    for region in regions:
        wanted = [*region.around, EDGE] if region.edge else region.around
        assert sorted(orders[region.id]) == sorted(wanted)
    assert is_flat_map(orders)


def rows(*around: list[int], at: list[tuple[float, float]] | None = None) -> list[RegionData]:
    made: list[RegionData] = []
    for n, row in enumerate(around, 1):
        x, y = at[n - 1] if at else (None, None)
        made.append(RegionData(n, "hill", [], n > 1 or EDGE in row, [], row, x, y, None))
    return made


# One region in the middle of four.
WHEEL = [[2, 3, 4, 5], [0, 3, 1, 5], [0, 4, 1, 2], [0, 5, 1, 3], [0, 2, 1, 4]]


def test_a_clockwise_order_is_kept() -> None:
    orders = find_orders(rows(*WHEEL))
    assert orders is not None
    assert [orders[n] for n in range(1, 6)] == WHEEL


# Four regions around a point: three of them meet nowhere.
CROSS = [[EDGE, 2, 3], [EDGE, 4, 1], [1, 4, EDGE], [2, EDGE, 3]]


def is_flat_map(orders: Around) -> bool:
    number = {id: n for n, id in enumerate(orders)}
    return is_flat([[number[other] for other in row] for row in orders.values()])


def test_a_clockwise_order_is_kept_where_four_regions_meet() -> None:
    orders = find_orders(rows(*CROSS))
    assert orders is not None
    assert [orders[n] for n in range(1, 5)] == CROSS
    assert sorted(orders[EDGE]) == [1, 2, 3, 4]
    assert is_flat_map(orders)


@pytest.mark.parametrize(
    "first", [[EDGE, 3, 2], [2, 3], [2, 3, 2, EDGE]], ids=["turned", "no edge", "twice"]
)
def test_an_order_that_does_not_fit_the_others_is_not_taken_at_its_word(first: list[int]) -> None:
    made = rows(*CROSS)
    made[0] = RegionData(1, "hill", [], True, [], first, None, None, None)
    orders = find_orders(made)
    assert orders is not None
    assert [sorted(orders[n]) for n in range(1, 5)] == [sorted(row) for row in CROSS]
    assert is_flat_map(orders)


def test_the_edge_may_be_left_out_of_the_order() -> None:
    orders = find_orders(rows(*([n for n in row if n != EDGE] for row in WHEEL)))
    assert orders is not None
    turned = [row[row.index(WHEEL[n][0]) :] + row[: row.index(WHEEL[n][0])]
              for n, row in enumerate(orders[n] for n in range(1, 6))]  # fmt: skip
    assert turned == WHEEL


def test_places_give_an_order_if_the_lists_do_not() -> None:
    mixed = [sorted(row)[::-1] for row in WHEEL]
    at = [(500.0, 500.0), (500.0, 100.0), (900.0, 500.0), (500.0, 900.0), (100.0, 500.0)]
    orders = find_orders(rows(*([n for n in row if n] for row in mixed), at=at))
    assert orders is not None
    middle = orders[1]
    assert middle[middle.index(2) :] + middle[: middle.index(2)] == [2, 3, 4, 5]
