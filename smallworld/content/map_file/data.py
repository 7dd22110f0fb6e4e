"""What a map file says, as plain data, and the one text that says the same."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Final

EDGE: Final = 0  # in a list of neighbours: the edge of the board
WIDE: Final = "wide"
SQUARE: Final = "square"
SIDES: Final = ["top", "right", "bottom", "left"]


class RegionData:
    """One region as its file describes it; what is only for the drawing may be missing."""

    def __init__(
        self,
        id: int,
        terrain: str,
        symbols: list[str],
        edge: bool,
        sides: list[str],
        around: list[int],
        x: float | None,
        y: float | None,
        area: float | None,
    ) -> None:
        self.id: Final = id
        self.terrain: Final = terrain
        self.symbols: Final = symbols
        self.edge: Final = edge
        self.sides: Final = sides  # of the board that it reaches, if the file names them
        self.around: Final = around  # ids of the neighbours, clockwise if they are all so; EDGE
        self.x: Final = x  # 0 to 1000 from the left
        self.y: Final = y  # 0 to 1000 from the top
        self.area: Final = area  # in any unit

    def to_line(self) -> str:
        """The region as an inline table of TOML."""
        parts = [f"id = {self.id}", f'terrain = "{self.terrain}"']
        if self.symbols:
            parts.append(f"symbols = {json.dumps(self.symbols)}")
        if self.sides:
            parts.append(f"edge = {json.dumps(self.sides)}")
        elif self.edge:
            parts.append("edge = true")
        parts.append(f"around = {json.dumps(self.around)}")
        for key, value in (("x", self.x), ("y", self.y), ("area", self.area)):
            if value is not None:
                parts.append(f"{key} = {value:g}")
        return f"{{{', '.join(parts)}}}"


class MapData:
    """A whole map file."""

    def __init__(
        self,
        name: str,
        world: str,
        players: int,
        turns: int,
        shape: str,
        regions: list[RegionData],
    ) -> None:
        self.name: Final = name
        self.world: Final = world  # base or underground
        self.players: Final = players
        self.turns: Final = turns
        self.shape: Final = shape
        self.regions: Final = regions
        self.number: Final = {region.id: r for r, region in enumerate(regions)}

    def to_lines(self) -> list[str]:
        """All of it in inline tables of TOML: the board's own, then one for every region."""
        name = json.dumps(self.name, ensure_ascii=False)
        board = (
            f'{{name = {name}, world = "{self.world}", players = {self.players}, '
            f'turns = {self.turns}, shape = "{self.shape}"}}'
        )
        lines = [region.to_line() for region in self.regions]
        lines.insert(0, board)
        return lines

    def digest(self) -> str:
        """Sixteen letters that tell maps apart; comments and order of fields do not count."""
        text = "\n".join(self.to_lines())
        return blake2b(text.encode("utf-8"), digest_size=8).hexdigest()
