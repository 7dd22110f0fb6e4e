"""Hooks of home-made classes, called with care.

The engine believes what traits answer, and is quick because it does. So the hooks of a home-made
class are wrapped when it is made for a game: one that raises, or answers what the engine could not
use, ends in `HookFailed`, which names the file, the class and the hook. Shipped traits are called
as ever.

This module is never compiled: Python calls a plain function in a class quicker than a compiled one.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Final, TypeVar

from smallworld.content.custom.shown import shown
from smallworld.engine.actions import NO_REGION, Actions, region_of, seat_of, trait_of, verb_of
from smallworld.engine.actions import USE as USING
from smallworld.engine.errors import HookFailed
from smallworld.engine.state import NOBODY, Empire, State
from smallworld.engine.trait import Power, Race, Trait

T = TypeVar("T", bound=Trait)
Hook = Callable[..., object]

ENGINE: Final = (Trait, Race, Power, object)  # their methods are no home-made hooks
MOST: Final = 255  # coins or tokens in one answer

_REGIONS: Final = "a set of regions of the board: a number such as s.board.hills, or 0 for none"


class GuardedHook:
    """A hook of a class, and the words for what may go wrong with it."""

    def __init__(self, owner: type, name: str) -> None:
        self.owner: Final = owner.__name__
        self.name: Final = name
        self.call: Final[Hook] = getattr(owner, name)
        code = getattr(self.call, "__code__", None)
        self.file: Final = str(getattr(code, "co_filename", owner.__module__))

    def raised(self, error: BaseException) -> HookFailed:
        """The hook did not come to an end."""
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__, limit=-50)
            if frame.filename == self.file
        ]
        where = f" in line {lines[-1]}" if lines else ""
        text = shown(str(error))
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
        return self.failed(f"it failed{where} with {what}")

    def returned(self, answer: object, wanted: str) -> HookFailed:
        """The hook answered what cannot be used."""
        given = f"{answer!r:.60}" if isinstance(answer, str) else shown(answer)
        return self.failed(f"it returned {given}; it must return {wanted}")

    def failed(self, problem: str) -> HookFailed:
        """The error."""
        return HookFailed(self.file, self.owner, self.name, problem)


def is_whole(answer: object, most: int) -> bool:
    """Whether it is a number from 0 on; nobody means `True` by 1, but many mean 0 by `False`."""
    return isinstance(answer, int) and answer is not True and 0 <= answer <= most


# ---- questions ----


def _guard_regions(hook: GuardedHook) -> Hook:
    """Regions of the board; asked so often that every step counts."""
    call = hook.call

    def ask(self: Trait, s: State, e: Empire) -> object:
        try:
            answer = call(self, s, e)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if type(answer) is int and 0 <= answer <= s.board.all:  # which has every bit
            return answer
        return _regions_in(hook, s, answer)

    return ask


def _guard_regions_for(hook: GuardedHook) -> Hook:
    """The same where one thing more is told."""
    call = hook.call

    def ask(self: Trait, s: State, e: Empire, more: object) -> object:
        try:
            answer = call(self, s, e, more)
        except HookFailed:
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        return _regions_in(hook, s, answer)

    return ask


def _regions_in(hook: GuardedHook, s: State, answer: object) -> object:
    """The answer if it is a set of regions of the board."""
    if is_whole(answer, s.board.all):
        return answer
    wanted = _REGIONS
    if isinstance(answer, int) and not isinstance(answer, bool):
        wanted += "; outside the board there are none, so write s.board.all & ~… for all but …"
    raise hook.returned(answer, wanted)


def _guard_number(hook: GuardedHook) -> Hook:
    """Coins, tokens or hammers."""
    return _guard_answer(hook, lambda s: MOST, f"a whole number from 0 to {MOST}")


def _guard_seats(hook: GuardedHook) -> Hook:
    """Seats as a set of bits."""
    return _guard_answer(
        hook, lambda s: (1 << s.seats) - 1, "a set of seats: one bit for each, or 0 for none"
    )


def _guard_markers(hook: GuardedHook) -> Hook:
    """Places and relics as a set of bits."""
    return _guard_answer(
        hook,
        lambda s: (1 << len(s.library.markers)) - 1,
        "a set of places and relics: one bit for each, or 0 for none",
    )


def _guard_answer(hook: GuardedHook, most: Callable[[State], int], wanted: str) -> Hook:
    call = hook.call

    def ask(self: Trait, s: State, *more: object) -> object:
        try:
            answer = call(self, s, *more)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if not is_whole(answer, most(s)):
            raise hook.returned(answer, wanted)
        return answer

    return ask


def _guard_lent(hook: GuardedHook) -> Hook:
    """A trait or nothing."""
    call = hook.call

    def ask(self: Trait, s: State, e: Empire) -> object:
        try:
            answer = call(self, s, e)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if answer is not None and answer not in s.library.traits:
            raise hook.returned(answer, "a trait of the game, or None")
        return answer

    return ask


def _guard_answered(hook: GuardedHook) -> Hook:
    """The hooks a trait answers, as bits; asked when a game begins."""
    call = hook.call

    def ask(self: Trait) -> object:
        try:
            answer = call(self)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if not is_whole(answer, (1 << 62) - 1):
            raise hook.returned(answer, "the bits of hooks, as in PAYS | CHEAPER of engine.trait")
        return answer

    return ask


# ---- moments ----


def _guard_moment(hook: GuardedHook) -> Hook:
    """Something is done, and nothing answered; nobody owes anything afterwards."""
    call = hook.call

    def act(self: Trait, s: State, *more: object) -> None:
        try:
            answer = call(self, s, *more)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if answer is not None:
            raise hook.returned(answer, "nothing; what it changes it changes by engine.verbs")
        e = more[0] if more else None
        if isinstance(e, Empire) and e is not NOBODY:
            for what, number in (
                ("tokens in hand", e.hand),
                ("tokens in the tray", e.tray),
                ("coins", s.coins[e.seat]),
            ):
                if number < 0:
                    raise hook.failed(f"it leaves {number} {what}; there cannot be fewer than 0")

    return act


def _guard_options(hook: GuardedHook) -> Hook:
    """Actions are written: the trait's own, in regions and for seats that there are."""
    call = hook.call

    def offer(self: Trait, s: State, e: Empire, phase: int, out: Actions) -> None:
        size = out.size
        try:
            answer = call(self, s, e, phase, out)
        except HookFailed:  # of another hook that this one called
            raise
        except (Exception, SystemExit) as error:
            raise hook.raised(error) from error
        if answer is not None:
            raise hook.returned(answer, "nothing; actions are written by out.add or offer_in")
        if out.size < size:
            raise hook.failed("it takes away actions that others offer; it can only add some")
        if out.size > size:
            for action in out.listed()[size:]:
                if not _is_own_action(self, s, action):
                    raise hook.failed(
                        f"it offers {shown(action)}, which is no action of its own in a region or "
                        "for a seat of this game; write offer_in(self, regions, out) of "
                        "content.common, or out.add(use(self.number, …)) of engine.actions"
                    )

    return offer


def _is_own_action(trait: Trait, s: State, action: object) -> bool:
    """Whether the trait that offers an action is the one that is asked to carry it out."""
    if not isinstance(action, int) or not 0 <= action < 1 << 62:
        return False
    if verb_of(action) != USING or trait_of(action) != trait.number:
        return False
    r = region_of(action)
    return seat_of(action) < s.seats if r == NO_REGION else r < s.board.size


# ---- classes ----

# Every method a home-made class may override, and what it is held to.
METHODS: Final[dict[str, Callable[[GuardedHook], Hook]]] = {
    **dict.fromkeys(
        (
            *("cheaper", "dearer", "as_if_empty", "enters", "enters_only", "reaches", "lives_on"),
            *("rolls_for", "plain_only", "exempt", "pays", "doubles", "undoubled", "ways"),
        ),
        _guard_regions,
    ),
    **dict.fromkeys(("links", "refuses"), _guard_regions_for),
    **dict.fromkeys(
        (
            *("coins_overall", "tokens_on_redeploy", "conquest_only", "hammers_on_redeploy"),
            "tokens_lost",
        ),
        _guard_number,
    ),
    "takes_from": _guard_seats,
    "stands_for": _guard_markers,
    "lends": _guard_lent,
    "answered": _guard_answered,
    "options": _guard_options,
    **dict.fromkeys(
        (
            *("answer", "way_taken", "stood_for", "on_pick", "on_turn_start", "on_conquered"),
            *("on_gained", "on_attacked", "on_lost", "on_redeploy", "on_turn_end", "on_decline"),
            *("on_released", "on_granted"),
        ),
        _guard_moment,
    ),
}


def own_classes(cls: type) -> list[type]:
    """The class and those of its bases that are not the engine's."""
    return [base for base in cls.__mro__ if base not in ENGINE]


def guarded(cls: type[T]) -> type[T]:
    """A class like this one, whose own hooks are called with care."""
    body: dict[str, object] = {
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
    }
    own = {name for base in own_classes(cls) for name in vars(base)}
    for name, guard in METHODS.items():
        if name in own:
            body[name] = guard(GuardedHook(cls, name))
    return type(cls.__name__, (cls,), body)


def made(make: Callable[[], T]) -> T:
    """The trait that a class makes, to be called with care, or that a description makes."""
    cls: object = make
    if isinstance(cls, type):
        trait: T = type.__call__(guarded(cls))
        return trait
    return make()
