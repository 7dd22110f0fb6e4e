"""Players of installed packages: a real package in a folder, found by its entry points."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import smallworld as sw
from smallworld.cli import app
from smallworld.engine.game import GameError
from smallworld.players.installed import installed_names
from smallworld.players.registry import make_player, player_names

ROOT = Path(__file__).parents[2]
MODULE = '''
"""A package with players, a race, and things that are none."""

import smallworld as sw
from smallworld.engine.trait import Race
from smallworld.players.settings import read_settings


class Hasty(sw.Player):
    def __init__(self, setting, seed):
        super().__init__("some name of its own")
        self.setting, self.seed = setting, seed
        read_settings("hasty", setting, {"end": "first or last"})

    def choose(self, view):
        return view.legal_actions[-1 if "last" in self.setting else 0]


class Hares(Race):
    def __init__(self):
        super().__init__("Hares", tokens=7, supply=12)

    def pays(self, s, e):
        return s.board.farmlands


class Shy(sw.Player):
    def choose(self, view):
        return view.legal_actions[0]


def make(setting, seed):
    return Hasty(setting, seed)


def make_nothing(setting, seed):
    return {"hasty": 1}


def leave(setting, seed):
    raise SystemExit(3)


number = 3
'''


def install(
    folder: Path, points: str, name: str = "hares", traits: str = "", module: str = MODULE
) -> None:
    """A package as pip would leave it in a folder."""
    (folder / f"{name}_for_a_test.py").write_text(module, encoding="utf-8")
    info = folder / f"{name}-0.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.3\n")
    text = f"[smallworld.players]\n{points}\n"
    if traits:
        text += f"\n[smallworld.traits]\n{traits}\n"
    (info / "entry_points.txt").write_text(text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.endswith("_for_a_test")]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


def test_a_player_is_found_by_name(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty\nmade = hares_for_a_test:make")
    assert installed_names() == ["hasty", "made"]
    assert "hares_for_a_test" not in sys.modules  # nothing runs before it is asked for
    assert make_player("hasty").name == "hasty"  # by which it is found again
    player = make_player(" hasty : end=last ", 17)
    assert player.name == "hasty:end=last"
    assert (player.setting, player.seed) == ("end=last", 17)  # type: ignore[attr-defined]
    assert make_player("made:end=first").name == "made:end=first"
    assert "hasty" not in player_names()  # no level of ours


def test_games_are_played_with_it(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty")
    game = sw.Game("base-2", seed=7, turns=2)
    game.play(["hasty:end=last", "greedy"])
    assert game.record.players == ["hasty:end=last", "greedy"]


def test_every_command_that_names_players_knows_it(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty", traits="hares = hares_for_a_test:Hares")

    def run(*words: str, typed: str = "") -> str:
        done = CliRunner().invoke(app, list(words), input=typed)
        assert done.exit_code == 0, done.output
        return done.stdout

    short = ["--turns", "1", "--custom", "hares"]
    for processes in ("1", "2"):
        words = ["--games", "2", "--processes", processes, "--json", *short]
        told = json.loads(run("simulate", "--players", "hasty,greedy", *words))
        assert told["players"]["hasty"]["games"] == 2
        told = json.loads(run("arena", "hasty:end=last", "random", *words))
        assert told["games"] == 2
    record = ["--record", "it.record"]
    run("play", "--seed", "1", "--opponent", "hasty", *short, *record, typed="1\n")
    assert sw.Game.from_record(Path("it.record"), custom="hares").record.players[1] == "hasty"
    run("play", "--resume", "it.record", "--custom", "hares", typed="1\n" * 99)
    assert "Hares  race; 7 tokens of 12" in run("rules", "--custom", "hares", "hares")


def test_another_process_finds_it_where_it_is_installed(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty", traits="hares = hares_for_a_test:Hares")
    script = (
        "import smallworld as sw\n"
        "game = sw.Game('base-2', seed=1, turns=1, custom='hares')\n"
        "game.play('hasty')\n"
        "print(game.record.players, len(sw.races(custom='hares')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "['hasty', 'hasty'] 30\n", done.stderr


# ---- what is refused ----


def test_an_unknown_name_tells_what_is_installed(folder: Path) -> None:
    with pytest.raises(GameError) as error:
        make_player("hasti")
    assert "external:COMMAND" in str(error.value)
    assert "packages" not in str(error.value)
    install(folder, "hasty = hares_for_a_test:Hasty")
    sys.path.append(str(folder / "more"))  # what is installed is looked up once for each path
    try:
        with pytest.raises(GameError) as error:
            make_player("hasti")
    finally:
        sys.path.remove(str(folder / "more"))
    assert str(error.value).endswith("external:COMMAND; packages offer hasty")


def test_a_setting_it_does_not_know_is_its_own_business(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty")
    with pytest.raises(GameError, match="hasty has no setting 'speed'; hasty has end=first or"):
        make_player("hasty:speed=9")


def test_two_packages_with_one_name(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty")
    install(folder, "hasty = voles_for_a_test:Hasty", name="voles")
    with pytest.raises(GameError) as error:
        make_player("hasty:end=last")
    assert str(error.value) == (
        "several players are called hasty: hares 0.3 (hasty = hares_for_a_test:Hasty), "
        "voles 0.3 (hasty = voles_for_a_test:Hasty); uninstall all but one"
    )


@pytest.mark.parametrize("name", ["greedy", "external", "net"])
def test_a_name_that_one_of_ours_has(folder: Path, name: str) -> None:
    install(folder, f"{name} = hares_for_a_test:Hasty")
    with pytest.raises(GameError) as error:
        make_player(f"{name}:x")
    assert str(error.value) == (
        f"two players are called {name}: the one that comes with smallworld, and that of hares 0.3 "
        f"({name} = hares_for_a_test:Hasty); uninstall that package, or ask for another name in it"
    )


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("nowhere_for_a_test", "it cannot be loaded: ModuleNotFoundError"),
        ("hares_for_a_test:Nobody", "it cannot be loaded: AttributeError"),
        ("hares_for_a_test:number", "that is 3; an entry point of smallworld.players names a"),
        ("hares_for_a_test:Shy", "it failed with TypeError"),
        ("hares_for_a_test:leave", "it failed with SystemExit: 3"),
        ("hares_for_a_test:make_nothing", "it made {'hasty': 1}, which is no Player"),
        ("hares_for_a_test:Hares", "it failed with TypeError"),
    ],
)
def test_what_is_broken_is_named(folder: Path, value: str, problem: str) -> None:
    install(folder, f"hasty = {value}")
    with pytest.raises(GameError) as error:
        make_player("hasty")
    assert str(error.value).startswith(f"hares 0.3 (hasty = {value}): {problem}")
    done = CliRunner().invoke(app, ["simulate", "--players", "hasty"])
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"hares 0.3 (hasty = {value}): {problem}")


def test_a_package_that_fails_as_it_is_imported(folder: Path) -> None:
    install(folder, "hasty = hares_for_a_test:Hasty", module="1 / 0\n")
    with pytest.raises(GameError, match="it cannot be loaded: ZeroDivisionError: division by zero"):
        make_player("hasty")
