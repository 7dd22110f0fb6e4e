"""Actions as text, both ways: one form for records, logs, the wire, tests and people.

The words are those of the notation page in the docs: `conquer 14`, `deploy 3 2`, `pick 3 swap 5`.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine import actions
from smallworld.engine.actions import (
    NO_REGION,
    NO_SEAT,
    card_of,
    combo_of,
    keeper_of,
    pieces_of,
    pips_of,
    region_of,
    seat_of,
    swap_of,
    tokens_of,
    trait_of,
    verb_of,
    via_of,
    ways_of,
)
from smallworld.engine.errors import Unreadable
from smallworld.engine.regions import BIT
from smallworld.engine.state import State
from smallworld.engine.terms import LATE_DECLINE, PHASES, RISEN
from smallworld.engine.trait import STANDS_FOR, Trait

_LARGEST: Final = (1 << 41) - 1  # all parts of an action at their greatest
_PLAIN: Final = {
    "expand": actions.EXPAND,
    "stop": actions.STOP,
    "pass": actions.PASS,
    "done": actions.DONE,
}
_PLAIN_TEXT: Final = {verb: word for word, verb in _PLAIN.items()}
_IN_REGION: Final = {
    "abandon": actions.ABANDON,
    "give up": actions.GIVE_UP,
}
_IN_REGION_TEXT: Final = {verb: word for word, verb in _IN_REGION.items()}
_OUTCOMES: Final = {
    "race": actions.RACE,
    "power": actions.POWER,
    "find": actions.FIND,
    "grant": actions.GRANT,
}
_OUTCOME_TEXT: Final = {verb: word for word, verb in _OUTCOMES.items()}


def phase_name(s: State) -> str:
    """The running phase in a word; some are named for the trait that brings them about."""
    step = int(s.step())
    if step == RISEN:
        return s.library.races[s.step_arg()].name.lower()
    if step == LATE_DECLINE:
        return s.library.traits[s.step_arg()].name.lower()
    return PHASES[step]


# ---- to text ----


def to_text(s: State, a: int) -> str:
    """The text of an action."""
    if not 0 <= a <= _LARGEST:
        raise KeyError(a)
    verb = int(verb_of(a))
    if verb in _PLAIN_TEXT:
        return _PLAIN_TEXT[verb]
    if verb == actions.PICK:
        swap = int(swap_of(a))
        return f"pick {combo_of(a)} swap {swap}" if swap else f"pick {combo_of(a)}"
    if verb == actions.DECLINE:
        by = int(keeper_of(a))
        return f"decline with {s.library.traits[by - 1].name}" if by else "decline"
    if verb == actions.DIE:
        return f"die {pips_of(a)}"
    if verb in _OUTCOME_TEXT:
        return f"{_OUTCOME_TEXT[verb]} {_drawn(s, verb)[card_of(a)].name}"
    if verb == actions.USE:
        return _use_text(s, a)
    r = int(region_of(a))
    if r == NO_REGION:
        if verb == actions.ROLL:
            return "roll"
        raise KeyError(a)
    region = s.board.names[r]
    if verb == actions.DEPLOY:
        return f"deploy {region} {tokens_of(a)}"
    if verb in _IN_REGION_TEXT:
        return f"{_IN_REGION_TEXT[verb]} {region}"
    word = "conquer" if verb == actions.CONQUER else "roll"
    if verb != actions.CONQUER and verb != actions.ROLL:
        raise KeyError(a)
    ways = [t.name for t in s.library.ways if int(ways_of(a)) & int(BIT[t.way_number])]
    via = int(via_of(a))
    if via:
        ways.append(f"{stand_in(s).name} as {s.library.markers[via - 1].name}")
    return f"{word} {region} with {' + '.join(ways)}" if ways else f"{word} {region}"


def _use_text(s: State, a: int) -> str:
    trait = s.library.traits[int(trait_of(a))]
    r = int(region_of(a))
    text = trait.word
    via = int(via_of(a))
    if via:
        text += f" as {s.library.markers[via - 1].name}"
    if r == NO_REGION:
        seat = int(seat_of(a))
        return text if seat == NO_SEAT else f"{text} {s.options.seats[seat]}"
    text += f" {s.board.names[r]}"
    pieces = int(pieces_of(a))
    return f"{text} {pieces}" if pieces else text


def _drawn(s: State, verb: int) -> list[Trait]:
    """What the number of an outcome counts."""
    found: list[Trait] = []
    if verb == actions.RACE:
        found.extend(s.library.races)
    elif verb == actions.FIND:
        found.extend(s.library.markers)
    else:
        found.extend(s.library.powers)
    return found


def stand_in(s: State) -> Trait:
    """The trait of this library that can stand for a marker."""
    for trait in s.library.traits:
        if trait.hooks & STANDS_FOR:
            return trait
    raise KeyError("nothing here stands for a marker")


# ---- from text ----


def from_text(s: State, text: str) -> int:
    """The action a text means; `Unreadable` says what would have been understood."""
    words = " ".join(text.split())
    if words in _PLAIN:
        return int(actions.plain(_PLAIN[words]))
    if words == "roll":
        return int(actions.plain(actions.ROLL))
    if words == "decline":
        return int(actions.decline(0))
    for trait in s.library.traits:
        if words == trait.word or words.startswith(trait.word + " "):
            return _read_use(s, trait, words[len(trait.word) :].strip(), text)
    for word, verb in _IN_REGION.items():
        if words.startswith(word + " "):
            return int(actions.in_region(verb, _region(s, words[len(word) :].strip(), text)))
    verb_word, _, rest = words.partition(" ")
    if verb_word == "pick":
        slot, _, swap = rest.partition(" swap ")
        return int(actions.pick(_number(slot, text), _number(swap, text) if swap else 0))
    if verb_word == "decline" and rest.startswith("with "):
        return int(actions.decline(_trait(s, rest[5:], s.library.traits, text).number + 1))
    if verb_word == "die":
        return int(actions.die(_number(rest, text)))
    if verb_word == "deploy":
        region, _, amount = rest.rpartition(" ")
        return int(actions.deploy(_region(s, region, text), _number(amount, text)))
    if verb_word in _OUTCOMES:
        verb = _OUTCOMES[verb_word]
        drawn = _drawn(s, verb)
        return int(actions.outcome(verb, drawn.index(_trait(s, rest, drawn, text))))
    if verb_word in ("conquer", "roll"):
        return _read_conquest(s, verb_word, rest, text)
    raise Unreadable(
        f"{text!r} is no action; actions begin with pick, expand, decline, abandon, conquer, roll, "
        "stop, deploy, place, ally, sacrifice, replace, give up, pass, done, die, race, power, "
        "find or grant"
    )


def _read_conquest(s: State, word: str, rest: str, text: str) -> int:
    region, _, names = rest.partition(" with ")
    r = _region(s, region, text)
    ways = 0
    via = 0
    for name in names.split(" + ") if names else []:
        through, _, marker = name.partition(" as ")
        if marker:
            stand_in = _trait(s, through, s.library.traits, text)
            if not stand_in.hooks & STANDS_FOR or via:
                raise Unreadable(f"{text!r}: {name} is not a way to conquer")
            via = _markers(s).index(_trait(s, marker, _markers(s), text)) + 1
        else:
            way = _trait(s, name, s.library.ways, text)
            ways |= int(BIT[way.way_number])
    make = actions.conquer if word == "conquer" else actions.roll
    return int(make(r, ways, via))


def _read_use(s: State, trait: Trait, rest: str, text: str) -> int:
    """What follows a trait's own word: a region, a region and an amount, or a seat."""
    via = 0
    if rest.startswith("as "):
        for marker in s.library.markers:
            if rest.startswith(f"as {marker.name} "):
                via = marker.index + 1
                rest = rest[len(marker.name) + 4 :]
                break
    if not rest:
        return int(actions.use(trait.number, NO_REGION, 0, via))
    if rest in s.board.number:
        return int(actions.use(trait.number, s.board.number[rest], 0, via))
    if rest in s.options.seats:
        seat = s.options.seats.index(rest) + 1
        return int(actions.use(trait.number, NO_REGION, seat, via))
    region, _, amount = rest.rpartition(" ")
    return int(actions.use(trait.number, _region(s, region, text), _number(amount, text), via))


def _markers(s: State) -> list[Trait]:
    found: list[Trait] = []
    found.extend(s.library.markers)
    return found


def _region(s: State, name: str, text: str) -> int:
    if name not in s.board.number:
        raise Unreadable(
            f"{text!r}: there is no region {name!r} on {s.board.name}; "
            f"its regions are {', '.join(s.board.names)}"
        )
    return s.board.number[name]


def _number(word: str, text: str) -> int:
    if not (word.isascii() and word.isdigit()) or int(word) > 60:
        raise Unreadable(f"{text!r}: {word!r} should be a number from 0 to 60")
    return int(word)


def _trait(s: State, name: str, among: list[Trait], text: str) -> Trait:
    for trait in among:
        if trait.name == name:
            return trait
    known = ", ".join(trait.name for trait in among) or "none in this game"
    raise Unreadable(f"{text!r}: {name!r} is not known here; there are {known}")
