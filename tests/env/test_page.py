"""The page about environments: what it shows works, and it names everything there is."""

import re
from pathlib import Path

import pytest

from smallworld.env.render import MODES
from smallworld.env.rewards import REWARDS
from smallworld.env.spaces import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(example: str) -> None:
    exec(compile(example, "docs/environments.md", "exec"), {})


def test_all_words_are_told() -> None:
    assert len(EXAMPLES) == 4
    for name, meaning in {**REWARDS, **KINDS}.items():
        assert f"`{name}`" in PAGE
        assert meaning.split(",")[0].split(";")[0] in PAGE, name
    for mode in MODES:
        assert f"`{mode}`" in PAGE
