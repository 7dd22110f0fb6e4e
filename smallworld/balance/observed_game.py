"""One game, and what is kept of it: the combos on offer, who took which, what each brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from smallworld.arena.plan import ArenaTable, derive_seed
from smallworld.balance.plan import MOST_CHANGED, BalancePlan, is_varied
from smallworld.content.library import Custom
from smallworld.engine.actions import combo_of, swap_of
from smallworld.engine.game import (
    Event,
    Listener,
    State,
    apply,
    is_chance,
    is_over,
    result,
    start,
    to_act,
)
from smallworld.engine.query import PICK, coins_of, combo_tokens
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.player import Player
from smallworld.game.setup import prepare
from smallworld.game.views.view import View
from smallworld.players.registry import make_player


@dataclass
class Holding:
    """One combo in the hands of a seat, from the pick to its end."""

    seat: int
    turn: int  # in which it was taken
    slot: int  # its place in the row, from 0: what it cost
    swap: int  # the place of the combo whose badge was taken instead, or -1
    tokens: int  # it brought
    changed: int  # so many of them more, or less, than anybody could know
    row: list[int]  # race, power and coins of every combo on offer, by their numbers
    active_turns: int = 0  # scored
    active_coins: int = 0
    declined_turns: int = 0
    declined_coins: int = 0

    @property
    def race(self) -> int:
        """The number of its race."""
        return self.row[3 * self.slot]

    @property
    def power(self) -> int:
        """The number of its power."""
        return self.row[3 * (self.slot if self.swap < 0 else self.swap) + 1]

    @property
    def found(self) -> int:
        """The coins that lay on it."""
        return self.row[3 * self.slot + 2]


@dataclass
class ObservedGame:
    """All that is kept of a game."""

    number: int
    coins: list[int]
    winners: list[int]
    holdings: list[Holding]  # in the order in which they were taken


class GameObserver(Listener):
    """Listens to a game, and knows which combo brought which coins."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.holdings: Final[list[Holding]] = []
        self._s: Final = s
        # By seat, the combos that are still on the map, by the number of their race; the one taken
        # last is never forgotten: what its power still pays is its own.
        self._held: Final[list[dict[int, Holding]]] = [{} for _ in range(s.seats)]
        self._last: Final[list[Holding | None]] = [None] * int(s.seats)
        self._number: Final = {race.name: n for n, race in enumerate(s.library.races)}

    def pick(self, action: int) -> Holding:
        """The combo that is about to be taken."""
        s = self._s
        row: list[int] = []
        for slot in range(s.row_size):
            row += [int(s.row_races[slot]), int(s.row_powers[slot]), int(s.row_coins[slot])]
        seat, slot = int(s.seat), int(combo_of(action)) - 1
        taken = Holding(seat, int(s.turn), slot, int(swap_of(action)) - 1, 0, 0, row)
        self.holdings.append(taken)
        self._held[seat][taken.race] = self._last[seat] = taken
        return taken

    def hear(self, event: Event) -> None:
        """Take note of tokens, coins and ends."""
        if event.kind == "scored":
            self._score(event)
        elif event.kind == "picked":
            self.holdings[-1].tokens = event.amount
        elif event.kind == "vanished":
            self._held[event.seat].pop(self._number[event.name], None)

    def _score(self, event: Event) -> None:
        """What the bank pays for a race is that combo's; all else is the youngest combo's.

        What is paid in the turns of others belongs to no scoring: final coins have it alone.
        """
        s = self._s
        rest = event.amount
        for e in s.empires:
            if e.seat != event.seat:
                continue
            held = self._held[event.seat].get(int(e.race.index))
            if held is None:
                continue
            coins = int(coins_of(s, e, None))
            rest -= coins
            if e.declined:
                held.declined_turns += 1
                held.declined_coins += coins
            else:
                held.active_turns += 1
                held.active_coins += coins
        last = self._last[event.seat]
        if last is not None:
            last.active_coins += rest


def observe_game(
    plan: BalancePlan, place: ArenaTable, number: int, custom: Custom | None
) -> ObservedGame:
    """Play the game of that number."""
    luck = plan.luck(place, number)
    dealer = Dealer(luck)
    table = set_table(plan.table(place, custom), dealer)
    options, library = prepare(table)
    varying = Dealer(derive_seed(luck, "tokens")) if is_varied(number) else None
    s = start(options, library)
    observer = GameObserver(s)
    s.listener = observer
    players: list[Player] = []
    try:
        for seat in range(place.seats):
            players.append(make_player(plan.player, plan.player_seed(place, number, seat)))
        while not is_over(s):
            if is_chance(s):
                apply(s, dealer.draw(s))
                continue
            seat = to_act(s)
            action = players[seat].choose_number(View(s, table, seat))
            if s.step() != PICK:
                apply(s, action)
                continue
            holding = observer.pick(action)
            if varying is None:
                apply(s, action)
            else:
                pick_varied(s, action, holding, varying)
    finally:
        for player in players:
            player.close()
    end = result(s)
    return ObservedGame(number, [*end.coins], [*end.winners], observer.holdings)


def pick_varied(s: State, action: int, holding: Holding, varying: Dealer) -> None:
    """Take a combo that brings up to two tokens more or less than it says, but at least one.

    Nobody knows before: a change that could be seen would be part of the choice, and then what
    is taken with fewer tokens would be better than others in all else.
    """
    race = s.library.races[holding.race]
    power = s.library.powers[holding.power]
    more = varying.pick(2 * MOST_CHANGED + 1) - MOST_CHANGED
    holding.changed = more = max(more, 1 - combo_tokens(race, power))
    # The box holds as many more or less: what is left of it for later is the same.
    race.tokens += more
    race.supply += more
    try:
        apply(s, action)
    finally:
        race.tokens -= more
        race.supply -= more
