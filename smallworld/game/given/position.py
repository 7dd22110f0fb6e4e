"""Builds the position that a scenario, a table or a record begins with."""

from __future__ import annotations

from collections.abc import Collection

from smallworld.content.library import (
    NOT_ABOVE,
    NOT_BELOW,
    NOT_WITHOUT_MARKERS,
    Custom,
    full_library,
)
from smallworld.content.loader import load_map
from smallworld.content.settings import HouseRules
from smallworld.engine.build import (
    ENTER_READY,
    ENTER_REDEPLOY,
    TURN_START,
    Board,
    Region,
    bare,
    hold,
    lay_marker,
    push_end_of_turn,
    put_natives,
    put_piece,
    refresh,
    settle,
)
from smallworld.engine.game import Empire, GameError, Library, Options, State
from smallworld.engine.query import (
    BIT,
    CHOOSE,
    CONQUEST,
    NO_POWER,
    PICK,
    PLACEMENTS,
    ROW,
    TERRAINS,
    Marker,
    Power,
    Race,
    Trait,
    check,
    each,
)
from smallworld.game.given.spec import BoardSpec, EmpireSpec, Given

# Ground that a region without a named terrain may get, and who would care for it.
_PLAIN_GROUND = {
    "hill": ("Hill", "Mounted"),
    "swamp": ("Swamp", "Mudmen", "Muddy"),
    "forest": ("Forest", "Shrooms", "Shield"),
    "farmland": ("Humans", "Mounted"),
    "mud": ("Swamp", "Mudmen", "Muddy"),
    "mushroom": ("Forest", "Shrooms", "Shield"),
    "crystal": ("Wizards", "Mystic", "Will-o'-Wisps"),
    "mine": ("Dwarves", "Iron Dwarves", "Mining"),
}
MOST_COUNTED = 99  # of hammers, pieces in a region, coins on a combo: more there never are
_BELOW = ("mushroom", "mud", "mine", "crystal", "black_mountain", "river", "chasm")


def set_up_scenario(given: Given, custom: Custom | None = None) -> State:
    """The position, ready to be played on; a GameError says what cannot be."""
    board, turns, below = _board(given)
    rules = HouseRules(given.settings)
    world = given.world
    if given.map and below and world == "base":
        world = "underground"
    library = full_library(world, rules, custom)
    options = Options(
        board,
        [seat.name for seat in given.seats],
        turns,
        own_decline_defends=rules.allows("own_decline_defends"),
    )
    senseless: list[str] = []
    if given.world == "mixed":
        senseless += NOT_BELOW if below else NOT_ABOVE
        if not below and not (given.places or given.relics or board.monster_sites):
            senseless += NOT_WITHOUT_MARKERS
    return set_up(options, library, given, senseless)


def set_up(
    options: Options, library: Library, given: Given, senseless: Collection[str] = ()
) -> State:
    """The position at such a table, ready to be played on; a GameError says what cannot be.

    `senseless` are races and powers that are not dealt unless they are named.
    """
    s = bare(options, library)
    s.turn = given.turn
    s.seat = options.seats.index(given.to_act)
    _place_empires(s, given)
    _place_natives(s, given.natives)
    _place_pieces(s, given)
    _deal_cards(s, given, senseless)
    _remember(s, given)
    for e in s.empires:
        if e.seat >= 0:
            refresh(s, e)
    wrong = [*check(s), *_misplaced(s, given.phase)]
    if wrong:
        raise GameError(f"such a position cannot be: {'; '.join(wrong)}")
    _begin(s, given.phase)
    return s


def _misplaced(s: State, phase: str) -> list[str]:
    """What no rule would notice before it fails."""
    wrong = []
    seat = s.options.seats[s.seat]
    has_race = s.active(s.seat).seat >= 0
    if phase == "pick" and has_race:
        wrong.append(f"{seat} picks a combo and has an active race already")
    if phase not in ("start", "pick") and not has_race:
        wrong.append(f"the phase is {phase}, and {seat} has no active race")
    if phase in ("start", "pick") and not has_race and not s.row_size:
        wrong.append(f"{seat} is to pick a combo, and the row is empty")
    played = [e.race.name for e in s.empires if e.seat >= 0]
    for race in s.library.races:
        if race.piece >= 0 and s.where[race.piece] and race.name not in played:
            name = s.library.pieces[race.piece].name
            wrong.append(f"a {name} is on the map, and nobody plays {race.name}")
    return wrong


# ---- board ----


def _board(given: Given) -> tuple[Board, int, bool]:
    """The board, the number of turns, and whether it lies below ground."""
    if given.map is not None:
        map_ = load_map(given.map)
        return map_.board, given.turns or map_.turns, map_.underground
    assert given.board is not None
    below = given.world == "underground" or any(r.terrain in _BELOW for r in given.board.regions)
    return _tiny_board(given.board, _ground(given, below)), given.turns or 10, below


def _tiny_board(spec: BoardSpec, ground: str) -> Board:
    number = {region.name: r for r, region in enumerate(spec.regions)}
    neighbours: list[list[int]] = [[] for _ in spec.regions]
    for a, b in spec.borders:
        neighbours[number[a]].append(number[b])
        neighbours[number[b]].append(number[a])
    regions: list[Region] = []
    for r, region in enumerate(spec.regions):
        symbols = list(region.symbols)
        for flag in ("lost_tribe", "monster", "volcano"):
            if getattr(region, flag):
                symbols.append(flag)
        terrain = TERRAINS.index(region.terrain or ground)
        regions.append(Region(region.name, terrain, symbols, region.edge, neighbours[r]))
    return Board("the scenario's board", regions)


def _ground(given: Given, below: bool) -> str:
    """A terrain that nobody in play or in the row cares for."""
    there: set[str | None] = {combo.race for combo in given.row or ()}
    there |= {combo.power for combo in given.row or ()}
    there.add(given.stonehedge)
    for seat in given.seats:
        for empire in (*((seat.active,) if seat.active else ()), *seat.declined):
            there |= {empire.race, empire.power}
    choice = [name for name in _PLAIN_GROUND if (name in _BELOW) == below]
    for name in choice:
        if not there & set(_PLAIN_GROUND[name]):
            return name
    return choice[0]


# ---- who and what stands where ----


def find_race(library: Library, name: str) -> Race:
    """A race of the library by name."""
    for race in library.races:
        if race.name == name:
            return race
    raise GameError(f"there is no race {name!r} in this world")


def find_power(library: Library, name: str) -> Power:
    """A power of the library by name."""
    for power in library.powers:
        if power.name == name:
            return power
    raise GameError(f"there is no power {name!r} in this world")


def find_marker(library: Library, name: str) -> Marker:
    """A place or relic of the library by name."""
    for marker in library.markers:
        if marker.name == name:
            return marker
    raise GameError(f"there is no place or relic {name!r} in this world")


def _place_empires(s: State, given: Given) -> None:
    for seat, spec in enumerate(given.seats):
        s.coins[seat] = spec.coins
        if spec.active is not None:
            s.empires[seat] = _empire(s, seat, spec.active, declined=False)
        for declined in spec.declined:
            s.empires.append(_empire(s, seat, declined, declined=True))


def _empire(s: State, seat: int, spec: EmpireSpec, declined: bool) -> Empire:
    race = find_race(s.library, spec.race)
    power = NO_POWER if spec.power is None else find_power(s.library, spec.power)
    total = spec.hand + sum(spec.at.values())
    if total > race.supply:
        raise GameError(
            f"such a position cannot be: {race.name} have {race.supply} tokens, not {total}"
        )
    if spec.hammers > MOST_COUNTED:
        raise GameError(f"{race.name}: at most {MOST_COUNTED} hammers, not {spec.hammers}")
    e = Empire(seat, race, power)
    e.declined = declined
    e.first_turn = spec.first_turn and not declined
    e.lingers = declined and power.lingers
    e.hand = spec.hand
    e.hammers = spec.hammers
    for name, tokens in spec.at.items():
        hold(s, e, _region(s, name), tokens)
    e.tray = race.supply - total
    return e


def _place_natives(s: State, named: tuple[str, ...] | None) -> None:
    """Lost Tribes and Monsters: where the file says that they still stand, else where printed."""
    monsters = int(s.options.monster_sites)
    tribes = int(s.board.tribe_sites) & ~monsters
    held = 0
    for e in s.empires:
        held |= int(e.regions)
    there = (tribes | monsters) & ~held
    if named is not None:
        there = 0
        for name in named:
            there |= _native_site(s, name, tribes | monsters, held)
    for r in each(there & tribes):
        put_natives(s, r, 1, False)
    for r in each(there & monsters):
        put_natives(s, r, 2, True)


def _native_site(s: State, name: str, sites: int, held: int) -> int:
    bit = int(BIT[_region(s, name)])
    if not sites & bit:
        printed = ", ".join(s.board.names[r] for r in each(sites))
        raise GameError(
            f"natives: region {name} has no symbol of a Lost Tribe or Monsters on {s.board.name}; "
            f"there are {printed or 'none'}"
        )
    if held & bit:
        raise GameError(f"natives: region {name} is held by a race, so they are gone from there")
    return bit


def _place_pieces(s: State, given: Given) -> None:
    kinds = {piece.name: kind for kind, piece in enumerate(s.library.pieces)}
    for name, where in given.pieces.items():
        if name == "mountain":
            continue  # mountains bring their own
        for region, n in where.items():
            if n > MOST_COUNTED:
                raise GameError(f"{name}: at most {MOST_COUNTED} in a region, not {n}")
            if n != 1 and s.library.pieces[kinds[name]].stack < 0:
                raise GameError(f"{name}: at most one stands in a region")
            put_piece(s, kinds[name], _region(s, region), n)
    for marker, region in {**given.places, **given.relics}.items():
        lay_marker(s, find_marker(s.library, marker).index, _region(s, region))
    s.finds = BIT[len(s.library.markers)] - 1
    for found in s.library.markers:
        if s.marker_region(found.index) >= 0:
            s.finds &= ~BIT[found.index]


def _region(s: State, name: str) -> int:
    if name not in s.board.number:
        raise GameError(f"there is no region {name!r} on {s.board.name}")
    return s.board.number[name]


# ---- banners and badges ----


def _deal_cards(s: State, given: Given, senseless: Collection[str]) -> None:
    library = s.library
    if len(given.row or ()) > ROW:
        raise GameError(f"row: there is room for {ROW} combos, not for {len(given.row or ())}")
    used: set[str] = set(given.discards)
    if given.stonehedge is not None:
        used.add(given.stonehedge)
    for e in s.empires:
        used |= {e.race.name, e.power.name}
    for slot, combo in enumerate(given.row or ()):
        if combo.coins > MOST_COUNTED:
            raise GameError(f"row: at most {MOST_COUNTED} coins on a combo, not {combo.coins}")
        s.row_races[slot] = find_race(library, combo.race).index
        s.row_powers[slot] = find_power(library, combo.power).index
        s.row_coins[slot] = combo.coins
        used |= {combo.race, combo.power}
        s.row_size = slot + 1
    for name in given.discards:
        s.power_discard |= BIT[find_power(library, name).index]
    races = [race.name for race in library.races]
    powers = [power.name for power in library.powers]
    left_races = [name for name in races if name not in used and name not in senseless]
    left_powers = [name for name in powers if name not in used and name not in senseless]
    if given.stack is not None:
        if given.stack.races is not None:
            left_races = list(given.stack.races)
        if given.stack.powers is not None:
            left_powers = list(given.stack.powers)
    if given.row is None:
        while s.row_size < ROW and left_races and left_powers:
            s.row_races[s.row_size] = find_race(library, left_races.pop(0)).index
            s.row_powers[s.row_size] = find_power(library, left_powers.pop(0)).index
            s.row_size += 1
    else:
        s.row_slots = s.row_size
    for name in left_races:
        s.race_stack |= BIT[find_race(library, name).index]
    for name in left_powers:
        s.power_stack |= BIT[find_power(library, name).index]


# ---- what is remembered ----


def _remember(s: State, given: Given) -> None:
    """Notes that follow from the position, or are given."""
    seats = s.options.seats
    for trait in s.library.races:
        if trait.piece >= 0:
            s.set_note(trait, len(each(s.where[trait.piece])))
    cultists = [e for e in s.empires if e.race.word == "place ancient"]
    for e in cultists:
        if e.regions & s.board.land:
            s.set_note(e.race, 1)  # its first land was conquered before
    if given.stonehedge is not None:
        power = find_power(s.library, given.stonehedge)
        s.set_note(find_marker(s.library, "Stonehedge"), power.index + 1)
    for giver, marked in given.vengeance.items():
        bits = 0
        for name in marked:
            bits |= int(BIT[seats.index(name)])
        s.set_note(_trait_of(s, giver, "Vengeful"), bits)
    for bound, diplomat in given.peace.items():
        s.set_note(_trait_of(s, diplomat, "Diplomat"), seats.index(bound) + 1)
    for name in given.attacked:
        s.now.attacked |= BIT[seats.index(name)]


def _trait_of(s: State, seat: str, name: str) -> Trait:
    if name not in s.library.by_name:
        raise GameError(f"{seat} cannot be {name}: there is no such power in this world")
    return s.library.by_name[name]


# ---- the phase ----


def _begin(s: State, phase: str) -> None:
    if phase == "start":
        s.push(TURN_START, s.seat, 0)
    elif phase == "pick":
        s.push(PICK, s.seat, 0)
    elif phase == "choose":
        s.push(CHOOSE, s.seat, 0)
    else:
        push_end_of_turn(s)
        if phase == "placements":
            s.pop()
            s.push(PLACEMENTS, s.seat, 0)
        elif phase == "redeploy":
            s.push(ENTER_REDEPLOY, s.seat, 0)
        elif phase == "ready":
            s.push(ENTER_READY, s.seat, 0)
        else:
            s.push(CONQUEST, s.seat, 0)
    settle(s)
