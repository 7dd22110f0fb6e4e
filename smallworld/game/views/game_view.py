"""Makes the view of a game: what one seat may see, for the wire, the page and people.

Nothing here has ever seen a coin total that the viewer may not know: `show_game` is given a state
from which they are already gone.
"""

from __future__ import annotations

from typing import Final, cast

from smallworld.engine.game import NOBODY, NOBODY_ACTS, Empire, State, is_over, result, to_act
from smallworld.engine.query import (
    BIT,
    CHOOSE,
    CONQUEST,
    DIE_ROLL,
    LATE_DECLINE,
    NO_POWER,
    PHASES,
    READY,
    RISEN,
    START,
    TERRAINS,
    combo_tokens,
    conquest_only,
    count,
    each,
    sum_of,
)
from smallworld.game.setup import GameSetup
from smallworld.game.views.action_view import show_action
from smallworld.game.views.deployment import propose_deployment, token_pools
from smallworld.game.views.finality import NOT_ASKED, Finality
from smallworld.game.views.natives import natives_in
from smallworld.game.views.offers import hand_ahead, show_ahead, show_legal
from smallworld.game.views.piece_placing import ProposedAction, propose_uses
from smallworld.game.views.turn_end import TurnTrial
from smallworld.wire.actions import LegalAction
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
    ProposedUse,
    RegionView,
    ScorePreview,
    SeatView,
    Stacks,
)

Notes = dict[str, tuple[int, int] | str]
# While a turn has not come to its conquests or is in them, every token in hand may conquer.
_UP_TO_CONQUESTS: Final = (START, CHOOSE, READY, RISEN, CONQUEST, DIE_ROLL)


class RegionViews:
    """Views of regions that were made before; of regions without pieces and markers only.

    Whoever is given a view must not change it, so this is for a server and not for programmers.
    """

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._made: Final[dict[object, RegionView]] = {}

    def find(self, key: object) -> RegionView | None:
        """The one that was made for that key."""
        return self._made.get(key)

    def keep(self, key: object, made: RegionView) -> None:
        """Keep it for the next time; if there are too many, begin anew."""
        if len(self._made) >= self._most:
            self._made.clear()
        self._made[key] = made


def show_game(
    s: State, table: GameSetup, coins: list[int | None], seen: RegionViews | None = None
) -> GameView:
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
        regions=tuple([_seen_region(s, r, seen) for r in range(s.board.size)]),
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
        ahead=(),
        hand=None,
        pools=(),
        placements=(),
        score=None,
        result=ending_of(s),
    )


def show_seat(
    shown: GameView,
    s: State,
    seat: int,
    coins: list[int | None],
    legal: list[int],
    trial: TurnTrial | None,
    finality: Finality = NOT_ASKED,
) -> GameView:
    """The same with what only that seat may see: its coins, what it may do, what it would score.

    `trial` is its running turn carried out; `finality` tells which actions cannot be taken back.
    """
    deciding = trial if legal else None
    proposed = propose_uses(s, seat, legal)
    later = any(each.later for each in proposed)
    offered = show_legal(s, legal, deciding, finality, later)
    seats = tuple(
        each if each.coins == own else SeatView(each.name, own, each.active, each.declined)
        for each, own in zip(shown.seats, coins, strict=True)
    )
    return GameView(  # written out: `replace` would take as long as all the rest of it
        seat=s.options.seats[seat],
        map=shown.map,
        coins=shown.coins,
        turn=shown.turn,
        turns=shown.turns,
        current=shown.current,
        phase=shown.phase,
        to_act=shown.to_act,
        die=shown.die,
        seats=seats,
        regions=shown.regions,
        row=shown.row,
        stacks=shown.stacks,
        discards=shown.discards,
        notes=shown.notes,
        legal=offered,
        ahead=() if deciding is None else show_ahead(deciding, finality, later),
        hand=None if deciding is None else hand_ahead(deciding),
        pools=_pools(s, seat, legal),
        placements=_placements(proposed, legal, offered),
        score=None if trial is None else show_score(trial),
        result=shown.result,
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
    return Ending(tuple(end.coins), tuple(end.tokens), winners, tuple(end.places))


def _seat(s: State, seat: int, coins: int | None) -> SeatView:
    active = s.active(seat)
    return SeatView(
        name=s.options.seats[seat],
        coins=coins,
        active=None if active is NOBODY else _empire(s, active),
        declined=tuple(_empire(s, e) for e in s.declined(seat)),
    )


def _empire(s: State, e: Empire) -> EmpireView:
    hand = int(e.hand)
    returning = min(hand, int(conquest_only(s, e)))
    conquering = e.seat == s.seat and int(s.step()) in _UP_TO_CONQUESTS
    return EmpireView(
        race=e.race.name,
        power=None if e.power is NO_POWER else e.power.name,
        regions=tuple(s.board.names[r] for r in each(e.regions)),
        hand=hand,
        usable=hand if conquering else hand - returning,
        returning=returning,
        withdrawn=int(e.withdrawn),
        tray=int(e.tray),
        hammers=int(e.hammers),
        first_turn=e.first_turn,
        speaks=tuple(trait.name for trait in e.traits),
    )


def _seen_region(s: State, r: int, seen: RegionViews | None) -> RegionView:
    bit = BIT[r]
    if seen is None or (s.pieced | s.marked) & bit:
        return _region(s, r)
    holder = s.holder(r)
    key = (
        s.board.regions[r],
        int(s.tokens_in(r)),
        (s.shielded | s.barred) & bit != 0,
        natives_in(s, r) if holder is NOBODY else s.options.seats[holder.seat],
        None if holder is NOBODY else holder.race.name,
        holder.declined,
    )
    found = seen.find(key)
    if found is None:
        found = _region(s, r)
        seen.keep(key, found)
    return found


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
        number=slot + 1,
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


def show_score(trial: TurnTrial) -> ScorePreview | None:
    """What the turn scores, and by which decisions of whoever plays it."""
    if trial.parts is None:
        return None
    by: list[str] = []
    for step in trial.steps:
        if not step.own:
            break
        by.append(step.text())
    return ScorePreview(sum_of(trial.parts), tuple(trial.parts), tuple(by))


# ---- tokens and pieces to put down ----


def _pools(s: State, seat: int, legal: list[int]) -> tuple[Pool, ...]:
    """Who may put down how many tokens, where, and where a good player would."""
    pools = token_pools(s, legal)
    if not pools:
        return ()
    proposed = propose_deployment(s, seat, pools)
    return tuple(
        Pool(
            pool.race,
            pool.tokens,
            tuple(PoolRegion(s.board.names[r], proposed[r]) for r in pool.regions),
        )
        for pool in pools
    )


def _placements(
    proposed: list[ProposedAction], legal: list[int], offered: tuple[LegalAction, ...]
) -> tuple[ProposedUse, ...]:
    """What a good player would put down or name, in the order in which to do it."""
    if not proposed:
        return ()
    texts = {action: shown.do for action, shown in zip(legal, offered, strict=True)}
    return tuple(
        ProposedUse(show_action(each.state, each.action, texts.get(each.action, "")), each.later)
        for each in proposed
    )
