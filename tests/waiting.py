"""Waiting until something is so, and not a moment longer: tests never just sleep."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

LOOKS = 0.01  # seconds between two looks
PATIENCE = 30.0  # seconds; the machine may be busy


def wait_until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Look again and again until that is so; `what` is said if it does not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(LOOKS)


async def until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """The same while others work in the same loop."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        await asyncio.sleep(LOOKS)


async def until_told(
    ask: Callable[[], Awaitable[bool]], what: str, seconds: float = PATIENCE
) -> None:
    """The same where somebody has to be asked."""
    end = time.monotonic() + seconds
    while not await ask():
        assert time.monotonic() < end, f"waited in vain: {what}"
        await asyncio.sleep(LOOKS)


def has_ended(pid: int) -> bool:
    """Whether that process is gone, or only waits for somebody to ask how it ended."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return Path("/proc/self").exists()  # else this system tells no more than the signal
    except OSError:
        return True
