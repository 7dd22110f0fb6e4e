"""What the figures are held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """One promise about speed or room, and what was found."""

    words: str
    found: float
    wanted: float
    unit: str = ""
    most: bool = False  # not more than wanted, instead of not less

    @property
    def holds(self) -> bool:
        """Whether it is kept."""
        return self.found <= self.wanted if self.most else self.found >= self.wanted

    def limit(self) -> str:
        """What is wanted, in words."""
        return f"{'≤' if self.most else '≥'} {number(self.wanted)}{self.unit}"

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return {
            "demand": self.words,
            "wanted": self.limit(),
            "found": self.found,
            "holds": self.holds,
        }


def number(value: float) -> str:
    """Three digits that matter, and commas between thousands."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}".removesuffix(".0") if value >= 10 else f"{value:.2f}".removesuffix(".00")
