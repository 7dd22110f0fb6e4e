"""Golden games: records in tests/golden with the board, the coins and the scores after every turn.

`python -m tools.golden` plays every file again and writes its comments anew; with `--check` nothing
is written and the exit status is 1 if one would change; with `--new` the games themselves are made
anew, from the plan in golden_plan.py.
"""

import sys
from pathlib import Path

from smallworld.content.places import FountainOfYouth, GreatBrassPipe
from smallworld.content.relics import PlacedRelic
from smallworld.engine import actions
from smallworld.engine.actions import region_of, trait_of, verb_of, via_of, ways_of
from smallworld.engine.events import Event, Listener
from smallworld.engine.game import apply, is_chance, is_over, result, to_act
from smallworld.engine.notation import from_text
from smallworld.engine.regions import BIT, each, spread
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.trait import NO_POWER, Marker
from smallworld.game.records.record import Record
from smallworld.game.setup import start_game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"


class Coverage(Listener):
    """What came up in a game: traits that were active, markers found, markers used."""

    def __init__(self, s: State) -> None:
        self.traits: set[str] = set()
        self.found: set[str] = set()
        self.used: set[str] = set()
        self._s = s
        self._markers = {marker.name for marker in s.library.markers}
        s.listener = self

    def before(self, action: int) -> None:
        """That action is about to be done."""
        s = self._s
        if is_chance(s):
            return
        verb = verb_of(action)
        if verb == actions.USE and not via_of(action):
            trait = s.library.traits[trait_of(action)]
            if not isinstance(trait, PlacedRelic):  # which is used only if it brings coins
                self._use(trait.name)
        elif verb == actions.CONQUER:
            for way in s.library.ways:
                if ways_of(action) & BIT[way.way_number]:
                    self._use(way.name)
        for e in s.empires_of(to_act(s)):
            for marker in s.library.markers:
                if e.speaks(marker) and works_unsaid(s, e, marker, action):
                    self._use(marker.name)

    def hear(self, event: Event) -> None:
        """Take note of picks, finds and scores."""
        if event.kind == "picked":
            e = self._s.active(event.seat)
            self.traits |= {e.race.name, e.power.name}
        elif event.kind == "found":
            self.found.add(event.name)
        elif event.kind == "scored":
            for part in event.parts or []:
                self._use(part.name)

    def _use(self, name: str) -> None:
        if name in self._markers:
            self.used.add(name)


def works_unsaid(s: State, e: Empire, marker: Marker, action: int) -> bool:
    """Whether a place that has no action and no coins of its own makes a difference now."""
    if isinstance(marker, FountainOfYouth):
        return not e.first_turn and s.now.taken == 0  # held when this turn began
    if isinstance(marker, GreatBrassPipe):
        near = spread(s.board.neighbours, e.regions)
        plain = verb_of(action) == actions.CONQUER and not ways_of(action)
        return plain and bool(marker.links(s, e, e.regions) & ~near & BIT[region_of(action)])
    lent = marker.lends(s, e)
    return lent is not None and e.speaks(lent)


class Scribe(Coverage):
    """Also writes down what each turn brought."""

    def __init__(self, s: State) -> None:
        super().__init__(s)
        self.told: list[str] = []
        self.turns = 0

    def hear(self, event: Event) -> None:
        """Take note of coins and of turns."""
        super().hear(event)
        seats = self._s.options.seats
        if event.kind in ("turn", "over"):
            self.turns += 1
        elif event.kind == "paid":
            giver = "the bank" if event.seat < 0 else seats[event.seat]
            self.told.append(f"{giver} pays {seats[event.other]} {event.amount}: {event.name}")
        elif event.kind == "scored":
            parts = ", ".join(f"{part.text} {part.amount}" for part in event.parts or [])
            self.told.append(f"{seats[event.seat]} scores {event.amount}: {parts or 'nothing'}")


def transcribe(record: Record) -> tuple[Record, Coverage]:
    """The same game with its turns told anew, and what came up in it."""
    s = start_game(record.table)
    scribe = Scribe(s)
    told = Record(record.header)
    turns = 1
    for move in record.moves:
        action = from_text(s, move.text)
        scribe.before(action)
        told.write(s, action)
        apply(s, action)
        if scribe.turns > turns:
            turns = scribe.turns
            for line in (*scribe.told, *describe(s)):
                told.comment(line)
            scribe.told.clear()
    if is_over(s):
        winners = [s.options.seats[seat] for seat in result(s).winners]
        told.comment(f"the winner is {' and '.join(winners)}")
    return told, scribe


# ---- the board in a few lines ----


def describe(s: State) -> list[str]:
    """Coins, who holds what, and what lies where."""
    seats = s.options.seats
    lines = ["coins: " + ", ".join(f"{seats[seat]} {s.coins[seat]}" for seat in range(s.seats))]
    lines += [describe_empire(s, e) for e in s.empires if e is not NOBODY]
    lying = [
        f"{piece.name} {at_regions(s, s.where[kind], piece.stack)}"
        for kind, piece in enumerate(s.library.pieces)
        if s.where[kind]
    ]
    for marker in s.library.markers:
        if s.marker_region(marker.index) >= 0:
            lying.append(f"{marker.name} {s.board.names[s.marker_region(marker.index)]}")
    if lying:
        lines.append("pieces: " + ", ".join(lying))
    return lines


def describe_empire(s: State, e: Empire) -> str:
    """One race: whose, where, how many, and what else it has."""
    name = e.race.name if e.power is NO_POWER else f"{e.race.name} {e.power.name}"
    words = [s.options.seats[e.seat], name]
    if e.declined:
        words.append("in decline")
    held = [f"{s.board.names[r]}×{s.tokens_in(r)}" for r in each(e.regions)]
    text = f"{' '.join(words)}: {' '.join(held) or 'nowhere'}"
    for word, n in (("hand", e.hand), ("tray", e.tray), ("hammers", e.hammers)):
        if n:
            text += f", {word} {n}"
    return text


def at_regions(s: State, regions: int, stack: int) -> str:
    """Region names; with a count where pieces stack."""
    names = [s.board.names[r] for r in each(regions)]
    if stack >= 0:
        names = [f"{s.board.names[r]}×{s.stacked(stack, r)}" for r in each(regions)]
    return " ".join(names)


# ---- the files ----


def read(path: Path) -> Record:
    """A golden game."""
    return Record.from_text(path.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Write the files anew, or see whether that would change them."""
    if "--new" in arguments:
        from tools.golden_plan import play_all

        for path in FOLDER.glob("*.txt"):
            path.unlink()
        for name, record in play_all():
            text = transcribe(record)[0].to_text()
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
            print(f"{name}: {len(record.moves)} moves", flush=True)
        return 0
    stale = []
    for path in sorted(FOLDER.glob("*.txt")):
        text = transcribe(read(path))[0].to_text()
        if text != path.read_text(encoding="utf-8"):
            stale.append(path.name)
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    print(f"changed: {', '.join(stale)}" if stale else "all golden games are as written")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
