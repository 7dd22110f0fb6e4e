"""What luck brings at a table where that was said beforehand: outcome by outcome, or by a code."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from smallworld.engine.game import GameError, Library, State, outcomes
from smallworld.engine.notation import to_text
from smallworld.game.compiled.dealer import Dealer
from smallworld.wire.log import LogEntry

_PIPS: Final = ("0", "1", "2", "3")
_FACES: Final = (0, 0, 0, 1, 2, 3)


class TableLuck:
    """Luck that was told, or that whoever has the same code shares.

    Outcomes told are taken in their order, each kind (die, race, power, find, grant) by itself;
    one that cannot come when its turn has come is passed over. Where nothing is told a code
    decides, and without one the dealer draws as ever.
    """

    def __init__(self, told: Sequence[str] = (), code: str = "") -> None:
        self._told: Final = {
            kind: [text for text in told if _kind(text) == kind] for kind in map(_kind, told)
        }
        self._code: Final = code

    def draw(self, s: State, before: Sequence[LogEntry], dealer: Dealer) -> int:
        """The outcome of the chance that is next in s.

        `before` are the lines since the table began, each by its first entry.
        """
        possible = {to_text(s, action): action for action, _ in outcomes(s)}
        kind = _kind(next(iter(possible), ""))
        told = self._told.get(kind, [])
        drawn = sum(entry.kind == "luck" and _kind(_text(entry)) == kind for entry in before)
        if drawn < len(told) and told[drawn] in possible:
            return possible[told[drawn]]
        if not self._code or not possible:
            return dealer.draw(s)
        if kind == "die":
            place = f"{int(s.turn)} {s.options.seats[s.seat]} {_rolls(s, before)}"
            return possible[f"die {_FACES[self._number(kind, place) % 6]}"]
        # The same order of all cards wherever they are drawn, whoever has drawn how many before.
        return possible[max(possible, key=lambda text: self._number(kind, text))]

    def _number(self, kind: str, what: str) -> int:
        text = f"{self._code}\n{kind}\n{what}"
        return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


def dealer_of(code: str) -> Dealer:
    """Decides what luck decides before a game: who begins, where Monsters stand."""
    seed = blake2b(code.encode(), digest_size=8, person=b"deal").digest()
    return Dealer(int.from_bytes(seed, "big"))


def check_luck(told: Sequence[str], library: Library) -> None:
    """`GameError` names the first text that luck never brings in this world."""
    known = {
        "die": _PIPS,
        "race": [race.name for race in library.races],
        "power": [power.name for power in library.powers],
        "find": [marker.name for marker in library.markers],
        "grant": [power.name for power in library.powers],
    }
    for number, text in enumerate(told, 1):
        kind, _, name = text.partition(" ")
        if kind not in known:
            raise GameError(f"luck, number {number}: {text!r} is none of {', '.join(known)}")
        if name not in known[kind]:
            there = ", ".join(known[kind]) or "nothing"
            raise GameError(f"luck, number {number}: there is no {text!r} here; {kind}: {there}")


def _kind(text: str) -> str:
    return text.partition(" ")[0]


def _text(entry: LogEntry) -> str:
    return "" if entry.action is None else entry.action.do


def _rolls(s: State, before: Sequence[LogEntry]) -> int:
    """How often the die was rolled in this turn of this seat."""
    seat, rolls = None, 0
    for entry in before:
        if entry.kind == "move":
            seat = entry.seat
        elif entry.turn == s.turn and seat == s.options.seats[s.seat]:
            rolls += _kind(_text(entry)) == "die"
    return rolls
