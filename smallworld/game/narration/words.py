"""Actions in words with what they cost, for menus; the short notation is in engine/notation.py."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    combo_of,
    keeper_of,
    pieces_of,
    region_of,
    seat_of,
    swap_of,
    tokens_of,
    trait_of,
    verb_of,
    via_of,
)
from smallworld.engine.game import State
from smallworld.engine.notation import to_text
from smallworld.engine.query import (
    BIT,
    LATE_DECLINE,
    NO_POWER,
    PLACEMENTS,
    READY,
    REDEPLOY,
    RISEN,
    START,
    TERRAINS,
    Part,
    Parts,
    Power,
    Race,
    combo_tokens,
)
from smallworld.game.planning.prices import Price, chance_of_at_least, occupant_name, price_of

_SYMBOLS = ("mine", "magic", "cavern")
_DONE = {
    START: "go on",
    READY: "go on to the conquests",
    REDEPLOY: "end the redeployment",
    PLACEMENTS: "end the turn",
}


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with its noun: `1 token`, `2 tokens`."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def combo_name(race: Race, power: Power) -> str:
    """As people say it: `Flying Elves`."""
    return race.name if power is NO_POWER else f"{power.name} {race.name}"


def terrain_name(s: State, r: int) -> str:
    """The printed terrain in a word or two."""
    return TERRAINS[s.board.regions[r].terrain].replace("_", " ")


def region_words(s: State, r: int) -> str:
    """A region as people name it: `13 (hill)`."""
    return f"{s.board.names[r]} ({terrain_name(s, r)})"


def symbols_of(s: State, r: int) -> list[str]:
    """What is printed in the region beside its terrain and counts in the game."""
    found = [symbol for symbol in s.board.regions[r].symbols if symbol in _SYMBOLS]
    if s.board.volcano_sites & BIT[r]:
        found.append("volcano")
    return found


def land_words(s: State, r: int) -> str:
    """A region with all that is printed there: `13 (hill, cavern)`."""
    return f"{s.board.names[r]} ({', '.join([terrain_name(s, r), *symbols_of(s, r)])})"


def sum_words(parts: Sequence[Part]) -> str:
    """A price as a sum: `2 land + 1 mountain − 1 Commando`."""
    words = ""
    for part in parts:
        sign = "−" if part.amount < 0 else "+"
        size = abs(part.amount)
        words += f" {sign} {size} {part.text}" if words else f"{part.amount} {part.text}"
    return words


def score_words(parts: Parts) -> str:
    """A score as a list: `5 regions (Orcs), 2 Merchant`."""
    words: list[str] = []
    for part in parts:
        held = part.code == "regions"
        regions = f"{counted(part.amount, 'region')} ({part.name})"
        words.append(regions if held else f"{part.amount} {part.text}")
    return ", ".join(words) or "nothing"


def percent(chance: float) -> str:
    """A chance as people say it: `33 %`."""
    return f"{round(100 * chance)} %"


def describe(s: State, action: int) -> str:
    """What a legal action would do, with its price or chance."""
    verb = int(verb_of(action))
    r = int(region_of(action))
    if verb == actions.PICK:
        return _pick(s, action)
    if verb == actions.EXPAND:
        return f"expand with the {combo_name(s.active(s.seat).race, s.active(s.seat).power)}"
    if verb == actions.DECLINE:
        return _decline(s, action)
    if verb == actions.STOP:
        return f"end the conquests of the {_conqueror_name(s)}"
    if verb == actions.DONE:
        return _DONE.get(int(s.step()), "done")
    if verb == actions.PASS:
        if s.step() == LATE_DECLINE:
            return "stay active"
        return "pass"
    if verb == actions.ABANDON:
        return f"abandon {region_words(s, r)}: {counted(int(s.tokens_in(r)), 'token')} to hand"
    if verb == actions.GIVE_UP:
        return f"give up {region_words(s, r)}"
    if verb == actions.DEPLOY:
        return f"{counted(int(tokens_of(action)), 'token')} to {region_words(s, r)}"
    if verb == actions.USE:
        return _use(s, action)
    if verb == actions.ROLL and r == NO_REGION:
        return "roll the die first, then choose a conquest"
    if verb in (actions.CONQUER, actions.ROLL):
        return _conquest(s, action)
    return to_text(s, action)


def price_words(price: Price) -> str:
    """`3 tokens (2 land + 1 mountain)`, without the sum where it is only the ground."""
    if price.swaps:
        source = "the tray" if price.from_tray else "your hand"
        return f"a token from {source} takes the place of the one there"
    words = counted(price.total, "token")
    return words if len(price.parts) == 1 else f"{words} ({sum_words(price.parts)})"


def roll_words(price: Price) -> str:
    """What the die has to show, and how likely it does."""
    if not price.missing:
        return "any roll will do, and makes it cheaper"
    return f"needs {price.missing}: {percent(chance_of_at_least(price.missing))}"


def _pick(s: State, action: int) -> str:
    slot = int(combo_of(action)) - 1
    swap = int(swap_of(action)) - 1
    race = s.library.races[int(s.row_races[slot])]
    power = s.library.powers[int(s.row_powers[swap if swap >= 0 else slot])]
    words = f"{combo_name(race, power)}: {counted(combo_tokens(race, power), 'token')}"
    if slot:
        words += f", pay {counted(slot, 'coin')}"
    lying = int(s.row_coins[slot])
    if lying:
        words += f", take {counted(lying, 'coin')}"
    if swap >= 0:
        words += f" (badge exchanged with combo {swap + 1})"
    return words


def _decline(s: State, action: int) -> str:
    e = s.active(s.seat)
    words = f"let the {combo_name(e.race, e.power)} go into decline"
    if keeper_of(action):
        words += f" with {s.library.traits[keeper_of(action) - 1].name}"
    if not any(trait.lingers for trait in e.traits):
        leaving = [other.race.name for other in s.declined(s.seat) if not other.lingers]
        if leaving:
            words += f"; your {' and '.join(leaving)} leave the map"
    return f"{words}; a new race next turn"


def _conqueror_name(s: State) -> str:
    if s.step() == RISEN:
        return s.library.races[s.step_arg()].name
    return s.active(s.seat).race.name


def _conquest(s: State, action: int) -> str:
    r = int(region_of(action))
    price = price_of(s, action)
    assert price is not None
    where = land_words(s, r)
    there = occupant_name(s, r)
    if there and there not in [part.name for part in price.parts]:
        where += f", {there}"
    _, _, ways = to_text(s, action).partition(" with ")
    if ways:
        where += f", with {ways}"
    if verb_of(action) == actions.CONQUER:
        return f"conquer {where}: {price_words(price)}"
    sum_of = f" ({sum_words(price.parts)})" if len(price.parts) > 1 else ""
    at_hand = f"costs {price.total}{sum_of}, you have {price.force}"
    return f"roll for {where}: {roll_words(price)}; {at_hand}"


def _use(s: State, action: int) -> str:
    trait = s.library.traits[trait_of(action)]
    r = int(region_of(action))
    words = trait.word.removeprefix("use ")
    if via_of(action):
        words += f" as {s.library.markers[via_of(action) - 1].name}"
    if r == NO_REGION:
        seat = int(seat_of(action))
        return words if seat == NO_SEAT else f"{words} {s.options.seats[seat]}"
    pieces = int(pieces_of(action))
    if pieces:
        words += f" × {pieces}"
    return (
        f"{words} in {region_words(s, r)}"
        if words.startswith("place")
        else (f"{words} {region_words(s, r)}")
    )
