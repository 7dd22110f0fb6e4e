"""A view as plain lists and dicts, for the wire, the page and people.

Nothing here has ever seen a coin total that the viewer may not know: `describe` is given a state
from which they are already gone.
"""

from __future__ import annotations

from smallworld.engine import actions
from smallworld.engine.actions import NO_REGION, region_of, verb_of, via_of, ways_of
from smallworld.engine.game import NOBODY, NOBODY_ACTS, Empire, State, is_over, result, to_act
from smallworld.engine.notation import phase_name, to_text
from smallworld.engine.query import (
    BIT,
    CONQUEST,
    NO_POWER,
    RISEN,
    TERRAINS,
    ConquestPlan,
    Front,
    Parts,
    at,
    conqueror,
    conquest_plans,
    count,
    each,
    explain_price,
)
from smallworld.game.setup import GameSetup

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def describe(
    s: State,
    table: GameSetup,
    seat: int | None,
    coins: list[int | None],
    legal: list[int],
    preview: Parts,
) -> dict[str, Json]:
    """Everything the viewer may see; `s` holds no coins that are not in `coins`."""
    acting = to_act(s)
    seen: dict[str, Json] = {
        "seat": None if seat is None else s.options.seats[seat],
        "map": s.board.name,
        "coins": table.coins,
        "turn": int(s.turn),
        "turns": int(s.options.turns),
        "current": s.options.seats[s.seat],
        "phase": phase_name(s),
        "to_act": None if acting == NOBODY_ACTS else s.options.seats[acting],
        "die": int(s.now.die) if s.now.die >= 0 else None,
        "seats": [_seat(s, other, coins[other]) for other in range(s.seats)],
        "regions": [_region(s, r) for r in range(s.board.size)],
        "row": _row(s),
        "stacks": {
            "races": int(count(s.race_stack)) + len(s.race_bottom),
            "powers": int(count(s.power_stack)),
            "bottom": [s.library.races[index].name for index in s.race_bottom],
            "finds": int(count(s.finds)),
        },
        "discards": {"powers": [s.library.powers[p].name for p in each(s.power_discard)]},
        "notes": _notes(s),
        "legal": _legal(s, legal),
        "score": None,
        "result": None,
    }
    if seat is not None and seat == s.seat and not is_over(s):
        parts: list[Json] = [[name, coins_] for name, coins_ in preview]
        seen["score"] = {"total": sum(coins_ for _, coins_ in preview), "parts": parts}
    if is_over(s):
        end = result(s)
        seen["result"] = {
            "coins": [*end.coins],
            "tokens": [*end.tokens],
            "winners": [s.options.seats[winner] for winner in end.winners],
        }
    return seen


def _seat(s: State, seat: int, coins: int | None) -> dict[str, Json]:
    active = s.active(seat)
    return {
        "name": s.options.seats[seat],
        "coins": coins,
        "active": None if active is NOBODY else _empire(s, active),
        "declined": [_empire(s, e) for e in s.declined(seat)],
    }


def _empire(s: State, e: Empire) -> dict[str, Json]:
    return {
        "race": e.race.name,
        "power": None if e.power is NO_POWER else e.power.name,
        "regions": [s.board.names[r] for r in each(e.regions)],
        "hand": int(e.hand),
        "withdrawn": int(e.withdrawn),
        "tray": int(e.tray),
        "hammers": int(e.hammers),
        "first_turn": e.first_turn,
        "speaks": [trait.name for trait in e.traits],  # places, relics and lent badges included
    }


def _region(s: State, r: int) -> dict[str, Json]:
    bit = BIT[r]
    printed = s.board.regions[r]
    holder = s.holder(r)
    race: str | None = None if holder is NOBODY else holder.race.name
    if s.tribes & bit:
        race = "Lost Tribe"
    elif s.monsters & bit:
        race = "Monster"
    pieces: dict[str, Json] = {}
    if s.pieced & bit:
        for kind, piece in enumerate(s.library.pieces):
            if s.where[kind] & bit:
                pieces[piece.name] = int(s.stacked(piece.stack, r)) if piece.stack >= 0 else 1
    if s.board.mountains & bit:
        pieces["mountain"] = 1
    markers: list[Json] = []
    if s.marked & bit:
        markers += [m.name for m in s.library.markers if s.marker_region(m.index) == r]
    return {
        "name": printed.name,
        "terrain": TERRAINS[printed.terrain],
        "symbols": [*printed.symbols],
        "holder": None if holder is NOBODY else s.options.seats[holder.seat],
        "race": race,
        "tokens": int(s.tokens_in(r)),
        "declined": holder.declined,
        "pieces": pieces,
        "markers": markers,
        "immune": (s.shielded | s.barred) & bit != 0,
    }


def _row(s: State) -> list[Json]:
    row: list[Json] = []
    for slot in range(int(s.row_size)):
        row.append(
            {
                "race": s.library.races[at(s.row_races, slot)].name,
                "power": s.library.powers[at(s.row_powers, slot)].name,
                "coins": int(at(s.row_coins, slot)),
                "cost": slot,
            }
        )
    return row


def _notes(s: State) -> dict[str, Json]:
    """What traits remember: with whom there is peace, which badge a place was given …"""
    notes: dict[str, Json] = {}
    for trait in s.library.traits:
        lasting = int(s.note(trait))
        fleeting = int(s.turn_note(trait))
        if lasting or fleeting:
            notes[trait.name] = [lasting, fleeting]
    for marker in s.library.markers:
        lent = marker.lends(s, NOBODY)
        if lent is not None:
            notes[marker.name] = lent.name
    return notes


# ---- legal actions ----


def _legal(s: State, legal: list[int]) -> list[Json]:
    """The text of each, with the price of conquests and its parts."""
    if not legal or s.step() not in (CONQUEST, RISEN):
        return [{"do": to_text(s, action)} for action in legal]
    e = conqueror(s)
    front = Front(s, e)
    open_plans = {(int(plan.ways), int(plan.via)): plan for plan in conquest_plans(s, e)}
    return [_priced(s, front, open_plans, action) for action in legal]


def _priced(
    s: State, front: Front, open_plans: dict[tuple[int, int], ConquestPlan], action: int
) -> dict[str, Json]:
    told: dict[str, Json] = {"do": to_text(s, action)}
    verb = verb_of(action)
    r = region_of(action)
    if verb not in (actions.CONQUER, actions.ROLL) or r == NO_REGION:
        return told
    plan: ConquestPlan | None = None
    price = front.price(r)
    if ways_of(action) or via_of(action):
        plan = open_plans[(int(ways_of(action)), int(via_of(action)))]
        price = 0 if plan.swaps else plan.price(front, r)
    told["price"] = int(price)
    told["parts"] = [[name, n] for name, n in explain_price(s, front.e, r, plan)]
    short = price - front.force(r)
    if verb == actions.ROLL and short > 0:
        told["short"] = int(short)
    return told
