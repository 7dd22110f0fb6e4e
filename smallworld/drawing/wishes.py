"""What every region of a board wishes to be: how large, how round, where."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from smallworld.drawing.foam import Wishes
from smallworld.drawing.topology import GAP, Topology

# How much of an equal share a terrain likes; the rest comes from the map file's hints.
SHARE = {"river": 0.78, "sea": 1.1, "chasm": 0.92}
RADIUS = {"river": 0.33, GAP: 0.05}  # of a circle that should fit in, by the mean span
STRETCH = 0.0022
CRACK = 0.003  # chasms are long
OPEN_SEA = 2.2  # times the mean: an area hint that says the region is the open sea


def wish(name: str, seed: int, topology: Topology) -> dict[int, Wishes]:
    """The wishes of all regions; a seed varies size and direction a little."""
    total = topology.width * topology.height
    count = len(topology.regions)
    span = (total / count) ** 0.5
    shares: dict[int, float] = {}
    for u, region in topology.regions.items():
        rng = Random(f"{name}:{seed}:share:{u}")
        hinted = 0.35 * region.share + 0.65 / count
        if region.terrain == "river":
            hinted = 1 / count
        factor = SHARE.get(region.terrain, 1.0)
        if region.share * count > OPEN_SEA:
            factor *= 1.25
        shares[u] = hinted * factor * rng.uniform(0.82, 1.22)
        if region.terrain == GAP:
            shares[u] = region.share
    whole = sum(shares.values())
    wishes: dict[int, Wishes] = {}
    for u, region in topology.regions.items():
        rng = Random(f"{name}:{seed}:stretch:{u}")
        direction = rng.uniform(0, 2 * pi)
        strength = rng.uniform(0.3, 1) * STRETCH
        if region.terrain == "chasm":
            strength = CRACK
        river = region.terrain == "river"
        if river or region.terrain == GAP:
            strength = 0.0
        wishes[u] = Wishes(
            area=total * shares[u] / whole,
            radius=RADIUS.get(region.terrain, 0.35) * span,
            at=(region.x, region.y),
            tension=0.3 if river else 1.0,
            stretch=(strength * cos(direction), strength * sin(direction)),
        )
    return wishes
