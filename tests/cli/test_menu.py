"""Menus, tables and maps say everything, and nothing wrong."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from smallworld.cli.terminal.board import print_board, print_row, print_seats
from smallworld.cli.terminal.map_sketch import print_sketch
from smallworld.cli.terminal.menu import MenuItem, build_menu
from smallworld.content.loader import MAPS
from smallworld.content.texts import load_texts
from smallworld.engine.actions import verb_of
from smallworld.engine.game import apply, legal, to_act
from smallworld.engine.state import State
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.setup import GameSetup, start_game
from tests.decisions import decisions

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "maps" / "ember-hollow.toml")
TABLES = [
    GameSetup(map="base-2"),
    GameSetup(map="underground-3"),
    GameSetup(map="base-4", world="mixed"),
    GameSetup(map="underground-5", world="mixed"),
]


def any_kind(s: State, offered: list[int], dealer: Dealer) -> list[int]:
    """Rare kinds of actions are as likely as others."""
    kinds = sorted({int(verb_of(action)) for action in offered})
    kind = kinds[dealer.pick(len(kinds))]
    return [action for action in offered if verb_of(action) == kind]


def reachable(menu: list[MenuItem]) -> list[int]:
    """Every single action the menu leads to; lines that stand for several are left out."""
    found: list[int] = []
    for item in menu:
        found += item.actions if len(item.actions) == 1 else []
        found += item.amounts.values()
        found += reachable(item.below)
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.world}-{table.map}")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_menu_leads_to_every_legal_action_and_to_no_other(table: GameSetup, seed: int) -> None:
    for s in decisions(table, seed, any_kind):
        offered = legal(s)
        menu = build_menu(s, offered)
        assert set(reachable(menu)) == set(offered)
        assert len(menu) <= 30
        for item in menu:
            ways = [bool(item.actions), bool(item.amounts), bool(item.below)]
            assert sum(ways) == 1
            assert item.label == " ".join(item.label.split())
            trial = s.copy()
            for action in item.actions:  # short cuts are legal from their first step to the last
                apply(trial, action)


@pytest.fixture
def drawings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example's file does not say where its regions lie: that is as in its drawing."""
    monkeypatch.setenv("SMALLWORLD_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def drawn(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, highlight=False)


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("name", [*MAPS, EXAMPLE])
@pytest.mark.usefixtures("drawings")
def test_a_map_shows_every_region(name: str, width: int) -> None:
    table = GameSetup(map=name)
    s = start_game(table)
    console = drawn(width)
    print_sketch(console, s, table, s.options.seats, 0)
    words = text_of(console).split()
    assert [region for region in s.board.names if words.count(region) != 1] == []


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.world}-{table.map}")
def test_tables_fit_their_width_and_show_everything(table: GameSetup, width: int) -> None:
    texts = load_texts()
    for number, s in enumerate(decisions(table, 5, any_kind)):
        if number % 40:
            continue
        console = drawn(width)
        seat = to_act(s)
        shown = [other == seat for other in range(s.seats)]
        print_seats(console, s, s.options.seats, seat, shown)
        print_board(console, s, s.options.seats, seat)
        print_row(console, s, texts, int(s.coins[seat]))
        text = text_of(console)
        assert max(len(line) for line in text.splitlines()) <= width
        assert text.count("coins hidden") == s.seats - 1
        for region in s.board.names:
            assert f" {region}  " in text
