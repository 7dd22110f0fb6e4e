"""Files of races and powers: what is read, what is refused and how, and whole games with them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from smallworld.content.custom.clauses import PLACES, SAME_PLACE
from smallworld.content.custom.names import join_customs
from smallworld.content.custom.reader import EFFECTS, ONLY_ONCE, ONLY_ONE, load_custom, read_custom
from smallworld.content.library import Custom, build_library
from smallworld.devtools.soak import choose_verb, play_checked
from smallworld.engine.actions import combo_of
from smallworld.engine.errors import GameError, Unreadable
from smallworld.engine.regions import at
from smallworld.engine.state import State
from smallworld.engine.terms import ALWAYS, PICK
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, new_game, prepare

BEAVERS = """
[[race]]
name = "Beavers"
tokens = 6
stand_in = "Ratmen"
text = "They  dam\\nwhat they take."
works = "always"
clauses = [
    { coins = 1, per = ["forest", "mud"], every = 2, when = "active" },
    { cheaper = "coast" },
    { enters = "anywhere" },
    { loses = "none" },
    { piece = "dam", count = 6, stays_in_decline = true },
]
"""
THRIFTY = """
[[power]]
name = "Thrifty"
tokens = 3
clauses = [
    { tokens = 1, per = "swamp" },
    { reaches = "mine" },
    { links = "cavern", when = "always" },
    { dearer = "hill" },
    { keeps = "all" },
    { coins = 1, when = "decline" },
]
"""
TOWERS = """
[[race]]
name = "Masons"
tokens = 5
stand_in = "Skeletons"
clauses = [
    { piece = "tower", count = 4, placed = "turn", when = "always" },
    { tokens = 2, when = "decline" },
]
[[power]]
name = "Burrowing"
tokens = 5
clauses = [
    { piece = "burrow", count = 2, gives = "immunity", stays_in_decline = true },
    { coins = 2, per = "conquest" },
]
"""


def race(**fields: object) -> str:
    """A file with one race, valid but for these fields; None leaves one out."""
    return table("race", {"name": "Beavers", "tokens": 6, "stand_in": "Ratmen", **fields})


def power(**fields: object) -> str:
    return table("power", {"name": "Thrifty", "tokens": 3, **fields})


def table(kind: str, fields: dict[str, object]) -> str:
    lines = [f"{key} = {toml(value)}" for key, value in fields.items() if value is not None]
    return "\n".join([f"[[{kind}]]", *lines]) + "\n"


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def problems(text: str) -> list[str]:
    with pytest.raises(Unreadable) as error:
        read_custom(text, "mine.toml")
    return str(error.value).splitlines()


# ---- what is read ----


def test_a_race() -> None:
    custom = read_custom(BEAVERS, "mine.toml")
    (make,) = custom.races
    beavers = make()
    assert (beavers.name, beavers.tokens, beavers.supply) == ("Beavers", 6, 13)
    assert beavers.text == "They dam what they take."
    assert beavers.works == ALWAYS
    assert beavers.brings is not None
    assert (beavers.brings.name, beavers.brings.total) == ("dam", 6)
    assert custom.stand_ins == {"Ratmen": "Beavers"}
    assert custom.sources == {"mine.toml": BEAVERS}
    assert custom.warnings == []


def test_a_power() -> None:
    custom = read_custom(THRIFTY, "mine.toml")
    thrifty = custom.powers[0]()
    assert (thrifty.name, thrifty.tokens, thrifty.kept) == ("Thrifty", 3, True)
    assert thrifty.text.startswith("1 new token for every swamp. Mines are in reach")
    assert custom.races == []


def test_a_plain_race_needs_no_clauses() -> None:
    assert read_custom(race(tokens=8), "mine.toml").races[0]().tokens == 8


@pytest.mark.parametrize("value", [1, 10])
def test_values_of_races(value: int) -> None:
    read_custom(race(tokens=value, stand_in="Amazons"), "mine.toml")


@pytest.mark.parametrize("value", [0, 5])
def test_values_of_powers(value: int) -> None:
    read_custom(power(tokens=value), "mine.toml")


def test_too_few_tokens_to_borrow_is_a_warning() -> None:
    custom = read_custom(race(tokens=9), "mine.toml")
    assert custom.warnings == [
        "mine.toml, race Beavers: 9 tokens and a badge of 5 are more than the 13 of Ratmen; "
        "who picks them takes what is there (rules D1)"
    ]
    assert read_custom(race(tokens=8), "mine.toml").warnings == []


def test_a_file_with_a_byte_order_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BEAVERS.replace("\n", "\r\n").encode())
    assert load_custom(str(path)).races[0]().name == "Beavers"


# ---- what is refused ----


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            race(tokens=11),
            "mine.toml, race Beavers, `tokens`: 11 was given; "
            "it must be a whole number from 1 to 10 (rules D1)",
        ),
        (race(tokens=0), "`tokens`: 0 was given; it must be a whole number from 1 to 10"),
        (race(tokens=True), "`tokens`: True was given; it must be a whole number from 1 to 10"),
        (race(tokens=6.0), "`tokens`: 6.0 was given; it must be a whole number from 1 to 10"),
        (race(tokens="6"), "`tokens`: 6 was given; it must be a whole number from 1 to 10"),
        (race(tokens=None), "`tokens`: it is missing; it must be a whole number from 1 to 10"),
        (
            power(tokens=6),
            "mine.toml, power Thrifty, `tokens`: 6 was given; "
            "it must be a whole number from 0 to 5 (rules D2)",
        ),
        (power(tokens=-1), "`tokens`: -1 was given; it must be a whole number from 0 to 5"),
        (race(tokens=9, stand_in="Dwarves"), "it must be at most 8, the tokens of Dwarves"),
        (race(name=None), "mine.toml, race 1, `name`: it is missing; it must be a text"),
        (race(name=7), "mine.toml, race 1, `name`: 7 was given; it must be a text"),
        (race(name="Orcs"), "the box has a race, power, place or relic of this name"),
        (race(name="orcs"), "the box has a race, power, place or relic of this name"),
        (race(name="Stonehedge"), "the box has a race, power, place or relic of this name"),
        (race(name="Mummies"), "the box has a race, power, place or relic of this name"),
        (race(name="Royal"), "the box has a race, power, place or relic of this name"),
        (race(stand_in=None), "`stand_in`: it is missing; it must be one of Amazons, Dwarves"),
        (race(stand_in="Rats"), "`stand_in`: Rats was given; it must be one of Amazons, Dwarves"),
        (race(stand_in="Hill"), "`stand_in`: Hill was given; it must be one of Amazons, Dwarves"),
        (race(text=3), "`text`: 3 was given; it must be a text of at most 500 letters"),
        (
            race(works="never"),
            "`works`: never was given; it must be one of active, decline, always",
        ),
        (race(works=["active"]), "it must be one of active, decline, always"),
        (
            race(token=3),
            "mine.toml, race Beavers: the field `token` is not known; did you mean `tokens`? "
            "a race has name, tokens, stand_in, text, translations, emblem, works, clauses",
        ),
        (power(stand_in="Ratmen"), "the field `stand_in` is not known; a power has name, tokens"),
        (race(clauses={"coins": 2}), "`clauses`: {'coins': 2} was given; it must be a list"),
        (race(clauses=["coins"]), "clause 1: coins was given; it must be a table, as in"),
        ("", "mine.toml: it holds no race and no power; begin one with [[race]]"),
        ("race = 3", "mine.toml: write [[race]], with two brackets on each side"),
        ("[race]\nname = 'Beavers'", "mine.toml: write [[race]], with two brackets"),
        ("race = [3]", "mine.toml, race 1: write it below a line [[race]]"),
        ("[[races]]", "mine.toml: `races` is not known at the top of the file"),
        ("[[race", "mine.toml: it is no TOML file"),
        ("a = " + "[" * 5000, "mine.toml: it is no TOML file"),
        ("a = " + "9" * 5000, "mine.toml: it is no TOML file"),
        (race(tokens=6).replace("6", "0x" + "f" * 5000), "`tokens`: something far too large"),
    ],
)
def test_what_is_wrong_with_a_race_or_power(text: str, message: str) -> None:
    (problem,) = problems(text)
    assert message in problem
    assert problem.startswith("mine.toml")


@pytest.mark.parametrize(
    "name",
    ["", " Beavers", "Bea  vers", "Beavers\n", "7 Dwarfs", "Be+avers", "Such as we", "Nobody",
     "Lost Tribe", "x" * 31, "Beavers:", "Bieber\u0308", "#Beavers", "Bea\u200bvers"],
)  # fmt: skip
def test_names_that_the_notation_could_not_carry(name: str) -> None:
    (problem,) = problems(race(name=name))
    assert problem.startswith("mine.toml, race 1, `name`: ")


@pytest.mark.parametrize("name", ["Biber", "Will-o'-the-Hut", "Ösen", "Sr. Kobold 2", "河童"])
def test_names_of_many_kinds(name: str) -> None:
    assert read_custom(race(name=name), "mine.toml").races[0]().name == name


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ({}, "it has nothing, of which none is an effect; a clause has exactly one of coins, tok"),
        ({"per": "hill"}, "it has per, of which none is an effect"),
        ({"coins": 1, "tokens": 1}, "of which `coins` and `tokens` is an effect"),
        ({"coins": 0}, "`coins`: 0 was given; it must be a whole number from 1 to 10"),
        ({"coins": "two"}, "`coins`: two was given; it must be a whole number from 1 to 10"),
        (
            {"coins": 1, "per": "hills"},
            "`per`: hills was given; it must be one of region, conquest",
        ),
        ({"coins": 1, "per": []}, "`per`: [] was given; it must be one of region"),
        ({"coins": 1, "per": ["hill", 3]}, "`per`: ['hill', 3] was given"),
        ({"coins": 1, "per": ["hill", "region"]}, "`per`: ['hill', 'region'] was given"),
        ({"coins": 1, "per": "anywhere"}, "`per`: anywhere was given"),
        ({"coins": 1, "every": 2}, "`every`: 2 was given; it must be left out"),
        ({"coins": 1, "per": "hill", "every": 0}, "`every`: 0 was given"),
        ({"coins": 1, "in": "hill"}, "the field `in` is not known; a clause with `coins` has"),
        ({"coins": 1, "when": "later"}, "`when`: later was given; it must be one of active"),
        ({"coins": 1, "per": "conquest", "when": "decline"}, "a race in decline conquers nothing"),
        ({"cheaper": "region"}, "`cheaper`: region was given; it must be one of anywhere"),
        ({"cheaper": 2}, "`cheaper`: 2 was given; it must be one of anywhere, farmland"),
        ({"cheaper": "hill", "by": 2}, "the field `by` is not known; a clause with `cheaper` has"),
        ({"enters": "water"}, "`enters`: water was given"),
        ({"reaches": ["mine", "water"]}, "`reaches`: ['mine', 'water'] was given"),
        ({"links": "anywhere"}, "`links`: anywhere was given; it must be one of farmland"),
        ({"loses": 0}, '`loses`: 0 was given; it must be "none"'),
        ({"keeps": "one"}, '`keeps`: one was given; it must be "all"'),
        ({"keeps": "all", "when": "decline"}, "the field `when` is not known"),
        ({"piece": "dam"}, "`count`: it is missing; it must be a whole number from 1 to 12"),
        ({"piece": "dam", "count": 13}, "`count`: 13 was given"),
        (
            {"piece": "dam", "count": 3, "gives": "immunity"},
            "it must be a whole number from 1 to 2",
        ),
        ({"piece": "dam", "count": 3, "gives": "coins"}, "it must be one of defence, immunity"),
        ({"piece": "dam", "count": 3, "placed": "now"}, "it must be one of conquest, turn"),
        ({"piece": "dam", "count": 3, "stays_in_decline": 1}, "1 was given; it must be true or f"),
        ({"piece": "Dam", "count": 3}, "`piece`: Dam was given; it must be at most 20 small"),
        ({"piece": "a dam", "count": 3}, "`piece`: a dam was given; it must be at most 20 small"),
        ({"piece": 3, "count": 3}, "`piece`: 3 was given; it must be a text"),
        ({"piece": "mountain", "count": 3}, "since the game has such a piece"),
    ],
)
@pytest.mark.parametrize("file", [race, power])
def test_what_is_wrong_with_a_clause(file: object, clause: dict[str, object], message: str) -> None:
    text = race(clauses=[clause]) if file is race else power(clauses=[clause])
    (problem,) = problems(text)
    assert re.match(r"mine.toml, (race Beavers|power Thrifty), clause 1\b", problem)
    assert message in problem


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        ({"cheaper": "hill"}, {"cheaper": "mine"}, "another clause says so at the same time"),
        ({"dearer": "hill"}, {"dearer": "mine", "when": "always"}, "at the same time"),
        ({"loses": "none"}, {"loses": "none"}, "one clause of this kind is all there can be"),
        ({"keeps": "all"}, {"keeps": "all"}, "one clause of this kind is all there can be"),
        ({"piece": "dam", "count": 1}, {"piece": "den", "count": 1}, "is all there can be"),
    ],
)
def test_what_cannot_be_said_twice(
    one: dict[str, object], two: dict[str, object], message: str
) -> None:
    (problem,) = problems(race(clauses=[one, two]))
    assert problem.startswith("mine.toml, race Beavers, clause 2, `")
    assert message in problem


def test_what_can_be_said_twice() -> None:
    later = {"cheaper": "mine", "when": "decline"}
    read_custom(race(clauses=[{"cheaper": "hill"}, later]), "mine.toml")
    read_custom(race(clauses=[{"enters": "hill"}, {"enters": "mine"}]), "mine.toml")


def test_all_problems_of_a_file_are_told_together() -> None:
    text = race(tokens=11, colour="red", clauses=[{"coins": 99}, 3]) + power(tokens=9)
    assert [problem.split(":")[0] for problem in problems(text)] == [
        "mine.toml, race Beavers",
        "mine.toml, race Beavers, `tokens`",
        "mine.toml, race Beavers, clause 1, `coins`",
        "mine.toml, race Beavers, clause 2",
        "mine.toml, power Thrifty, `tokens`",
    ]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"nothing.toml: it cannot be read"):
        load_custom(str(tmp_path / "nothing.toml"))
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unreadable, match=r"bad.toml: it cannot be read"):
        load_custom(str(bad))
    with pytest.raises(Unreadable, match="it cannot be read"):
        load_custom("a\0b.toml")


# ---- several together ----


def test_names_and_pieces_are_used_once() -> None:
    dam = {"piece": "dam", "count": 2}
    both = race(clauses=[dam]) + power(name="beavers", clauses=[dam])
    assert [problem.split(":")[0] for problem in problems(both)] == [
        "mine.toml, power beavers, `name`",
        "mine.toml, power beavers, `piece`",
    ]
    (problem,) = problems(race(clauses=[{"piece": "lair", "count": 2}]))
    assert "the box has a piece called lair" in problem


def test_two_races_do_not_borrow_the_same_tokens() -> None:
    (problem,) = problems(race() + race(name="Voles"))
    assert problem == (
        "mine.toml, race Voles, `stand_in`: Ratmen was given; "
        "it must be a race that Beavers do not borrow already"
    )
    one = read_custom(race(), "one.toml")
    two = read_custom(race(name="Voles"), "two.toml")
    with pytest.raises(Unreadable, match=r"two.toml, race Voles, `stand_in`: the tokens of Ratm"):
        join_customs([one, two])


def test_the_same_file_twice() -> None:
    one = read_custom(THRIFTY, "one.toml")
    with pytest.raises(Unreadable, match=r"`name`: one.toml has a race, power, place or relic"):
        join_customs([one, one])


def test_joining_keeps_everything() -> None:
    files = {"one.toml": BEAVERS, "two.toml": THRIFTY, "three.toml": TOWERS}
    joined = join_customs([read_custom(text, file) for file, text in files.items()])
    assert [make().name for make in joined.races] == ["Beavers", "Masons"]
    assert [make().name for make in joined.powers] == ["Thrifty", "Burrowing"]
    assert joined.stand_ins == {"Ratmen": "Beavers", "Skeletons": "Masons"}
    assert joined.sources == files


# ---- in the library ----


def test_the_stand_in_stays_in_the_box() -> None:
    library = build_library("base", False, False, custom=read_custom(BEAVERS, "mine.toml"))
    names = [race.name for race in library.races]
    assert "Ratmen" not in names
    assert names[-1] == "Beavers"
    assert len(names) == 14


def test_a_stand_in_must_be_in_the_game() -> None:
    custom = read_custom(BEAVERS, "mine.toml")
    with pytest.raises(
        GameError, match="Beavers borrow the tokens of Ratmen, who are not in the u"
    ):
        new_game("underground-2", custom=custom)
    new_game("underground-2", world="mixed", custom=custom)


def test_nothing_of_ones_own_is_in_a_game_unless_named() -> None:
    _, library = prepare(GameSetup(map="base-5"))
    assert len(library.races) == 14
    assert len(library.powers) == 20


def test_two_games_with_one_custom_do_not_disturb_each_other() -> None:
    custom = join_customs([read_custom(TOWERS, "one.toml"), read_custom(BEAVERS, "two.toml")])
    one = new_game("base-2", custom=custom)
    masons = one.library.by_name["Masons"]
    before = (masons.number, masons.piece, masons.hooks)
    two = new_game("underground-5", world="mixed", custom=custom)
    assert two.library.by_name["Masons"] is not masons
    assert (masons.number, masons.piece, masons.hooks) == before
    assert one.library.pieces[masons.piece].name == "tower"
    assert two.library.pieces[two.library.by_name["Beavers"].piece].name == "dam"


# ---- whole games ----


class PicksOurs:
    """Takes a combo with a race or power of ours if it can; else any kind of action."""

    def __init__(self) -> None:
        self.picked: set[str] = set()

    def __call__(self, s: State, offered: list[int], dealer: Dealer) -> int:
        if s.step() == PICK:
            for action in offered:
                slot = int(combo_of(action)) - 1
                names = {
                    s.library.races[at(s.row_races, slot)].name,
                    s.library.powers[at(s.row_powers, slot)].name,
                }
                if names & OURS:
                    self.picked |= names & OURS
                    return action
        return choose_verb(s, offered, dealer)


OURS = {"Beavers", "Thrifty", "Masons", "Burrowing"}


@pytest.mark.parametrize(
    "table",
    [
        GameSetup(map="base-2"),
        GameSetup(map="base-4", world="mixed", monsters=("2", "8")),
        GameSetup(map="underground-3", world="mixed"),
    ],
)
def test_whole_games(table: GameSetup) -> None:
    files = (BEAVERS, THRIFTY, TOWERS)
    custom = join_customs([read_custom(text, "mine.toml") for text in files])
    chooser = PicksOurs()
    for seed in range(6):
        play_checked(replace(table, custom=custom), seed, chooser)
    assert chooser.picked == OURS


# ---- any text is a Custom or an error of ours ----


def try_to_read(text: str) -> Custom | None:
    try:
        return read_custom(text, "mine.toml")
    except Unreadable as error:
        message = str(error)
    assert message.startswith("mine.toml")
    return None


@given(st.text())
@example("race = [{}]")
@example("[[race]]\nname = '\\x00'")
def test_any_text(text: str) -> None:
    try_to_read(text)


_WORDS = [
    *EFFECTS, *PLACES, *SAME_PLACE, "per", "every", "when", "count", "gives", "placed", "region",
    "stays_in_decline", "conquest", "anywhere", "active", "decline", "always", "all", "none",
    "immunity", "turn", "dam", "name", "text", "works", "clauses", "stand_in", "Orcs", "",
]  # fmt: skip
_SCALARS = st.one_of(st.sampled_from(_WORDS), st.integers(-3, 13), st.booleans(), st.floats(0, 9))
_VALUES = st.one_of(_SCALARS, st.lists(_SCALARS, max_size=3))
_CLAUSES = st.one_of(
    st.dictionaries(st.sampled_from(_WORDS), _VALUES, max_size=4),
    st.tuples(st.sampled_from(list(EFFECTS)), _VALUES, st.sampled_from(["active", "always"])).map(
        lambda parts: {parts[0]: parts[1], "when": parts[2]}
    ),
)
_FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.one_of(st.text(max_size=12), st.just("Beavers")),
        "tokens": st.integers(-1, 12),
        "stand_in": st.sampled_from(["Orcs", "Ratmen", "Kraken", "Nobody"]),
        "text": st.text(max_size=9),
        "works": st.sampled_from(["active", "decline", "always", "never"]),
        "clauses": st.lists(_CLAUSES, max_size=5),
    },
)


@given(st.lists(st.tuples(st.sampled_from(["race", "power"]), _FIELDS), max_size=3))
def test_any_file_of_the_right_shape(parts: list[tuple[str, dict[str, object]]]) -> None:
    custom = try_to_read("".join(table(kind, fields) for kind, fields in parts))
    if custom is not None:
        assert custom.races or custom.powers


_PLACES = st.sampled_from([place for place in PLACES if place != "water"])
_WHERE = st.one_of(_PLACES, st.lists(_PLACES, min_size=1, max_size=3))
_WHEN = st.sampled_from(["active", "decline", "always"])
_RIGHT_CLAUSES = st.one_of(
    *(
        st.fixed_dictionaries(
            {effect: st.integers(1, 3), "per": st.one_of(_WHERE, st.just("region"))},
            optional={"every": st.integers(1, 3), "when": _WHEN},
        )
        for effect in ("coins", "tokens")
    ),
    *(
        st.fixed_dictionaries({effect: _WHERE}, optional={"when": _WHEN})
        for effect in ("cheaper", "dearer", "enters", "reaches", "links")
    ),
    st.fixed_dictionaries({"loses": st.just("none")}, optional={"when": _WHEN}),
    st.just({"keeps": "all"}),
    st.fixed_dictionaries(
        {"piece": st.just("dam"), "count": st.integers(1, 2)},
        optional={
            "when": _WHEN,
            "gives": st.sampled_from(["defence", "immunity"]),
            "placed": st.sampled_from(["conquest", "turn"]),
            "stays_in_decline": st.booleans(),
        },
    ),
)


def said_once(clause: dict[str, object]) -> str:
    """The effect, where it can be said only once."""
    return next((once for once in (*ONLY_ONCE, *ONLY_ONE) if once in clause), repr(clause))


_RIGHT = st.lists(_RIGHT_CLAUSES, max_size=4, unique_by=said_once)


@settings(max_examples=40, deadline=None)
@given(_RIGHT, _RIGHT, st.integers(0, 1000))
def test_whatever_the_clauses_a_game_can_be_played(
    race_says: list[dict[str, object]], power_says: list[dict[str, object]], seed: int
) -> None:
    text = race(clauses=race_says) + power(clauses=power_says).replace("dam", "wall")
    table = GameSetup(map="base-2", turns=5, custom=read_custom(text, "mine.toml"))
    play_checked(table, seed, PicksOurs())


@given(st.sampled_from([BEAVERS, THRIFTY, TOWERS]), st.data())
def test_mutated_files(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 6))
    put = data.draw(st.one_of(st.text(max_size=4), st.sampled_from(_WORDS)))
    try_to_read(text[:at] + put + text[at + cut :])
