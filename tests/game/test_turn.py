"""What a view says of a turn: what lies ahead, what would be lost, where tokens belong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from smallworld.content.custom.files import load_customs
from smallworld.engine.game import State, apply, legal, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.query import BIT, PHASES, PLACEMENTS, REDEPLOY, count
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.given.position import set_up_scenario
from smallworld.game.setup import GameSetup
from smallworld.game.views.deployment import propose_deployment, token_pools
from smallworld.game.views.piece_placing import propose_uses
from smallworld.game.views.view import View
from smallworld.scenario.reader import parse_scenarios
from smallworld.wire.actions import LegalAction
from smallworld.wire.game import GameView
from tests.decisions import decisions

TABLES = [
    GameSetup(map="base-3", coins="open"),
    GameSetup(map="underground-3", coins="open"),
    GameSetup(map="base-4", world="mixed", coins="open"),
    GameSetup(map="underground-2", world="mixed", coins="open"),
]


def rather_bold(s: State, offered: list[int], dealer: Dealer) -> list[int]:
    """Conquers rather than not."""
    bold = [a for a in offered if to_text(s, a).startswith(("conquer", "place"))]
    return bold if bold and dealer.pick(3) else offered


def all_decisions() -> Iterator[tuple[State, GameView]]:
    for table in TABLES:
        for s in decisions(replace(table, turns=4), 2, rather_bold):
            yield s, View(s, table, to_act(s)).show()


Wanted = Callable[[State, list[str]], bool]


def offers(end: str = "", begin: str = "") -> Wanted:
    """Where an action begins and ends like that."""
    return lambda _, texts: any(t.startswith(begin) and t.endswith(end) for t in texts)


def first_view(table: GameSetup, wanted: Wanted) -> tuple[State, GameView]:
    """The first decision of that kind in any random game at the table."""
    for seed in range(300):
        for s in decisions(table, seed, rather_bold):
            if wanted(s, [to_text(s, action) for action in legal(s)]):
                return s, View(s, table, to_act(s)).show()
    raise AssertionError("no game led there")


def after(s: State, *texts: str) -> State:
    trial = s.copy()
    for text in texts:
        apply(trial, from_text(trial, text))
    return trial


# ---- ahead ----


def test_what_lies_ahead_can_be_done_as_it_is_told_and_costs_what_is_told() -> None:
    phases = set()
    for s, shown in all_decisions():
        known: dict[tuple[str, ...], dict[str, LegalAction]] = {}
        for action in shown.ahead:
            assert action.first
            if action.first not in known:
                trial = after(s, *action.first)
                legal_then = View(trial, TABLES[0], to_act(trial)).show().legal
                known[action.first] = {one.do: one for one in legal_then}
            told = known[action.first]
            assert action.do in told
            same = told[action.do]
            assert (action.price, action.parts, action.odds) == (same.price, same.parts, same.odds)
            phases.add((PHASES[s.step()], action.verb))
    assert phases >= {
        ("choose", "conquer"), ("choose", "stop"), ("choose", "abandon"), ("ready", "conquer"),
        ("ready", "stop"), ("redeploy", "done"),
    }  # fmt: skip


def test_at_the_start_of_a_turn_all_prices_are_there() -> None:
    seen = 0
    for s, shown in all_decisions():
        if shown.phase.kind != "choose":
            continue
        trial = after(s, "expand")
        if trial.step() != s.step() and PHASES[trial.step()] == "ready":
            trial = after(trial, "done")
            wanted = [to_text(trial, a) for a in legal(trial)]
            ahead = [action.do for action in shown.ahead]
            assert set(wanted) <= set(ahead)
            assert shown.hand == int(trial.active(int(s.seat)).hand)
            seen += 1
    assert seen > 10


def test_a_decline_says_what_it_leaves_and_brings() -> None:
    seen = 0
    for s, shown in all_decisions():
        for action in shown.legal:
            if action.verb != "decline":
                continue
            assert action.outcome is not None
            seat = int(s.seat)
            race = s.active(seat).race.name
            trial = after(s, action.do)
            left = [e for e in trial.empires_of(seat) if e.race.name == race]
            assert action.outcome.regions == sum(int(count(e.regions)) for e in left)
            if shown.phase.kind == "late decline":
                assert action.outcome.coins is None
            elif int(trial.seat) != seat:
                assert action.outcome.coins == int(trial.coins[seat] - s.coins[seat])
                seen += 1
    assert seen > 10


def may_decline_late(s: State) -> bool:
    return any(trait.late_decline for trait in s.active(int(s.seat)).traits)


def test_who_may_decline_after_scoring_can_end_the_turn_at_once() -> None:
    """Unless somebody who was attacked regroups before."""
    table = GameSetup(map="base-3", coins="open")
    seen = set()
    for seed in range(20):
        for s in decisions(table, seed, rather_bold):
            if s.step() != REDEPLOY or to_act(s) != int(s.seat) or not may_decline_late(s):
                continue
            shown = View(s, table, to_act(s)).show()
            done = next(each for each in (*shown.legal, *shown.ahead) if each.verb == "done")
            scored = after(s, *done.first, done.do)
            asked = (PHASES[scored.step()], scored.seat) == ("late decline", s.seat)
            assert bool(done.then) == asked
            assert not asked or after(scored, *done.then).seat != s.seat
            seen.add(asked)
    assert seen == {True, False}


# Races that put a piece down after their redeployment; enough of them to meet Stout soon.
BUILDERS = "\n".join(
    f'''[[race]]
name = "{race}"
tokens = 6
stand_in = "{other}"
clauses = [{{ piece = "{piece}", count = 9, placed = "turn" }}]'''
    for race, other, piece in (
        ("Masons", "Orcs", "tower"),
        ("Tilers", "Giants", "roof"),
        ("Diggers", "Tritons", "ditch"),
        ("Hedgers", "Ratmen", "hedge"),
    )
)


def test_who_may_decline_late_and_has_pieces_to_put_down_can_end_the_turn_at_once(
    tmp_path: Path,
) -> None:
    path = tmp_path / "builders.toml"
    path.write_text(BUILDERS, encoding="utf-8")
    table = GameSetup(map="base-2", coins="open", custom=load_customs([str(path)]))
    seen = 0
    for seed in range(40):
        for s in decisions(table, seed, rather_bold):
            if s.step() != REDEPLOY or to_act(s) != int(s.seat) or not may_decline_late(s):
                continue
            shown = View(s, table, to_act(s)).show()
            later = [one.action.do for one in shown.placements if one.later]
            if not later:
                continue
            done = next(each for each in (*shown.legal, *shown.ahead) if each.verb == "done")
            scored = after(s, *done.first, done.do, *later, "done")
            assert PHASES[scored.step()] == "late decline"
            assert done.then
            assert after(scored, *done.then).seat != s.seat
            seen += 1
    assert seen > 5


def test_nobody_else_has_anything_to_answer_after_the_end_of_a_turn() -> None:
    ends = 0
    for s, shown in all_decisions():
        for action in (*shown.legal, *shown.ahead):
            ends += action.verb == "done"
            assert action.then == () or (action.verb == "done" and may_decline_late(s))
    assert ends > 10


# ---- what would be lost ----


def ending(shown: GameView, verb: str) -> tuple[str, ...]:
    found = [action for action in (*shown.legal, *shown.ahead) if action.verb == verb]
    return found[-1].unused


def test_an_unused_dragon_or_sorcery_is_told_of_and_none_that_was_used() -> None:
    table = GameSetup(map="base-3", coins="open")
    for name in ("Dragon Master", "Sorcerers"):
        s, shown = first_view(table, offers(f"with {name}"))
        assert name in ending(shown, "stop")
        by = next(a.do for a in shown.legal if a.do.endswith(f"with {name}"))
        used = after(s, by)
        if to_act(used) == to_act(s):
            later = View(used, table, to_act(used)).show()
            offered = any(a.do.endswith(f"with {name}") for a in later.legal)
            assert (name in ending(later, "stop")) == offered


def test_pieces_that_could_be_placed_are_told_of_until_they_stand() -> None:
    table = GameSetup(map="base-3", coins="open")
    for word, name in (("place fortress", "Fortified"), ("place encampment", "Bivouacking")):
        s, shown = first_view(table, offers(begin=word))
        assert name in ending(shown, "done")
        left = {a.left for a in shown.legal if a.trait == name}
        assert len(left) == 1
        if name == "Bivouacking":
            most = max((a for a in shown.legal if a.trait == name), key=lambda a: a.pieces)
            assert left == {most.pieces}
            later = View(after(s, most.do), table, to_act(s)).show()
            assert name not in ending(later, "done")


def test_nothing_is_said_to_be_lost_where_a_piece_only_could_be_moved() -> None:
    _, shown = first_view(
        GameSetup(map="underground-3", coins="open"),
        lambda s, texts: (
            any(t.startswith("place queen") for t in texts)
            and any("queen" in region.pieces for region in View(s, TABLES[1], 0).show().regions)
        ),
    )
    assert "Royal" not in ending(shown, "done")


def test_a_swap_says_whence_the_token_comes_and_on_how_many_it_works() -> None:
    _, shown = first_view(GameSetup(map="base-3", coins="open"), offers("with Sorcerers"))
    swaps = [a for a in shown.legal if a.do.endswith("with Sorcerers")]
    where = {a.region for a in swaps}
    holders = {region.holder for region in shown.regions if region.name in where}
    assert {(a.swaps, a.left, a.price) for a in swaps} == {("tray", len(holders), 0)}


# ---- where tokens belong ----


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_nothing_is_proposed_where_nobody_can_attack(table: GameSetup) -> None:
    seen = spared = 0
    for seed in range(4):
        for s in decisions(table, seed, rather_bold):
            pools = token_pools(s, legal(s))
            proposed = propose_deployment(s, to_act(s), pools)
            for pool in pools:
                assert sum(proposed[r] for r in pool.regions) == pool.tokens
                closed = [r for r in pool.regions if (s.shielded | s.barred) & BIT[r]]
                frightened = any(t.name == "Frightened" for t in s.holder(pool.regions[0]).traits)
                if len(closed) < len(pool.regions) and not frightened:
                    assert all(proposed[r] == 0 for r in closed)
                    spared += len(closed)
                seen += 1
    assert seen > 20
    assert spared or "underground" in table.map


PLACE = """
- id: place
  rule: A9.3
  given:
    world: mixed
    board:
      A: {{terrain: {A}, edge: true}}
      B: {{terrain: {B}, edge: true}}
      C: {{terrain: forest, edge: true}}
      borders: [A-B, {borders}]
    seats:
      P1: {{active: {{race: {race}, power: {power}, at: {{A: 1, B: 1}}, hand: {hand}}}}}
      P2: {{active: {{race: Orcs, power: Commando, at: {{C: 3}}}}}}
    pieces: {pieces}
  play: [P1 stop]
"""


def propose(
    one: str = "hill",
    two: str = "hill",
    borders: str = "A-C, B-C",
    race: str = "Ratmen",
    power: str = "Swamp",
    hand: int = 4,
    pieces: str = "{}",
) -> tuple[int, int]:
    """What is proposed for A and B, with enemies in C."""
    text = PLACE.format(
        A=one, B=two, borders=borders, race=race, power=power, hand=hand, pieces=pieces
    )
    s = set_up_scenario(parse_scenarios(text, "place.yaml")[0].given)
    apply(s, from_text(s, "stop"))
    found = propose_deployment(s, 0, token_pools(s, legal(s)))
    return found[s.board.number["A"]], found[s.board.number["B"]]


def test_tokens_go_where_an_attack_costs_least() -> None:
    assert propose() == (2, 2)
    assert propose(one="mountain", hand=1) == (0, 1), "the mountain costs one more"
    assert propose(borders="B-C") == (0, 4), "nobody stands next to A"
    assert propose(two="farmland", race="Humans", hand=1) == (0, 1), "it pays more"
    assert propose(pieces="{hero: [B]}") == (4, 0), "nobody can attack there"
    assert propose(race="Tritons", power="Frightened", hand=2, borders="A-C")[0] == 2
    assert propose(power="Frightened", hand=4, borders="B-C") == (2, 2), "each brings a coin"


# ---- where pieces belong ----


def test_pieces_are_proposed_where_an_attack_is_likely() -> None:
    def pieces(power: str, borders: str, on_map: str = "{}") -> list[tuple[str, bool]]:
        text = PLACE.format(
            A="hill", B="hill", borders=borders, race="Ratmen", power=power, hand=2, pieces=on_map
        )
        s = set_up_scenario(parse_scenarios(text, "place.yaml")[0].given)
        apply(s, from_text(s, "stop"))
        found = propose_uses(s, 0, legal(s))
        return [(to_text(each.state, each.action), each.later) for each in found]

    assert pieces("Swamp", "A-C") == []
    assert pieces("Diplomat", "A-C") == [("ally P2", True)], "the only opponent"
    camps = pieces("Bivouacking", "A-C, B-C")
    assert sorted(text.split()[2] for text, _ in camps) == ["A", "B"]
    assert sum(int(text.split()[3]) for text, _ in camps) == 5
    nearer = [("place encampment A 3", False), ("place encampment B 2", False)]
    assert pieces("Bivouacking", "A-C") == nearer, "beside two tokens more, which A has already"
    assert pieces("Fortified", "B-C") == [("place fortress A", True)], "its coin is safer there"
    assert pieces("Fortified", "A-C", "{fortress: [A]}") == [("place fortress B", True)], "a coin"
    assert sorted(pieces("Heroic", "A-C")) == [("place hero A", True), ("place hero B", True)]


OFFERS = """
- id: offers
  rule: A10
  given:
    world: mixed
    board:
      A: {{terrain: mushroom, edge: true}}
      B: {{terrain: mud, edge: true}}
      C: {{terrain: mud, edge: true}}
      D: {{terrain: mud, edge: true}}
      borders: [A-B, B-C, C-D]
    seats:
      P1: {{active: {{race: Shrooms, power: {power}, at: {{{at}}}}}}}
      P2: {{}}
      P3: {{active: {{race: Orcs, power: Commando, at: {{{enemies}}}}}}}
    relics: {{{relics}}}
    phase: placements
  play: [P1 done]
"""


def test_what_costs_nothing_is_proposed_where_it_brings_most() -> None:
    def proposed(
        power: str, at: str = "A: 1, B: 1", enemies: str = "D: 3", relics: str = ""
    ) -> str:
        text = OFFERS.format(power=power, at=at, enemies=enemies, relics=relics)
        s = set_up_scenario(parse_scenarios(text, "offers.yaml")[0].given)
        return ", ".join(to_text(each.state, each.action) for each in propose_uses(s, 0, legal(s)))

    assert proposed("Diplomat", enemies="C: 3") == "ally P3", "whose tokens stand next to ours"
    assert proposed("Wise", relics="Scepter of Avarice: B") == "place Scepter of Avarice A", (
        "2 coins"
    )
    near = {"enemies": "C: 3", "relics": "Froggy's Ring: A"}
    assert proposed("Wise", **near) == "place Froggy's Ring B", "a coin from P3"
    away = {"enemies": "D: 3", "relics": "Froggy's Ring: A"}
    assert proposed("Wise", **away).startswith("place Froggy's Ring"), "nothing is lost by it"
    # What stands for others takes a plan, unless there is but one thing to do with it.
    assert proposed("Magic", relics="Scepter of Avarice: D") == ""
    assert proposed("Magic", at="A: 1", relics="Scepter of Avarice: D") == (
        "place Magic as Scepter of Avarice A"
    )


def test_who_has_a_single_possibility_is_proposed_it() -> None:
    """What is worth taking each turn is done with the end of the turn, if there is one way."""
    seen = set()
    for table in (GameSetup("base-2", coins="open"), GameSetup("underground-2", coins="open")):
        for seed in range(12):
            for s in decisions(table, seed, rather_bold):
                if s.step() != PLACEMENTS:
                    continue
                shown = View(s, table, to_act(s)).show()
                proposed = {one.action.do for one in shown.placements}
                for trait in s.active(int(s.seat)).traits:
                    own = [each.do for each in shown.legal if each.trait == trait.name]
                    if trait.every_turn and len(own) == 1:
                        assert own[0] in proposed
                        seen.add(trait.name)
    assert "Diplomat" in seen, seen


def test_what_is_proposed_of_pieces_can_be_done_as_it_is_told() -> None:
    """After the redeployment: first what belongs to it, then what comes after it."""
    seen: dict[str, int] = {}
    for table in TABLES:
        for seed in range(6):
            for s in decisions(replace(table, turns=5), seed, rather_bold):
                shown = View(s, table, to_act(s)).show()
                trial = s.copy()
                for each in shown.pools:
                    for there in each.regions:
                        if there.proposed and shown.placements:
                            do = f"deploy {there.region} {there.proposed}"
                            apply(trial, from_text(trial, do))
                ended = False
                for one in shown.placements:
                    if one.later and not ended:
                        apply(trial, from_text(trial, "done"))
                        ended = True
                    apply(trial, from_text(trial, one.action.do))
                    name = one.action.piece or str(one.action.trait)
                    seen[name] = seen.get(name, 0) + 1
                if ended:  # the one button puts them down and goes on
                    apply(trial, from_text(trial, "done"))
    assert {"encampment", "fortress", "hero"} <= set(seen), seen
    assert not {"balrog", "bag"} & set(seen), "those take a plan"


# ---- numbers ----


def test_a_river_that_cannot_be_kept_is_not_counted() -> None:
    table = GameSetup(map="underground-3", coins="open")

    def holds_river(s: State, texts: list[str]) -> bool:
        e = s.active(to_act(s))
        dry = {"Kraken", "Seafaring"}.isdisjoint(t.name for t in e.traits)
        return texts[-1] == "stop" and dry and bool(e.regions & s.board.rivers)

    s, shown = first_view(table, holds_river)
    assert shown.score is not None
    e = s.active(to_act(s))
    kept = int(count(e.regions & ~s.board.rivers))
    regions = [part.amount for part in shown.score.parts if part.code == "regions"]
    assert regions[0] == kept < int(count(e.regions))


def test_stout_promises_nothing_a_second_time() -> None:
    table = GameSetup(map="base-3", coins="open")
    _, shown = first_view(table, lambda _, texts: "pass" in texts)
    assert shown.phase.kind == "late decline"
    assert shown.score is None


def test_tokens_that_only_conquer_are_told_apart() -> None:
    def placing(s: State, texts: list[str]) -> bool:
        amazons = s.active(int(s.seat)).race.name == "Amazons"
        return texts[0].startswith("deploy") and amazons and to_act(s) == s.seat

    _, shown = first_view(GameSetup(map="base-3", coins="open"), placing)
    seat = next(one for one in shown.seats if one.name == shown.to_act)
    assert seat.active is not None
    assert seat.active.returning == 4
    assert seat.active.hand == shown.pools[0].tokens + 4
