"""How far simulations go, and what is expected of a position where they stop.

Compiled with the engine. The numbers come from positions at the ends of rounds, each played on many
times by the quick policy: `tools/fit_policy.py` finds them.
"""

from __future__ import annotations

from math import exp
from typing import Final

from smallworld.engine.game import NOBODY, State, is_over
from smallworld.engine.query import CHOOSE, LATE_DECLINE, PICK, coins_of, count, table, table_of
from smallworld.engine.shim import Table, i64
from smallworld.players.policy.conquests import free_tokens
from smallworld.players.policy.features import ROUND, earned, moment, promise, weighed
from smallworld.players.policy.policy import Policy
from smallworld.players.policy.weights import COIN

WHOLE_GAME: Final = 1000
BIG: Final = (
    PICK,
    CHOOSE,
    LATE_DECLINE,
)  # decisions about many turns: which combo, and for how long
SPREAD: Final = 12.0  # coins ahead that make a win e times as likely

# Coins still to come, in thousandths, a line for each number of turns left to the seat: to begin
# with, for a coin of a region that may be attacked, for a coin as things stand, without an active
# race, for a region of the active race, for one in decline, for a token to spare, for a coin by
# traits, and for a coin of an opponent's regions.
PROSPECT_LINE: Final = 9
PROSPECT_TURNS: Final = 8  # more turns are like so many
_OF_TWO: Final = table_of([
    # waits for its turn
    -1406, 288, 764, 6497, -57, -35, 372, -145, 160,
    -1605, 715, 1125, 10277, -88, 14, 793, -453, 465,
    508, 815, 2033, 13042, -612, -494, 1143, -1468, 675,
    4620, 1224, 1554, 15613, 168, -28, 1223, -1706, 750,
    8659, 827, 1839, 15852, 560, 58, 1288, -1882, 1191,
    19557, 836, 1039, 14151, 1075, 627, 1152, -1704, 1148,
    27010, 1252, 1929, 11867, 133, 84, 933, -2369, 1065,
    54079, 1077, -246, 14612, 445, -1724, 727, -487, -243,
    # is to move
    1189, 51, 937, 6329, -78, 15, 304, 88, -41,
    852, 454, 1730, 11063, -247, -250, 733, -149, 86,
    2441, 490, 1664, 15050, 484, 210, 1063, -106, 332,
    6143, 798, 1913, 17252, 760, 70, 1135, -1393, 521,
    10216, 695, 2179, 19488, 1153, -16, 1221, -1762, 700,
    15706, 504, 3843, 19480, -40, -1364, 1277, -3388, 855,
    25276, 663, 2725, 17705, 855, -232, 1144, -2798, 801,
    47572, 1636, 658, 21337, 884, -2689, 899, -1817, -158,
])  # fmt: skip
_OF_MORE: Final = table_of([
    # waits for its turn
    -759, 335, 809, 6519, -210, -168, 442, -196, 119,
    -326, 858, 1362, 11403, -580, -461, 945, -590, 337,
    2194, 1149, 790, 15534, 212, 282, 1276, -108, 641,
    4199, 1334, 1527, 17889, -147, -437, 1392, -1102, 1291,
    14772, 1657, 569, 17136, 721, 158, 1202, -988, 1481,
    29709, 1963, 1323, 13523, -293, -930, 729, -2791, 1337,
    54327, 2003, 73, 9145, -14, -768, 489, -1970, 215,
    67970, 1232, -1173, 13597, 1207, -642, 914, -569, -305,
    # is to move
    589, 80, 1083, 6852, -177, -131, 407, -67, -41,
    -12, 447, 1728, 13019, -285, -268, 1037, -204, 102,
    -1048, 1104, 1491, 19619, 288, -52, 1482, -272, 514,
    4204, 1390, 1127, 20657, 982, 315, 1493, -342, 799,
    14018, 1359, 1725, 19083, 564, -350, 1192, -1241, 1086,
    24801, 1954, 79, 17764, 2028, 987, 889, -697, 1044,
    43047, 2835, -393, 12007, 1107, 213, 483, -1819, 874,
    64128, 1368, -386, 18404, 1150, -1605, 977, -1316, -260,
])  # fmt: skip


def horizon(s: State, turns: i64) -> i64:
    """The last moment to play out: big decisions are seen to the end, others for so many turns.

    What a conquest or a token more is worth shows once all opponents had their turn; later turns
    add luck, and with few simulations players that look less far win more.
    """
    if s.step() in BIG:
        return WHOLE_GAME
    return moment(s) + ROUND * turns - 1


def expected(s: State, policy: Policy) -> list[float]:
    """Final coins of every seat: what it has, and what its regions and tokens promise."""
    coins: list[float] = []
    over = is_over(s)
    promised = table(s.seats)
    seat: i64 = 0
    while seat < s.seats and not over:
        promised[seat] = promise(s, seat, policy.heat)
        seat += 1
    seat = 0
    while seat < s.seats:
        total: i64 = COIN * s.coins[seat]
        if not over:
            total += _to_come(s, seat, promised)
        n: int = total
        coins.append(n / COIN)
        seat += 1
    return coins


def _to_come(s: State, seat: i64, promised: Table) -> i64:
    """What the rest of the game may bring the seat, in thousandths of a coin."""
    line = turns_to_come(s, seat) - 1
    if line < 0:
        return 0
    if line >= PROSPECT_TURNS:
        line = PROSPECT_TURNS - 1
    if seat == s.seat:
        line += PROSPECT_TURNS
    lines: Table = _OF_MORE
    if s.seats == 2:
        lines = _OF_TWO
    return weighed(lines, PROSPECT_LINE, line, signs(s, seat, promised))


def turns_to_come(s: State, seat: i64) -> i64:
    """How many turns the seat still has, the running one among them."""
    if seat >= s.seat:
        return s.options.turns - s.turn + 1
    return s.options.turns - s.turn


def signs(s: State, seat: i64, promised: Table) -> Table:
    """What tells how a seat will fare, in thousandths, in the order of the lines above."""
    found = table(PROSPECT_LINE - 1)
    found[0] = promised[seat]
    found[1] = COIN * earned(s, seat)
    e = s.active(seat)
    if e is NOBODY:
        found[2] = COIN
    else:
        held = count(e.regions)
        found[3] = COIN * held
        found[5] = COIN * free_tokens(s, e)
        found[6] = COIN * (coins_of(s, e, None) - held)
    for other in s.empires:
        if other.seat == seat and other.declined:
            found[4] += COIN * count(other.regions)
    others: i64 = 0
    n: i64 = 0
    while n < s.seats:
        if n != seat:
            others += promised[n]
        n += 1
    found[7] = others // (s.seats - 1)
    return found


def share(coins: list[float], seat: int) -> float:
    """How much of the result belongs to the seat: near 1 far ahead, near 0 far behind."""
    mine = coins[seat]
    total = 0.0
    for other in coins:
        total += exp((other - mine) / SPREAD)
    return 1.0 / total
