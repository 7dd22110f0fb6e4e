"""Limits by address that hold for all processes: each tells the others what was used of them.

A bucket is emptied everywhere by what passes anywhere, within half a second; so an address that
asks many processes at once may for that long have more than its share, and not after.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from smallworld.server.cluster.bus import Bus
from smallworld.server.http.access.rate_limits import AddressCounts, AddressLimits

LIMITS: Final = "smallworld.limits"
_TELL: Final = 0.5  # seconds between two words about what was used
_TELL_ALL: Final = 10.0  # seconds after which all counts are told anew
_LOST: Final = 25.0  # seconds after which the counts of a silent process are none


class LimitsUsed(msgspec.Struct, frozen=True):
    """What addresses have used at a process since its last word, and what they have open."""

    name: str
    taken: dict[str, dict[str, int]]  # by limit and address
    counts: dict[str, dict[str, int]]  # as they are now: those that changed, or …
    all: bool = False  # … all of them


class LimitSharing:
    """Tells others what is used of the limits here, and hears what is used there."""

    def __init__(self, bus: Bus, name: str) -> None:
        self._bus: Final = bus
        self._name: Final = name
        self._limits: Final[dict[str, AddressLimits]] = {}
        self._counts: Final[dict[str, AddressCounts]] = {}
        self._heard: Final[dict[str, float]] = {}
        self._tasks: Final = [asyncio.create_task(self._tell())]

    def share(
        self, limits: Mapping[str, AddressLimits], counts: Mapping[str, AddressCounts]
    ) -> None:
        """From now on these hold for all processes."""
        self._limits.update(limits)
        self._counts.update(counts)
        for one in limits.values():
            one.taken = {}

    def close(self) -> None:
        """Tell nobody any more."""
        for task in self._tasks:
            task.cancel()

    async def _tell(self) -> None:
        await self._bus.listen(LIMITS, self._hear)
        told_all = 0.0
        while True:
            await asyncio.sleep(_TELL)
            now = time.monotonic()
            everything = now - told_all > _TELL_ALL
            taken = {name: one.take_account() for name, one in self._limits.items()}
            counts = {name: one.changes(everything) for name, one in self._counts.items()}
            if everything:
                told_all = now
                self._lose_the_silent(now)
            used = LimitsUsed(
                self._name,
                {name: by for name, by in taken.items() if by},
                {name: by for name, by in counts.items() if by},
                everything,
            )
            if used.taken or used.counts or everything:
                self._bus.say(LIMITS, msgspec.msgpack.encode(used))

    def _hear(self, data: bytes) -> None:
        used = msgspec.msgpack.decode(data, type=LimitsUsed)
        self._heard[used.name] = time.monotonic()
        for name, taken in used.taken.items():
            if name in self._limits:
                for address, count in taken.items():
                    self._limits[name].spend(address, count)
        for name, counts in self._counts.items():
            counts.hear(used.name, used.counts.get(name, {}), used.all)

    def _lose_the_silent(self, now: float) -> None:
        for name in [name for name, heard in self._heard.items() if now - heard > _LOST]:
            del self._heard[name]
            for counts in self._counts.values():
                counts.hear(name, {}, True)
