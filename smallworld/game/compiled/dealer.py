"""Luck: the dealer turns up cards and rolls the die. Nothing else decides what a game brings.

Its generator is its own, small enough for 64-bit numbers, so that a seed gives the same game on
every machine and Python, compiled or not.
"""

from __future__ import annotations

from typing import Final

from smallworld.engine.actions import DIE as FIRST_OUTCOME
from smallworld.engine.actions import die, outcome
from smallworld.engine.game import GameError, State, cards_to_draw, outcomes
from smallworld.engine.notation import from_text
from smallworld.engine.query import DIE_ROLL, count, nth
from smallworld.engine.shim import i64, mypyc_attr

# Two Lehmer generators whose difference is drawn from (L'Ecuyer 1988); period about 2 ** 61.
_M1: Final = 2147483563
_A1: Final = 40014
_M2: Final = 2147483399
_A2: Final = 40692

_LOW32: Final = 0xFFFFFFFF
_ODD: Final = 0x9E3779B9  # keeps zeros from mixing into zeros


def _mixed(n: i64) -> i64:
    """Spread 32 bits so that neighbouring numbers look unrelated (a Lehmer step alone does not)."""
    n ^= n >> 16
    n = (n * 0x21F0AAAD) & _LOW32
    n ^= n >> 15
    n = (n * 0x735A2D97) & _LOW32
    return n ^ (n >> 15)


class Stream:
    """One endless row of random numbers, the same for the same seed and name."""

    def __init__(self, seed: int, name: i64) -> None:
        state: i64 = _mixed(name + _ODD)
        rest = 2 * seed if seed >= 0 else -2 * seed - 1  # any whole number is a seed of its own
        while rest:
            part: i64 = rest & _LOW32
            state = _mixed((state ^ part) + _ODD & _LOW32)
            rest >>= 32
        self._x: i64 = 1 + _mixed(state ^ 1) % (_M1 - 1)
        self._y: i64 = 1 + _mixed(state ^ 2) % (_M2 - 1)

    def place(self) -> list[int]:
        """How far it has been read, as two numbers."""
        return [int(self._x), int(self._y)]

    def go_to(self, x: i64, y: i64) -> None:
        """Read on from that place."""
        self._x = x
        self._y = y

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, all equally likely."""
        while True:
            self._x = self._x * _A1 % _M1
            self._y = self._y * _A2 % _M2
            z: i64 = self._x - self._y  # made a number from 0 to _M1 - 2, all equally likely
            if z > 0:
                z -= 1
            else:
                z += _M1 - 2
            found: i64 = z % n
            if z - found <= _M1 - 1 - n:  # else it is in the last piece, which is short of n
                return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer:
    """Decides what luck brings; each kind of draw has a stream of its own.

    So the third roll of the die is the same however many banners were turned up before it.

    >>> dealer = Dealer(7)
    >>> [dealer.pick(6) for _ in range(5)] == [Dealer(7).pick(6)] * 5
    False
    """

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed
        self._picks: Final = Stream(seed, 0)
        # die, race, power, find, grant: in the order of the engine's steps and verbs
        self._streams: Final = [Stream(seed, 1 + kind) for kind in range(5)]

    def draw(self, s: State) -> int:
        """An outcome for the chance step that is next in s."""
        kind = s.step() - DIE_ROLL
        if kind == 0:
            face = self._streams[0].below(6)  # 0, 0, 0, 1, 2, 3
            return int(die(face - 2 if face > 2 else 0))
        cards = cards_to_draw(s)
        if not cards:
            raise GameError("there is nothing to draw: luck is not next in this position")
        card = nth(cards, self._streams[kind].below(count(cards)))
        return int(outcome(FIRST_OUTCOME + kind, card))

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, for choices that are no step of the game."""
        if not 1 <= n < _M1:
            raise GameError(f"the dealer picks one of 1 to {_M1 - 1} things, not of {n}")
        chosen: int = self._picks.below(n)
        return chosen

    def shuffled(self, n: int) -> list[int]:
        """The numbers 0 to n - 1 in an order picked at random."""
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.pick(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def place(self) -> list[int]:
        """How far all streams have been read; `go_to` takes it."""
        place = self._picks.place()
        for stream in self._streams:
            place.extend(stream.place())
        return place

    def go_to(self, place: list[int]) -> None:
        """Deal on from that place."""
        for n, stream in enumerate([self._picks, *self._streams]):
            stream.go_to(place[2 * n], place[2 * n + 1])

    def __copy__(self) -> Dealer:
        return _dealer_at(self.seed, self.place())

    def __deepcopy__(self, memo: dict[int, object]) -> Dealer:
        return _dealer_at(self.seed, self.place())

    def __reduce__(self) -> tuple[object, tuple[int, list[int]]]:
        return _dealer_at, (self.seed, self.place())


def _dealer_at(seed: int, place: list[int]) -> Dealer:
    """A dealer who has dealt before."""
    dealer = Dealer(seed)
    dealer.go_to(place)
    return dealer


class ScriptedDealer(Dealer):
    """Deals what it was told, one text after another; what is not told is drawn by the seed.

    >>> from smallworld.game.setup import new_game
    >>> from smallworld.engine.notation import to_text
    >>> s = new_game("base-2")
    >>> to_text(s, ScriptedDealer(["race Elves"]).draw(s))
    'race Elves'
    """

    def __init__(self, told: list[str], seed: int = 0) -> None:
        super().__init__(seed)
        self._told: Final = told[:]
        self._next = 0

    def __copy__(self) -> ScriptedDealer:
        dealer = ScriptedDealer(self._told[self._next :], self.seed)
        dealer.go_to(self.place())
        return dealer

    def __deepcopy__(self, memo: dict[int, object]) -> ScriptedDealer:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, tuple[int, list[int]]]:
        raise TypeError("a scripted dealer cannot be pickled; write its script down instead")

    def draw(self, s: State) -> int:
        """The next outcome of the script, which must be a possible one."""
        if self._next >= len(self._told):
            return super().draw(s)
        text = self._told[self._next]
        action = from_text(s, text)
        if action not in [possible for possible, _ in outcomes(s)]:
            raise GameError(f"the script deals {text!r} ({self._next + 1}.), which cannot come now")
        self._next += 1
        return action
