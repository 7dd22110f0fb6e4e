"""What crosses the wire of a position: actions part by part, prices, combos, phases and pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import smallworld as sw
from smallworld.content.custom.files import load_customs
from smallworld.content.library import Custom
from smallworld.engine.actions import NO_REGION, region_of, verb_of
from smallworld.engine.game import Result, State, apply, is_chance, is_over, legal, outcomes, to_act
from smallworld.engine.notation import from_text, to_text
from smallworld.engine.query import ConquestPlan, Front, Part, Parts
from smallworld.engine.terms import CONQUEST, DEFENDERS, REDEPLOY, RISEN
from smallworld.engine.trait import Race
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.match import set_table
from smallworld.game.setup import GameSetup, start_game
from smallworld.game.views import action_view
from smallworld.game.views.action_view import show_action
from smallworld.game.views.game_view import phase_of
from smallworld.game.views.view import View
from smallworld.table.messages import MESSAGES
from smallworld.wire.actions import ActionView, LegalAction
from smallworld.wire.game import GameView
from smallworld.wire.log import LogEntry
from smallworld.wire.plain import plain
from smallworld.wire.quick import is_sparse

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TABLES = [
    GameSetup(map="base-3"),
    GameSetup(map="underground-3"),
    GameSetup(map="base-4", world="mixed"),
    GameSetup(map="underground-4", world="mixed"),
]


def walk(table: GameSetup, seed: int) -> Iterator[State]:
    """Every position of a random game."""
    dealer = Dealer(seed)
    s = start_game(set_table(table, dealer))
    while not is_over(s):
        yield s
        offered = legal(s)
        apply(s, dealer.draw(s) if is_chance(s) else offered[dealer.pick(len(offered))])
    yield s


def decisions(table: GameSetup, seed: int) -> Iterator[tuple[State, View]]:
    for s in walk(table, seed):
        if to_act(s) >= 0:
            yield s, View(s, table, to_act(s))


# ---- actions ----


def written(action: ActionView) -> str:
    """The notation once more, from the parts alone."""
    ways = " + ".join(
        f"{w.trait} as {w.stands_for}" if w.stands_for else w.trait for w in action.ways
    )
    words: list[object] = [action.word if action.verb == "use" else action.verb]
    if action.verb == "use" and action.stands_for:
        words += ["as", action.stands_for]
    if action.verb in ("race", "find"):
        words.append(action.race or action.trait)
    if action.verb in ("power", "grant"):
        words.append(action.power)
    words += [action.region, action.tokens or action.pieces or action.amount or None, action.seat]
    words += [action.combo or None, f"swap {action.swap}" if action.swap else None]
    words.append(action.pips if action.verb == "die" else None)
    text = " ".join(str(word) for word in words if word is not None)
    return f"{text} with {ways}" if ways else text


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_the_parts_of_an_action_say_all_that_its_text_says(table: GameSetup) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        for s in walk(table, seed):
            actions = [a for a, _ in outcomes(s)] if is_chance(s) else legal(s)
            for action in actions:
                shown = show_action(s, action)
                assert shown.do == to_text(s, action)
                assert written(shown) == shown.do
                seen[shown.verb] += 1
    assert set(seen) >= {"pick", "conquer", "roll", "deploy", "die", "race", "power", "use", "stop"}


def test_a_pick_names_what_it_takes() -> None:
    table = GameSetup(map="underground-2")
    for s, view in decisions(table, 4):
        row = view.show().row
        for action in view.show().legal:
            if action.verb == "pick":
                assert action.race == row[action.combo - 1].race
                assert action.power == row[(action.swap or action.combo) - 1].power
                apply(s, from_text(s, action.do))
                e = s.active(int(s.seat))
                assert (e.race.name, e.power.name) == (action.race, action.power)
                return
    raise AssertionError("nobody ever picked")


def test_own_actions_of_home_made_traits_are_shown_with_their_words() -> None:
    custom = load_customs([str(EXAMPLES / name) for name in ("moles.py", "otters.py")])
    found: dict[str, LegalAction] = {}
    for seed in range(300):
        for _, view in decisions(GameSetup(map="base-2", turns=2, custom=custom), seed):
            for action in view.show().legal:
                if action.verb == "use":
                    found.setdefault(action.word, action)
        if {"dig", "place lamp"} <= set(found):
            break
    dig, lamp = found["dig"], found["place lamp"]
    assert (dig.trait, dig.piece, dig.do) == ("Moles", None, f"dig {dig.region}")
    assert (lamp.trait, lamp.piece, lamp.do) == ("Lamplit", "lamp", f"place lamp {lamp.region}")


# ---- prices ----


def test_each_price_is_found_out_once_for_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[object] = Counter()
    real = vars(action_view)["explain_price"]

    def count(front: Front, r: int, plan: ConquestPlan | None = None) -> Parts:
        asked[r, None if plan is None else (int(plan.ways), int(plan.via))] += 1
        found: Parts = real(front, r, plan)
        return found

    monkeypatch.setattr(action_view, "explain_price", count)
    priced = 0
    for s, view in decisions(GameSetup(map="base-4", world="mixed"), 8):
        if s.step() not in (CONQUEST, RISEN):
            continue
        asked.clear()
        shown = view.show()
        assert set(asked.values()) <= {1}
        regions = [a for a in view.legal if verb_of(a) in (5, 6) and region_of(a) != NO_REGION]
        assert len(asked) <= len(regions)
        priced += sum(action.price is not None for action in shown.legal)
    assert priced > 30


# ---- combos ----


def row_of(table: GameSetup, *cards: str) -> list[tuple[str, str, int]]:
    s = start_game(table)
    for card in cards:
        apply(s, from_text(s, card))
    rest = [card for card in cards if card.startswith("race")]
    view = View(s, table, None).show()
    assert len(view.row) == len(rest)
    return [(combo.race, combo.power, combo.tokens) for combo in view.row]


def test_a_combo_says_how_many_tokens_it_brings() -> None:
    cards = ["race Amazons", "power Alchemist", "race Ratmen", "power Mounted", "race Tritons"]
    found = row_of(GameSetup(map="base-2"), *cards, "power Commando")
    assert found == [
        ("Amazons", "Alchemist", 14),  # 6 and 4, and the four that only conquer
        ("Ratmen", "Mounted", 13),
        ("Tritons", "Commando", 10),
    ]


def test_tokens_that_only_conquer_can_be_used_up_to_the_end_of_the_conquests() -> None:
    game = sw.Game("base-2")
    for card in ("race Amazons", "power Alchemist"):
        game.push(card)
    while game.to_act is None:
        game.push(game.outcomes[0][0])

    def tokens_in_hand() -> tuple[int, int, int]:
        active = game.empires["P1"].active
        assert active is not None
        return active.hand, active.usable, active.returning

    game.push("pick 1")
    while game.to_act is None:
        game.push(game.outcomes[0][0])
    assert tokens_in_hand() == (14, 14, 4)
    game.push("conquer 2")
    game.push("stop")
    hand, usable, returning = tokens_in_hand()
    assert (usable, returning) == (hand - 4, 4)


def test_a_result_gives_everybody_a_place_and_equals_share_it() -> None:
    assert Result([80, 90, 80, 90], [4, 7, 5, 7]).places == [4, 1, 3, 1]
    assert Result([80, 90, 80, 90], [4, 7, 5, 7]).winners == [1, 3]
    ended = sw.Game("base-3", seed=3, turns=1).play("random")
    assert sorted(ended.places)[0] == 1
    assert [s for s, place in zip(("P1", "P2", "P3"), ended.places, strict=True) if place == 1] == [
        *ended.winners
    ]


def test_a_home_made_combo_too_and_never_more_than_there_are() -> None:
    custom = load_customs([str(EXAMPLES / "otters.py")])
    scarce = Custom([lambda: Race("Snails", tokens=9, supply=10)], custom.powers)
    cards = ["race Otters", "power Lamplit"]
    assert row_of(GameSetup(map="base-2", custom=custom), *cards) == [("Otters", "Lamplit", 9)]
    table = GameSetup(map="base-2", custom=scarce)
    assert row_of(table, "race Snails", "power Lamplit") == [("Snails", "Lamplit", 10)]


def test_whoever_picks_takes_as_many_as_was_said() -> None:
    picked = 0
    for table in TABLES:
        for s, view in decisions(table, 2):
            picks = [a for a in view.show().legal if a.verb == "pick" and not a.swap]
            if picks and picked < 40:
                picked += 1
                trial = s.copy()
                apply(trial, from_text(trial, picks[-1].do))
                told = view.show().row[picks[-1].combo - 1].tokens
                assert int(trial.active(int(s.seat)).hand) == told
    assert picked > 10


# ---- phases ----


class Over(Race):
    """A race in decline that conquers like an active one, with a confusing name."""

    def __init__(self) -> None:
        super().__init__(
            "Over", tokens=6, supply=11, conquers_in_decline=True, lingers=True, works=3
        )


def test_a_race_called_over_does_not_end_the_game() -> None:
    table = GameSetup(map="base-2", turns=8, custom=Custom([Over], []))
    for seed in range(60):
        for s, view in decisions(table, seed):
            if s.step() == RISEN and s.library.races[s.step_arg()].name == "Over":
                assert plain(phase_of(s)) == {"kind": "risen", "trait": "Over"}
                assert view.show().result is None
                return
    raise AssertionError("they never rose")


def test_phases_say_who_brings_them_about() -> None:
    seen = set()
    for seed in range(40):
        for _, view in decisions(GameSetup(map="base-3", turns=6), seed):
            phase = view.show().phase
            seen.add((phase.kind, phase.trait))
            for action in view.show().legal:
                if action.verb == "pass":
                    assert (action.trait is not None) == (phase.kind == "late decline")
        if {("risen", "Ghouls"), ("late decline", "Stout")} <= seen:
            break
    assert {("risen", "Ghouls"), ("late decline", "Stout"), ("conquest", None)} <= seen


# ---- tokens to put down ----


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.map} {table.world}")
def test_pools_say_who_may_put_down_how_many_tokens_and_where(table: GameSetup) -> None:
    pooled = 0
    for s, view in decisions(table, 5):
        shown = view.show()
        deploys = {(a.region, a.tokens) for a in shown.legal if a.verb == "deploy"}
        told = {
            (each.region, tokens)
            for pool in shown.pools
            for each in pool.regions
            for tokens in range(1, pool.tokens + 1)
        }
        assert told == deploys
        races = {region.name: region.race for region in shown.regions}
        for pool in shown.pools:
            pooled += 1
            assert s.step() in (REDEPLOY, DEFENDERS)
            assert {races[each.region] for each in pool.regions} == {pool.race}
            assert sum(each.proposed for each in pool.regions) == pool.tokens
    assert pooled > 5


# ---- encoding ----


@pytest.mark.parametrize("table", TABLES[:2], ids=lambda table: table.map)
def test_an_encoder_that_knows_dataclasses_writes_the_same(table: GameSetup) -> None:
    for n, s in enumerate(walk(replace(table, turns=2), 7)):
        if n % 7 == 0:
            shown = View(s, table, max(0, to_act(s))).show()
            assert msgspec.json.decode(msgspec.json.encode(shown)) == plain(shown)


def test_whatever_pages_are_told_stores_no_defaults() -> None:
    """So the encoder has nothing to leave out."""
    seen: set[type] = set()

    def look(hint: Any) -> None:
        for part in get_args(hint):
            look(part)
        if is_dataclass(hint) and isinstance(hint, type) and hint not in seen:
            seen.add(hint)
            if any(field.default is not MISSING for field in fields(hint)):
                assert is_sparse(hint), hint.__name__
            for inner in get_type_hints(hint).values():
                look(inner)

    for kind in MESSAGES:
        look(kind)
    assert {GameView, LogEntry, Part} <= seen


def test_what_has_no_value_is_left_out() -> None:
    shown = ActionView("stop", "stop")
    assert plain(shown) == {"do": "stop", "verb": "stop"}
    assert plain([shown, {"a": (1, None)}]) == [{"do": "stop", "verb": "stop"}, {"a": [1, None]}]
    assert msgspec.json.encode(shown) == b'{"do":"stop","verb":"stop"}'
