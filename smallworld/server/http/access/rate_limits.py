"""How much each address may ask for."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Final

from smallworld.table.limits import TokenBucket


class AddressLimits:
    """One bucket for each address, of the last few thousand addresses."""

    def __init__(self, burst: float, rate: float, most: int = 4096) -> None:
        self.taken: dict[str, int] | None = None  # for other processes; None: there are none
        self._burst: Final = burst
        self._rate: Final = rate
        self._most: Final = most
        self._by_address: Final[OrderedDict[str, TokenBucket]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether one more of that address may pass."""
        now = time.monotonic()
        passes = self._bucket(address, now).take(now)
        if passes and self.taken is not None:
            self.taken[address] = self.taken.get(address, 0) + 1
        return passes

    def has_left(self, address: str) -> bool:
        """Whether one more of that address could pass."""
        now = time.monotonic()
        return self._bucket(address, now).has_left(now)

    def spend(self, address: str, count: int) -> None:
        """So many of that address have passed at other processes."""
        now = time.monotonic()
        self._bucket(address, now).spend(count, now)

    def take_account(self) -> dict[str, int]:
        """What has passed here since the last time."""
        taken, self.taken = self.taken or {}, {}
        return taken

    def _bucket(self, address: str, now: float) -> TokenBucket:
        bucket = self._by_address.pop(address, None) or TokenBucket(self._burst, self._rate, now)
        self._by_address[address] = bucket
        if len(self._by_address) > self._most:
            self._by_address.popitem(last=False)
        return bucket


class AddressCounts:
    """How many of something each address has open, here and at other processes."""

    def __init__(self) -> None:
        self._here: Final[Counter[str]] = Counter()
        self._changed: Final[set[str]] = set()
        self._elsewhere: Final[dict[str, dict[str, int]]] = {}  # by process

    def of(self, address: str) -> int:
        """How many that address has."""
        others = sum(counts.get(address, 0) for counts in self._elsewhere.values())
        return self._here[address] + others

    @property
    def here(self) -> int:
        """How many there are at this process."""
        return self._here.total()

    @property
    def total(self) -> int:
        """How many there are."""
        return self.here + sum(sum(counts.values()) for counts in self._elsewhere.values())

    def add(self, address: str) -> None:
        """One more."""
        self._here[address] += 1
        self._changed.add(address)

    def remove(self, address: str) -> None:
        """One less."""
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]
        self._changed.add(address)

    def changes(self, everything: bool) -> dict[str, int]:
        """What other processes are told: what has changed, or all."""
        changed = [*self._here] if everything else [*self._changed]
        self._changed.clear()
        return {address: self._here[address] for address in changed}

    def hear(self, process: str, counts: Mapping[str, int], everything: bool) -> None:
        """What addresses have open at another process."""
        known = {} if everything else self._elsewhere.get(process, {})
        merged = {**known, **counts}
        self._elsewhere[process] = {name: count for name, count in merged.items() if count}
