"""Each clause does what it says, in a tiny position."""

import pytest

from smallworld.content.custom.clauses import PLACES, SAME_PLACE, regions_named
from smallworld.content.custom.reader import read_custom
from smallworld.content.library import build_library
from smallworld.engine.board import Board, Region
from smallworld.engine.explain.invariants import check
from smallworld.engine.game import apply, legal
from smallworld.engine.notation import from_text, phase_name, to_text
from smallworld.engine.options import Options
from smallworld.engine.regions import BIT, each
from smallworld.engine.rules.agenda import push_end_of_turn
from smallworld.engine.rules.conquest import Front
from smallworld.engine.rules.redeploy import begin_redeploy
from smallworld.engine.rules.scoring import coins_of
from smallworld.engine.rules.setup import bare
from smallworld.engine.state import Empire, State
from smallworld.engine.terms import CHOOSE, CONQUEST, TERRAINS
from smallworld.engine.trait import (
    CHEAPER,
    COINS_OVERALL,
    DEARER,
    ENTERS,
    LINKS,
    NO_POWER,
    ON_GAINED,
    OPTIONS,
    PAYS,
    REACHES,
    TOKENS_LOST,
    TOKENS_ON_REDEPLOY,
)
from smallworld.engine.verbs import add_tokens, hold, lay_marker, leave, put_piece, refresh

# A chain of lands from the coast inwards; G lies apart from it, N at the other edge.
LANDS = {
    "A": ("farmland", [], True, "B S"),
    "B": ("forest", [], False, "A C"),
    "C": ("hill", ["cavern"], False, "B D"),
    "D": ("swamp", ["lost_tribe"], False, "C E L"),
    "E": ("mountain", ["mine"], False, "D F"),
    "F": ("forest", ["magic", "cavern"], False, "E"),
    "G": ("hill", ["monster"], False, ""),
    "N": ("mountain", [], True, ""),
    "S": ("sea", [], True, "A"),
    "L": ("lake", [], False, "D"),
}
NUMBER = {name: r for r, name in enumerate(LANDS)}


def board() -> Board:
    regions = [
        Region(name, TERRAINS.index(terrain), symbols, edge, [NUMBER[n] for n in near.split()])
        for name, (terrain, symbols, edge, near) in LANDS.items()
    ]
    return Board("tiny", regions)


def named(s: State, regions: int) -> str:
    return "".join(s.board.names[r] for r in each(regions))


def position(
    clauses: str = "",
    at: str = "",
    *,
    works: str = "active",
    power: str = "",
    hand: int = 5,
    other: str = "",
    declined: bool = False,
) -> State:
    """Beavers of these clauses, with a power, one token in each of `at`; P2's Orcs in `other`."""
    custom = read_custom(
        f"""
        [[race]]
        name = "Beavers"
        tokens = 6
        stand_in = "Ratmen"
        works = "{works}"
        clauses = [{clauses}]
        [[power]]
        name = "Plain"
        tokens = 3
        works = "{works}"
        clauses = [{power}]
        """,
        "tiny.toml",
    )
    library = build_library("base", False, False, custom=custom)
    s = bare(Options(board(), ["P1", "P2"], 10), library)
    s.turn = 2
    s.race_stack = (1 << len(library.races)) - 1
    s.power_stack = (1 << len(library.powers)) - 1
    seat(s, 0, "Beavers", "Plain", at, hand, declined)
    seat(s, 1, "Orcs", "Alchemist", other, 0, False)
    return s


def seat(s: State, n: int, race: str, power: str, at: str, hand: int, declined: bool) -> None:
    races = {trait.name: trait for trait in s.library.races}
    powers = {trait.name: trait for trait in s.library.powers}
    e = Empire(n, races[race], powers[power])
    e.first_turn = False
    e.declined = declined
    s.race_stack &= ~int(BIT[e.race.index])
    s.power_stack &= ~int(BIT[e.power.index])
    for name in at:
        hold(s, e, NUMBER[name], 1)
    e.hand = hand
    e.tray = e.race.supply - hand - len(at)
    if declined:
        if not e.power.kept:
            s.power_discard |= int(BIT[e.power.index])
            e.power = NO_POWER
        s.empires.append(e)
    else:
        s.empires[n] = e
    refresh(s, e)


def conquest(s: State) -> State:
    push_end_of_turn(s)
    s.push(CONQUEST, s.seat, 0)
    return s


def play(s: State, *texts: str) -> None:
    for text in texts:
        apply(s, from_text(s, text))
        assert check(s) == []


def texts(s: State) -> list[str]:
    return [to_text(s, action) for action in legal(s)]


def beavers(s: State) -> Empire:
    return next(e for e in s.empires if e.race.name == "Beavers")


def bonus(s: State) -> int:
    """What Beavers score beyond one coin a region."""
    e = beavers(s)
    return int(coins_of(s, e, None)) - len(each(e.regions))


def price(s: State, name: str) -> int:
    return int(Front(s, beavers(s)).price(NUMBER[name]))


def targets(s: State) -> str:
    return named(s, Front(s, beavers(s)).targets)


# ---- places ----


@pytest.mark.parametrize(
    ("place", "regions"),
    [
        ("farmland", "A"),
        ("forest", "BF"),
        ("hill", "CG"),
        ("swamp", "D"),
        ("mountain", "EN"),
        ("mine", "E"),
        ("magic", "F"),
        ("cavern", "CF"),
        ("lost_tribe", "D"),
        ("monster", "G"),
        ("coast", "AD"),
        ("edge", "ANS"),
        ("water", "SL"),
    ],
)
def test_places_are_the_regions_of_that_name(place: str, regions: str) -> None:
    s = position(f'{{ cheaper = "{place}" }}')
    assert named(s, regions_named(s.board, place)) == regions
    assert named(s, beavers(s).race.cheaper(s, beavers(s))) == regions


def test_every_place_is_known() -> None:
    for place in PLACES:
        regions_named(board(), place)
    with pytest.raises(KeyError):
        regions_named(board(), "desert")


@pytest.mark.parametrize(("below", "above"), list(SAME_PLACE.items()))
def test_the_words_of_the_other_box_mean_the_same(below: str, above: str) -> None:
    s = position(f'{{ cheaper = "{below}" }}')
    assert beavers(s).race.cheaper(s, beavers(s)) == regions_named(s.board, above)


# ---- coins ----


@pytest.mark.parametrize(
    ("clauses", "coins"),
    [
        ("{ coins = 2 }", 2),
        ('{ coins = 1, per = "forest" }', 2),
        ('{ coins = 2, per = "forest" }', 4),
        ('{ coins = 1, per = "mine" }', 0),
        ('{ coins = 1, per = "region" }', 4),
        ('{ coins = 1, per = "region", every = 3 }', 1),
        ('{ coins = 2, per = "region", every = 2 }', 4),
        ('{ coins = 1, per = "coast" }', 1),
        ('{ coins = 1, per = "magic" }', 1),
        ('{ coins = 1, per = ["forest", "cavern"] }', 3),
        ('{ coins = 1, per = "forest" }, { coins = 1, per = "cavern" }', 4),
        ('{ coins = 1, per = "forest" }, { coins = 3 }', 5),
        ("", 0),
    ],
)
def test_coins(clauses: str, coins: int) -> None:
    assert bonus(position(clauses, "ABCF")) == coins
    assert bonus(position(power=clauses, at="ABCF")) == coins


def test_coins_of_race_and_power_add_up() -> None:
    s = position('{ coins = 1, per = "forest" }', "AB", power='{ coins = 1, per = "region" }')
    assert bonus(s) == 3


def test_the_first_coin_belongs_to_the_region() -> None:
    s = position('{ coins = 2, per = "forest" }, { coins = 1, per = "region", every = 2 }', "AB")
    e = beavers(s)
    assert named(s, e.race.pays(s, e)) == "B"
    assert e.race.coins_overall(s, e) == 2


def test_coins_for_conquests_of_regions_that_were_not_empty() -> None:
    s = conquest(position('{ coins = 1, per = "conquest" }', "A", other="C"))
    play(s, "conquer B", "conquer C")
    assert bonus(s) == 1
    s.now.won |= BIT[NUMBER["E"]]  # conquered and given up again
    assert bonus(s) == 2


def test_conquests_of_the_next_race_are_not_those_of_the_one_in_decline() -> None:
    s = position('{ coins = 1, per = "conquest" }', "AB", works="always", declined=True)
    s.now.won |= BIT[NUMBER["B"]] | BIT[NUMBER["C"]]
    assert bonus(s) == 0


# ---- when ----


@pytest.mark.parametrize(
    ("works", "clause", "active", "decline"),
    [
        ("active", "{ coins = 2 }", 2, 0),
        ("decline", "{ coins = 2 }", 0, 2),
        ("always", "{ coins = 2 }", 2, 2),
        ("active", '{ coins = 2, when = "decline" }', 0, 2),
        ("active", '{ coins = 2, when = "always" }', 2, 2),
        ("always", '{ coins = 2, when = "active" }', 2, 0),
        ("active", '{ coins = 2 }, { coins = 1, when = "decline" }', 2, 1),
        ("active", '{ coins = 1, per = "region", when = "always" }, { coins = 5 }', 7, 2),
    ],
)
def test_a_clause_speaks_when_it_says(works: str, clause: str, active: int, decline: int) -> None:
    assert bonus(position(clause, "AB", works=works)) == active
    assert bonus(position(clause, "AB", works=works, declined=True, hand=0)) == decline
    assert bonus(position(power=clause, at="AB", works=works)) == active
    assert bonus(position(power=clause, at="AB", works=works, declined=True, hand=0)) == decline


def test_without_a_region_only_the_active_race_is_paid() -> None:
    assert bonus(position("{ coins = 2 }", works="always")) == 2
    assert bonus(position("{ coins = 2 }", works="always", declined=True)) == 0


@pytest.mark.parametrize(("when", "kept"), [("active", False), ("always", True), ("decline", True)])
def test_the_badge_stays_while_a_clause_speaks_in_decline(when: str, kept: bool) -> None:
    s = position(power=f'{{ coins = 2, when = "{when}" }}', at="AB", hand=0)
    s.push(CHOOSE, 0, 0)
    play(s, "decline")
    assert (beavers(s).power is not NO_POWER) == kept
    assert s.coins[0] == 5 + 2 + (2 if kept else 0)


# ---- prices ----


def test_cheaper() -> None:
    s = position('{ cheaper = ["hill", "mountain"] }', "A", other="C")
    assert [price(s, name) for name in "BCEG"] == [2, 2, 2, 1]
    assert [price(position("", "A", other="C"), name) for name in "BCEG"] == [2, 3, 3, 2]


def test_cheaper_anywhere_but_never_below_one_token() -> None:
    s = position('{ cheaper = "anywhere" }', "A", power='{ cheaper = "anywhere" }')
    assert [price(s, name) for name in "BEN"] == [1, 1, 1]
    s = position('{ cheaper = "anywhere" }', "A", power='{ cheaper = "hill" }')
    assert [price(s, name) for name in "BCE"] == [1, 1, 2]


def test_no_conquest_without_a_token() -> None:
    s = conquest(position('{ cheaper = "anywhere" }', "A", hand=0))
    assert texts(s) == ["stop"]


def test_dearer() -> None:
    s = position('{ dearer = "coast" }', "A")
    assert [price(s, name) for name in "BDE"] == [2, 3, 3]
    s = position('{ dearer = "anywhere" }', "A")
    assert [price(s, name) for name in "BDE"] == [3, 3, 4]


def test_cheaper_here_and_dearer_there() -> None:
    s = position('{ cheaper = "forest" }, { dearer = "hill" }', "A")
    assert [price(s, name) for name in "BCD"] == [1, 3, 2]


# ---- where ----


def test_enters() -> None:
    assert targets(position()) == "AN"
    assert targets(position('{ enters = "anywhere" }')) == "ABCDEFGN"
    assert targets(position('{ enters = "hill" }')) == "ACGN"
    assert targets(position('{ enters = "hill" }, { enters = "forest" }')) == "ABCFGN"
    assert targets(position('{ enters = "anywhere" }', "A")) == "B"


def test_reaches() -> None:
    assert targets(position('{ reaches = "forest" }', "A")) == "BF"
    assert targets(position('{ reaches = "edge" }', "A")) == "BN"
    assert targets(position('{ reaches = "anywhere" }', "A")) == "BCDEFGN"
    assert targets(position('{ reaches = "anywhere" }')) == "AN"


def test_links() -> None:
    assert targets(position('{ links = "cavern" }', "A")) == "B"
    assert targets(position('{ links = "cavern" }', "C")) == "BDF"
    assert targets(position('{ links = ["cavern", "hill"] }', "F")) == "CEG"
    # Two sentences make two groups.
    assert targets(position('{ links = "hill" }, { links = "edge" }', "G")) == "C"


def test_no_clause_leads_onto_water() -> None:
    """Not even those who live there, like a race that is Seafaring."""
    clauses = '{ enters = "edge" }, { reaches = "edge" }, { links = "edge" }'
    s = position(clauses, "N", power=clauses)
    e = beavers(s)
    for said in (e.race, e.power):
        for regions in (said.enters(s, e), said.reaches(s, e), said.links(s, e, e.regions)):
            assert named(s, regions) == "AN"


def test_a_power_answers_what_a_race_of_the_same_clauses_does() -> None:
    clauses = """{ coins = 2, per = "hill" }, { tokens = 1 }, { cheaper = "hill" },
        { dearer = "mine" }, { loses = "none" }"""
    s = position(clauses.replace("\n", " "), "AC", power=clauses.replace("\n", " "))
    e = beavers(s)
    for said in (e.race, e.power):
        sets = (said.pays(s, e), said.cheaper(s, e), said.dearer(s, e))
        assert [named(s, regions) for regions in sets] == ["C", "CG", "E"]
        assert (said.coins_overall(s, e), said.tokens_on_redeploy(s, e)) == (1, 1)
        assert said.tokens_lost(s, e, 1) == 1  # it is the Beavers' own turn: no enemy takes it
        s.seat = 1
        assert said.tokens_lost(s, e, 1) == 0
        s.seat = 0


# ---- losses and decline ----


def stack_up(s: State, name: str, tokens: int) -> None:
    """More tokens of the Beavers from the tray."""
    beavers(s).tray -= tokens
    add_tokens(s, NUMBER[name], tokens)


def attacked(clauses: str, declined: bool = False) -> State:
    """P2's Orcs have just taken B from Beavers, who had two tokens there."""
    s = position(clauses, "AB", hand=0, declined=declined, other="C")
    stack_up(s, "B", 1)
    orcs = s.active(1)
    orcs.hand, orcs.tray = 5, orcs.tray - 5
    s.seat = 1
    play(conquest(s), "conquer B")
    return s


def test_loses_none() -> None:
    assert beavers(attacked("")).withdrawn == 1
    assert beavers(attacked('{ loses = "none" }')).withdrawn == 2
    assert beavers(attacked('{ loses = "none" }', declined=True)).withdrawn == 1
    always = '{ loses = "none", when = "always" }'
    assert beavers(attacked(always, declined=True)).withdrawn == 2


@pytest.mark.parametrize("clauses", ['{ keeps = "all" }', ""])
@pytest.mark.parametrize("works", ["active", "decline", "always"])
def test_keeps_all(clauses: str, works: str) -> None:
    for race, power in ((clauses, ""), ("", clauses)):
        s = position(race, "AB", power=power, hand=1, works=works)
        e = beavers(s)
        stack_up(s, "A", 2)
        s.push(CHOOSE, 0, 0)
        play(s, "decline")
        assert s.tokens_in(NUMBER["A"]) == (3 if clauses else 1)
        assert e.hand == 0
        assert e.declined


# ---- new tokens ----


@pytest.mark.parametrize(
    ("clauses", "tokens"),
    [
        ("{ tokens = 2 }", 2),
        ('{ tokens = 1, per = "forest" }', 2),
        ('{ tokens = 1, per = "region", every = 3 }', 1),
        ('{ tokens = 1 }, { tokens = 1, per = "cavern" }', 3),
        ('{ tokens = 1, when = "decline" }', 0),
        ("{ tokens = 10 }", 4),  # all that the tray has
    ],
)
def test_tokens(clauses: str, tokens: int) -> None:
    s = position(clauses, "ABCF", hand=5)
    begin_redeploy(s)
    assert beavers(s).hand == 5 + tokens
    assert check(s) == []


def test_tokens_for_every_two_conquests() -> None:
    s = conquest(position('{ tokens = 1, per = "conquest", every = 2 }', "A", other="BC", hand=8))
    play(s, "conquer B", "conquer C", "stop")
    assert beavers(s).hand == 8 - 6 + 2 + 2 + 1  # the tokens beyond one come to hand, and a new one


def test_a_race_in_decline_puts_its_new_tokens_down() -> None:
    s = position('{ tokens = 1, when = "decline" }', "CD", hand=0, declined=True)
    seat(s, 0, "Elves", "Hill", "A", 0, False)
    conquest(s)
    play(s, "stop")
    assert "done" not in texts(s)
    play(s, "deploy D 1")
    assert s.tokens_in(NUMBER["D"]) == 2
    assert "done" in texts(s)


# ---- pieces ----

DAM = '{ piece = "dam", count = 2 }'
STAYING = '{ piece = "dam", count = 2, stays_in_decline = true }'
TOWER = '{ piece = "tower", count = 2, placed = "turn" }'
BURROW = '{ piece = "burrow", count = 2, gives = "immunity" }'


def pieces(s: State, name: str) -> str:
    kind = [piece.name for piece in s.library.pieces].index(name)
    return named(s, s.where[kind])


@pytest.mark.parametrize(("race", "power"), [(DAM, ""), ("", DAM)])
def test_a_piece_in_every_region_taken_while_one_is_left(race: str, power: str) -> None:
    s = conquest(position(race, "A", power=power, hand=7))
    play(s, "conquer B", "conquer C", "conquer D")
    assert pieces(s, "dam") == "BC"
    seat(s, 1, "Elves", "Hill", "", 0, False)
    front = Front(s, s.active(1))
    assert [front.price(NUMBER[name]) for name in "BD"] == [2 + 2 + 1, 2 + 2]


def test_a_piece_that_left_can_be_placed_again() -> None:
    s = position(DAM, "ABC", hand=4)
    for name in "BC":
        put_piece(s, beavers(s).race.piece, NUMBER[name])
    s.push(CHOOSE, 0, 0)
    play(s, "expand", "abandon C", "done")
    assert pieces(s, "dam") == "B"
    play(s, "conquer C", "conquer D")
    assert pieces(s, "dam") == "BC"


@pytest.mark.parametrize(("clause", "left"), [(DAM, ""), (STAYING, "A")])
def test_pieces_in_decline(clause: str, left: str) -> None:
    s = position(clause, "AB", hand=0)
    put_piece(s, beavers(s).race.piece, NUMBER["A"])
    s.push(CHOOSE, 0, 0)
    play(s, "decline")
    assert pieces(s, "dam") == left


@pytest.mark.parametrize(("race", "power"), [(TOWER, ""), ("", TOWER)])
def test_one_piece_a_turn(race: str, power: str) -> None:
    s = conquest(position(race, "AB", power=power, hand=2))
    play(s, "conquer C", "stop", "deploy A 1", "done")
    assert phase_name(s) == "placements"
    assert texts(s) == ["place tower A", "place tower B", "place tower C", "done"]
    play(s, "place tower B")
    assert pieces(s, "tower") == "B"
    assert texts(s) == ["done"]


def test_immunity() -> None:
    s = conquest(position(BURROW, "A", hand=7))
    play(s, "conquer B", "conquer C", "conquer D")
    assert pieces(s, "burrow") == "BC"
    seat(s, 1, "Elves", "Flying", "N", 5, False)
    assert named(s, Front(s, s.active(1)).targets) == "ADEFG"
    assert price(s, "E") == 3


# ---- what the engine asks ----


@pytest.mark.parametrize(
    ("clause", "hooks"),
    [
        ("", 0),
        ("{ coins = 2 }", COINS_OVERALL),
        ('{ coins = 1, per = "hill" }', PAYS),
        ('{ coins = 2, per = "hill" }', PAYS | COINS_OVERALL),
        ('{ coins = 1, per = "hill", every = 2 }', COINS_OVERALL),
        ('{ coins = 1, per = "conquest" }', PAYS | COINS_OVERALL),
        ('{ coins = 1, per = "hill" }, { coins = 1, per = "mine" }', PAYS | COINS_OVERALL),
        ("{ tokens = 1 }", TOKENS_ON_REDEPLOY),
        ('{ cheaper = "hill" }', CHEAPER),
        ('{ dearer = "hill" }', DEARER),
        ('{ enters = "hill" }', ENTERS),
        ('{ reaches = "hill" }', REACHES),
        ('{ links = "hill" }', LINKS),
        ('{ loses = "none" }', TOKENS_LOST),
        ('{ keeps = "all" }', 0),
        (DAM, ON_GAINED),
        (TOWER, OPTIONS),
    ],
)
def test_only_what_a_clause_needs_is_asked(clause: str, hooks: int) -> None:
    s = position(clause, power=clause.replace("dam", "wall").replace("tower", "wall"))
    e = beavers(s)
    assert e.race.hooks == hooks
    assert e.power.hooks == hooks
    assert e.hooks == hooks


# ---- lent by a place (B7) ----


def lent(clause: str) -> tuple[State, Empire]:
    """P1's Elves hold Stonehedge in A, and it was given a power of that clause."""
    custom = read_custom(
        f'[[power]]\nname = "Plain"\ntokens = 3\nclauses = [{clause}]', "tiny.toml"
    )
    library = build_library("mixed", False, True, custom=custom)
    s = bare(Options(board(), ["P1", "P2"], 10), library)
    s.race_stack = (1 << len(library.races)) - 1
    s.power_stack = (1 << len(library.powers)) - 1
    plain = library.powers[-1]
    stonehedge = next(marker for marker in library.markers if marker.name == "Stonehedge")
    s.power_stack &= ~int(BIT[plain.index])
    s.set_note(stonehedge, plain.index + 1)
    seat(s, 0, "Elves", "Hill", "AB", 5, False)
    lay_marker(s, stonehedge.index, NUMBER["A"])
    assert check(s) == []
    return s, s.active(0)


def test_a_lent_power_speaks_for_its_holder() -> None:
    s, elves = lent('{ coins = 1, per = "forest" }')
    assert coins_of(s, elves, None) == 2 + 1
    s, elves = lent('{ cheaper = "hill" }')
    assert Front(s, elves).price(NUMBER["C"]) == 1


@pytest.mark.parametrize(("clause", "left"), [(DAM, "C"), (BURROW, "")])
def test_defences_stay_when_the_place_is_lost_and_immunity_ends(clause: str, left: str) -> None:
    s, _ = lent(clause)
    play(conquest(s), "conquer C")
    kind = s.library.powers[-1].piece
    assert named(s, s.where[kind]) == "C"
    leave(s, s.active(0), NUMBER["A"])
    assert named(s, s.where[kind]) == left
