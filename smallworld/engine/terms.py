"""The rulebook's nouns as small numbers, with their names."""

from __future__ import annotations

from typing import Final

# Terrains. Mushroom, mud and black mountain are the underground's forest, swamp and mountain.
FARMLAND: Final = 0
FOREST: Final = 1
HILL: Final = 2
SWAMP: Final = 3
MOUNTAIN: Final = 4
SEA: Final = 5
LAKE: Final = 6
MUSHROOM: Final = 7
MUD: Final = 8
MINE: Final = 9
CRYSTAL: Final = 10
BLACK_MOUNTAIN: Final = 11
RIVER: Final = 12
CHASM: Final = 13
TERRAINS: Final = [
    "farmland", "forest", "hill", "swamp", "mountain", "sea", "lake",
    "mushroom", "mud", "mine", "crystal", "black_mountain", "river", "chasm",
]  # fmt: skip

SYMBOLS: Final = ["mine", "magic", "cavern", "lost_tribe", "monster", "volcano"]

# The reinforcement die (0.9): pips and how many of its six faces show them.
DIE: Final = [(0, 3), (1, 1), (2, 1), (3, 1)]
BEST_DIE: Final = 3

# When a trait speaks.
ACTIVE: Final = 1
DECLINE: Final = 2
ALWAYS: Final = 3

# How many tokens a race keeps in each region when it goes into decline.
KEEPS_ONE: Final = 0
KEEPS_ALL: Final = 1
KEEPS_CHOICE: Final = 2  # may keep all, and redistribute them once
KEEPS_NONE: Final = 3

ROW: Final = 6  # visible combos
STARTING_COINS: Final = 5
HAMMERS: Final = 7
PRICE: Final = 2  # an empty region
RIVER_PRICE: Final = 1

# Steps of the agenda. Decisions first, then chance, then what runs by itself.
PICK: Final = 0
START: Final = 1
CHOOSE: Final = 2
RISEN: Final = 3  # a race in decline that conquers like an active one
READY: Final = 4
CONQUEST: Final = 5
REDEPLOY: Final = 6
PLACEMENTS: Final = 7
DEFENDERS: Final = 8
LATE_DECLINE: Final = 9  # decline after scoring, or stay
ASK: Final = 10  # a question that one trait put
OVER: Final = 11

DIE_ROLL: Final = 12
RACE_REVEAL: Final = 13
POWER_REVEAL: Final = 14
FIND: Final = 15
GRANT: Final = 16

TURN_START: Final = 17
ENTER_START: Final = 18
ENTER_RISEN: Final = 19
ENTER_READY: Final = 20
ENTER_CONQUEST: Final = 21
ENTER_REDEPLOY: Final = 22
ENTER_PLACEMENTS: Final = 23
ENTER_DEFENDERS: Final = 24
SCORE: Final = 25
TURN_END: Final = 26
FILL_ROW: Final = 27

PHASES: Final = [
    "pick", "start", "choose", "risen", "ready", "conquest", "redeploy", "placements",
    "defenders", "late decline", "ask", "over", "die", "race", "power", "find", "grant",
]  # fmt: skip

NOBODY_ACTS: Final = -1  # to_act when luck decides or the game is over
