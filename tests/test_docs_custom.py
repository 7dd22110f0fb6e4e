"""The page on adding a race teaches what works: its files load, its code runs."""

import re
from pathlib import Path

import pytest

from smallworld.content.custom.clauses import PLACES, SAME_PLACE
from smallworld.content.custom.files import load_customs
from smallworld.content.custom.reader import (
    EFFECTS,
    POWER_FIELDS,
    RACE_FIELDS,
    load_custom,
    read_custom,
)
from smallworld.content.texts import texts_of
from smallworld.devtools.soak import play_checked
from smallworld.engine.errors import HookFailed, Unreadable
from smallworld.game.setup import GameSetup, new_game

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "adding-a-race.md").read_text(encoding="utf-8")
MAPS = re.compile(r"^regions = ", re.MULTILINE)  # map files lie in the same folder
EXAMPLES = sorted(
    str(path)
    for path in (DOCS / "examples").iterdir()
    if path.is_file() and not MAPS.search(path.read_text(encoding="utf-8"))
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_code_runs_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wanderers.toml").write_text(blocks("toml")[0], encoding="utf-8")
    names: dict[str, object] = {}
    for code in blocks("python"):
        if "class Otters" in code:
            Path("otters.py").write_text(code, encoding="utf-8")
        else:
            exec(code, names)
    assert capsys.readouterr().out == blocks("text")[0]
    assert Path("otters.py").is_file()


def test_the_messages_are_true() -> None:
    text = blocks("toml")[0].replace("tokens = 7", "tokens = 12").replace("hill", "hills")
    with pytest.raises(Unreadable) as error:
        read_custom(text, "wanderers.toml")
    shown = blocks("text")[1].splitlines()
    for line, wanted in zip(str(error.value).splitlines(), shown, strict=True):
        assert line.startswith(wanted.removesuffix("…"))


def test_the_power_on_the_page_can_be_read() -> None:
    assert read_custom(blocks("toml")[1], "thrifty.toml").powers[0]().name == "Thrifty"


def test_the_words_and_the_picture_on_the_page_are_used() -> None:
    custom = read_custom(blocks("toml")[2], "watchful.toml")
    entries = {entry.name: entry for entry in texts_of(custom, "de")}
    assert entries["Watchful"].title == "Wachsam"
    assert entries["Watchful"].text == "Ein Leuchtfeuer je Zug; jedes verteidigt."
    assert entries["beacon"].title == "Leuchtfeuer"
    assert custom.powers[0]().emblem.startswith("M0-11")


def test_errors_of_hooks_read_as_on_the_page(tmp_path: Path) -> None:
    text = (DOCS / "examples" / "otters.py").read_text(encoding="utf-8")
    wrong = text.replace("spread(s.board.neighbours", "spread(neighbors")
    wrong = wrong.replace("return s.where[self.piece]", "return 'all'")
    path = tmp_path / "otters.py"
    path.write_text(wrong, encoding="utf-8")
    s = new_game("base-2", custom=load_customs([str(path)]))
    shown = blocks("text")[2].splitlines()
    for name, hook, line in (("Otters", "cheaper", shown[0]), ("Lamplit", "pays", shown[1])):
        with pytest.raises(HookFailed) as error:
            getattr(s.library.by_name[name], hook)(s, s.active(0))
        assert str(error.value).startswith(f"{tmp_path}/{line.removesuffix('…')}")


def test_every_clause_of_the_table_can_be_read() -> None:
    clauses = re.findall(r"^\| `(\{.+?\})` \|", PAGE, re.MULTILINE)
    for clause in clauses:
        read_custom(f'[[power]]\nname = "P"\ntokens = 1\nclauses = [{clause}]', clause)
    fields = set(re.findall(r"(\w+) =", " ".join(clauses)))
    assert fields == {*EFFECTS, *(field for more in EFFECTS.values() for field in more)}


def test_every_word_is_explained() -> None:
    for word in [*RACE_FIELDS, *POWER_FIELDS, *PLACES, *SAME_PLACE]:
        assert f"`{word}`" in PAGE, word


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGE):
        assert (DOCS / target).exists(), target
    assert '<a id="d1"></a>' in (DOCS / "rules.md").read_text(encoding="utf-8")


def test_the_examples_are_those_of_the_page() -> None:
    (code,) = [code for code in blocks("python") if "class Otters" in code]
    assert (DOCS / "examples" / "otters.py").read_text(encoding="utf-8") == code
    assert all(f"(examples/{Path(path).name})" in PAGE for path in EXAMPLES)


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.endswith(".toml")])
def test_examples_by_data(path: str) -> None:
    assert load_custom(path).warnings == []


@pytest.mark.parametrize("map_name", ["base-3", "underground-2"])
def test_the_examples_play(map_name: str) -> None:
    custom = load_customs(EXAMPLES)
    assert custom.warnings == []
    for seed in range(4):
        play_checked(GameSetup(map=map_name, world="mixed", custom=custom), seed)
