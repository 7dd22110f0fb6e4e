"""Which column holds what; `encoding/layout.py` says what each means and sees that none is missing.

Constants, not looked up by name: that is what the compiler turns into a bare offset.
"""

from __future__ import annotations

from typing import Final

# ---- globals ----
TURN: Final = 0
TURNS_LEFT: Final = 1
PHASE: Final = 2
CURRENT: Final = 3
ACTING: Final = 4
ROLLED: Final = 5
RACES_LEFT: Final = 6
POWERS_LEFT: Final = 7
FINDS_LEFT: Final = 8
GLOBAL_WIDTH: Final = 9

# ---- seats ----
COINS_KNOWN: Final = 0
SEAT_COINS: Final = 1
PLAYS_FIRST: Final = 2
TURNS_TO_COME: Final = 3
HAS_ACTIVE: Final = 4
SEAT_REGIONS: Final = 5
SEAT_TOKENS: Final = 6
SEAT_INCOME: Final = 7
SEAT_WIDTH: Final = 8

# ---- empires ----
EMPIRE_HERE: Final = 0
EMPIRE_SEAT: Final = 1
EMPIRE_DECLINED: Final = 2
CONQUERING: Final = 3
FIRST_TURN: Final = 4
LINGERS: Final = 5
HAND: Final = 6
WITHDRAWN: Final = 7
TRAY: Final = 8
HAMMERS: Final = 9
PIECES_BACK: Final = 10
EMPIRE_REGIONS: Final = 11
EMPIRE_COINS: Final = 12
EMPIRE_RACE: Final = 13
EMPIRE_POWER: Final = 14
RACE_SPEAKS: Final = 15
POWER_SPEAKS: Final = 16
ALSO_SPEAKS: Final = 17
ALSO: Final = 4  # columns for further traits that speak
EMPIRE_WIDTH: Final = 21

# ---- combos ----
COMBO_HERE: Final = 0
COMBO_COINS: Final = 1
COMBO_TOKENS: Final = 2
COMBO_RACE: Final = 3
COMBO_POWER: Final = 4
COMBO_WIDTH: Final = 5

# ---- combo_regions ----
WOULD_PAY: Final = 0
WOULD_BE_CHEAPER: Final = 1
WOULD_BE_DEARER: Final = 2
WOULD_ENTER: Final = 3
WOULD_LIVE_ON: Final = 4
WOULD_BE_EMPTY: Final = 5
COMBO_REGION_WIDTH: Final = 6
OPENED: Final = 1  # in the column of entries: open though the map does not say so
CLOSED: Final = 2  # ... closed though the map says it is open

# ---- regions ----
REGION_EMPIRE: Final = 0
REGION_SEAT: Final = 1
REGION_DECLINED: Final = 2
REGION_TOKENS: Final = 3
REGION_STRENGTH: Final = 4
REGION_COINS: Final = 5
TRIBE: Final = 6
MONSTERS: Final = 7
SHIELDED: Final = 8
BARRED: Final = 9
TAKEN: Final = 10
WON: Final = 11
REGION_PLACE: Final = 12
REGION_RELIC: Final = 13
REGION_RELICS: Final = 14
REGION_PIECES: Final = 15
PIECE_KINDS: Final = 14  # thirteen of the boxes, and one for all that are home-made
REGION_WIDTH: Final = 29

# ---- fronts ----
PRICE: Final = 0
BONUS: Final = 1
FRONT_WIDTH: Final = 2

# ---- traits ----
IN_STACK: Final = 0
AT_BOTTOM: Final = 1
DISCARDED: Final = 2
TO_BE_FOUND: Final = 3
LIES_IN: Final = 4
REMEMBERS: Final = 5
REMEMBERS_NOW: Final = 6
TRAIT_WIDTH: Final = 7

# ---- actions ----
VERB: Final = 0
ACTION_REGION: Final = 1
AMOUNT: Final = 2
COMBO: Final = 3
SWAP: Final = 4
ACTION_SEAT: Final = 5
ACTION_PRICE: Final = 6
MISSING: Final = 7
ACTION_TRAIT: Final = 8
NAMED: Final = 4  # columns for traits that an action names
VIA: Final = 12
ACTION_WIDTH: Final = 13

EMPIRES_OF_SEAT: Final = 3  # rows for each seat, and one more for all


def empire_rows(seats: int) -> int:
    """How many races on the map are told apart."""
    return EMPIRES_OF_SEAT * seats + 1
