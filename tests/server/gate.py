"""A gate at which jobs of workers wait, so that a test says how long they take."""

from __future__ import annotations

from pathlib import Path

from tests.waiting import until


class Gate:
    """Closed until it is opened."""

    def __init__(self, folder: Path) -> None:
        self._begun = folder / "begun"
        self._open = folder / "open"

    async def begun(self) -> None:
        """Until somebody waits at the gate."""
        await until(self._begun.exists, "a job comes to the gate")

    def open(self) -> None:
        """Let everybody through from now on."""
        self._open.touch()

    def close(self) -> None:
        """As before anybody came."""
        self._begun.unlink(missing_ok=True)
        self._open.unlink(missing_ok=True)
