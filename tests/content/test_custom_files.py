"""Races and powers from Python files and installed packages."""

import inspect
import sys
from pathlib import Path

import pytest

from smallworld.content.custom.classes import FACTS
from smallworld.content.custom.files import files_of, installed_customs, load_customs, load_python
from smallworld.content.custom.guard import METHODS
from smallworld.content.library import Custom
from smallworld.devtools.soak import play_checked
from smallworld.engine.errors import GameError, HookFailed, Unreadable
from smallworld.engine.pieces import PIECES
from smallworld.engine.trait import Power, Race, Trait
from smallworld.game.match import Match
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, new_game
from smallworld.players.registry import make_player

IMPORTS = "from smallworld.engine.trait import Power, Race\n"
OTTERS = """
class Otters(Race):
    def __init__(self):
        super().__init__("Otters", tokens=6, supply=11)

    def pays(self, s, e):
        return s.board.coast
"""
PLAYFUL = """
class Playful(Power):
    def __init__(self):
        super().__init__("Playful", tokens=4)
"""
BEAVERS = """
[[race]]
name = "Beavers"
tokens = 6
stand_in = "Ratmen"
clauses = [{ cheaper = "coast" }]
"""


def file(folder: Path, text: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(text if name.endswith(".toml") else IMPORTS + text, encoding="utf-8")
    return str(path)


def problem(folder: Path, text: str) -> str:
    path = file(folder, text)
    with pytest.raises(Unreadable) as error:
        load_python(path)
    message = str(error.value)
    assert message.startswith(path)
    return message.removeprefix(path)


def constructor(base: str, arguments: str, body: str = "") -> str:
    """A class whose constructor hands on these arguments."""
    init = f"    def __init__(self):\n        super().__init__({arguments})\n"
    return f"class Mine({base}):\n{init}{body}"


# ---- what is loaded ----


def test_classes_of_a_file_in_order(tmp_path: Path) -> None:
    path = file(tmp_path, PLAYFUL + OTTERS)
    custom = load_python(path)
    assert [make().name for make in custom.races] == ["Otters"]
    assert [make().name for make in custom.powers] == ["Playful"]
    assert custom.stand_ins == {}
    assert list(custom.sources) == [path]


def test_imported_classes_and_helpers_are_passed_over(tmp_path: Path) -> None:
    text = "from smallworld.content.races.base import Orcs\n" + OTTERS.replace("(Race)", "(_Base)")
    text = "class _Base(Race):\n    pass\n" + text
    assert [make().name for make in load_python(file(tmp_path, text)).races] == ["Otters"]


def test_a_dataclass_in_the_file_works(tmp_path: Path) -> None:
    text = "import dataclasses\n@dataclasses.dataclass\nclass Fact:\n    n: int = 3\n" + OTTERS
    assert load_python(file(tmp_path, text)).races[0]().tokens == 6


def test_the_file_has_its_own_future(tmp_path: Path) -> None:
    text = "n: int = 3\nassert __annotations__['n'] is int\n" + OTTERS
    assert load_python(file(tmp_path, text)).races


def test_two_files_of_one_name(tmp_path: Path) -> None:
    for folder, text in (("one", OTTERS), ("two", PLAYFUL)):
        (tmp_path / folder).mkdir()
        file(tmp_path / folder, text)
    custom = load_customs([str(tmp_path / "one" / "mine.py"), str(tmp_path / "two" / "mine.py")])
    assert len(custom.races) == len(custom.powers) == 1


def test_a_file_is_read_anew_when_loaded_again(tmp_path: Path) -> None:
    path = file(tmp_path, OTTERS)
    load_python(path)
    file(tmp_path, OTTERS.replace("tokens=6", "tokens=5"))
    assert load_python(path).races[0]().tokens == 5
    assert list(tmp_path.iterdir()) == [Path(path)]  # and nothing is left behind


def test_data_and_python_together(tmp_path: Path) -> None:
    paths = [file(tmp_path, BEAVERS, "mine.toml"), file(tmp_path, OTTERS + PLAYFUL)]
    custom = load_customs(paths)
    names = [make().name for make in custom.races] + [make().name for make in custom.powers]
    assert names == ["Beavers", "Otters", "Playful"]
    assert [name for name, _ in files_of(custom)] == paths
    library = new_game("base-3", custom=custom).library
    assert {"Beavers", "Otters", "Playful"} <= set(library.by_name)
    for seed in range(3):
        play_checked(GameSetup(map="base-3", custom=custom), seed)


def test_digests_tell_files_apart(tmp_path: Path) -> None:
    path = file(tmp_path, OTTERS)
    before = files_of(load_customs([path]))
    file(tmp_path, OTTERS + "\n")
    assert files_of(load_customs([path])) != before


def test_nothing_is_loaded_unless_named() -> None:
    custom = load_customs()
    assert (custom.races, custom.powers, custom.sources) == ([], [], {})


def test_classes_without_a_file() -> None:
    class Moles(Race):
        def __init__(self) -> None:
            super().__init__("Moles", tokens=4, supply=9)

    library = new_game("underground-2", custom=Custom([Moles], [])).library
    assert library.by_name["Moles"].number == 15


# ---- what is refused ----


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"files whose names end in \.toml or \.py"):
        load_customs([str(tmp_path / "mine.json")])
    with pytest.raises(Unreadable, match="it cannot be read"):
        load_customs([str(tmp_path / "mine.py")])


def test_a_name_used_in_two_files(tmp_path: Path) -> None:
    one = file(tmp_path, OTTERS, "one.py")
    two = file(tmp_path, BEAVERS.replace("Beavers", "otters"), "two.toml")
    with pytest.raises(Unreadable) as error:
        load_customs([one, two])
    assert str(error.value) == (
        f"{two}, race otters, `name`: {one} has a race, power, place or relic of this name; "
        "choose another (rules D3)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def", ", line 2: it cannot be loaded: SyntaxError"),
        ("\n1 / 0", ", line 3: it cannot be loaded: ZeroDivisionError: division by zero"),
        ("def f():\n    return g\nf()", ", line 3: it cannot be loaded: NameError"),
        ("import nothing_of_this_name", ", line 2: it cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", ", line 2: it cannot be loaded: SystemExit: 3"),
        ("\0", "it cannot be loaded"),
        ("x = 3", ": it defines no race and no power; write a class that derives from"),
        ("class Fake:\n    name = 'Fake'", ": it defines no race and no power"),
        (
            "class Mine(Race):\n    tokens = 6\n    name = 'Mine'",
            ", class Mine, `tokens`: 6 stands in the body of the class; give it to the constructor",
        ),
        ("class Mine(Race):\n    pass", ": Mine() failed with TypeError"),
        ("class Mine(Race):\n    def __init__(self):\n        pass", "__init__"),
        (
            "class Mine(Race):\n    def __init__(self, n):\n        pass",
            "write __init__(self) without further arguments",
        ),
        (constructor("Race", "'Mine', tokens=1/0, supply=9"), "failed with ZeroDivisionError"),
        (
            constructor("Race", "'Mine', tokens=11, supply=16"),
            ", `tokens`: 11 was given; it must be a whole number from 1 to 10 (rules D1)",
        ),
        (constructor("Race", "'Mine', tokens=0, supply=16"), "`tokens`: 0 was given"),
        (constructor("Race", "'Mine', tokens=6, supply=5"), "`supply`: 5 was given"),
        (constructor("Race", "'Mine', tokens=6, supply=99"), "`supply`: 99 was given"),
        (
            constructor("Power", "'Mine', tokens=6"),
            ", `tokens`: 6 was given; it must be a whole number from 0 to 5 (rules D2)",
        ),
        (constructor("Power", "'Mine', tokens=-1"), "`tokens`: -1 was given"),
        (constructor("Power", "'', tokens=1"), "`name`:  was given; it must be at most 30"),
        (constructor("Power", "'Hill', tokens=1"), "the box has a race, power, place or relic"),
        (constructor("Power", "'Mine', tokens=1, works=7"), "`works`: 7 was given"),
        (constructor("Power", "'Mine', tokens=1, piece=99"), "`piece`: 99 was given"),
        (
            constructor("Power", "'Mine', tokens=1", "    def pays(self, s):\n        return 0"),
            "it must be written def pays(self, s, e)",
        ),
        (
            constructor("Power", "'Mine', tokens=1", "    cheaper = 3"),
            ", `cheaper`: 3 was given; it must be a method",
        ),
        (
            "from smallworld.engine.pieces import Piece\n"
            + constructor("Power", "'Mine', tokens=1, brings=Piece('Big Dam', 3)"),
            "`brings`: its name is Big Dam; it must be at most 20 small letters",
        ),
        (
            "from smallworld.engine.pieces import Piece\n"
            + constructor("Power", "'Mine', tokens=1, brings=Piece('lair', 3)"),
            "the box has a piece called lair",
        ),
        (
            "from smallworld.engine.pieces import Piece\n"
            + constructor("Power", "'Mine', tokens=1, brings=Piece('dam', 3, stack=1)"),
            "cannot be stacked",
        ),
        (
            constructor(
                "Power",
                "'Mine', tokens=1, word='place fortress'",
                "    def options(self, s, e, phase, out):\n        pass",
            ),
            "`word`: place fortress would be taken for Fortified's place fortress",
        ),
        (
            constructor(
                "Power",
                "'Mine', tokens=1, word='conquer all'",
                "    def options(self, s, e, phase, out):\n        pass",
            ),
            "`word`: conquer all begins like another action",
        ),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, message: str) -> None:
    assert message in problem(tmp_path, text)


def test_all_classes_of_a_file_are_looked_at(tmp_path: Path) -> None:
    text = OTTERS.replace("tokens=6", "tokens=0") + PLAYFUL.replace("tokens=4", "tokens=9")
    assert len(problem(tmp_path, text).splitlines()) == 2


def test_a_file_that_failed_leaves_no_module(tmp_path: Path) -> None:
    before = set(sys.modules)
    problem(tmp_path, "1 / 0")
    assert set(sys.modules) == before


def test_doubts_are_warnings(tmp_path: Path) -> None:
    text = OTTERS.replace("supply=11", "supply=8").replace("def pays", "def payss")
    path = file(tmp_path, text)
    assert load_customs([path]).warnings == [
        f"{path}, class Otters: 6 tokens and a badge of 5 are more than its supply of 8; "
        "who picks it takes what is there (rules D1)",
        f"{path}, class Otters: nothing ever asks `payss`; did you mean `pays`?",
    ]


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        ("def payz(self, s, e):\n        return 0", "did you mean `pays`?"),
        ("def coins_over_all(self, s, e):\n        return 0", "did you mean `coins_overall`?"),
        ("def on_conquer(self, s, e, r):\n        pass", "did you mean `on_conquered`?"),
        ("@staticmethod\n    def cheapr(s, e):\n        return 0", "did you mean `cheaper`?"),
        ("def xyzzy(self):\n        pass", "hooks are cheaper, dearer, as_if_empty, "),
    ],
)
def test_a_method_that_nothing_asks_is_told(tmp_path: Path, body: str, warning: str) -> None:
    path = file(tmp_path, f"{OTTERS}\n    {body}\n")
    (found,) = load_customs([path]).warnings
    name = body.split("def ")[1].split("(")[0]
    assert found.startswith(f"{path}, class Otters: nothing ever asks `{name}`; {warning}")


@pytest.mark.parametrize(
    "text",
    [
        OTTERS.replace("s.board.coast", "self.shore(s)")
        + "\n    def shore(self, s):\n        return s.board.coast\n",
        OTTERS.replace("s.board.coast", "[self.shore(s) for _ in (1,)][0]")
        + "\n    @staticmethod\n    def shore(s):\n        return s.board.coast\n",
        OTTERS.replace("s.board.coast", "shore(self, s)")
        + "\n    def sea(self, s):\n        return s.board.coast\n"
        + "\ndef shore(trait, s):\n    return trait.sea(s)\n",
        OTTERS + "\n    def _paz(self):\n        pass\n",
        OTTERS + "\n    @property\n    def payd(self):\n        return 3\n",
    ],
)
def test_helpers_are_no_misspelt_hooks(tmp_path: Path, text: str) -> None:
    assert load_customs([file(tmp_path, text)]).warnings == []


# ---- installed packages ----


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, points: str) -> None:
    """A package as pip would leave it, with these entry points."""
    package = folder / "otters_for_a_test"
    package.mkdir()
    (package / "__init__.py").write_text(
        IMPORTS
        + "from otters_for_a_test.powers import Playful\n"
        + OTTERS
        + "both = [Otters, Playful]\n"
    )
    (package / "powers.py").write_text(IMPORTS + PLAYFUL)
    info = folder / "otters-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: otters\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[smallworld.traits]\n{points}\n")
    monkeypatch.syspath_prepend(folder)
    for name in [name for name in sys.modules if name.startswith("otters_for_a_test")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize(
    ("point", "races", "powers"),
    [
        ("o = otters_for_a_test", 1, 1),
        ("o = otters_for_a_test:Otters", 1, 0),
        ("o = otters_for_a_test.powers", 0, 1),
        ("o = otters_for_a_test:both", 1, 1),
        ("a = otters_for_a_test:Otters\nb = otters_for_a_test.powers", 1, 1),
    ],
)
def test_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, races: int, powers: int
) -> None:
    install(tmp_path, monkeypatch, point)
    custom = installed_customs()
    assert (len(custom.races), len(custom.powers)) == (races, powers)
    assert all(name.startswith("otters 1.2 (") for name in custom.sources)
    assert load_customs([]).sources == {}
    assert len(load_customs([], entry_points=True).races) == races


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ("o = otters_for_a_test.nothing", "it cannot be loaded: ModuleNotFoundError"),
        ("o = otters_for_a_test:nothing", "it cannot be loaded: AttributeError"),
        ("o = otters_for_a_test:both.append", "an entry point of smallworld.traits names a module"),
        ("o = otters_for_a_test:Otters.__mro__", "is no class that derives from Race or Power"),
    ],
)
def test_entry_points_that_do_not_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, message: str
) -> None:
    install(tmp_path, monkeypatch, point)
    with pytest.raises(GameError) as error:
        installed_customs()
    assert str(error.value).startswith(f"otters 1.2 ({point})")
    assert message in str(error.value)


def test_a_package_is_loaded_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = "river = otters_for_a_test:Otters\nparty = otters_for_a_test.powers"
    install(tmp_path, monkeypatch, points)
    custom = load_customs(["river"])
    assert [make().name for make in custom.races] == ["Otters"]
    assert custom.powers == []
    assert list(custom.sources) == ["otters 1.2 (river = otters_for_a_test:Otters)"]
    match = Match(GameSetup(turns=1, custom=custom), [make_player("random")] * 2, 3)
    record = match.run().to_text()
    assert Record.from_text(record, custom).is_finished()
    with pytest.raises(Unreadable) as error:
        load_customs(["sea"])
    assert str(error.value) == (
        "sea: races and powers come in files whose names end in .toml or .py, or from installed "
        "packages by name; there are: party, river"
    )


def test_a_name_that_two_packages_offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "river = otters_for_a_test:Otters")
    info = tmp_path / "voles-3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: voles\nVersion: 3\n")
    (info / "entry_points.txt").write_text("[smallworld.traits]\nriver = voles\n")
    with pytest.raises(Unreadable) as error:
        load_customs(["river"])
    assert "otters 1.2 (river = otters_for_a_test:Otters), voles 3 (river = voles)" in str(
        error.value
    )


def test_a_hook_of_a_package_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "river = otters_for_a_test")
    module = tmp_path / "otters_for_a_test" / "__init__.py"
    module.write_text(module.read_text().replace("return s.board.coast", "return s.coast"))
    s = new_game("base-2", custom=load_customs(["river"]))
    with pytest.raises(HookFailed) as error:
        s.library.by_name["Otters"].pays(s, s.active(0))
    assert str(error.value).startswith(f"{module}, class Otters, `pays`: it failed in line 9 with")


def test_nothing_is_installed_here() -> None:
    assert installed_customs().races == []


# ---- the lists of names are in step with the engine ----


def test_facts_are_what_the_constructors_set() -> None:
    race = Race("Moles", tokens=4, supply=9)
    power = Power("Deep", tokens=3)
    assert {*vars(race), *vars(power)} == set(FACTS)


def test_methods_are_those_of_the_engine() -> None:
    found = {name for name, _ in inspect.getmembers(Power, inspect.isfunction)}
    found |= {name for name, _ in inspect.getmembers(Trait, inspect.isfunction)}
    assert {name for name in found if not name.startswith("_")} == set(METHODS)
    assert len({piece.name for piece in PIECES}) == len(PIECES)
