"""Relaxes a drawing like a foam: regions press, borders pull, and nothing may cross."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from smallworld.content.map_file.orders import Corner
from smallworld.drawing.geometry import Point, area, length, pole, resample
from smallworld.drawing.layout import Layout
from smallworld.drawing.topology import FRAME

STEP = 22.0  # length of a piece of border
NEAR = 60.0  # as near as borders that do not meet may wish to keep
REACH = NEAR + 20  # how far the lists of near pieces look
OPENING = 0.4  # how wide two borders open from a corner: distance by way along them
TIME = 40.0
FASTEST = 3.0
FROM_TURN = 60.0  # how far a border on the frame stays from the frame's own corners

# How strong the forces are; the pull along a border is about 1.
PRESSURE = 0.25
ROUNDING = 0.08
APART = 0.06
STRETCHING = 3.0


class Wishes:
    """What one region would like to be."""

    def __init__(
        self, area: float, radius: float, at: Point, tension: float, stretch: Point
    ) -> None:
        self.area = area
        self.radius = radius  # of the circle that must fit in
        self.at = at
        self.tension = tension
        self.stretch = stretch  # cosine and sine of twice the direction, times the strength


class Foam:
    """All borders as chains of points that move under forces."""

    def __init__(self, layout: Layout, wishes: dict[int, Wishes], step: float = STEP) -> None:
        self.layout = layout
        self.step = step
        self.topology = layout.topology
        self.wishes = wishes
        self.lines: list[list[Point]] = []
        for k in range(len(self.topology.edges)):
            self.lines.append(layout.line(k))
        self.heart: dict[int, Point] = {}
        self._mesh()

    # -- the mesh ---------------------------------------------------------------------------

    def _mesh(self) -> None:
        """Cut all borders into pieces of about equal length and number the points."""
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.corners: dict[Corner, int] = {}
        self.chains: list[list[int]] = []
        self.slides: dict[int, str] = {}
        self.fixed: set[int] = set()
        for k, edge in enumerate(self.topology.edges):
            line = self.lines[k]
            if edge.b != FRAME:
                line = resample(line, max(3, round(length(line) / self.step)))
            chain: list[int] = []
            for n, (x, y) in enumerate(line):
                name = edge.start if n == 0 else edge.end if n == len(line) - 1 else None
                if name is not None and name in self.corners:
                    chain.append(self.corners[name])
                    continue
                i = len(self.xs)
                chain.append(i)
                self.xs.append(x)
                self.ys.append(y)
                if name is not None:
                    self.corners[name] = i
                    if FRAME in name:
                        self.slides[i] = self.layout.side[name]
                elif edge.b == FRAME:
                    self.fixed.add(i)
            self.chains.append(chain)
        self.pieces = [(i, j, k) for k, chain in enumerate(self.chains) for i, j in pairwise(chain)]
        self._measure_along()
        self._find_near()
        for u in self.topology.regions:
            self.heart[u] = pole(self.ring(u), self.heart.get(u))[0]

    def _measure_along(self) -> None:
        """For every point, how far along its chain it is from each of the chain's two corners."""
        self.along: list[dict[int, float]] = [{} for _ in self.xs]
        for chain in self.chains:
            total = 0.0
            for n, i in enumerate(chain):
                if n:
                    total += self._gap(chain[n - 1], i)
                self.along[i][chain[0]] = min(total, self.along[i].get(chain[0], 1e9))
            back = 0.0
            for n in reversed(range(len(chain))):
                if n + 1 < len(chain):
                    back += self._gap(chain[n + 1], chain[n])
                i = chain[n]
                self.along[i][chain[-1]] = min(back, self.along[i].get(chain[-1], 1e9))

    def _gap(self, i: int, j: int) -> float:
        return hypot(self.xs[i] - self.xs[j], self.ys[i] - self.ys[j])

    def _find_near(self) -> None:
        """Pairs of a point and a piece that are near but not along the same border."""
        cells: dict[tuple[int, int], list[int]] = {}
        for i, (x, y) in enumerate(zip(self.xs, self.ys, strict=True)):
            cells.setdefault((int(x // REACH), int(y // REACH)), []).append(i)
        self.near: list[tuple[int, int, int, float]] = []
        home: dict[int, int] = {}
        for k, chain in enumerate(self.chains):
            for i in chain[1:-1]:
                home[i] = k
        for a, b, k in self.pieces:
            mx, my = (self.xs[a] + self.xs[b]) / 2, (self.ys[a] + self.ys[b]) / 2
            half = self._gap(a, b) / 2
            cx, cy = int(mx // REACH), int(my // REACH)
            span = 1 + int(half // REACH)
            for gx in range(cx - span, cx + span + 1):
                for gy in range(cy - span, cy + span + 1):
                    for i in cells.get((gx, gy), ()):
                        if i in (a, b) or home.get(i) == k:
                            continue
                        if hypot(self.xs[i] - mx, self.ys[i] - my) > REACH + half:
                            continue
                        self.near.append((i, a, b, self._meeting(i, a, b)))

    def _meeting(self, i: int, a: int, b: int) -> float:
        """How near point and piece may come; less if both are close to the same corner."""
        least = 1e9
        for name, far in self.along[i].items():
            for other in (a, b):
                there = self.along[other].get(name)
                if there is not None:
                    least = min(least, far + there)
        return OPENING * least

    def ring(self, u: int) -> list[Point]:
        """A region's outline as it is now, clockwise."""
        ring: list[Point] = []
        for k, forward in self.topology.outline[u]:
            chain = self.chains[k] if forward else self.chains[k][::-1]
            ring.extend((self.xs[i], self.ys[i]) for i in chain[:-1])
        return ring

    # -- the motion -------------------------------------------------------------------------

    def relax(self, rounds: int, *, pull: float, near: float, least: float) -> None:
        """Let the foam move; `pull` to the wished places, `least` length for every border."""
        for n in range(rounds):
            if n % 20 == 0:
                self.remesh()
            self._move(pull, near, least)
        self.remesh()

    def use_step(self, step: float) -> None:
        """From now on cut borders into pieces of this length."""
        self.step = step

    def remesh(self) -> None:
        """Number the points anew after the borders have grown or shrunk."""
        for k, chain in enumerate(self.chains):
            self.lines[k] = [(self.xs[i], self.ys[i]) for i in chain]
        for name, i in self.corners.items():
            self.layout.at[name] = (self.xs[i], self.ys[i])
        self._mesh()

    def _move(self, pull: float, near: float, least: float) -> None:
        xs, ys = self.xs, self.ys
        count = len(xs)
        fx, fy = [0.0] * count, [0.0] * count
        weight = [1e-9] * count
        room = [FASTEST] * count
        press: dict[int, float] = {FRAME: 0.0}
        drift: dict[int, Point] = {FRAME: (0.0, 0.0)}
        heart = self.heart
        for u, wish in self.wishes.items():
            ring = self.ring(u)
            now = area(ring)
            press[u] = PRESSURE * (wish.area - now) / wish.area
            cx, cy = heart[u]
            drift[u] = (pull * (wish.at[0] - cx), pull * (wish.at[1] - cy))
        for i, j, k in self.pieces:
            edge = self.topology.edges[k]
            dx, dy = xs[j] - xs[i], ys[j] - ys[i]
            size = hypot(dx, dy) or 1e-9
            a, b = edge.a, edge.b
            push = 0.5 * (press[a] - press[b])
            ox = push * dy + 0.25 * size * (drift[a][0] + drift[b][0])
            oy = -push * dx + 0.25 * size * (drift[a][1] + drift[b][1])
            if b == FRAME:
                continue
            mx, my = (xs[i] + xs[j]) / 2, (ys[i] + ys[j]) / 2
            for u in (a, b):
                c, s = self.wishes[u].stretch
                ex, ey = mx - heart[u][0], my - heart[u][1]
                far = hypot(ex, ey) or 1e-9
                ox += size * (c * ex + s * ey) / far
                oy += size * (s * ex - c * ey) / far
            tight = 0.5 * (self.wishes[a].tension + self.wishes[b].tension)
            tx, ty = tight * dx / size, tight * dy / size
            fx[i] += ox + tx
            fy[i] += oy + ty
            fx[j] += ox - tx
            fy[j] += oy - ty
            weight[i] += size / 2
            weight[j] += size / 2
            for u in (a, b):
                cx, cy = heart[u]
                wanted = self.wishes[u].radius
                for n in (i, j):
                    ex, ey = xs[n] - cx, ys[n] - cy
                    far = hypot(ex, ey)
                    if 0 < far < wanted:
                        force = ROUNDING * size * (1 - far / wanted) / far
                        fx[n] += force * ex
                        fy[n] += force * ey
        self._keep_apart(near, fx, fy, room)
        self._keep_long(least, fx, fy)
        for i in range(count):
            if i in self.fixed:
                continue
            vx, vy = TIME * fx[i] / weight[i], TIME * fy[i] / weight[i]
            side = self.slides.get(i)
            if side in ("top", "bottom"):
                vy = 0.0
            elif side is not None:
                vx = 0.0
            speed = hypot(vx, vy)
            if speed > room[i]:
                vx, vy = vx * room[i] / speed, vy * room[i] / speed
            xs[i] += vx
            ys[i] += vy
            if side is not None:
                xs[i] = min(max(xs[i], 0.0 if vx == 0 else FROM_TURN), self._far(vx, True))
                ys[i] = min(max(ys[i], 0.0 if vy == 0 else FROM_TURN), self._far(vy, False))

    def _far(self, speed: float, wide: bool) -> float:
        end = self.topology.width if wide else self.topology.height
        return end if speed == 0 else end - FROM_TURN

    def _keep_apart(
        self,
        near: float,
        fx: list[float],
        fy: list[float],
        room: list[float],
    ) -> None:
        """Push apart what comes too near, and slow down what could cross in one move."""
        xs, ys = self.xs, self.ys
        for i, a, b, meeting in self.near:
            ax, ay = xs[a], ys[a]
            dx, dy = xs[b] - ax, ys[b] - ay
            square = dx * dx + dy * dy
            t = ((xs[i] - ax) * dx + (ys[i] - ay) * dy) / square if square > 0 else 0.0
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            ex, ey = xs[i] - ax - t * dx, ys[i] - ay - t * dy
            far = hypot(ex, ey)
            limit = 0.3 * far
            for n in (i, a, b):
                if limit < room[n]:
                    room[n] = limit
            least = near if near < meeting else meeting
            if far >= least:
                continue
            force = APART * self.step * (1 - far / least) / (far or 1e-9)
            fx[i] += force * ex
            fy[i] += force * ey
            fx[a] -= (1 - t) * force * ex
            fy[a] -= (1 - t) * force * ey
            fx[b] -= t * force * ex
            fy[b] -= t * force * ey

    def _keep_long(self, least: float, fx: list[float], fy: list[float]) -> None:
        """Stretch borders that are too short to be seen."""
        for k, chain in enumerate(self.chains):
            a, b = chain[0], chain[-1]
            if self.topology.edges[k].b == FRAME and len(chain) > 2:
                continue
            dx, dy = self.xs[b] - self.xs[a], self.ys[b] - self.ys[a]
            size = hypot(dx, dy) or 1e-9
            if size < least:
                force = STRETCHING * (1 - size / least) / size
                fx[a] -= force * dx
                fy[a] -= force * dy
                fx[b] += force * dx
                fy[b] += force * dy
