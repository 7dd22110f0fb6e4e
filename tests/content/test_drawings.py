"""The drawings of the boards show exactly what the map files say."""

import re
import subprocess
import sys
from collections import Counter
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from smallworld.content.drawing import ART, load_drawing
from smallworld.content.loader import MAPS, load_map
from smallworld.drawing.draw import draw_map, to_json
from smallworld.drawing.places import STACK
from smallworld.engine.errors import Unreadable
from smallworld.engine.terms import SYMBOLS, TERRAINS
from tests.content.pictures import Picture, Piece, area, crossings, distance, holds, pieces_of

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(str(path) for path in (ROOT / "docs" / "examples" / "maps").glob("*.toml"))
DRAW = ROOT / "tools" / "draw_boards.py"
PREVIEW = ROOT / "tools" / "preview_board.py"
SVG = "{http://www.w3.org/2000/svg}"

SHORTEST_BORDER = 40
SMALLEST_CIRCLE = 36  # and more where there are few regions:
CIRCLE_SHARE = 0.22  # of the side of a square region of mean size
SMALLEST_SPOT = 15


@pytest.fixture(scope="module", params=[*MAPS, *EXAMPLES])
def picture(request: pytest.FixtureRequest) -> Picture:
    name: str = request.param
    map_ = load_map(name)
    return Picture(map_, load_drawing(name) if name in MAPS else draw_map(map_.data))


def test_every_region_is_drawn(picture: Picture) -> None:
    assert [region.name for region in picture.board.regions] == list(picture.rings)
    assert picture.drawing["map"] == picture.name
    wide = picture.map.data.shape == "wide"
    assert (picture.width, picture.height) == ((1600, 850) if wide else (1200, 1200))


def test_outlines_are_simple_and_run_clockwise(picture: Picture) -> None:
    for u, ring in picture.rings.items():
        assert crossings(ring) == [], f"region {u}"
        assert area(ring) > 0, f"region {u}"


def test_outlines_tile_the_frame(picture: Picture) -> None:
    total = sum(area(ring) for ring in picture.rings.values())
    assert total == pytest.approx(picture.width * picture.height, rel=1e-9)
    boxes = [
        (min(p[0] for p in ring), max(p[0] for p in ring), ring) for ring in picture.rings.values()
    ]
    # A step without a common divisor with the curves' tenths keeps the points off the lines.
    for n in range(1200):
        x = (n * 618.0339887 + 0.137) % picture.width
        y = (n * 7.3891 + 0.211) % picture.height
        owners = [ring for low, high, ring in boxes if low <= x <= high and holds(ring, x, y)]
        assert len(owners) == 1, f"({x:.1f}, {y:.1f}) is in {len(owners)} regions"


def test_exactly_the_listed_neighbours_share_a_border(picture: Picture) -> None:
    shared, alone = picture.shared()
    for u, pieces in alone.items():
        for piece in pieces:
            assert picture.sides(piece[0], piece[-1]), f"region {u} has a gap at {piece}"
    regions = picture.board.regions
    assert shared == {(u.name, regions[v].name) for u in regions for v in u.neighbours}
    assert set(alone) == {u.name for u in regions if u.edge}


def test_never_more_than_three_regions_meet(picture: Picture) -> None:
    meet = Counter(piece[0] for pieces in picture.pieces.values() for piece in pieces)
    assert max(meet.values()) == 3


def test_regions_reach_the_listed_sides(picture: Picture) -> None:
    for region in picture.map.data.regions:
        reached = {
            side
            for piece in picture.pieces[str(region.id)]
            if len(piece) == 2
            for side in picture.sides(*piece)
        }
        assert {*region.sides} <= reached, f"region {region.id}"


def test_borders_are_the_outlines_cut_at_the_corners(picture: Picture) -> None:
    parts: Counter[tuple[str, Piece]] = Counter()
    for border in picture.drawing["borders"]:
        a, b = (str(u) for u in border["between"])
        for piece in pieces_of(border["path"]):
            parts[a, piece] += 1
            if b != "0":
                parts[b, piece[::-1]] += 1
    assert parts == Counter((u, piece) for u, row in picture.pieces.items() for piece in row)


def test_borders_are_of_their_kind_and_long_enough_to_see(picture: Picture) -> None:
    terrain = {region.name: TERRAINS[region.terrain] for region in picture.board.regions}
    for border in picture.drawing["borders"]:
        a, b = (terrain.get(str(u), "frame") for u in border["between"])
        water = [land in ("sea", "lake", "river") for land in (a, b)]
        if b == "frame":
            expected = "frame"
        elif all(water):
            expected = "water"
        elif "sea" in (a, b) or "lake" in (a, b):
            expected = "coast"
        elif "river" in (a, b):
            expected = "river"
        else:
            expected = "chasm" if "chasm" in (a, b) else "land"
        assert border["kind"] == expected, border["between"]
        pieces = pieces_of(border["path"])
        long = sum(hypot(p[-1][0] - p[0][0], p[-1][1] - p[0][1]) for p in pieces)
        assert long >= SHORTEST_BORDER, border["between"]


def test_tokens_and_a_label_fit(picture: Picture) -> None:
    mean = (picture.width * picture.height / len(picture.rings)) ** 0.5
    for u, row in picture.drawing["regions"].items():
        x, y = row["center"]
        assert holds(picture.rings[u], x, y), f"region {u}"
        assert distance(picture.rings[u], x, y) >= row["radius"] - 0.2, f"region {u}"
        assert row["radius"] >= max(SMALLEST_CIRCLE, CIRCLE_SHARE * mean), f"region {u}"
        assert row["radius"] >= STACK * picture.drawing["scale"], f"region {u}"


def test_spots_are_free(picture: Picture) -> None:
    for region in picture.board.regions:
        row = picture.drawing["regions"][region.name]
        assert max(2, len(region.symbols)) <= len(row["spots"]) <= 4, f"region {region.name}"
        for x, y in row["spots"]:
            assert holds(picture.rings[region.name], x, y), f"region {region.name}"
            assert distance(picture.rings[region.name], x, y) >= SMALLEST_SPOT
        places = [row["center"], *row["spots"]]
        for n, (x, y) in enumerate(places):
            for a, b in places[n + 1 :]:
                assert hypot(x - a, y - b) >= 2 * SMALLEST_SPOT, f"region {region.name}"


def test_marks_stand_in_their_region(picture: Picture) -> None:
    known = {element.get("id") for element in ElementTree.parse(ART).iter()}
    for region in picture.board.regions:
        marks = picture.drawing["regions"][region.name]["marks"]
        terrain = TERRAINS[region.terrain]
        for x, y, variant in marks:
            assert holds(picture.rings[region.name], x, y), f"region {region.name}"
            assert f"mark-{terrain}-{variant}" in known


def test_files_are_small(picture: Picture) -> None:
    assert len(to_json(picture.drawing)) < 120_000


def test_the_art_has_every_terrain_and_symbol() -> None:
    ids = [key for element in ElementTree.parse(ART).iter() if (key := element.get("id"))]
    assert len(ids) == len(set(ids))
    assert {f"terrain-{terrain}" for terrain in TERRAINS} <= set(ids)
    assert {f"symbol-{symbol}" for symbol in SYMBOLS} <= set(ids)


def test_both_palettes_name_every_colour() -> None:
    text = ART.read_text(encoding="utf-8")
    palettes = [
        dict(re.findall(r"(--art-[\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root[^{]*\{([^}]*)\}", text)
    ]
    light, dark, dark_by_preference = palettes
    assert light.keys() == dark.keys()
    assert dark == dark_by_preference
    by_terrain = {"--art-ground", "--art-ink", "--art-light"}
    assert set(re.findall(r"var\((--art-[\w-]+)\)", text)) <= light.keys() | by_terrain
    for terrain in TERRAINS:
        assert f".art-{terrain} {{" in text


def test_an_unknown_board_is_named() -> None:
    with pytest.raises(Unreadable, match="no drawing of 'atlantis'; there are base-2"):
        load_drawing("atlantis")


@pytest.mark.skipif(not DRAW.exists(), reason="the tools are not part of this copy")
def test_drawings_are_up_to_date() -> None:
    answer = subprocess.run([sys.executable, DRAW, "--check"], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.skipif(not PREVIEW.exists(), reason="the tools are not part of this copy")
@pytest.mark.parametrize("name", ["base-2", "underground-5"])
def test_a_preview_refers_only_to_what_is_there(name: str, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    subprocess.run([sys.executable, PREVIEW, name, out, "--theme", "dark"], check=True)
    root = ElementTree.parse(out).getroot()
    ids = {element.get("id") for element in root.iter()}
    text = out.read_text(encoding="utf-8")
    assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', text)) <= ids
    assert len(list(root.iter(f"{SVG}text"))) == len(load_map(name).board.regions)
