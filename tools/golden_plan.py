"""Makes new golden games: which combos come up and what is found is planned, the rest is luck.

Each game is tried with one seed after another until everything planned for it has come up and
every marker planned for it has been found and used.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from smallworld.content.library import full_library
from smallworld.content.settings import HouseRules
from smallworld.engine import actions
from smallworld.engine.actions import region_of, tokens_of, verb_of, ways_of
from smallworld.engine.game import apply, is_chance, is_over, legal, outcomes
from smallworld.engine.notation import to_text
from smallworld.engine.regions import BIT
from smallworld.engine.state import State
from smallworld.engine.terms import (
    ASK,
    CHOOSE,
    CONQUEST,
    DEFENDERS,
    LATE_DECLINE,
    PICK,
    READY,
    REDEPLOY,
    RISEN,
)
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup, start_game
from tools.golden import Coverage

MOST_SEEDS = 5000
TURNS = {"2": 6, "3": 5, "4": 5, "5": 4}  # by the number of players


@dataclass(frozen=True)
class Plan:
    """One game: its table, the combos in the order they are turned up, the markers to be found."""

    name: str
    table: GameSetup
    combos: tuple[tuple[str, str], ...]
    finds: tuple[str, ...] = ()
    grant: str = ""


def combos(world: str, first: int, n: int) -> tuple[tuple[str, str], ...]:
    """Some races of a box, each with another of its powers, going round in rulebook order."""
    library = full_library(world)
    races = [race.name for race in library.races]
    powers = [power.name for power in library.powers]
    return tuple((races[i % len(races)], powers[i % len(powers)]) for i in range(first, first + n))


ABOVE = [("base-2", 0, 4), ("base-3", 4, 6), ("base-4", 10, 4), ("base-5", 14, 6)]
BELOW = [
    ("underground-2", 0, 4, ("Altar of Souls", "Flying Doormat", "Froggy's Ring")),
    ("underground-3", 4, 5, ("Crypt of the Tomb-raider", "Stinky Troll's Socks", "Stonehedge")),
    ("underground-4", 9, 5, ("Diamond Fields", "Great Brass Pipe", "Scepter of Avarice")),
    ("underground-5", 14, 7, ("Fountain of Youth", "Keep on the Motherland", "Shiny Orb")),
]
MIXED = [
    Plan(
        "mixed-base-2",
        GameSetup(map="base-2", world="mixed", turns=6, monsters=("3", "10", "18")),
        (("Liches", "Heroic"), ("Ghouls", "Wise"), ("Kraken", "Dragon Master")),
        ("Sword of the Killer Rabbit", "Wickedest Pentacle"),
    ),
    Plan(
        "mixed-base-4",
        GameSetup(
            map="base-4",
            world="mixed",
            turns=4,
            settings=HouseRules({"own_decline_defends": False}),
        ),
        (("Lizardmen", "Berserk"), ("Skeletons", "Vampire"), ("Gnomes", "Bivouacking")),
    ),
    Plan(
        "mixed-underground-2",
        GameSetup(
            map="underground-2",
            world="mixed",
            turns=6,
            settings=HouseRules({"flames_entry": "volcano"}),
        ),
        (("Flames", "Commando"), ("Amazons", "Magic"), ("Trolls", "Flying")),
        ("Mine of the Lost Dwarf", "Flying Doormat"),
    ),
    Plan(
        "mixed-underground-5",
        GameSetup(map="underground-5", world="mixed", turns=4),
        (("Halflings", "Royal"), ("Tritons", "Tomb"), ("Sorcerers", "Shield")),
        ("Stonehedge",),
        "Fortified",
    ),
]


def plans() -> list[Plan]:
    """All of them."""
    found = [
        Plan(name, GameSetup(map=name, turns=TURNS[name[-1]]), combos("base", first, n))
        for name, first, n in ABOVE
    ]
    found += [
        Plan(
            name,
            GameSetup(map=name, turns=TURNS[name[-1]]),
            combos("underground", first, n),
            finds,
            "Mystic",
        )
        for name, first, n, finds in BELOW
    ]
    return found + MIXED


def play_all() -> Iterator[tuple[str, Record]]:
    """Every planned game, with the first seed that brings everything about."""
    for plan in plans():
        wanted = {name for combo in plan.combos for name in combo}
        for seed in range(MOST_SEEDS):
            record, coverage = play(plan, seed)
            if wanted <= coverage.traits and set(plan.finds) <= coverage.found & coverage.used:
                yield plan.name, record
                break
        else:
            raise SystemExit(f"{plan.name}: no seed below {MOST_SEEDS} brings everything about")


def play(plan: Plan, seed: int) -> tuple[Record, Coverage]:
    """One game by the plan."""
    s = start_game(plan.table)
    dealer = Dealer(seed)
    record = Record.begin(plan.table, seed=seed)
    coverage = Coverage(s)
    while not is_over(s):
        if is_chance(s):
            action = draw(s, plan, dealer)
        else:
            action = choose(s, legal(s), dealer)
        record.write(s, action)
        coverage.before(action)
        apply(s, action)
    return record, coverage


def draw(s: State, plan: Plan, dealer: Dealer) -> int:
    """What is planned, in its order, as far as it can still come; then as luck has it."""
    possible = {to_text(s, outcome): outcome for outcome, _ in outcomes(s)}
    wanted = [f"race {race}" for race, _ in plan.combos]
    wanted += [f"power {power}" for _, power in plan.combos]
    wanted += [f"find {name}" for name in plan.finds]
    for text in (*wanted, f"grant {plan.grant}"):
        if text in possible:
            return possible[text]
    return dealer.draw(s)


def choose(s: State, offered: list[int], dealer: Dealer) -> int:
    """Lively play: much is conquered and placed, each seat declines once, little is abandoned."""
    step = s.step()
    if step == PICK:
        return offered[dealer.pick(min(2, len(offered)))]
    if step == CHOOSE:
        tired = s.turn >= 3 or dealer.pick(2) == 0
        declines = dealer.pick(4) == 0 if s.declined(s.seat) else tired
        return one(offered, dealer, actions.DECLINE if declines else actions.EXPAND)
    if step == READY and dealer.pick(10):
        return one(offered, dealer, actions.DONE)
    if step == LATE_DECLINE:
        return offered[dealer.pick(len(offered))]
    if step in (CONQUEST, RISEN):
        return choose_conquest(s, offered, dealer)
    if step in (REDEPLOY, DEFENDERS):
        return choose_deployment(offered, dealer)
    placed = [action for action in offered if verb_of(action) == actions.USE]
    if placed and (step == ASK or dealer.pick(5)):
        return placed[dealer.pick(len(placed))]
    return offered[-1]


def choose_conquest(s: State, offered: list[int], dealer: Dealer) -> int:
    """First where Monsters stand or by a way of its own, then any conquest, then the die."""
    news = [
        action
        for action in offered
        if (verb_of(action) == actions.CONQUER and s.monsters & BIT[region_of(action)])
        or (verb_of(action) == actions.CONQUER and ways_of(action))
        or verb_of(action) == actions.USE
    ]
    if news and dealer.pick(3):
        return news[dealer.pick(len(news))]
    for verb in (actions.CONQUER, actions.ROLL):
        if dealer.pick(12):
            found = [action for action in offered if verb_of(action) == verb]
            if found:
                return found[dealer.pick(len(found))]
    return one(offered, dealer, actions.STOP)


def choose_deployment(offered: list[int], dealer: Dealer) -> int:
    """Pieces first; then tokens, a few at a time or all."""
    placed = [action for action in offered if verb_of(action) == actions.USE]
    if placed and dealer.pick(4):
        return placed[dealer.pick(len(placed))]
    most = max(tokens_of(action) for action in offered)
    enough = [action for action in offered if tokens_of(action) in (most, (most + 1) // 2)]
    tokens = [action for action in enough if verb_of(action) != actions.USE]
    return tokens[dealer.pick(len(tokens))] if tokens else offered[-1]


def one(offered: list[int], dealer: Dealer, verb: int) -> int:
    """Any of the actions with that verb."""
    found = [action for action in offered if verb_of(action) == verb]
    return found[dealer.pick(len(found))]
