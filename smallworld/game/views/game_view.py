"""Makes the view of a game: what one seat may see, for the wire, the page and people.

Nothing here has ever seen a coin total that the viewer may not know: `show_game` is given a state
from which they are already gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from smallworld.engine.actions import DEPLOY, amount_of, region_of, verb_of
from smallworld.engine.game import NOBODY, NOBODY_ACTS, Empire, State, is_over, result, to_act
from smallworld.engine.query import (
    BIT,
    LATE_DECLINE,
    NO_POWER,
    PHASES,
    RISEN,
    TERRAINS,
    Parts,
    combo_tokens,
    count,
    each,
    sum_of,
)
from smallworld.game.prices import natives_in
from smallworld.game.setup import GameSetup
from smallworld.game.views.action_view import Offers
from smallworld.wire.game import (
    Combo,
    Discards,
    EmpireView,
    Ending,
    GameView,
    Phase,
    PhaseKind,
    Pool,
    PoolRegion,
    RegionView,
    ScorePreview,
    SeatView,
    Stacks,
)

Notes = dict[str, tuple[int, int] | str]

# What a neighbouring region adds to a guess at what is to be feared.
_FROM_AN_ACTIVE_RACE: Final = 4
_FROM_ANYBODY_ELSE: Final = 1


def show_game(s: State, table: GameSetup, coins: list[int | None]) -> GameView:
    """What everybody may see, as a spectator; `s` holds no coins that are not in `coins`."""
    acting = to_act(s)
    return GameView(
        seat=None,
        map=s.board.name,
        coins="open" if table.coins == "open" else "hidden",
        turn=int(s.turn),
        turns=int(s.options.turns),
        current=s.options.seats[s.seat],
        phase=phase_of(s),
        to_act=None if acting == NOBODY_ACTS else s.options.seats[acting],
        die=int(s.now.die) if s.now.die >= 0 else None,
        seats=tuple(_seat(s, other, coins[other]) for other in range(s.seats)),
        regions=tuple(_region(s, r) for r in range(s.board.size)),
        row=tuple(_combo(s, slot) for slot in range(int(s.row_size))),
        stacks=Stacks(
            races=int(count(s.race_stack)) + len(s.race_bottom),
            powers=int(count(s.power_stack)),
            bottom=tuple(s.library.races[index].name for index in s.race_bottom),
            finds=int(count(s.finds)),
        ),
        discards=Discards(tuple(s.library.powers[p].name for p in each(s.power_discard))),
        notes=_notes(s),
        legal=(),
        pools=(),
        score=None,
        result=ending_of(s),
    )


def show_seat(
    shown: GameView,
    s: State,
    seat: int,
    coins: list[int | None],
    legal: list[int],
    preview: Parts,
    is_final: Callable[[int], bool] | None = None,
) -> GameView:
    """The same with what only that seat may see: its coins, what it may do, what it would score.

    `is_final` tells of a legal action whether it could not be taken back at this table.
    """
    offers = Offers(s)
    own_turn = seat == s.seat and not is_over(s)
    return replace(
        shown,
        seat=s.options.seats[seat],
        seats=tuple(
            each if each.coins == own else replace(each, coins=own)
            for each, own in zip(shown.seats, coins, strict=True)
        ),
        legal=tuple(
            offers.show(action, is_final is not None and is_final(action)) for action in legal
        ),
        pools=_pools(s, seat, legal),
        score=ScorePreview(sum_of(preview), tuple(preview)) if own_turn else None,
    )


def phase_of(s: State) -> Phase:
    """What is being decided; some phases are brought about by a trait."""
    step = int(s.step())
    kind = cast(PhaseKind, PHASES[step])
    if step == RISEN:
        return Phase(kind, s.library.races[s.step_arg()].name)
    if step == LATE_DECLINE:
        return Phase(kind, s.library.traits[s.step_arg()].name)
    return Phase(kind)


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
    """Made most often of all, so its fields are given in their order, which is quicker."""
    bit = BIT[r]
    printed = s.board.regions[r]
    holder = s.holder(r)
    held = holder is not NOBODY
    pieces: dict[str, int] = {}
    if s.pieced & bit:
        for kind, piece in enumerate(s.library.pieces):
            if s.where[kind] & bit:
                pieces[piece.name] = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
    markers: tuple[str, ...] = ()
    if s.marked & bit:
        markers = tuple(m.name for m in s.library.markers if s.marker_region(m.index) == r)
    return RegionView(
        printed.name,
        TERRAINS[printed.terrain],
        tuple(printed.symbols),
        s.options.seats[holder.seat] if held else None,
        holder.race.name if held else None,
        None if held else natives_in(s, r),
        int(s.tokens_in(r)),
        holder.declined,
        pieces,
        markers,
        (s.shielded | s.barred) & bit != 0,
    )


def _combo(s: State, slot: int) -> Combo:
    race = s.library.races[int(s.row_races[slot])]
    power = s.library.powers[int(s.row_powers[slot])]
    return Combo(
        race=race.name,
        power=power.name,
        tokens=combo_tokens(race, power),
        coins=int(s.row_coins[slot]),
        cost=slot,
    )


def _notes(s: State) -> Notes:
    """What traits remember: with whom there is peace, which badge a place was given …"""
    notes: Notes = {}
    for trait in s.library.traits:
        lasting = int(s.note(trait))
        fleeting = int(s.turn_note(trait))
        if lasting or fleeting:
            notes[trait.name] = lasting, fleeting
    for marker in s.library.markers:
        lent = marker.lends(s, NOBODY)
        if lent is not None:
            notes[marker.name] = lent.name
    return notes


# ---- tokens to put down ----


def _pools(s: State, acting: int, legal: list[int]) -> tuple[Pool, ...]:
    """Who may put down how many tokens, and where: races in the order of the actions."""
    most: dict[str, int] = {}
    regions: dict[str, list[int]] = {}
    for action in legal:
        if verb_of(action) == DEPLOY:
            r = int(region_of(action))
            race = s.holder(r).race.name
            most[race] = max(most.get(race, 0), int(amount_of(action)))
            found = regions.setdefault(race, [])
            if r not in found:
                found.append(r)
    return tuple(
        Pool(race, tokens, tuple(_pool_region(s, acting, r) for r in regions[race]))
        for race, tokens in most.items()
    )


def _pool_region(s: State, seat: int, r: int) -> PoolRegion:
    threat = 0
    for other in s.board.regions[r].neighbours:
        holder = s.holder(other)
        if holder is NOBODY:
            passable = BIT[other] & s.board.firm
            threat += _FROM_ANYBODY_ELSE if passable else 0
        elif holder.seat != seat:
            threat += _FROM_ANYBODY_ELSE if holder.declined else _FROM_AN_ACTIVE_RACE
    return PoolRegion(s.board.names[r], threat)
