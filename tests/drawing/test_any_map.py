"""Every map gets a drawing that shows what its file says, kept for the next time."""

import functools
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random

import pytest

from smallworld.content.drawing import BoardDrawing, load_drawing
from smallworld.content.loader import FOLDER, Map, load_map, read_map
from smallworld.content.map_file.checks import board_of
from smallworld.content.map_file.data import MapData, RegionData
from smallworld.drawing import store
from smallworld.drawing.check import read_drawing
from smallworld.drawing.draw import draw_map, made_from, to_json
from smallworld.drawing.geometry import Outline
from smallworld.drawing.sparse import solve_means
from smallworld.engine.errors import Unreadable
from tests.content.pictures import Picture, area, crossings, distance, holds
from tests.content.random_maps import random_map
from tests.effort import only_long, usually

ROOT = Path(__file__).parents[2]
SPOT = 8  # room for a piece on the smallest drawing


def picture_of(data: MapData) -> Picture:
    drawing: BoardDrawing = json.loads(to_json(draw_map(data)))
    return Picture(Map(board_of(data), data), drawing)


def check(picture: Picture) -> None:
    """What holds for every drawing."""
    regions = picture.board.regions
    assert list(picture.rings) == [region.name for region in regions]
    for u, ring in picture.rings.items():
        assert crossings(ring) == [], f"region {u}"
        assert area(ring) > 0, f"region {u}"
        for x, y in ring:
            assert 0 <= x <= picture.width, f"region {u}"
            assert 0 <= y <= picture.height, f"region {u}"
    shared, alone = picture.shared()
    assert shared == {(u.name, regions[v].name) for u in regions for v in u.neighbours}
    at_frame = {u for u, pieces in alone.items()
                for piece in pieces if picture.sides(piece[0], piece[-1])}  # fmt: skip
    assert at_frame == {region.name for region in regions if region.edge}
    whole = picture.width * picture.height
    assert sum(area(ring) for ring in picture.rings.values()) <= whole + 1e-6
    # Nothing lies upon anything else: no region holds the middle of another.
    for u, row in picture.drawing["regions"].items():
        x, y = row["center"]
        assert [v for v, ring in picture.rings.items() if holds(ring, x, y)] == [u]
        assert distance(picture.rings[u], x, y) >= row["radius"] - 0.2
        assert row["radius"] >= 30 * picture.drawing["scale"], f"region {u}"
        assert len(row["spots"]) >= 2, f"region {u}"
        for n, (a, b) in enumerate(row["spots"]):
            assert holds(picture.rings[u], a, b)
            assert distance(picture.rings[u], a, b) >= SPOT
            assert all(hypot(a - c, b - d) >= 2 * SPOT for c, d in row["spots"][n + 1 :])


@pytest.mark.parametrize("seed", range(usually(1, 3)))
def test_maps_nobody_thought_of(seed: int) -> None:
    check(picture_of(random_map(seed)))


@pytest.mark.parametrize("name", usually(["base-2"], ["base-2", "underground-2"]))
def test_regions_fill_the_frame_if_three_meet_at_every_corner(name: str) -> None:
    """The neighbours of a shipped board alone, in any order, bring about its corners again."""
    rows = [
        RegionData(r.id, r.terrain, r.symbols, r.edge, [], sorted({*r.around} - {0}), *[None] * 3)
        for r in load_map(name).data.regions
    ]
    picture = picture_of(MapData("bare", "base", 2, 10, "wide", rows))
    check(picture)
    total = sum(area(ring) for ring in picture.rings.values())
    assert total == pytest.approx(picture.width * picture.height, rel=1e-9)


def odd(*around: list[int], edge: tuple[int, ...] = (1,)) -> MapData:
    regions = [
        RegionData(n, "hill", [], n in edge, [], row, None, None, None)
        for n, row in enumerate(around, 1)
    ]
    return MapData("odd", "base", 2, 5, "wide", regions)


@pytest.mark.parametrize(
    "data",
    [
        odd([2], [1]),
        odd([2], [1], edge=(1, 2)),
        odd([2], [1, 3], [2, 4], [3]),  # a row that begins at the edge
        pytest.param(odd([2, 3, 4, 5], [1], [1], [1], [1]), marks=only_long),  # a star
        odd([2, 3, 4, 5], [1], [1], [1], [1], edge=(2, 3, 4, 5)),
        odd([2, 4], [1, 3], [2, 4], [3, 1], edge=(1, 2, 3, 4)),  # a ring around a hole
        odd([2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3], edge=(1, 2)),
    ],
)
def test_the_oddest_maps(data: MapData) -> None:
    check(picture_of(data))


def test_thirty_regions_take_little_time() -> None:
    data = load_map("base-3").data
    assert len(data.regions) == 30
    before = time.process_time()
    draw_map(data)
    assert time.process_time() - before < 12  # 2 seconds on an idle machine


def test_places_in_the_file_are_kept() -> None:
    """Left stays left and top stays top, though nothing else is said of the order."""
    shipped = load_map("base-2").data
    rows = [
        RegionData(
            r.id, r.terrain, r.symbols, r.edge, [], sorted({*r.around} - {0}), r.x, r.y, None
        )
        for r in shipped.regions
    ]
    picture = picture_of(MapData("hinted", "base", 2, 10, "wide", rows))
    check(picture)
    for row in rows:
        assert row.x is not None
        assert row.y is not None
        x, y = picture.drawing["regions"][str(row.id)]["center"]
        assert hypot(x - row.x * 1.6, y - row.y * 0.85) < 260, row.id


# ---- drawings are kept ----


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.FOLDER_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def small_map() -> Map:
    data = odd([2, 3], [1, 3], [1, 2], edge=(1, 2, 3))
    return Map(board_of(data), data)


def small_file(folder: Path) -> Path:
    """A file of that map."""
    file = folder / "my.toml"
    _, *regions = small_map().data.to_lines()
    file.write_text(f"players = 2\nturns = 5\nregions = [{', '.join(regions)}]\n", encoding="utf-8")
    return file


@functools.cache
def small_drawing() -> str:
    """Its drawing as a file."""
    return to_json(draw_map(small_map().data))


def test_a_drawing_is_made_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = store.find_drawing(small_map())
    assert [path.name for path in (cache / "drawings").iterdir()] == [
        f"{made_from(small_map().data)}.json"
    ]
    monkeypatch.setattr(store, "draw_map", None)  # calling it would fail
    assert store.find_drawing(small_map()) == first


def test_a_spoilt_drawing_is_made_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def draw(data: MapData) -> BoardDrawing:
        made.append(data)
        drawing: BoardDrawing = json.loads(small_drawing())
        return drawing

    monkeypatch.setattr(store, "draw_map", draw)
    first = store.find_drawing(small_map())
    [file] = (cache / "drawings").iterdir()
    for text in ("{}", file.read_text(encoding="utf-8")[:200]):
        file.write_text(text, encoding="utf-8")
        assert store.find_drawing(small_map()) == first
    assert len(made) == 3


def test_a_drawing_that_cannot_be_kept_is_still_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv(store.FOLDER_VARIABLE, str(tmp_path / "file"))
    assert store.find_drawing(small_map())["regions"].keys() == {"1", "2", "3"}


def test_several_processes_draw_the_same_at_once(cache: Path) -> None:
    program = (
        "import sys; from smallworld.content.loader import load_map;"
        "from smallworld.drawing.store import find_drawing;"
        "print(find_drawing(load_map(sys.argv[1])))"
    )
    file = small_file(cache.parent)

    def draw(_: int) -> str:
        return subprocess.run(
            [sys.executable, "-c", program, file],
            check=True, capture_output=True, text=True, env=dict(os.environ), cwd=ROOT,
        ).stdout  # fmt: skip

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(draw, range(2)))) == 1
    assert [path.suffix for path in (cache / "drawings").iterdir()] == [".json"]


def test_where_drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(store.FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert store.cache_folder() == Path("/caches/smallworld")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert store.cache_folder() == Path("/local/smallworld/cache")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert store.cache_folder().parts[-3:] == ("Library", "Caches", "smallworld")


def test_a_copy_of_a_shipped_map_looks_like_it() -> None:
    text = (FOLDER / "base-2.toml").read_text(encoding="utf-8")
    assert store.find_drawing(read_map(text + "# mine", "x.toml")) == load_drawing("base-2")


# ---- drawings of one's own ----


def test_a_drawing_beside_the_map_is_taken(cache: Path) -> None:
    file = cache.parent / "my.toml"
    drawing = {**json.loads(small_drawing()), "scale": 0.77}
    beside = cache.parent / "my.drawing.json"
    assert store.beside(str(file)) == beside
    beside.write_text(json.dumps(drawing), encoding="utf-8")
    assert store.find_drawing(small_map(), str(file))["scale"] == 0.77
    assert store.find_drawing(small_map())["scale"] != 0.77
    beside.write_text("{}", encoding="utf-8")
    with pytest.raises(Unreadable, match=r"drawing .*my\.drawing\.json, `width`: it must be"):
        store.find_drawing(small_map(), str(file))
    beside.write_bytes(b"\xff")
    with pytest.raises(Unreadable, match=r"my\.drawing\.json: it cannot be read"):
        store.find_drawing(small_map(), str(file))


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["width"], "wide", "`width`: it must be a number from 200 to 10000"),
        (["scale"], 0, "`scale`: it must be a number from 0.2 to 4"),
        (["regions"], [], "`regions`: it must be an object"),
        (["regions", "2"], None, "region 2: it must be an object"),
        (["regions", "9"], {}, "region 9: the map has no such region"),
        (["regions", "2", "path"], "M0 0<script>", "region 2, `path`: it must be an SVG path"),
        (["regions", "2", "center"], [1], r"region 2, `center`: it must be \[x, y\]"),
        (["regions", "2", "radius"], True, "region 2, `radius`: it must be a number"),
        (["regions", "2", "spots"], [[1, 2, 3]], "region 2, `spots`: it must be a list"),
        (["regions", "2", "marks"], [[1, 2, 9]], "region 2, `marks`: it must be a list"),
        (["borders"], {}, "`borders`: it must be a list"),
        (["borders", 0], 3, "border 1: it must be an object"),
        (["borders", 0, "between"], [1, 9], "border 1, `between`: it must be two ids"),
        (["borders", 0, "kind"], "wall", "border 1, `kind`: it must be one of land, coast"),
        (["borders", 0, "path"], "", "border 1, `path`: it must be an SVG path"),
    ],
)
def test_what_no_screen_could_show_is_refused(
    path: list[str | int], value: object, said: str
) -> None:
    drawing = json.loads(small_drawing())
    inner = drawing
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(Unreadable, match=f"drawing my.json, {said}"):
        read_drawing(json.dumps(drawing), small_map().data, "my.json")


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000])
def test_what_is_no_drawing_at_all(text: str) -> None:
    with pytest.raises(Unreadable, match=r"drawing my\.json: it "):
        read_drawing(text, small_map().data, "my.json")


def test_a_region_that_is_not_drawn_is_missed() -> None:
    drawing = json.loads(small_drawing())
    del drawing["regions"]["3"]
    with pytest.raises(Unreadable, match="region 3: it is not drawn"):
        read_drawing(json.dumps(drawing), small_map().data, "my.json")


# ---- the tool, and the mathematics ----


@pytest.mark.skipif(not (ROOT / "tools").is_dir(), reason="the tools are not part of this copy")
def test_the_tool_draws_any_map_file(tmp_path: Path) -> None:
    file = small_file(tmp_path)
    words = [sys.executable, str(ROOT / "tools" / "draw_boards.py"), str(file)]
    subprocess.run(words, check=True)
    made = (tmp_path / "my.drawing.json").read_text(encoding="utf-8")
    assert len(read_drawing(made, load_map(str(file)).data, "my")["regions"]) == 3
    assert subprocess.run([*words, "--check"]).returncode == 0
    file.write_text(
        file.read_text(encoding="utf-8").replace("hill", "farmland", 1), encoding="utf-8"
    )
    stale = subprocess.run([*words, "--check"], capture_output=True, text=True)
    assert (stale.returncode, "is stale" in stale.stdout) == (1, True)
    file.write_text("players = 2", encoding="utf-8")
    wrong = subprocess.run(words, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "`regions`: it is missing" in wrong.stderr


def test_means_of_means() -> None:
    """A chain of points between two known ones is spread evenly."""
    ties: list[tuple[int, int | tuple[float, float]]] = [(0, (0.0, 8.0)), (8, (10.0, -2.0))]
    for n in range(8):
        ties += [(n, n + 1), (n + 1, n)]
    for n, (x, y) in enumerate(solve_means(9, ties), 1):
        assert [x, y] == pytest.approx([n, 8 - n])


def test_an_outline_in_parts_is_as_far_away_as_the_whole() -> None:
    luck = Random(4)
    for corners in (3, 12, 13, 60):
        turns = [2 * pi * n / corners for n in range(corners)]
        wide = [luck.uniform(40, 100) for _ in turns]
        ring = [(r * cos(a), r * sin(a)) for r, a in zip(wide, turns, strict=True)]
        outline = Outline(ring)
        for _ in range(200):
            x, y = luck.uniform(-120, 120), luck.uniform(-120, 120)
            side = 1 if holds(ring, x, y) else -1
            assert outline.clearance(x, y) == pytest.approx(side * distance(ring, x, y))
