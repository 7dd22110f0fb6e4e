"""The packages that only some parts need: which extra brings each, and what to say without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from typing import Final

from smallworld.engine.game import GameError

# The extra of pyproject.toml by the name a package is imported by.
EXTRA_OF: Final = {
    "yaml": "scenarios",
    "msgspec": "play",
    "rich": "play",
    "starlette": "play",
    "typer": "play",
    "uvicorn": "play",
    "websockets": "play",
    "openskill": "arena",
    "numpy": "learn",
    "onnxruntime": "learn",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "resvg_py": "rl",
    "pyspiel": "openspiel",
    "torch": "train",
    "ray": "ray",
    "cryptography": "notify",
    "asyncpg": "cluster",
    "nats": "cluster",
}
# The extras a command needs; all others need the usual one. run.py installs the same.
FOR_COMMAND: Final = {
    **dict.fromkeys(("arena", "results", "respond"), "arena"),
    "selfplay": "play,learn",
    "learn": "play,learn,train",
}
USUAL: Final = "play"


class MissingExtra(GameError):
    """A package of an extra is not installed; the text says how to install it."""

    def __init__(self, what: str, module: str, extra: str = "") -> None:
        wanted = extra or EXTRA_OF[module]
        super().__init__(f"{what} needs {module}: pip install 'smallworld[{wanted}]'")


def need(what: str, module: str) -> None:
    """See that an optional package is installed before long work begins."""
    if find_spec(module) is None:
        raise MissingExtra(what, module)


@contextmanager
def needed_by(what: str, extra: str = "") -> Iterator[None]:
    """Say what to install where an import fails for want of an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in EXTRA_OF:
            raise
        raise MissingExtra(what, module, extra) from None


def needed_by_command(words: list[str]) -> AbstractContextManager[None]:
    """The same for the command of these words."""
    command = words[0] if words and not words[0].startswith("-") else ""
    return needed_by(f"smallworld {command}".strip(), FOR_COMMAND.get(command, USUAL))
