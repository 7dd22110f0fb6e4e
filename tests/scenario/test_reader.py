"""The reader of scenario files: all of the format comes through, and nothing else does."""

from __future__ import annotations

import contextlib
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from smallworld.engine.errors import GameError
from smallworld.game.given.position import set_up_scenario
from smallworld.game.given.spec import ComboSpec, EmpireSpec, RegionSpec, SeatSpec, StackSpec
from smallworld.scenario.reader import find_files, parse_scenarios, read_scenarios
from smallworld.scenario.spec import (
    Act,
    Cost,
    Expect,
    ExpectedEmpire,
    ExpectLegal,
    ExpectOnly,
    ExpectRefusal,
    Finish,
    Hand,
    Scenario,
    ScriptedLuck,
)
from smallworld.scenario.yaml_nodes import ScenarioError
from tests.effort import usually

# Every key of the format once.
FULL = """\
- id: all-of-it
  rule: 0.11
  given:
    world: mixed
    board:
      A: {terrain: hill, edge: true}
      B: {terrain: farmland, symbols: [mine, magic]}
      E-1: {terrain: forest, lost_tribe: true}
      M: {terrain: black_mountain, monster: true}
      V: {terrain: chasm, volcano: true}
      S:
      borders: [A-B, B-E-1, A - M]
    turn: 3
    turns: 8
    settings: {own_decline_defends: false, flames_entry: volcano}
    natives: [M]
    seats:
      P1:
        coins: 7
        active: {race: Iron Dwarves, power: Alchemist, at: {A: 2}, hand: 6, hammers: 2}
      P2:
        active: {race: Orcs, power: Hill, at: {B: 3, E-1: 1}, first_turn: true}
        declined:
          - {race: Elves, at: {}}
          - {race: Ghouls, power: Spirit, at: {M: 1}}
      P3: {}
    pieces: {lair: [B], encampment: {A: 3}, hero: [A, B, A], bag: []}
    places: {Keep on the Motherland: B}
    relics: {Froggy's Ring: A}
    row: [[Giants, Forest, 0], [Elves, Dragon Master, 2]]
    discards: {powers: [Hill, Stout]}
    stack: {races: [Orcs], powers: []}
    phase: redeploy
    to_act: P2
    stonehedge: Merchant
    vengeance: {P1: [P2, P3]}
    peace: {P2: P1}
    attacked: [P3]
  play:
    - P1 conquer B with Stinky Troll's Socks
    - '* die 2'
    - finish P1
    - finish game
    - legal: [conquer A, decline]
    - illegal: [conquer B]
    - only: [pick 1, pick 2]
    - cost: {B: 5, E-1: null}
    - expect:
        at: {A: Iron Dwarves 5, B: Elves 1 declined, E-1: Lost Tribe 1, M: Monster 2, V: empty}
        hand: {P1: 4, P1 declined: 3}
        tray: {Orcs: 7}
        stack: {races: 8, powers: 14}
        discards: {powers: [Swamp]}
        coins: {P1: 7}
        scored: {P1: 6}
        hammers: {P1: 4}
        stonehedge: Merchant
        pieces: {dragon: [B], encampment: {A: 3, B: 0}, lair: []}
        places: {Stonehedge: M}
        relics: {Shiny Orb: A}
        row: [[Giants, Forest, 1]]
        stack_bottom: [Orcs]
        immune: [B]
        phase: ghouls
        to_act: P2
        active: {P1: Ratmen Alchemist, P2: null}
        declined: {P1: [Elves], P2: []}
        turn: 3
        winner: [P1, P2]
        view P2: {coins: {P1: null, P2: 5}, hand: {P1: 4}}
"""

SMALL = """\
- id: small
  rule: A8
  given:
    board:
      A: {edge: true}
      B: {}
      borders: [A-B]
    seats:
      P1: {active: {race: Orcs, power: Hill, at: {A: 2}}}
      P2: {}
  play:
    - P1 conquer B
    - expect: {at: {B: Orcs 2}}
"""

EXAMPLES = sorted((Path(__file__).parents[1] / "scenarios").glob("examples-*.yaml"))
SOURCES = [FULL, SMALL, *(path.read_text(encoding="utf-8") for path in EXAMPLES)]


def read_one(text: str) -> Scenario:
    [scenario] = parse_scenarios(text, "f.yaml")
    return scenario


def refused(text: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        parse_scenarios(text, "f.yaml")
    return caught.value


def test_the_head_of_a_scenario() -> None:
    scenario = read_one("\n# a comment\n" + FULL)
    assert (scenario.id, scenario.rule) == ("all-of-it", "0.11")
    assert (scenario.file, scenario.line) == ("f.yaml", 3)


def test_all_of_given() -> None:
    position = read_one(FULL).given
    assert position.world == "mixed"
    assert position.map is None
    assert position.board is not None
    assert position.board.regions == (
        RegionSpec("A", "hill", edge=True),
        RegionSpec("B", "farmland", ("mine", "magic")),
        RegionSpec("E-1", "forest", lost_tribe=True),
        RegionSpec("M", "black_mountain", monster=True),
        RegionSpec("V", "chasm", volcano=True),
        RegionSpec("S"),
    )
    assert position.board.borders == (("A", "B"), ("B", "E-1"), ("A", "M"))
    assert (position.turn, position.turns) == (3, 8)
    assert position.settings == {"own_decline_defends": False, "flames_entry": "volcano"}
    assert position.seats == (
        SeatSpec("P1", 7, EmpireSpec("Iron Dwarves", "Alchemist", {"A": 2}, 6, hammers=2)),
        SeatSpec(
            "P2",
            active=EmpireSpec("Orcs", "Hill", {"B": 3, "E-1": 1}, first_turn=True),
            declined=(EmpireSpec("Elves"), EmpireSpec("Ghouls", "Spirit", {"M": 1})),
        ),
        SeatSpec("P3", coins=5),
    )
    assert position.pieces == {
        "lair": {"B": 1},
        "encampment": {"A": 3},
        "hero": {"A": 2, "B": 1},
        "bag": {},
    }
    assert position.places == {"Keep on the Motherland": "B"}
    assert position.relics == {"Froggy's Ring": "A"}
    assert position.row == (
        ComboSpec("Giants", "Forest", 0),
        ComboSpec("Elves", "Dragon Master", 2),
    )
    assert position.discards == ("Hill", "Stout")
    assert position.stack == StackSpec(("Orcs",), ())
    assert (position.phase, position.to_act) == ("redeploy", "P2")
    assert position.stonehedge == "Merchant"
    assert position.vengeance == {"P1": ("P2", "P3")}
    assert position.peace == {"P2": "P1"}
    assert position.attacked == ("P3",)
    assert position.natives == ("M",)


def test_all_of_play() -> None:
    *lines, expect = read_one(FULL).play
    assert lines == [
        Act(40, "P1", "conquer B with Stinky Troll's Socks"),
        ScriptedLuck(41, "die 2"),
        Finish(42, "P1"),
        Finish(43, "game"),
        ExpectLegal(44, ("conquer A", "decline")),
        ExpectRefusal(45, ("conquer B",)),
        ExpectOnly(46, ("pick 1", "pick 2")),
        Cost(47, {"B": 5, "E-1": None}),
    ]
    assert expect == Expect(
        48,
        {
            "at": {
                "A": ExpectedEmpire("Iron Dwarves", 5),
                "B": ExpectedEmpire("Elves", 1, declined=True),
                "E-1": ExpectedEmpire("Lost Tribe", 1),
                "M": ExpectedEmpire("Monster", 2),
                "V": ExpectedEmpire(),
            },
            "hand": {Hand("P1"): 4, Hand("P1", declined=True): 3},
            "tray": {"Orcs": 7},
            "stack": {"races": 8, "powers": 14},
            "discards": ("Swamp",),
            "coins": {"P1": 7},
            "scored": {"P1": 6},
            "hammers": {"P1": 4},
            "stonehedge": "Merchant",
            "pieces": {"dragon": {"B": 1}, "encampment": {"A": 3}, "lair": {}},
            "places": {"Stonehedge": "M"},
            "relics": {"Shiny Orb": "A"},
            "row": (ComboSpec("Giants", "Forest", 1),),
            "stack_bottom": ("Orcs",),
            "immune": ("B",),
            "phase": "ghouls",
            "to_act": "P2",
            "active": {"P1": "Ratmen Alchemist", "P2": None},
            "declined": {"P1": ("Elves",), "P2": ()},
            "turn": 3,
            "winner": ("P1", "P2"),
            "view P2": {"coins": {"P1": None, "P2": 5}, "hand": {Hand("P1"): 4}},
        },
    )


def test_what_is_not_written_has_its_default() -> None:
    position = read_one(SMALL).given
    assert (position.world, position.turn, position.turns) == ("base", 2, 10)
    assert (position.phase, position.to_act) == ("conquest", "P1")
    assert position.row is None
    assert position.stack is None
    assert position.stonehedge is None
    for empty in (position.settings, position.pieces, position.places, position.relics):
        assert empty == {}
    assert position.discards == position.attacked == ()
    assert position.natives is None
    assert position.seats[1] == SeatSpec("P2", 5, None, ())


def test_regions_of_a_shipped_map_are_text() -> None:
    scenario = read_one(
        """\
- id: shipped
  rule: A8
  given:
    map: base-3
    seats: {P1: {active: {race: Orcs, power: Hill, at: {14: 2, "3": 1}}}}
    pieces: {lair: [14]}
  play:
    - cost: {15: 3}
    - expect: {at: {14: Orcs 2}, immune: [7]}
"""
    )
    assert scenario.given.map == "base-3"
    assert scenario.given.turns is None
    assert scenario.given.seats[0].active == EmpireSpec("Orcs", "Hill", {"14": 2, "3": 1})
    assert scenario.given.pieces == {"lair": {"14": 1}}
    assert scenario.play == (
        Cost(8, {"15": 3}),
        Expect(9, {"at": {"14": ExpectedEmpire("Orcs", 2)}, "immune": ("7",)}),
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_are_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for scenario in read_scenarios(path):
        assert lines[scenario.line - 1] == f"- id: {scenario.id}"
        for line in scenario.play:
            written = lines[line.line - 1].strip()
            assert written.startswith("- ")
            if isinstance(line, Act):
                assert written == f"- {line.seat} {line.text}"


# What is changed in FULL, and words of the error, which must name the changed line.
WRONG = [
    ("  rule: 0.11", "  rule: null", "rule must be a text, not nothing"),
    ("rule: 0.11", "rules: A8", "unknown key 'rules' in a scenario; allowed: id, rule, given"),
    ("world: mixed", "world: upside", "unknown world 'upside'; one of: base, underground"),
    ("    world: mixed", "    map: base-2", "either `board` or `map`"),
    ("terrain: hill", "terrain: hil", "unknown terrain 'hil'; one of: farmland"),
    ("edge: true", "edge: 1", "edge must be true or false, not '1'"),
    ("edge: true", "coast: true", "unknown key 'coast' in region A; allowed: terrain"),
    ("[mine, magic]", "[mine, tragic]", "unknown symbol 'tragic'"),
    ("[mine, magic]", "mine", "symbols must be a list"),
    ("      S:\n", "      On:\n", "'On' is read as true or false"),
    ("      S:\n", "      Y:\n", "cannot be called 'Y'"),
    ("      S:\n", "      'off':\n", "cannot be called 'off'"),
    ("      S:\n", "      ~:\n", "must be a text, not nothing"),
    ("      S:\n", "      [A, B]:\n", "must be a text, not a list"),
    ("      S:\n", "      A:\n", "'A' stands twice in board, first on line 6"),
    ("[A-B, ", "[A-Q, ", "border 'A-Q' names 'Q', no region"),
    ("[A-B, ", "[A, ", "as in A-B"),
    ("[A-B, ", "[A-A, ", "must name two regions"),
    ("turn: 3", "turn: 9", "turn 9 is beyond the last of 8"),
    ("turn: 3", "turn: 1:30", "turn must be a whole number, not '1:30'"),
    ("turn: 3", "turn: 0", "turn must be at least 1"),
    ("turn: 3", "turn: " + "9" * 5000, "turn must be a whole number"),
    ("settings: {", "settings: {x: [], ", "a setting must be a text, not a list"),
    ("      P3: {}", "      P 3: {}", "one word"),
    ("      P3: {}", "      game: {}", "one word"),
    ("      P3: {}", "      P1: {}", "'P1' stands twice in seats, first on line 18"),
    ("      P3: {}", "      P3: {race: Orcs}", "unknown key 'race' in seat P3; allowed: coins"),
    ("coins: 7\n", "coins: '7'\n", "coins must be a whole number, not '7'"),
    ("at: {A: 2}", "at: {A: two}", "must be a whole number, not 'two'"),
    ("at: {A: 2}", "at: {A: 0}", "tokens at A must be at least 1"),
    ("at: {A: 2}", "at: {C: 2}", "no region 'C' on this board"),
    ("at: {B: 3,", "at: {A: 3,", "region A is held twice, first on line 20"),
    ("race: Elves, ", "", "needs `race`"),
    ("at: {}}", "size: 3}", "unknown key 'size' in a seat's race; allowed: race, power"),
    ("          - {race: Elves, at: {}}", "          - Elves", "must be a mapping"),
    ("lair: [B]", "liar: [B]", "unknown piece 'liar'; one of: lair"),
    ("lair: [B]", "lair: B", "lair must be [B] or {B: 2}, not 'B'"),
    ("lair: [B]", "lair: [On]", "'On' is read as true or false"),
    ("lair: [B]", "lair: {B: -1}", "at least 0"),
    ("Motherland: B", "Motherland: null", "a region must be a text"),
    ("[Giants, Forest, 0]", "[Giants, Forest]", "a combo is [race, power, coins on it]"),
    ("discards: {powers: [Hill", "discards: {races: [Hill", "allowed: powers"),
    ("phase: redeploy", "phase: over", "unknown phase 'over'; one of: start"),
    ("to_act: P2\n    s", "to_act: P4\n    s", "unknown seat 'P4'; one of: P1, P2, P3"),
    ("vengeance: {P1: [P2", "vengeance: {P1: [P9", "unknown seat 'P9'"),
    ("peace: {P2: P1}", "peace: {P2: [P1]}", "seat must be a text, not a list"),
    ("attacked: [P3]", "attacked: P3", "must be a list"),
    ("natives: [M]", "natives: M", "must be a list"),
    ("natives: [M]", "natives: [Q]", "no region 'Q' on this board"),
    ("attacked: [P3]", "unrest: [P3]", "unknown key 'unrest' in given; allowed: world"),
    ("    - P1 conquer B with", "    - P7 conquer B with", "no line of play; write a seat (P1"),
    ("    - finish P1", "    - finish", "no line of play"),
    ("    - finish P1", "    -", "must be a text, not nothing"),
    ("    - finish P1", "    - 17", "no line of play"),
    ("'* die 2'", "* die 2", "a chance line is quoted"),
    ("'* die 2'", "*die", "a chance line is quoted"),
    ("'* die 2'", "&die 2", "anchors (&die) are not used"),
    ("'* die 2'", "!!python/none x", "are not used"),
    ("'* die 2'", '"\\UFFFFFFFF"', "cannot be read"),
    ("'* die 2'", '"\\ud800"', "plain text of one line"),
    ("legal: [conquer A,", "legal: [P1 conquer A,", "write the action alone"),
    ("legal: [conquer A,", "legal: ['',", "plain text"),
    ("    - only: [", "    - just: [", "unknown key 'just' in a line of play; allowed: legal"),
    ("cost: {B: 5", "cost: {B: cheap", "a cost must be a whole number"),
    ("cost: {B: 5", "cost: {C: 5", "no region 'C'"),
    ("Iron Dwarves 5,", "Iron Dwarves,", "'Iron Dwarves' does not say who"),
    ("Elves 1 declined", "Elves declined", "does not say who"),
    ("Elves 1 declined", "Elves 0", "does not say who"),
    ("Lost Tribe 1", "Lost Tribe 1 declined", "does not say who"),
    ("V: empty", "V: null", "who stands in a region must be a text"),
    ("V: empty", "W: empty", "no region 'W'"),
    ("P1 declined: 3", "P1 lost: 3", "no hand 'P1 lost'"),
    ("stack: {races: 8", "stack: {banners: 8", "allowed: races, powers"),
    ("        coins: {P1: 7}", "        coins: {P1: null}", "coins must be a whole number"),
    ("phase: ghouls", "phase: dinner", "unknown phase 'dinner'"),
    ("winner: [P1, P2]", "winner: P1", "must be a list"),
    ("        winner:", "        victor:", "unknown key 'victor' in expect; allowed: at, hand"),
    ("view P2:", "view P8:", "unknown key 'view P8' in expect"),
    ("view P2: {", "view P2: {view P1: {}, ", "unknown key 'view P1' in expect"),
    ("        turn: 3", "\t turn: 3", "cannot start any token"),
    ("        turn: 3", "        turn: \x07", "a character that YAML does not allow"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, words: str) -> None:
    start = FULL.index(old)
    error = refused(FULL.replace(old, new, 1))
    assert words in error.reason
    assert error.line == FULL.count("\n", 0, start) + 1


@pytest.mark.parametrize(
    ("natives", "words"),
    [
        ("[3, 4]", "region 4 has no symbol of a Lost Tribe or Monsters on base-2; there are 3, 7,"),
        ("[3, 7]", "natives: region 7 is held by a race, so they are gone from there"),
        ("[99]", "there is no region '99' on base-2"),
    ],
)
def test_natives_stand_only_where_they_were_printed(natives: str, words: str) -> None:
    scenario = read_one(
        f"""\
- id: natives
  rule: A1.3
  given:
    map: base-2
    natives: {natives}
    seats:
      P1: {{active: {{race: Ratmen, power: Hill, at: {{7: 1}}}}}}
      P2: {{}}
  play: [finish game]
"""
    )
    with pytest.raises(GameError, match=re.escape(words)):
        set_up_scenario(scenario.given)


def test_an_error_says_where_it_is() -> None:
    error = refused(SMALL.replace("conquer B", "", 1))
    assert (error.file, error.id, error.line) == ("f.yaml", "small", 12)
    assert str(error) == f"f.yaml: small: line 12: {error.reason}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert str(refused("- 3")) == (
        "f.yaml: line 1: a scenario must be a mapping, {...: ...}, not '3'"
    )


def test_what_a_scenario_cannot_do_without() -> None:
    for key in ("id", "rule", "given", "play"):
        error = refused(SMALL.replace(f"{key}:", f"{key}x:", 1))
        assert f"needs `{key}`" in error.reason or f"unknown key '{key}x'" in error.reason
    assert "needs `rule`" in refused(SMALL.replace("  rule: A8\n", "")).reason
    assert "needs `seats`" in refused(SMALL.replace("    seats:\n", "    settings:\n")).reason
    assert "needs either" in refused(SMALL.replace("board:", "places:", 1)).reason
    bare = "- {id: a, rule: A, given: {board: {}, seats: {}}, play: []}"
    assert "at least one region" in refused(bare).reason
    assert "at least one seat" in refused(bare.replace("board: {}", "map: base-2")).reason
    assert "`to_act` must be given" in refused(SMALL.replace("P1:", "P3:", 1)).reason


def test_a_line_of_play_has_one_key() -> None:
    error = refused(SMALL + "      cost: {B: 2}\n")
    assert error.line == 13
    assert "one key, not 2" in error.reason


def test_ids_are_words_and_stand_once() -> None:
    error = refused(SMALL + SMALL)
    assert error.line == SMALL.count("\n") + 1
    assert "small: line 14: the id stands twice, first on line 1" in str(error)
    assert "words with dashes" in refused(SMALL.replace("id: small", "id: two words")).reason


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n...\n"])
def test_a_file_without_scenarios_is_refused(text: str) -> None:
    assert "a file is a list of scenarios" in refused(text).reason


@pytest.mark.parametrize("nest", ["[" * 50_000, "{a: " * 5_000, "- " * 20_000, "? " * 5_000])
def test_deep_nesting_is_refused(nest: str) -> None:
    assert refused(nest).line == 1


def test_files_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    names = ["b.yaml", "a.yml", "deep/er/c.yaml"]
    for name in [*names, "notes.txt"]:
        (tmp_path / name).write_text(SMALL, encoding="utf-8")
    found = find_files([tmp_path / "b.yaml", tmp_path])
    assert found == [tmp_path / name for name in names]
    assert [read_scenarios(path)[0].file for path in found] == [str(path) for path in found]
    assert find_files([tmp_path / "notes.txt"]) == [tmp_path / "notes.txt"]


@pytest.mark.parametrize("name", ["missing.yaml", "x" * 5000, "nul\0"])
def test_a_missing_path_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        find_files([tmp_path / name])
    assert caught.value.line is None
    with pytest.raises(ScenarioError):
        read_scenarios(tmp_path / name)


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"# fine\n# caf\xe9\n")
    with pytest.raises(ScenarioError, match="line 2: not UTF-8"):
        read_scenarios(path)
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert read_scenarios(path)[0].id == "small"


def read_or_refuse(text: str) -> None:
    """Fails with anything but a ScenarioError; its message can be printed and its line exists."""
    with contextlib.suppress(ScenarioError):
        parse_scenarios(text, "f.yaml")
        return
    error = refused(text)
    str(error).encode()
    assert error.line is not None
    assert 1 <= error.line <= len(text.splitlines()) + 1


@given(st.text())
@example("\ud800")
@example("%YAML 1.99999999999999999999\n---\n")
@example("%TAG ! tag:x,2000:\n--- !<")
@example('- !!binary ""')
@example("{? {? a}}")
@example("a: &b [*b]")
@example("<<: {}")
@example("=")
@settings(deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)
    read_or_refuse(SMALL + text)


YAMLISH = st.lists(
    st.sampled_from(
        [*"-:?[]{},&*!|>'\"%@`#~=<\n\t ", "\n  ", "- ", ": ", "null", "On", "1", "P1", "A", "\\U"]
    ),
    max_size=30,
).map("".join)


@given(YAMLISH)
@settings(deadline=None)
def test_any_yaml_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.data())
@settings(deadline=None, max_examples=usually(40, 200))
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SOURCES))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = min(len(text), start + data.draw(st.integers(0, 20)))
        text = text[:start] + data.draw(YAMLISH | st.text(max_size=5)) + text[stop:]
    read_or_refuse(text)


@given(st.data())
@settings(deadline=None, max_examples=usually(40, 200))
def test_a_value_out_of_place_is_read_or_refused(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(SOURCES)).splitlines(keepends=True)
    there = data.draw(st.integers(0, len(lines) - 1))
    key, colon, _ = lines[there].partition(":")
    value = data.draw(st.sampled_from(["", "{}", "[]", "~", "On", "7", "x", "[[], {}]", "{a: {}}"]))
    lines[there] = f"{key}{colon} {value}\n"
    read_or_refuse("".join(lines))
