"""How much each address may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from smallworld.table.limits import TokenBucket


class AddressLimits:
    """One bucket for each address, of the last few thousand addresses."""

    def __init__(self, burst: float, rate: float, most: int = 4096) -> None:
        self._burst: Final = burst
        self._rate: Final = rate
        self._most: Final = most
        self._by_address: Final[OrderedDict[str, TokenBucket]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether one more of that address may pass."""
        now = time.monotonic()
        bucket = self._by_address.pop(address, None) or TokenBucket(self._burst, self._rate, now)
        self._by_address[address] = bucket
        if len(self._by_address) > self._most:
            self._by_address.popitem(last=False)
        return bucket.take(now)
