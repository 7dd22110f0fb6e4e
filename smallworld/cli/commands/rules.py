"""`smallworld rules`: look up a trait, a piece or a term."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from smallworld.cli.console import command, indented, out, say_json
from smallworld.cli.home_made import load_home_made
from smallworld.cli.options import CUSTOM, JSON
from smallworld.content.library import Custom, full_library
from smallworld.content.texts import Entry, texts_of
from smallworld.engine.game import GameError
from smallworld.engine.query import EVERYONE, NOT, PIECES, Piece, Power, Race

_HEADINGS = {
    "race": "Races", "power": "Powers", "relic": "Relics", "place": "Places",
    "piece": "Pieces", "term": "Terms",
}  # fmt: skip


def rules(
    name: Annotated[
        list[str] | None, typer.Argument(help="A trait, piece or term; without it, all are listed.")
    ] = None,
    custom: Annotated[list[str] | None, CUSTOM] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Look up what a race, power, place, relic, piece or term does.

    Capital letters do not matter, and close spellings are suggested.

    Examples:
    smallworld rules
    smallworld rules dragon master
    smallworld rules --custom otters.py lamplit
    """
    home_made = load_home_made(custom)
    entries = texts_of(home_made)
    if not name:
        if as_json:
            say_json({kind: [e.name for e in entries if e.kind == kind] for kind in _HEADINGS})
        else:
            print_names(out(), entries)
        return
    found = look_up(entries, " ".join(name))
    if as_json:
        say_json([as_data(entry, home_made) for entry in found])
    else:
        print_entries(out(), found, home_made)


def look_up(entries: list[Entry], name: str) -> list[Entry]:
    """All entries of that name, in any case; a GameError suggests close ones."""
    wanted = _plain(name)
    found = [entry for entry in entries if wanted in (_plain(entry.name), _plain(entry.name) + "s")]
    if not found:
        found = [entry for entry in entries if _plain(entry.name) == wanted + "s"]
    if found:
        return found
    found = [entry for entry in entries if _plain(entry.name).replace(" ", "") == wanted]
    if found:
        return found
    known = {_plain(entry.name): entry.name for entry in entries}
    close = [known[word] for word in get_close_matches(wanted, known, n=3, cutoff=0.6)]
    close += [known[word] for word in known if wanted in word.split() and known[word] not in close]
    hint = (
        f"did you mean {' or '.join(close)}?"
        if close
        else "`rules` without a name lists all of them"
    )
    raise GameError(f"nothing is called {name!r}; {hint}")


def _plain(name: str) -> str:
    """Small letters, no apostrophes, dashes as spaces: how people type names."""
    return " ".join(name.lower().replace("'", "").replace("’", "").replace("-", " ").split())


def _piece(entry: Entry, custom: Custom | None) -> Piece | None:
    """The piece an entry tells of, in the box or home-made."""
    own = [] if custom is None else [trait.brings for trait in custom.new_traits()]
    for piece in [*PIECES, *own]:
        if piece is not None and piece.name == entry.name:
            return piece
    return None


def numbers(entry: Entry, custom: Custom | None = None) -> dict[str, int]:
    """What is printed on it: tokens, supply, how many there are, defence."""
    if entry.kind == "piece":
        piece = _piece(entry, custom)
        return {} if piece is None else {"pieces": piece.total, "defence": piece.defence}
    own = [] if custom is None else custom.new_traits()
    known = {trait.name: trait for trait in [*full_library("mixed").traits, *own]}
    trait = known.get(entry.name)
    if isinstance(trait, Race) and entry.kind == "race":
        facts = {"tokens": trait.tokens, "supply": trait.supply}
        return {**facts, "bonus": trait.bonus} if trait.bonus else facts
    if isinstance(trait, Power) and entry.kind == "power":
        return {"tokens": trait.tokens}
    return {}


def as_data(entry: Entry, custom: Custom | None) -> dict[str, object]:
    """An entry as JSON."""
    return {
        "name": entry.name,
        "kind": entry.kind,
        "section": entry.section,
        "text": entry.text,
        "rulings": entry.rulings,
        "numbers": numbers(entry, custom),
    }


def print_names(console: Console, entries: list[Entry]) -> None:
    """Every name, by kind."""
    for kind, heading in _HEADINGS.items():
        console.print(Text(heading, style="bold"))
        names = ", ".join(entry.name for entry in entries if entry.kind == kind)
        console.print(indented(console, names, 2))
    console.print(f"{command()} rules NAME tells what one of them does", style="dim")


def print_entries(console: Console, found: list[Entry], custom: Custom | None) -> None:
    """Text, numbers and rulings of each."""
    for n, entry in enumerate(found):
        if n:
            console.print()
        head = Text(entry.name, style="bold")
        head.append(f"  {_subtitle(entry, custom)}", style="not bold dim")
        console.print(head)
        console.print(indented(console, entry.text, 2))
        for number, ruling in enumerate(entry.rulings, 1):
            console.print(indented(console, ruling, 6, f"  {number:>2}."))


def _subtitle(entry: Entry, custom: Custom | None) -> str:
    facts = numbers(entry, custom)
    words = [entry.kind if not entry.section else f"{entry.kind}, rules {entry.section}"]
    if entry.kind == "race" and facts:
        extra = f" + {facts['bonus']}" if "bonus" in facts else ""
        words.append(f"{facts['tokens']}{extra} tokens of {facts['supply']}")
    elif entry.kind == "power" and facts:
        words.append(f"{facts['tokens']} tokens")
    elif entry.kind == "piece" and facts:
        words.append(f"{facts['pieces']} in the box")
        if facts["defence"]:
            words.append(f"defends with {facts['defence']}")
        piece = _piece(entry, custom)
        closes = NOT if piece is None else piece.closes
        if closes != NOT:
            words.append("immune to all" if closes == EVERYONE else "immune to others")
    return "; ".join(words)
