"""The page about learning: its examples of numbers work."""

import re
from pathlib import Path

import pytest

import smallworld as sw
from smallworld.encoding.action_space import ActionSpace

PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
EXAMPLES = [
    example
    for example in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    if "smallworld.encoding" in example
]


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(example: str) -> None:
    world = "mixed" if "mixed" in example else "base"
    game = sw.Game("base-4", world=world, seed=7)
    views = [game.view(seat) for seat in game.seats]
    exec(compile(example, "docs/learning.md", "exec"), {"game": game, "views": views})


def test_there_are_examples_of_both() -> None:
    assert len(EXAMPLES) == 2


def test_the_sizes_of_action_spaces_are_true() -> None:
    rows = re.findall(
        r"^\| (base-\d) \| ([\d,]+) \| ([\d,]+) \| \| (underground-\d) \| ", PAGE, re.M
    )
    assert len(rows) == 4
    for board, alone, mixed, _ in rows:
        assert len(ActionSpace(board)) == int(alone.replace(",", ""))
        assert len(ActionSpace(board, world="mixed")) == int(mixed.replace(",", ""))
