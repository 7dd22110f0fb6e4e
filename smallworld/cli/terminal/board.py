"""The table as text: regions, the row of combos, and who has what."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from smallworld.cli.console import indented
from smallworld.content.texts import Entry, text_of
from smallworld.engine.game import NOBODY, Empire, State
from smallworld.engine.query import BIT, TERRAINS, Front, Trait, immune_to
from smallworld.game.narration.words import combo_name, counted, symbols_of
from smallworld.game.planning.prices import front_of

SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "red")
NARROW = 80  # below this many columns what stands in a region shares one column

TERRAIN_STYLES = {
    "farmland": "yellow", "forest": "green", "hill": "bright_green", "swamp": "dark_olive_green3",
    "mountain": "bright_black", "sea": "blue", "lake": "blue", "mushroom": "green",
    "mud": "dark_olive_green3", "mine": "orange3", "crystal": "bright_cyan",
    "black_mountain": "bright_black", "river": "blue", "chasm": "bright_black",
}  # fmt: skip


def trait_text(trait: Trait, texts: list[Entry]) -> str:
    """What a trait does: its own words, or those of the rulings."""
    return trait.text or text_of(texts, trait.name)


# ---- regions ----


def print_board(console: Console, s: State, names: list[str], you: int) -> None:
    """All regions as a table: yours first, then the others', then what is free."""
    narrow = console.width < NARROW
    front = front_of(s, you) if you >= 0 else None
    grid = Grid(box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    grid.add_column("#", justify="right", no_wrap=True)
    grid.add_column("terrain", overflow="fold")
    grid.add_column("borders", overflow="fold")
    grid.add_column("who", overflow="fold")
    if not narrow:
        grid.add_column("pieces", overflow="fold")
    grid.add_column("price", justify="right", no_wrap=True)
    group = -1
    for r in sorted(range(s.board.size), key=lambda r: (_group(s, r, you), r)):
        if group not in (-1, _group(s, r, you)):
            grid.add_section()
        group = _group(s, r, you)
        cells = [
            Text(s.board.names[r], style="bold"),
            _ground(s, r),
            Text(_borders(s, r), style="dim"),
            _who(s, r, names, you),
        ]
        pieces = _pieces(s, r)
        if not narrow:
            cells.append(pieces)
        elif pieces.plain:
            cells[-1] = Text("\n").join([text for text in (cells[-1], pieces) if text.plain])
        cells.append(_price(s, r, front, you))
        grid.add_row(*cells)
    console.print(grid)
    words = "price: tokens needed by a race without discounts"
    if front is not None:
        words = f"price: tokens the {front.e.race.name} need; (in brackets): out of reach now"
    console.print(indented(console, words, 0, style="dim"))


def _group(s: State, r: int, you: int) -> int:
    """Yours, the other seats' in order, natives, free land, water and chasms."""
    e = s.holder(r)
    if e is not NOBODY:
        return int((e.seat - max(you, 0)) % s.seats)
    if (s.tribes | s.monsters) & BIT[r]:
        return s.seats
    return s.seats + 1 if (s.board.land | s.board.rivers) & BIT[r] else s.seats + 2


def _ground(s: State, r: int) -> Text:
    """Terrain and symbols; the edge of the board, where races enter, is marked."""
    terrain = TERRAINS[s.board.regions[r].terrain]
    words = Text(terrain.replace("_", " "), style=TERRAIN_STYLES[terrain])
    symbols = symbols_of(s, r)
    if symbols:
        words.append(f" {', '.join(symbols)}", style="bold")
    return words


def _borders(s: State, r: int) -> str:
    region = s.board.regions[r]
    words = " ".join(s.board.names[other] for other in sorted(region.neighbours))
    return f"{words} edge" if region.edge else words


def _who(s: State, r: int, names: list[str], you: int) -> Text:
    tokens = int(s.tokens_in(r))
    if s.tribes & BIT[r]:
        return Text("Lost Tribe")
    if s.monsters & BIT[r]:
        return Text(f"{tokens} Monsters")
    e = s.holder(r)
    if e is NOBODY:
        return Text("")
    owner = "you" if e.seat == you else names[e.seat]
    style = SEAT_STYLES[e.seat % len(SEAT_STYLES)]
    words = Text(f"{owner}: {tokens} {e.race.name}", style=f"dim {style}" if e.declined else style)
    if e.declined:
        words.append(" (decline)", style="dim")
    return words


def _pieces(s: State, r: int) -> Text:
    """Pieces, places and relics in the region."""
    found: list[str] = []
    for kind, piece in enumerate(s.library.pieces):
        if s.where[kind] & BIT[r]:
            number = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
            found.append(piece.name if number == 1 else f"{number} {piece.name}s")
    found += [m.name for m in s.library.markers if s.marker_region(m.index) == r]
    return Text(", ".join(found), style="bold")


def _price(s: State, r: int, front: Front | None, you: int) -> Text:
    """What the region costs the reader's race; bracketed where it is out of reach."""
    bit = int(BIT[r])
    land = s.board.land | s.board.rivers
    if front is None:
        closed = (s.shielded | s.barred) & bit
        price = "immune" if closed else str(s.strength(r))
        return Text(price if land & bit else "", style="dim")
    if front.e.regions & bit or s.board.chasms & bit:
        return Text("")
    if immune_to(s, you) & bit:
        return Text("immune", style="dim")
    if front.targets & bit:
        return Text(str(front.price(r)), style="bold")
    return Text(f"({front.price(r)})" if land & bit else "", style="dim")


# ---- combos ----


def print_row(console: Console, s: State, texts: list[Entry], purse: int) -> None:
    """The combos on offer, what each costs and does; only those the purse can pay are numbered."""
    for slot in range(s.row_size):
        race = s.library.races[int(s.row_races[slot])]
        power = s.library.powers[int(s.row_powers[slot])]
        tokens = min(race.supply, race.tokens + race.bonus + power.tokens)
        words = Text(f"{slot + 1 if slot <= purse else '–':>3}  ")
        words.append(combo_name(race, power), style="bold")
        words.append(f" · {counted(tokens, 'token')}")
        words.append(f" · costs {counted(slot, 'coin')}" if slot else " · free")
        lying = int(s.row_coins[slot])
        if lying:
            words.append(f" · {counted(lying, 'coin')} on it", style="yellow")
        console.print(words)
        for trait in (power, race):
            what = f"{trait.name}: {trait_text(trait, texts)}"
            console.print(indented(console, what, 5, style="dim"))


# ---- people ----


def print_seats(console: Console, s: State, names: list[str], you: int, shown: list[bool]) -> None:
    """One line for each seat: coins (where they may be seen), races, tokens in hand."""
    for seat in range(s.seats):
        name = "You" if seat == you else names[seat]
        words = Text(f"{name}: ", style=f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}")
        words.append(counted(int(s.coins[seat]), "coin") if shown[seat] else "coins hidden")
        for e in s.empires_of(seat):
            words.append(f" · {_empire_words(e)}")
        console.print(words)


def _empire_words(e: Empire) -> str:
    words = combo_name(e.race, e.power)
    if e.declined:
        words += " in decline"
    words += f", {counted(int(e.regions).bit_count(), 'region')}"
    if e.hand:
        words += f", {e.hand} in hand"
    if e.hammers:
        words += f", {counted(int(e.hammers), 'hammer')}"
    return words
