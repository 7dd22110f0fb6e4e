"""A position as text: who has what, the combos on offer, and every region."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from smallworld.game.narration.words import counted
from smallworld.game.position import Position
from smallworld.wire.game import Combo, EmpireView, RegionView, SeatView

_PRINTED = ("mine", "magic", "cavern", "volcano")  # symbols that count all through the game


def write_board(position: Position, coins: Mapping[str, int | None]) -> str:
    """All of it, in lines that fit a terminal."""
    regions = _table([_region(region) for region in position.regions.values()])
    lines = [headline(position), "", *seat_lines(position, coins)]
    if position.row:
        lines += ["", *offer_lines(position)]
    return "\n".join([*lines, "", *regions])


def headline(position: Position) -> str:
    """Where the game stands, in a few words."""
    name = position.board.name
    if position.result is not None:
        return f"{name}: over, {' and '.join(position.result.winners)} won"
    who = f"{position.to_act} decides" if position.to_act else "luck is next"
    return f"{name}: turn {position.turn} of {position.turns}, {who} ({position.phase})"


def seat_lines(position: Position, coins: Mapping[str, int | None]) -> list[str]:
    """A line for every seat, and more for its races in decline."""
    return [line for seat in position.empires.values() for line in _seat(seat, coins[seat.name])]


def offer_lines(position: Position) -> list[str]:
    """A line for every combo on offer."""
    return [_combo(n, combo) for n, combo in enumerate(position.row, 1)]


def _seat(seat: SeatView, coins: int | None) -> list[str]:
    coins_shown = "coins hidden" if coins is None else counted(coins, "coin")
    found = [_empire(seat.active, "")] if seat.active else []
    found += [_empire(empire, " in decline") for empire in seat.declined]
    heads = [f"{seat.name}  {coins_shown:<12}", *[" " * 16] * len(found)]
    return [f"{head}  {words}".rstrip() for head, words in zip(heads, found or [""], strict=False)]


def _empire(empire: EmpireView, how: str) -> str:
    name = f"{empire.power} {empire.race}" if empire.power else empire.race
    words = f"{name}{how}, {counted(len(empire.regions), 'region')}"
    return f"{words}, {empire.hand} in hand" if empire.hand else words


def _combo(number: int, combo: Combo) -> str:
    words = f"{number:>2}  {combo.power} {combo.race}, {counted(combo.tokens, 'token')}"
    return f"{words}, {counted(combo.coins, 'coin')} on it" if combo.coins else words


def _region(region: RegionView) -> tuple[str, ...]:
    who = ""
    if region.natives == "Lost Tribe":
        who = "Lost Tribe"
    elif region.natives:
        who = f"{region.tokens} {region.natives}"
    elif region.holder:
        decline = " in decline" if region.declined else ""
        who = f"{region.holder} {region.tokens} {region.race}{decline}"
    pieces = [
        name if number == 1 else f"{number} {name}s"
        for name, number in region.pieces.items()
        if name != "mountain"  # printed, and told as the terrain
    ]
    return (
        region.name.rjust(2),
        region.terrain.replace("_", " "),
        " ".join(symbol for symbol in region.symbols if symbol in _PRINTED),
        who,
        ", ".join([*pieces, *region.markers]),
    )


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows with their columns one below the other."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
