"""Map files: what is refused and why, and that nothing else ever happens than a map or an error."""

import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smallworld.content.loader import FOLDER, MAPS, load_map, map_of_lines, read_map
from smallworld.devtools.soak import play_checked
from smallworld.engine.errors import Unreadable
from smallworld.game.setup import GameSetup
from tests.content.random_maps import map_text, random_map

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "docs" / "examples" / "maps").glob("*.toml"))

GOOD: dict[str, Any] = {
    "name": "Three Hills",
    "players": 2,
    "turns": 8,
    "regions": [
        {"id": 1, "terrain": "hill", "edge": True, "around": [2, 3, 4]},
        {"id": 2, "terrain": "hill", "edge": True, "around": [1, 3, 4]},
        {"id": 3, "terrain": "hill", "edge": True, "around": [1, 2, 4]},
        {"id": 4, "terrain": "lake", "around": [1, 2, 3]},
    ],
}


def toml(value: object) -> str:
    """A value as TOML writes it within a line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    return json.dumps(value)


def text_of(data: dict[str, Any]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in data.items())


def changed(*regions: dict[str, Any], **top: object) -> str:
    """The good map with other fields; None takes a field away."""
    data = {**GOOD, **top}
    if regions:
        rows: list[dict[str, Any]] = [dict(row) for row in GOOD["regions"]]
        for change in regions:
            row = next((row for row in rows if row["id"] == change["id"]), None)
            if row is None:
                rows.append(dict(change))
            else:
                row.update(change)
        data["regions"] = [
            {key: value for key, value in row.items() if value is not None} for row in rows
        ]
    return text_of({key: value for key, value in data.items() if value is not None})


def complaints(text: str) -> list[str]:
    with pytest.raises(Unreadable) as error:
        read_map(text, "my.toml")
    return str(error.value).split("\n")


def why_not(text: str) -> list[str]:
    """What is wrong with a map; nothing if it is one."""
    try:
        assert read_map(text, "my.toml").board.entry
    except Unreadable as error:
        return str(error).split("\n")
    return []


def test_the_good_map_is_good() -> None:
    map_ = read_map(text_of(GOOD), "my.toml")
    assert (map_.board.name, map_.players, map_.turns) == ("Three Hills", 2, 8)
    assert not map_.underground
    assert map_.board.names == ["1", "2", "3", "4"]
    assert [region.edge for region in map_.board.regions] == [True, True, True, False]


@pytest.mark.parametrize("name", MAPS)
def test_the_shipped_maps_pass(name: str) -> None:
    assert load_map(name).underground == name.startswith("underground")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_can_be_played(path: Path) -> None:
    assert load_map(str(path)).data.name == path.stem.replace("-", " ").title()
    play_checked(GameSetup(map=str(path), turns=3), 1)


LAND = {"id": 5, "terrain": "hill", "around": [4]}
HUGE = [
    {"id": n, "terrain": "hill", "edge": True, "around": [n % 63 + 1, (n - 2) % 63 + 1]}
    for n in range(1, 64)
]
FIVE = [
    {"id": a, "terrain": "hill", "edge": a == 1, "around": [b for b in range(1, 6) if b != a]}
    for a in range(1, 6)
]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # the whole file
        ("name =", "map my.toml: it is no TOML file: "),
        (changed(regions=None), "map my.toml, `regions`: it is missing; it must be a list of "),
        (changed(regions=3), "map my.toml, `regions`: 3 was given; it must be a list of regions"),
        (changed(regions=[3]), "map my.toml, region number 1: write it as a table, {id = 1"),
        (changed(regions=HUGE), "map my.toml, `regions`: 63 were given; a board has at most 62"),
        (changed(turn=3), "map my.toml: the field `turn` is not known; did you mean `turns`? "),
        (changed(players=1), "map my.toml, `players`: 1 was given; it must be a whole number from"),
        (changed(players=6), "map my.toml, `players`: 6 was given; it must be a whole number from"),
        (changed(turns=None), "map my.toml, `turns`: it is missing; it must be a whole number"),
        (changed(turns=31), "map my.toml, `turns`: 31 was given; it must be a whole number from"),
        (changed(name="a\nb"), "map my.toml, `name`: 'a\\nb' was given; it must be a text in one"),
        (changed(name=7), "map my.toml, `name`: 7 was given; it must be a text in one line of"),
        (changed(shape="round"), "map my.toml, `shape`: round was given; it must be one of wide"),
        (changed(world="mixed"), "map my.toml, `world`: mixed was given; it must be one of base"),
        (
            changed({"id": 4, "terrain": "river"}, world="base"),
            'map my.toml, `world`: base was given; it must be "underground", since there are',
        ),
        # fields of a region
        (
            changed({"id": 2, "colour": "red"}),
            "map my.toml, region 2: the field `colour` is not known; a region has id, terrain",
        ),
        (changed({"id": 0}), "map my.toml, region number 5, `id`: 0 was given; it must be a whole"),
        (
            changed({"id": 2, "terrain": "hil"}),
            "map my.toml, region 2, `terrain`: hil was given; it must be one of farmland, forest",
        ),
        (
            changed({"id": 2, "symbols": ["mine", "mine"]}),
            "map my.toml, region 2, `symbols`: ['mine', 'mine'] was given; it must be a list of",
        ),
        (
            changed({"id": 2, "edge": "west"}),
            "map my.toml, region 2, `edge`: west was given; it must be true, false or a list of",
        ),
        (
            changed({"id": 2, "edge": ["west"]}),
            "map my.toml, region 2, `edge`: ['west'] was given; it must be true, false or a list",
        ),
        (
            changed({"id": 4, "around": [0, 1, 2, 3], "edge": False}),
            "map my.toml, region 4, `edge`: False was given; it must be true, or `around` must",
        ),
        (
            changed({"id": 2, "x": 1001, "y": 1}),
            "map my.toml, region 2, `x`: 1001 was given; it must be a number from 0 to 1000",
        ),
        (
            changed({"id": 2, "x": 10, "y": 1}),
            "map my.toml, `x` and `y`: some regions have them; give them to all or to none",
        ),
        (
            changed({"id": 2, "around": "1, 3, 4"}),
            "map my.toml, region 2, `around`: 1, 3, 4 was given; it must be a list of the neigh",
        ),
        # borders
        (
            changed({"id": 2, "around": [1, 2, 3, 4]}),
            "map my.toml, region 2, `around`: the region names itself; name its neighbours only",
        ),
        (
            changed({"id": 2, "around": [1, 3, 4, 9]}),
            "map my.toml, region 2, `around`: there is no region 9; name regions of this map",
        ),
        (
            changed({"id": 2, "around": [1, 3]}),
            "map my.toml, region 4, `around`: it has 2, but region 2 does not have 4; a border",
        ),
        (
            changed({"id": 2, "around": [1, 3, 4, 3]}),
            "map my.toml, region 2, `around`: 3 stands in it twice; that is for two borders with",
        ),
        (
            changed({"id": 5, "terrain": "hill", "around": []}),
            "map my.toml, region 5, `around`: it borders no other region; name its neighbours",
        ),
        # reach
        (
            changed(*({"id": n, "terrain": "sea"} for n in (1, 2, 3))),
            "map my.toml: there is no land; somebody must be able to live there",
        ),
        (
            changed(*({"id": n, "edge": False} for n in (1, 2, 3))),
            "map my.toml: no region is at the edge, so nobody could enter; give some land `edge",
        ),
        (
            changed(
                *({"id": n, "terrain": "lake"} for n in (1, 2, 3)), {"id": 4, "terrain": "hill"}
            ),
            "map my.toml: nobody could enter: no land or river is at the edge, nor land beside a",
        ),
        (
            changed(LAND, {"id": 4, "around": [1, 2, 3, 5]}),
            "map my.toml: nobody could reach region 5: there is only water or a chasm around",
        ),
        (
            changed(
                {"id": 5, "terrain": "hill", "edge": True, "around": [6]},
                {"id": 6, "terrain": "hill", "around": [5]},
            ),
            "map my.toml: there is no way from the regions 5 and 6 to the other regions; give",
        ),
        # the box
        (
            changed({"id": 2, "symbols": ["volcano"]}),
            "map my.toml, region 2, `symbols`: a volcano lies in a chasm, not in hill",
        ),
        (
            changed({"id": 4, "symbols": ["lost_tribe"]}),
            "map my.toml, region 4, `symbols`: lost_tribe stands on land; lake is none",
        ),
        (
            changed({"id": 2, "symbols": ["monster"]}),
            "map my.toml, region 2, `symbols`: Monsters live underground; on the surface it is",
        ),
        (
            changed({"id": 2, "symbols": ["lost_tribe"]}, world="underground"),
            "map my.toml, region 2, `symbols`: Lost Tribes live on the surface; underground it is",
        ),
        # the plane
        (
            changed(regions=FIVE),
            "map my.toml: no flat map has all these borders; leave out the border of 1 and 2 or",
        ),
        (
            changed({"id": 4, "edge": True}),
            "map my.toml: no flat map has all these borders; leave out the border of 1 and 2 or",
        ),
    ],
)
def test_what_is_wrong_is_said_with_what_would_do(text: str, said: str) -> None:
    assert any(line.startswith(said) for line in complaints(text)), complaints(text)


@pytest.mark.parametrize(
    ("field", "word", "most"),
    [("terrain", "mountain", 9), ("terrain", "black_mountain", 9), ("symbols", "lost_tribe", 18)],
)
def test_there_are_pieces_for_all_that_is_printed(field: str, word: str, most: int) -> None:
    def row_of(count: int) -> str:
        rows = []
        for n in range(1, count + 1):
            around = [other for other in (n - 1, n + 1) if 1 <= other <= count]
            row: dict[str, object] = {"id": n, "terrain": "hill", "edge": True, "around": around}
            row[field] = [word] if field == "symbols" else word
            rows.append(row)
        return changed(regions=rows)

    assert read_map(row_of(most), "my.toml").board.size == most
    [line] = complaints(row_of(most + 1))
    assert line.startswith(f"map my.toml: {word} stands in {most + 1} regions; the box has {most} ")


def test_all_faults_of_a_file_are_told_together() -> None:
    text = changed(
        {"id": 1, "terrain": "hil"}, {"id": 2, "edge": "west"}, {"id": 4, "size": 3}, players=9
    )
    said = complaints(text)
    assert [re.findall(r"region \d|`\w+`", line) for line in said] == [
        ["`players`"],
        ["region 1", "`terrain`"],
        ["region 2", "`edge`"],
        ["region 4", "`size`"],
    ]


def test_the_edge_is_said_by_sides_by_true_or_by_a_zero() -> None:
    for change in ({"edge": ["top"]}, {"edge": True}, {"edge": None, "around": [0, 1, 3, 4]}):
        map_ = read_map(changed({"id": 2, **change}), "my.toml")
        assert map_.board.regions[1].edge


def test_an_island_by_the_sea_at_the_edge_can_be_entered() -> None:
    sea = {"id": 4, "terrain": "sea", "edge": True, "around": [1, 2, 5]}
    map_ = read_map(
        changed({"id": 3, "around": [1, 2]}, sea, LAND),
        "my.toml",
    )
    assert map_.board.size == 5


def test_the_name_is_the_files_own_if_none_is_given() -> None:
    assert read_map(changed(name=None), "maps/my.toml").board.name == "my"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"map .*none\.toml: it cannot be read: "):
        load_map(str(tmp_path / "none.toml"))
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Unreadable, match=r"map .*odd\.toml: it cannot be read: "):
        load_map(str(tmp_path / "odd.toml"))
    with pytest.raises(Unreadable, match="there is no map 'atlantis'; there are base-2"):
        load_map("atlantis")


def test_a_map_says_itself_in_lines() -> None:
    for map_ in [*map(load_map, MAPS), read_map(text_of(GOOD), "my.toml")]:
        again = map_of_lines(tuple(map_.data.to_lines()), "my.toml")
        assert again == map_
        assert hash(again) == hash(map_)
        assert [vars_of(region) for region in again.data.regions] == [
            vars_of(region) for region in map_.data.regions
        ]
    assert load_map("base-2") != load_map("base-3")
    assert load_map("base-2") != "base-2"


def vars_of(region: Any) -> list[object]:
    names = ("id", "terrain", "symbols", "edge", "sides", "around", "x", "y", "area")
    return [getattr(region, name) for name in names]


@pytest.mark.parametrize(
    "lines", [(), ("3",), ("{", "{}"), ("{name = 1}",), ("{players = 2, turns = 3}", "1\ny = 2")]
)
def test_lines_that_are_no_map(lines: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable, match=r"map my\.toml"):
        map_of_lines(lines, "my.toml")


# ---- anything at all ----

SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.integers()
    | st.floats()
    | st.sampled_from(["hill", "sea", "river", "west", "top", "mine", "volcano", "square", ""])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def spoil(rng: Random, value: Any, scrap: Any) -> None:
    """Put something else somewhere into a map."""
    while isinstance(value, (dict, list)) and value:
        key = rng.choice(list(value) if isinstance(value, dict) else list(range(len(value))))
        if not isinstance(value[key], (dict, list)) or not value[key] or rng.random() < 0.2:
            value[key] = scrap
            return
        value = value[key]


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000), st.lists(SCRAPS, min_size=1, max_size=3))
def test_a_spoilt_map_is_a_map_or_an_error(seed: int, scraps: list[Any]) -> None:
    rng = Random(seed)
    text = map_text(random_map(seed))
    if seed % 3 == 0:
        text = (FOLDER / f"{MAPS[seed % 8]}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    for scrap in scraps:
        spoil(rng, data, scrap)
    wrong = why_not(_plain(data))
    assert all(line.startswith("map my.toml") for line in wrong)


def _plain(data: dict[str, Any]) -> str:
    """As TOML, whatever is in it."""

    def plain(value: Any) -> str:
        if isinstance(value, dict):
            pairs = (f"{json.dumps(key)} = {plain(each)}" for key, each in value.items())
            return "{" + ", ".join(pairs) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(plain(each) for each in value) + "]"
        if isinstance(value, float):
            return repr(value)
        return "1979-05-27" if value is None else json.dumps(value)

    return "".join(f"{json.dumps(key)} = {plain(value)}\n" for key, value in data.items())


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_map_or_an_error(text: str) -> None:
    with pytest.raises(Unreadable, match=r"^map my\.toml"):
        read_map(text, "my.toml")


@pytest.mark.parametrize("seed", range(40))
def test_maps_nobody_thought_of_can_be_played(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    text = map_text(random_map(seed))
    file.write_text(text, encoding="utf-8")
    wrong = why_not(text)
    if not wrong:
        play_checked(GameSetup(map=str(file), turns=3), seed)
    assert [line for line in wrong if not re.search("nobody could|no land|the box", line)] == []
