"""Games for the tests of the front door."""

from pathlib import Path
from random import Random

import smallworld as sw

ROOT = Path(__file__).parents[2]
OTTERS = ROOT / "docs" / "examples" / "otters.py"
BEAVERS = ROOT / "docs" / "examples" / "beavers.toml"
HERON_LAKE = ROOT / "docs" / "examples" / "maps" / "heron-lake.toml"
BOARDS = [board.name for board in sw.boards()]
Table = dict[str, object]  # arguments of Game
TABLES: list[Table] = [
    *[Table(board=board) for board in BOARDS],
    *[Table(board=board, world="mixed") for board in ("base-3", "underground-3")],
    Table(board="base-2", custom=[OTTERS, BEAVERS]),
    Table(board=HERON_LAKE),
    {
        "board": "underground-2",
        "seats": 3,
        "turns": 4,
        "first": "P3",
        "coins": "open",
        "places": False,
        "settings": {"flames_entry": "volcano", "own_decline_defends": False},
        "names": ("Ann", "Bob", "Cid"),
    },
]
IDS = [
    *BOARDS,
    "mixed above",
    "mixed below",
    "home-made races",
    "home-made map",
    "chosen in everything",
]


def new_game(table: Table, seed: int | None = 7) -> sw.Game:
    return sw.Game(seed=seed, **table)  # type: ignore[arg-type]


def played(table: Table, pushes: int, seed: int = 7) -> sw.Game:
    """A game with that many random decisions."""
    game = new_game(table, seed)
    choose = Random(seed)
    for _ in range(pushes):
        if game.is_over:
            break
        game.push(choose.choice(game.legal_actions))
    return game


def facts(game: sw.Game) -> tuple[object, ...]:
    """All that can be seen of a game but its names."""
    return (
        game.fingerprint,
        game.legal_actions,
        game.outcomes,
        game.moves,
        str(game),
        game.record.entries,
        game.seed,
    )
