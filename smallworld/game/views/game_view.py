"""Makes the view of a game: what one seat may see.

Nothing here has ever seen a coin total that the viewer may not know: `show_game` is given a state
from which they are already gone.
"""

from __future__ import annotations

from smallworld.engine.game import NOBODY, NOBODY_ACTS, Empire, State, is_over, result, to_act
from smallworld.engine.query import BIT, NO_POWER, TERRAINS, at, each
from smallworld.game.setup import GameSetup
from smallworld.wire.game import (
    Combo,
    EmpireView,
    Ending,
    GameView,
    Natives,
    RegionView,
    SeatView,
)


def show_game(s: State, table: GameSetup, seat: int | None, coins: list[int | None]) -> GameView:
    """Everything the viewer may see; `s` holds no coins that are not in `coins`."""
    acting = to_act(s)
    return GameView(
        seat=None if seat is None else s.options.seats[seat],
        map=s.board.name,
        coins="open" if table.coins == "open" else "hidden",
        turn=int(s.turn),
        turns=int(s.options.turns),
        current=s.options.seats[s.seat],
        to_act=None if acting == NOBODY_ACTS else s.options.seats[acting],
        die=int(s.now.die) if s.now.die >= 0 else None,
        seats=tuple(_seat(s, other, coins[other]) for other in range(s.seats)),
        regions=tuple(_region(s, r) for r in range(s.board.size)),
        row=tuple(_combo(s, slot) for slot in range(int(s.row_size))),
        result=ending_of(s),
    )


def ending_of(s: State) -> Ending | None:
    """The result; None while the game goes on."""
    if not is_over(s):
        return None
    end = result(s)
    winners = tuple(s.options.seats[winner] for winner in end.winners)
    return Ending(tuple(end.coins), tuple(end.tokens), winners)


def _seat(s: State, seat: int, coins: int | None) -> SeatView:
    active = s.active(seat)
    return SeatView(
        name=s.options.seats[seat],
        coins=coins,
        active=None if active is NOBODY else _empire(s, active),
        declined=tuple(_empire(s, e) for e in s.declined(seat)),
    )


def _empire(s: State, e: Empire) -> EmpireView:
    return EmpireView(
        race=e.race.name,
        power=None if e.power is NO_POWER else e.power.name,
        regions=tuple(s.board.names[r] for r in each(e.regions)),
        hand=int(e.hand),
        withdrawn=int(e.withdrawn),
        tray=int(e.tray),
        hammers=int(e.hammers),
        first_turn=e.first_turn,
        speaks=tuple(trait.name for trait in e.traits),
    )


def _region(s: State, r: int) -> RegionView:
    bit = BIT[r]
    printed = s.board.regions[r]
    holder = s.holder(r)
    natives: Natives | None = None
    if s.tribes & bit:
        natives = "Lost Tribe"
    elif s.monsters & bit:
        natives = "Monsters"
    pieces: dict[str, int] = {}
    if s.pieced & bit:
        for kind, piece in enumerate(s.library.pieces):
            if s.where[kind] & bit:
                pieces[piece.name] = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
    if s.board.mountains & bit:
        pieces["mountain"] = 1
    markers: list[str] = []
    if s.marked & bit:
        markers += [m.name for m in s.library.markers if s.marker_region(m.index) == r]
    return RegionView(
        name=printed.name,
        terrain=TERRAINS[printed.terrain],
        symbols=tuple(printed.symbols),
        holder=None if holder is NOBODY else s.options.seats[holder.seat],
        race=None if holder is NOBODY else holder.race.name,
        natives=natives,
        tokens=int(s.tokens_in(r)),
        declined=holder.declined,
        pieces=pieces,
        markers=tuple(markers),
        immune=(s.shielded | s.barred) & bit != 0,
    )


def _combo(s: State, slot: int) -> Combo:
    race = s.library.races[at(s.row_races, slot)]
    power = s.library.powers[at(s.row_powers, slot)]
    return Combo(
        race=race.name,
        power=power.name,
        tokens=min(race.supply, race.tokens + race.bonus + power.tokens),
        coins=int(at(s.row_coins, slot)),
        cost=slot,
    )
