"""Views: everything a seat may see, and nothing that would tell it another's coins."""

import json
from collections.abc import Iterator
from typing import cast

import pytest

from smallworld.engine.game import apply, is_chance, is_over, legal, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.pack import fingerprint
from smallworld.engine.state import State
from smallworld.engine.terms import CONQUEST, RISEN
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, new_game, start_game
from smallworld.game.views.view import Json, View
from smallworld.wire.plain import plain

TABLES = [
    GameSetup(map="base-3"),
    GameSetup(map="underground-2"),
    GameSetup(map="base-4", world="mixed"),
    GameSetup(map="underground-5", world="mixed"),
]
SECRET = 77700  # a number that stands nowhere else


def walk(table: GameSetup, seed: int, every: int) -> Iterator[State]:
    """Positions of a random game, one in so many, and its end."""
    dealer = Dealer(seed)
    s = start_game(set_table(table, dealer))
    n = 0
    while not is_over(s):
        if n % every == 0:
            yield s
        n += 1
        if is_chance(s):
            apply(s, dealer.draw(s))
        else:
            offered = legal(s)
            apply(s, offered[dealer.pick(len(offered))])
    yield s


def viewers(s: State) -> list[int | None]:
    return [*range(s.seats), None]


def with_others_coins(s: State, seat: int | None, coins: int) -> State:
    """A copy that differs only in the coins of the other seats."""
    other = s.copy()
    for n in range(s.seats):
        if n != seat:
            other.coins[n] = coins + n
    return other


def rows(view: View, key: str) -> list[dict[str, Json]]:
    return cast(list[dict[str, Json]], view.to_dict()[key])


# ---- secrets ----


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_views_do_not_depend_on_what_is_hidden(table: GameSetup) -> None:
    for s in walk(table, seed=5, every=9):
        if is_over(s):
            continue
        for seat in viewers(s):
            view = View(s, table, seat)
            seen = view.to_json()
            for coins in (0, 1, SECRET):
                other = View(with_others_coins(s, seat, coins), table, seat)
                assert other.to_json() == seen
                assert other.legal == view.legal
                assert other.coins == view.coins
                assert fingerprint(other.state) == fingerprint(view.state)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_no_hidden_total_stands_anywhere(table: GameSetup) -> None:
    for s in walk(table, seed=6, every=17):
        for seat in viewers(s):
            rich = with_others_coins(s, seat, SECRET)
            view = View(rich, table, seat)
            for other in range(s.seats):
                told = is_over(s) or other == seat
                assert (f"{SECRET + other}" in view.to_json()) == (told and other != seat)
                assert int(view.state.coins[other]) == (int(rich.coins[other]) if told else 0)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_open_coins_are_seen_by_all(seat: int | None) -> None:
    table = GameSetup(map="base-3", coins="open")
    s = start_game(table)
    assert View(s, table, seat).coins == [5, 5, 5]
    assert View(with_others_coins(s, seat, 9), table, seat).to_json() != (
        View(s, table, seat).to_json()
    )


@pytest.mark.parametrize("seat", [0, 1, None])
def test_at_the_end_all_coins_are_seen(seat: int | None) -> None:
    table = GameSetup(map="base-2", turns=1)
    *_, s = walk(table, seed=1, every=50)
    view = View(s, table, seat)
    assert view.coins == [int(s.coins[0]), int(s.coins[1])]
    assert View(with_others_coins(s, seat, 90), table, seat).to_json() != view.to_json()
    outcome = cast(dict[str, Json], view.to_dict()["result"])
    assert outcome["coins"] == view.coins


def test_a_seat_sees_its_own_coins() -> None:
    table = GameSetup(map="base-2")
    s = start_game(table)
    before = View(s, table, 0).to_json()
    s.coins[0] = 8
    assert View(s, table, 0).to_json() != before
    assert View(s, table, 0).coins == [8, None]
    assert View(s, table, None).coins == [None, None]


def test_a_preview_does_not_tell_who_is_broke() -> None:
    table = GameSetup(map="underground-2")
    for s in walk(table, seed=3, every=4):
        seat = int(s.seat)
        if not is_over(s):
            broke = View(with_others_coins(s, seat, 0), table, seat).preview()
            assert broke == View(with_others_coins(s, seat, 50), table, seat).preview()


# ---- the state in the view ----


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_the_state_of_a_view_is_the_state_but_for_coins(table: GameSetup) -> None:
    shown = GameSetup(map=table.map, world=table.world, coins="open")
    for s in walk(table, seed=7, every=13):
        for seat in viewers(s):
            assert fingerprint(View(s, shown, seat).state) == fingerprint(s)
        acting = to_act(s)
        if acting >= 0:
            view = View(s, table, acting)
            assert view.legal == legal(s)
            view.state.offered = None
            assert legal(view.state) == view.legal
            for seat in viewers(s):
                if seat != acting:
                    assert View(s, table, seat).legal == []


def test_a_new_field_of_the_state_must_be_thought_of_here() -> None:
    # Whoever adds one decides whether a view may have it, and adds it to `seen`.
    fields = "turn seat coins empires voices tokens defence stacks where pieced shielded barred"
    fields += " tribes monsters markers marked finds notes turn_notes race_stack race_bottom"
    fields += " power_stack power_discard row_races row_powers row_coins row_size row_slots now"
    fields += " top below depth options library board seats listener offered"
    s = new_game("base-2")
    found = {name for name in dir(s) if name[0] != "_" and not callable(getattr(s, name))}
    assert found == set(fields.split())


def test_a_view_is_its_owners_alone() -> None:
    table = GameSetup(map="base-2")
    for s in walk(table, seed=2, every=6):
        before = fingerprint(s)
        view = View(s, table, 0 if is_over(s) else max(0, to_act(s)))
        view.to_json()
        mine = view.state
        for e in mine.empires:
            if e.seat >= 0:
                e.hand += 1
                e.regions = 0
        for cells in (mine.tokens, mine.defence, mine.notes, mine.turn_notes, mine.row_coins):
            for i in range(len(cells)):
                cells[i] = 7
        mine.race_bottom.append(1)
        mine.now.taken = 1
        mine.push(0, 0, 0)
        view.legal.append(3)
        view.coins[0] = 900
        assert fingerprint(s) == before
        assert 3 not in legal(s)


# ---- what is in it ----


def test_what_a_view_tells() -> None:
    table = GameSetup(map="base-2")
    s = start_game(table)
    told = ["race Elves", "power Hill", "race Trolls", "power Merchant", "race Humans"]
    told += ["power Swamp", "race Orcs", "power Stout", "race Giants", "power Forest"]
    told += ["race Ratmen", "power Flying", "pick 2", "race Wizards", "power Spirit"]
    for text in told:
        apply(s, from_text(s, text))
    first = next(to_text(s, a) for a in legal(s) if to_text(s, a).startswith("conquer"))
    apply(s, from_text(s, first))
    view = View(s, table, 0)
    seen = view.to_dict()
    assert seen["seat"] == "P1"
    assert (seen["turn"], seen["turns"], seen["current"]) == (1, 10, "P1")
    assert (seen["phase"], seen["to_act"]) == ({"kind": "conquest"}, "P1")
    seats = rows(view, "seats")
    assert [seat["coins"] for seat in seats] == [4, None]
    active = cast(dict[str, Json], seats[0]["active"])
    assert (active["race"], active["power"]) == ("Trolls", "Merchant")
    assert seats[1]["active"] is None
    region = next(r for r in rows(view, "regions") if r["holder"] == "P1")
    assert region["name"] == first.split()[1]
    assert region["race"] == "Trolls"
    assert cast(dict[str, Json], region["pieces"])["lair"] == 1
    assert (region["declined"], region["immune"], region["markers"]) == (False, False, [])
    assert {r["race"] for r in rows(view, "regions")} == {None, "Trolls"}
    assert {r["natives"] for r in rows(view, "regions")} == {None, "Lost Tribe"}
    assert all(r["terrain"] for r in rows(view, "regions"))
    row = rows(view, "row")
    assert len(row) == 6
    elves = {"race": "Elves", "power": "Hill", "tokens": 10, "coins": 1, "cost": 0}
    wizards = {"race": "Wizards", "power": "Spirit", "tokens": 10, "coins": 0, "cost": 5}
    assert row[0] == {"number": 1, **elves}
    assert row[5] == {"number": 6, **wizards}
    assert seen["stacks"] == {"races": 7, "powers": 13, "bottom": [], "finds": 0}
    assert seen["discards"] == {"powers": []}
    parts: list[Json] = [
        {"code": "regions", "amount": 1, "name": "Trolls"},
        {"code": "trait", "amount": 1, "name": "Merchant"},
    ]
    score = cast(dict[str, Json], seen["score"])
    assert (score["total"], score["parts"]) == (2, parts)
    assert seen["result"] is None


def test_immune_regions_markers_and_declined_races_are_told() -> None:
    found: set[str] = set()
    table = GameSetup(map="underground-3", world="mixed")
    for seed in range(6):
        for s in walk(table, seed, every=5):
            for r in rows(View(s, table, None), "regions"):
                pieces = cast(dict[str, Json], r["pieces"])
                closing = [piece for piece in s.library.pieces if piece.closes]
                assert r["immune"] == any(piece.name in pieces for piece in closing)
                found |= {f"immune by {piece.name}" for piece in closing if piece.name in pieces}
                if r["markers"]:
                    found.add("markers")
                if r["declined"]:
                    found.add("declined")
                    assert r["holder"] is not None
                if r["natives"] == "Monsters":
                    found.add("monsters")
    assert found >= {"markers", "declined", "monsters"}
    assert len([fact for fact in found if "immune" in fact]) >= 2


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_legal_actions_are_told_as_text_with_their_prices(table: GameSetup) -> None:
    priced = 0
    for s in walk(table, seed=8, every=3):
        seat = to_act(s)
        if seat < 0:
            continue
        view = View(s, table, seat)
        told = rows(view, "legal")
        assert [from_text(s, str(row["do"])) for row in told] == view.legal
        if s.step() not in (CONQUEST, RISEN):
            continue
        for row in told:
            if str(row["do"]).startswith("conquer "):
                priced += 1
                parts = cast(list[dict[str, int]], row.get("parts", []))
                assert row["price"] == sum(part["amount"] for part in parts)
                assert "short" not in row
            elif str(row["do"]).startswith("roll "):
                odds = {1: 50, 2: 33, 3: 17, None: None}
                assert row.get("odds") == odds[cast(int | None, row.get("short"))]
    assert priced > 30


def test_the_score_is_told_to_its_own_seat_in_its_own_turn() -> None:
    table = GameSetup(map="base-3", coins="open")
    for s in walk(table, seed=4, every=11):
        for seat in viewers(s):
            told = View(s, table, seat).to_dict()["score"]
            if seat is None or seat != s.seat or is_over(s):
                assert told is None
                assert View(s, table, seat).preview() == []
            elif told is not None:  # else it chooses a race, or has scored already
                score = cast(dict[str, Json], told)
                assert score["parts"] == plain(View(s, table, seat).preview())
                assert score["by"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_a_view_is_json_that_reads_back(table: GameSetup) -> None:
    for s in walk(table, seed=9, every=29):
        for seat in viewers(s):
            view = View(s, table, seat)
            assert json.loads(view.to_json()) == view.to_dict()
