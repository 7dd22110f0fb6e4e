"""What a banner, badge or marker does: the hooks, and their neutral answers.

A trait is a stateless object. Facts go through the constructor, behaviour into hooks. Questions
never change the state; moments act only through the verbs in `verbs.py`. The engine asks a trait
only while it speaks (`works`) and only the hooks it overrides (`answers`), so that a silent hook
costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

from smallworld.engine.pieces import Piece
from smallworld.engine.regions import BIT
from smallworld.engine.shim import i64, mypyc_attr
from smallworld.engine.terms import ACTIVE, ALWAYS, DECLINE, KEEPS_ONE

if TYPE_CHECKING:
    from smallworld.engine.actions import Actions
    from smallworld.engine.regions import Regions
    from smallworld.engine.state import Empire, State

CHEAPER: Final = 1 << 0
DEARER: Final = 1 << 1
AS_IF_EMPTY: Final = 1 << 2
ENTERS: Final = 1 << 3
ENTERS_ONLY: Final = 1 << 4
LINKS: Final = 1 << 5
REACHES: Final = 1 << 6
LIVES_ON: Final = 1 << 7
ROLLS_FOR: Final = 1 << 8
REFUSES: Final = 1 << 9
PLAIN_ONLY: Final = 1 << 10
EXEMPT: Final = 1 << 11
PAYS: Final = 1 << 12
COINS_OVERALL: Final = 1 << 13
DOUBLES: Final = 1 << 14
UNDOUBLED: Final = 1 << 15
TAKES_FROM: Final = 1 << 16
TOKENS_ON_REDEPLOY: Final = 1 << 17
CONQUEST_ONLY: Final = 1 << 18
HAMMERS_ON_REDEPLOY: Final = 1 << 19
TOKENS_LOST: Final = 1 << 20
WAYS: Final = 1 << 21
STANDS_FOR: Final = 1 << 22
OPTIONS: Final = 1 << 23
ON_PICK: Final = 1 << 24
ON_TURN_START: Final = 1 << 25
ON_CONQUERED: Final = 1 << 26
ON_GAINED: Final = 1 << 27
ON_ATTACKED: Final = 1 << 28
ON_LOST: Final = 1 << 29
ON_REDEPLOY: Final = 1 << 30
ON_TURN_END: Final = 1 << 31
ON_DECLINE: Final = 1 << 32
LENDS: Final = 1 << 33
ROLLS_AHEAD: Final = 1 << 34  # no hook of its own: the flag `rolls_ahead`

OFFERS: Final = 40  # from this bit on `State.voices` tells which seats have somebody with options

HOOKS: Final = {
    "cheaper": CHEAPER,
    "dearer": DEARER,
    "as_if_empty": AS_IF_EMPTY,
    "enters": ENTERS,
    "enters_only": ENTERS_ONLY,
    "links": LINKS,
    "reaches": REACHES,
    "lives_on": LIVES_ON,
    "rolls_for": ROLLS_FOR,
    "refuses": REFUSES,
    "plain_only": PLAIN_ONLY,
    "exempt": EXEMPT,
    "pays": PAYS,
    "coins_overall": COINS_OVERALL,
    "doubles": DOUBLES,
    "undoubled": UNDOUBLED,
    "takes_from": TAKES_FROM,
    "tokens_on_redeploy": TOKENS_ON_REDEPLOY,
    "conquest_only": CONQUEST_ONLY,
    "hammers_on_redeploy": HAMMERS_ON_REDEPLOY,
    "tokens_lost": TOKENS_LOST,
    "ways": WAYS,
    "stands_for": STANDS_FOR,
    "options": OPTIONS,
    "on_pick": ON_PICK,
    "on_turn_start": ON_TURN_START,
    "on_conquered": ON_CONQUERED,
    "on_gained": ON_GAINED,
    "on_attacked": ON_ATTACKED,
    "on_lost": ON_LOST,
    "on_redeploy": ON_REDEPLOY,
    "on_turn_end": ON_TURN_END,
    "on_decline": ON_DECLINE,
    "lends": LENDS,
}


class Way:
    """How a conquest by a trait's way differs from an ordinary one (`conquer B with NAME`)."""

    def __init__(
        self,
        *,
        anywhere: bool = False,
        as_if_empty: bool = False,
        less: int = 0,
        one_token: bool = False,
        swaps: bool = False,
        swaps_from_hand: bool = False,
        spares: bool = False,
        joins: bool = False,
    ) -> None:
        self.anywhere: Final = anywhere  # no adjacency needed
        self.as_if_empty: Final = as_if_empty
        self.less: Final = less  # tokens off the price
        self.one_token: Final = one_token  # whatever defends it
        self.swaps: Final = swaps  # a tray token takes the place of a lone enemy token
        self.swaps_from_hand: Final = swaps_from_hand  # ... or one from hand, if the tray is empty
        self.spares: Final = spares  # the defender loses no token
        self.joins: Final = joins  # may be joined with other such ways in one conquest


class Facts(TypedDict, total=False):
    """What the constructor of every trait takes; `Trait` says what each means."""

    text: str
    translations: dict[str, dict[str, str]]
    emblem: str
    works: int
    keeps: int
    rolls_ahead: bool
    lingers: bool
    late_decline: bool
    conquers_in_decline: bool
    waits_in_hand: bool
    must_place: bool
    every_turn: bool
    word: str
    piece: int
    brings: Piece | None
    way: Way | None


@mypyc_attr(allow_interpreted_subclasses=True)
class Trait:
    """A race, power, place or relic."""

    def __init__(
        self,
        name: str,
        *,
        text: str = "",
        translations: dict[str, dict[str, str]] | None = None,
        emblem: str = "",
        works: int = ACTIVE,
        keeps: int = KEEPS_ONE,
        rolls_ahead: bool = False,
        lingers: bool = False,
        late_decline: bool = False,
        conquers_in_decline: bool = False,
        waits_in_hand: bool = False,
        must_place: bool = False,
        every_turn: bool = False,
        word: str = "",
        piece: int = -1,
        brings: Piece | None = None,
        way: Way | None = None,
    ) -> None:
        self.name = name
        self.text = text
        self.translations = translations or {}  # by language: name, text, piece, action
        self.emblem = emblem  # a path in a box from -12 to 12, a spare character, or an SVG
        self.works = works  # while ACTIVE, in DECLINE, ALWAYS
        self.keeps = keeps  # tokens kept in decline
        self.rolls_ahead = rolls_ahead  # rolls before naming a target; no final attempt
        self.lingers = lingers  # in decline it does not count toward the limit of one
        self.late_decline = late_decline  # may decline after scoring
        self.conquers_in_decline = conquers_in_decline
        self.waits_in_hand = waits_in_hand  # in decline, tokens without a region are kept
        self.must_place = must_place  # its pieces must stand at the end of the turn, room given
        self.every_turn = every_turn  # its own action is worth taking each turn, and costs nothing
        self.word = word or f"use {name}"  # the text of its own action
        self.piece = piece  # the piece it places, if any
        self.brings = brings  # ... and that piece, if the box has none of its kind
        self.way = way
        # Set once by the library that holds this trait:
        self.number = -1
        self.way_number = -1
        self.hooks = 0

    def answered(self) -> int:
        """The hooks we answer, as bits: those our class overrides, unless we know better."""
        return answers(self)

    # ---- questions about regions: each answered once for the whole board ----

    def cheaper(self, s: State, e: Empire) -> Regions:
        """Regions that cost one token less."""
        return 0

    def dearer(self, s: State, e: Empire) -> Regions:
        """Regions that cost one token more."""
        return 0

    def as_if_empty(self, s: State, e: Empire) -> Regions:
        """Regions taken as if nobody were there; the ground still counts."""
        return 0

    def enters(self, s: State, e: Empire) -> Regions:
        """Further regions open to a First Conquest."""
        return 0

    def enters_only(self, s: State, e: Empire) -> Regions:
        """If not empty: the only regions open to a First Conquest."""
        return 0

    def links(self, s: State, e: Empire, start: Regions) -> Regions:
        """Regions effectively adjacent to `start` beside its physical neighbours."""
        return 0

    def reaches(self, s: State, e: Empire) -> Regions:
        """Regions in reach from anywhere; no adjacency."""
        return 0

    def lives_on(self, s: State, e: Empire) -> Regions:
        """Waters this race may conquer and need not leave."""
        return 0

    def rolls_for(self, s: State, e: Empire) -> Regions:
        """Regions for which the die is rolled before the conquest and lowers its price."""
        return 0

    def refuses(self, s: State, e: Empire, attacker: Empire) -> Regions:
        """Regions of ours this attacker may not choose."""
        return 0

    def plain_only(self, s: State, e: Empire) -> Regions:
        """Regions of ours that others may attack only with tokens, from next door."""
        return 0

    def exempt(self, s: State, e: Empire) -> Regions:
        """Regions closed to everyone, but not to us."""
        return 0

    # ---- questions about coins and tokens ----

    def pays(self, s: State, e: Empire) -> Regions:
        """Held regions worth one coin more (the engine leaves out those not held)."""
        return 0

    def coins_overall(self, s: State, e: Empire) -> i64:
        """Coins that belong to no region."""
        return 0

    def doubles(self, s: State, e: Empire) -> Regions:
        """Regions whose coins from the bank are doubled."""
        return 0

    def undoubled(self, s: State, e: Empire) -> Regions:
        """Regions where doubling has no effect."""
        return 0

    def takes_from(self, s: State, e: Empire) -> i64:
        """The seats (a set of bits) that pay us one coin, if they have it."""
        return 0

    def tokens_on_redeploy(self, s: State, e: Empire) -> i64:
        """Tokens gained from the tray at redeployment."""
        return 0

    def conquest_only(self, s: State, e: Empire) -> i64:
        """Tokens that go back to hand at the end of redeployment."""
        return 0

    def hammers_on_redeploy(self, s: State, e: Empire) -> i64:
        """Hammers gained at the end of redeployment."""
        return 0

    def tokens_lost(self, s: State, e: Empire, usual: i64) -> i64:
        """Tokens lost when a region of ours is taken; the least answer counts."""
        return usual

    # ---- ways of conquering ----

    def ways(self, s: State, e: Empire) -> Regions:
        """Where our way may be used now; empty: not open."""
        return 0

    def way_taken(self, s: State, e: Empire, r: i64) -> None:
        """Our way has just conquered r."""

    def stands_for(self, s: State, e: Empire) -> i64:
        """The markers (a set of bits) we may stand for now."""
        return 0

    def stood_for(self, s: State, e: Empire, marker: i64, r: i64) -> None:
        """We have just been used in place of that marker in r."""

    # ---- questions of its own ----

    def options(self, s: State, e: Empire, phase: i64, out: Actions) -> None:
        """Write the actions we offer in this phase."""

    def answer(self, s: State, e: Empire, action: i64) -> None:
        """Carry out one of the actions we offered."""

    # ---- moments ----

    def on_pick(self, s: State, e: Empire) -> None:
        """The combo has been taken."""

    def on_turn_start(self, s: State, e: Empire) -> None:
        """Our owner's turn begins."""

    def on_conquered(self, s: State, e: Empire, r: i64) -> None:
        """We have conquered r."""

    def on_gained(self, s: State, e: Empire, r: i64) -> None:
        """Region r became ours, by conquest or otherwise."""

    def on_attacked(self, s: State, e: Empire, seat: i64) -> None:
        """That seat attacked a race of our owner."""

    def on_lost(self, s: State, e: Empire, r: i64, seat: i64) -> None:
        """That seat, an opponent, is taking our region r."""

    def on_redeploy(self, s: State, e: Empire) -> None:
        """Conquests are over."""

    def on_turn_end(self, s: State, e: Empire) -> None:
        """Our owner's turn is over."""

    def on_decline(self, s: State, e: Empire) -> None:
        """Our race goes into decline."""

    def on_released(self, s: State, e: Empire) -> None:
        """That empire has lost us: a place or relic, or what one of them lent."""

    def lends(self, s: State, e: Empire) -> Trait | None:
        """A trait that speaks for our holder beside us."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Race(Trait):
    """A banner."""

    def __init__(
        self,
        name: str,
        *,
        tokens: int,
        supply: int,
        bonus: int = 0,
        swaps_badge: bool = False,
        **facts: Unpack[Facts],
    ) -> None:
        Trait.__init__(self, name, **facts)  # super() with ** is miscompiled
        self.tokens = tokens  # printed on the banner
        self.supply = supply  # all its tokens in the box
        self.bonus = bonus  # tokens taken beside banner and badge
        self.swaps_badge = swaps_badge  # may exchange its badge when picked
        self.index = -1  # among the races of its library


@mypyc_attr(allow_interpreted_subclasses=True)
class Power(Trait):
    """A badge."""

    def __init__(
        self, name: str, *, tokens: int, kept: bool = False, **facts: Unpack[Facts]
    ) -> None:
        Trait.__init__(self, name, **facts)
        self.tokens = tokens
        self.kept = kept  # stays with its race in decline (A13.5)
        self.index = -1

    def on_granted(self, s: State) -> None:
        """A place has just been given this badge."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Marker(Trait):
    """A place or a relic: found under monsters, it lies face up in a region."""

    def __init__(self, name: str, *, defence: int = 0, **facts: Unpack[Facts]) -> None:
        Trait.__init__(self, name, **facts)
        self.defence = defence
        self.index = -1  # among the markers of its library

    def on_found(self, s: State, seat: i64, r: i64) -> None:
        """That seat has just turned us up in r."""

    def region(self, s: State) -> Regions:
        """The region we lie in, as a set; empty while not on the map."""
        r = s.marker_region(self.index)
        return BIT[r] if r >= 0 else 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Place(Marker):
    """A Popular Place: it never moves."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Relic(Marker):
    """A Righteous Relic: it lies where it was last used, once a turn."""

    def doubles_at(self, s: State, e: Empire, r: i64) -> Regions:
        """The regions doubled by using this relic in r."""
        return 0

    def takes_from_at(self, s: State, e: Empire, r: i64) -> i64:
        """The seats that pay for this relic used in r."""
        return 0


NO_RACE: Final = Race("nobody", tokens=0, supply=0)
NO_POWER: Final = Power("no power", tokens=0)

assert ALWAYS == ACTIVE | DECLINE


def answers(trait: Trait) -> int:
    """The hooks this trait overrides, as bits."""
    bits = ROLLS_AHEAD if trait.rolls_ahead else 0
    neutral = (Trait, Race, Power, Marker, Place, Relic)
    for kind in type(trait).__mro__:
        if kind in neutral or kind is object:
            continue
        for name in vars(kind):
            bits |= HOOKS.get(name, 0)
    return bits
