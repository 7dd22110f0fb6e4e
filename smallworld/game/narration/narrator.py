"""What happened, in sentences: a listener for people who watch a game."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.engine import actions
from smallworld.engine.actions import trait_of, verb_of
from smallworld.engine.game import Event, Listener, State, to_act
from smallworld.engine.query import BIT, DEFENDERS
from smallworld.game.narration.words import combo_name, counted, describe, region_words, score_words


@dataclass(frozen=True)
class Sentence:
    """One sentence, what kind of event it tells of, and the seat it is about (-1: nobody)."""

    kind: str
    seat: int
    text: str


class Narrator(Listener):
    """Turns events into sentences; `you` is the seat of the reader, -1 for a spectator.

    Call `before` with each action that is about to be done, and `take` after it.
    """

    def __init__(self, s: State, names: list[str], you: int = -1) -> None:
        self._s = s
        self._names = names
        self._you = you
        self._told: list[Sentence] = []
        self._losses: list[Event] = []  # of a conquest that is being told
        self._deployed: list[Event] = []
        self._found = ""
        self._quiet: Sentence | None = None  # what to say if no event speaks of the action
        self._natives = (int(s.tribes), int(s.monsters))
        self._row = self._seen_row()
        s.listener = self

    def before(self, action: int) -> None:
        """That action is about to be done."""
        self._quiet = None
        self._natives = (int(self._s.tribes), int(self._s.monsters))
        if verb_of(action) == actions.USE:
            seat = to_act(self._s)
            trait = self._s.library.traits[trait_of(action)]
            text = f"{self._does(seat, 'use')} {trait.name}: {describe(self._s, action)}."
            self._quiet = Sentence("used", seat, text)

    def take(self) -> list[Sentence]:
        """The sentences since the last time; tokens put down one by one become one sentence."""
        if self._losses:
            self._tell_losses()
        told = self._told
        if not told and self._quiet is not None:
            told = [self._quiet]
        self._quiet = None
        self._told = []
        return told

    def finish(self) -> list[Sentence]:
        """The same, with what was kept back because more of it may come."""
        self._tell_deployed()
        return self.take()

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        if event.kind == "deployed":
            if self._deployed and self._deployed[0].seat != event.seat:
                self._tell_deployed()
            self._deployed.append(event)
            return
        self._tell_deployed()
        if event.kind in ("lost", "withdrawn"):
            self._losses.append(event)
            return
        if event.kind != "conquered" and self._losses:
            self._tell_losses()
        text = self._sentence(event)
        if text:
            self._told.append(Sentence(event.kind, event.seat, text))

    # ---- sentences ----

    def _sentence(self, event: Event) -> str:
        s = self._s
        kind = event.kind
        seat = event.seat
        where = region_words(s, event.region) if event.region >= 0 else ""
        if kind == "turn":
            self._row = self._seen_row()
            return f"Turn {event.amount} of {s.options.turns}: {self._names[seat]}"
        if kind == "picked":
            return self._picked(event)
        if kind == "revealed":
            return self._revealed(event)
        if kind == "rolled":
            return f"{self._does(seat, 'roll')} {event.amount or 'a blank'}."
        if kind == "conquered":
            return self._conquered(event)
        if kind == "repelled":
            return f"The attack on {where} fails."
        if kind == "left":
            return f"{self._does(seat, 'leave')} {where}."
        if kind == "placed":
            return self._placed(event)
        if kind == "found":
            self._found = event.name
            return f"{self._does(seat, 'find')} {event.name} in {where}."
        if kind == "granted":
            return f"It is given the badge {event.name}."
        if kind == "declined":
            e = s.empires[-1]
            return f"{self._whose(seat)} {combo_name(e.race, e.power)} go into decline."
        if kind == "vanished":
            return f"{self._whose(seat)} {event.name} are gone from the map."
        if kind == "paid":
            return self._paid(event)
        if kind == "scored":
            parts = score_words(event.parts or [])
            return f"{self._does(seat, 'score')} {event.amount}: {parts}."
        return ""

    def _picked(self, event: Event) -> str:
        s = self._s
        e = s.active(event.seat)
        words = f"{self._does(event.seat, 'pick')} {combo_name(e.race, e.power)}, "
        words += counted(event.amount, "token")
        for slot, (race, coins) in enumerate(self._row):
            if race == e.race.index:
                if slot:
                    words += f", for {counted(slot, 'coin')}"
                if coins:
                    words += f", with {counted(coins, 'coin')} on it"
        return words + "."

    def _revealed(self, event: Event) -> str:
        """A banner alone is no combo yet: it is told with its badge."""
        s = self._s
        if not s.row_size or event.name not in [power.name for power in s.library.powers]:
            return ""
        race = s.library.races[int(s.row_races[s.row_size - 1])]
        power = s.library.powers[int(s.row_powers[s.row_size - 1])]
        return f"New in the row: {combo_name(race, power)}." if power.name == event.name else ""

    def _conquered(self, event: Event) -> str:
        s = self._s
        tribes, monsters = self._natives
        bit = int(BIT[event.region])
        words = f"{self._does(event.seat, 'conquer')} {region_words(s, event.region)}"
        names = {loss.name for loss in self._losses}
        if names:
            owner = "" if event.other == event.seat else f"{self._whose(event.other).lower()} "
            if event.other != self._you and owner:
                owner = f"{self._whose(event.other)} "
            words += f" from {owner}{' and '.join(sorted(names))}"
        elif tribes & bit:
            words += " from a Lost Tribe"
        elif monsters & bit:
            words += " from Monsters"
        words += f" with {counted(event.amount, 'token')}"
        lost = sum(loss.amount for loss in self._losses if loss.kind == "lost")
        withdrawn = sum(loss.amount for loss in self._losses if loss.kind == "withdrawn")
        if lost:
            words += f"; {lost} lost"
        if withdrawn:
            words += f"; {withdrawn} withdrawn"
        self._losses = []
        return words + "."

    def _placed(self, event: Event) -> str:
        s = self._s
        if event.name == self._found:
            self._found = ""
            return ""
        seat = int(s.step_seat()) if s.step() == DEFENDERS else event.seat
        is_marker = any(marker.name == event.name for marker in s.library.markers)
        single = any(piece.name == event.name and piece.total == 1 for piece in s.library.pieces)
        what = f"the {event.name}" if single else _some(event.amount, event.name)
        if is_marker:
            what = event.name
        return f"{self._does(seat, 'place')} {what} in {region_words(s, event.region)}."

    def _paid(self, event: Event) -> str:
        coins = counted(event.amount, "coin")
        taker = "you" if event.other == self._you else self._names[event.other]
        if event.seat < 0:
            return f"{self._does(event.other, 'receive')} {coins} ({event.name})."
        return f"{self._does(event.seat, 'pay')} {taker} {coins} ({event.name})."

    def _tell_losses(self) -> None:
        """Tokens lost otherwise than by a conquest."""
        for loss in self._losses:
            what = "lost" if loss.kind == "lost" else "withdrawn"
            if loss.amount:
                where = region_words(self._s, loss.region)
                text = f"{self._whose(loss.seat)} {loss.name} in {where}: {loss.amount} {what}."
                self._told.append(Sentence(loss.kind, loss.seat, text))
        self._losses = []

    def _tell_deployed(self) -> None:
        if not self._deployed:
            return
        seat = self._deployed[0].seat
        places = ", ".join(
            f"{event.amount} to {self._s.board.names[event.region]}" for event in self._deployed
        )
        self._deployed = []
        self._told.append(Sentence("deployed", seat, f"{self._does(seat, 'redeploy')} {places}."))

    def _does(self, seat: int, verb: str) -> str:
        return f"You {verb}" if seat == self._you else f"{self._names[seat]} {verb}s"

    def _whose(self, seat: int) -> str:
        return "Your" if seat == self._you else f"{self._names[seat]}'s"

    def _seen_row(self) -> list[tuple[int, int]]:
        """The combos on offer as race and coins, from the top."""
        s = self._s
        return [(int(s.row_races[slot]), int(s.row_coins[slot])) for slot in range(s.row_size)]


def _some(number: int, piece: str) -> str:
    if number == 1:
        return f"an {piece}" if piece[0] in "aeiou" else f"a {piece}"
    return f"{number} {piece}s"
