"""What an arena plays: which players, on which tables, in which seats, with which luck.

A deal is the luck of one game. Every lineup plays it once in each rotation of its seats, and all
lineups of a table are dealt the same, so that players are compared as far as decisions allow on
the same cards and rolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations, permutations
from typing import Final

from smallworld.content.custom.files import load_customs
from smallworld.content.library import Custom
from smallworld.content.loader import load_map
from smallworld.content.settings import read_house_rules
from smallworld.engine.game import RULES, GameError
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.header import full_table
from smallworld.game.setup import GameSetup, prepare
from smallworld.players.registry import check_player

# Which pairs of players meet.
ALL: Final = "all"  # everybody with everybody
NEIGHBOURS: Final = "neighbours"  # each with the one named before it
LAST: Final = "last"  # the one named last with every other
NONE: Final = "none"
CROSSES: Final = (ALL, NEIGHBOURS, LAST, NONE)

_SEED_BITS: Final = 52  # of seeds that are made; they stay exact in any reader of JSON


@dataclass(frozen=True)
class ArenaTable:
    """A board with so many seats."""

    map: str
    seats: int

    def __str__(self) -> str:
        own = load_map(self.map).players == self.seats
        return self.map if own else f"{self.map} with {self.seats} seats"


@dataclass(frozen=True)
class Rules:
    """What holds on every table."""

    world: str = ""
    turns: int = 0
    coins: str = "hidden"
    places: bool = True
    custom: tuple[str, ...] = ()  # files
    settings: tuple[str, ...] = ()  # house rules, as NAME=VALUE

    def load_custom(self) -> Custom | None:
        """The races and powers of one's own, if there are any."""
        return load_customs(self.custom) if self.custom else None


def table_of_rules(
    place: ArenaTable, rules: Rules, rulings: int, custom: Custom | None
) -> GameSetup:
    """A table of that place on which these rules hold, by that version of our rulings."""
    return full_table(
        GameSetup(
            map=place.map,
            world=rules.world,
            players=place.seats,
            turns=rules.turns,
            coins=rules.coins,
            places=rules.places,
            settings=read_house_rules([*rules.settings]),
            rules=rulings,
            custom=custom,
        )
    )


@dataclass(frozen=True)
class Lineup:
    """Who sits together: one player among others of one kind, or a mixture."""

    number: int
    place: ArenaTable
    one: int | None = None  # players by their number in the plan; None in a mixture
    rest: int | None = None

    @property
    def mixed(self) -> bool:
        """Whether everybody sits with everybody."""
        return self.one is None


@dataclass(frozen=True)
class ScheduledGame:
    """One game of an arena."""

    lineup: Lineup
    deal: int
    rotation: int
    seats: tuple[int, ...]  # the players' numbers

    @property
    def key(self) -> str:
        """Its name in the results: lineup, deal, rotation."""
        return f"{self.lineup.number}.{self.deal}.{self.rotation}"


@dataclass(frozen=True)
class PlanPart:
    """Every so-manieth deal, for one of several machines; together they play the whole plan.

    >>> [deal for deal in range(7) if PlanPart.read("2/3").has(deal)]
    [1, 4]
    """

    number: int = 1  # from 1 on
    of: int = 1

    @staticmethod
    def read(text: str) -> PlanPart:
        """A part as it is written: 2/3."""
        number, slash, of = text.strip().partition("/")
        if not (slash and number.isascii() and number.isdigit() and of.isascii() and of.isdigit()):
            raise GameError(f"a part of an arena is written as in 2/3, not {text!r}")
        if not 1 <= int(number) <= int(of):
            raise GameError(f"there is no part {number} of {of}; they are counted from 1")
        return PlanPart(int(number), int(of))

    def has(self, deal: int) -> bool:
        """Whether that deal belongs to it."""
        return deal % self.of == self.number - 1


WHOLE: Final = PlanPart()


@dataclass(frozen=True)
class ArenaPlan:
    """Everything that decides what is played; plain enough to be sent to another process."""

    players: tuple[str, ...]
    places: tuple[ArenaTable, ...]
    games: int  # of each lineup; made up to whole deals
    seed: int = 1
    cross: str = ALL
    mixed: bool = True
    rules: Rules = Rules()
    rulings: int = RULES  # an arena is gone on with by the version it was begun with

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        if len(self.players) < 2:
            raise GameError("an arena needs two players or more")
        if len(set(self.players)) < len(self.players):
            raise GameError(f"a player is named twice: {', '.join(self.players)}")
        for spec in self.players:
            check_player(spec)
        if self.cross not in CROSSES:
            raise GameError(f"cross is one of {', '.join(CROSSES)}, not {self.cross!r}")
        if self.games < 1:
            raise GameError(f"an arena plays at least one game of each lineup, not {self.games}")
        if not self.lineups():
            raise GameError(
                "nobody meets: with cross none there are only mixtures, at three seats or more"
            )
        custom = self.rules.load_custom()
        for place in self.places:
            prepare(self.table(place, custom))

    def table(self, place: ArenaTable, custom: Custom | None) -> GameSetup:
        """The table of all games in that place."""
        return table_of_rules(place, self.rules, self.rulings, custom)

    def lineups(self) -> list[Lineup]:
        """All of them; their numbers do not depend on how many games are played."""
        found: list[Lineup] = []
        for place in self.places:
            for one, rest in self._pairs(place.seats):
                found.append(Lineup(len(found), place, one, rest))
            if self.mixed and place.seats > 2:
                found.append(Lineup(len(found), place))
        return found

    def _pairs(self, seats: int) -> list[tuple[int, int]]:
        """At two seats both are one among others; at more each pair has two sides."""
        count = len(self.players)
        last = count - 1
        if self.cross == NEIGHBOURS:
            return [(n, n - 1) for n in range(1, count)]
        if self.cross == LAST:
            return [(last, n) for n in range(last)]
        if self.cross == NONE:
            return []
        if seats == 2:
            return [(b, a) for a, b in combinations(range(count), 2)]
        return list(permutations(range(count), 2))

    def deals(self, lineup: Lineup) -> int:
        """How many deals a lineup plays."""
        return -(-self.games // lineup.place.seats)

    def all_games(self, part: PlanPart = WHOLE) -> Iterator[ScheduledGame]:
        """All games, deal by deal, so that whoever stops early has played everything evenly."""
        lineups = self.lineups()
        for deal in range(max(self.deals(lineup) for lineup in lineups)):
            if not part.has(deal):
                continue
            for lineup in lineups:
                if deal < self.deals(lineup):
                    yield from self._rotations(lineup, deal)

    def find(self, key: str) -> ScheduledGame:
        """The game of that name."""
        numbers = key.split(".")
        lineups = self.lineups()
        if len(numbers) == 3 and all(n.isascii() and n.isdigit() and len(n) < 9 for n in numbers):
            number, deal, rotation = (int(n) for n in numbers)
            if number < len(lineups) and rotation < lineups[number].place.seats:
                return list(self._rotations(lineups[number], deal))[rotation]
        raise GameError(
            f"there is no game {key!r}; one is called by lineup, deal and rotation, as in 0.3.1, "
            f"and there are {len(lineups)} lineups (from 0)"
        )

    def _rotations(self, lineup: Lineup, deal: int) -> Iterator[ScheduledGame]:
        order = self._order(lineup, deal)
        for turned in range(len(order)):
            seats = order[-turned:] + order[:-turned] if turned else order
            yield ScheduledGame(lineup, deal, turned, tuple(seats))

    def _order(self, lineup: Lineup, deal: int) -> list[int]:
        """Who sits where before anybody moves on."""
        seats = lineup.place.seats
        if lineup.one is not None and lineup.rest is not None:
            return [lineup.one] + [lineup.rest] * (seats - 1)
        return mixture(len(self.players), seats, deal, derive_seed(self.seed, "mixture", seats))

    def luck(self, game: ScheduledGame) -> int:
        """The dealer's seed: the same for all games of a deal on a table."""
        place = game.lineup.place
        return derive_seed(self.seed, place.map, place.seats, self.rules.world, game.deal)

    def player_seed(self, game: ScheduledGame, seat: int) -> int:
        """The seed of the player in that seat; no dealer has the same."""
        return derive_seed(self.luck(game), "seat", seat)


def derive_seed(*facts: object) -> int:
    """A seed that follows from these facts, and looks like no other."""
    digest = blake2b("\0".join(str(fact) for fact in facts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - _SEED_BITS)


def mixture(players: int, seats: int, deal: int, seed: int) -> list[int]:
    """Players for one table such that over the deals all sit about equally often.

    >>> sorted(mixture(3, 3, 0, seed=1))
    [0, 1, 2]
    >>> sorted(mixture(2, 4, 0, seed=1))
    [0, 0, 1, 1]
    """
    whole = list(range(players)) * (seats // players)
    groups: Sequence[Sequence[int]] = list(combinations(range(players), seats - len(whole)))
    order = Dealer(seed).shuffled(len(groups))
    chosen = [*whole, *groups[order[deal % len(groups)]]]
    places = Dealer(derive_seed(seed, deal)).shuffled(seats)
    return [chosen[n] for n in places]
