"""All that a table or its server refuses, by name: of what kind it is, and its English words.

A page has the words of other languages under the same names (`why_…` in its catalogues) and fills
in the facts. What the rules refuse has names of its own, in `engine/explain/reasons.py`.
"""

from __future__ import annotations

from typing import Final, Literal

from smallworld.engine.game import GameError, HookFailed, Illegal
from smallworld.engine.query import Fact, Facts, say

Code = Literal[
    "illegal", "stale", "forbidden", "malformed", "rate", "busy", "over", "trouble", "unknown"
]

PROBLEMS: Final[dict[str, tuple[Code, str]]] = {
    # seats and turns
    "not_your_table": (
        "forbidden",
        "no secret of yours opens a seat here, and the link to watch is another one",
    ),
    "no_seat": ("forbidden", "there is no seat {seat} at this table"),
    "not_your_seat": ("forbidden", "{seat} is not your seat"),
    "not_your_turn": ("forbidden", "it is not the turn of {seat} but of {now}"),
    "computer_plays": ("forbidden", "a computer plays {seat}; take the seat back first"),
    "time_over": (
        "forbidden",
        "the time of {seat} is over, and a computer plays this turn to its end",
    ),
    "seat_lost": (
        "forbidden",
        "the time of {seat} is over, and a computer has the seat for the rest of the game",
    ),
    "computer_seat": ("forbidden", "{seat} is a computer's seat anyway"),
    "not_away": ("forbidden", "{seat} is not away, or not for long enough yet"),
    "too_weak": (
        "forbidden",
        "{level} is too weak to play on for somebody else at this table; there are {known}",
    ),
    "not_host": ("forbidden", "only {seat}, the host's seat, may do that"),
    "no_guest": ("forbidden", "no guest sits in {seat}"),
    "has_played": (
        "forbidden",
        "{seat} has played already, and stays",
    ),
    "no_longer_open": ("forbidden", "that table has waited too long for guests; ask its host"),
    "guest_already": (
        "forbidden",
        "somebody from your address has taken a seat there already; ask the host for a link",
    ),
    "no_free_seat": ("forbidden", "that table has no free seat for guests"),
    "ended": ("over", "the game is over"),
    "not_over": ("illegal", "the game is not over yet"),
    "stale": ("stale", "that was version {at}; it is {now} now"),
    "record_later": (
        "forbidden",
        "the record shows everybody's coins, so it is given out when the game is over",
    ),
    # help from computers
    "hints_off": ("forbidden", "hints were not allowed when this table was made"),
    "no_hint": ("trouble", "no hint could be found this time"),
    "no_review": ("trouble", "this game could not be looked through"),
    # several decisions in one
    "cut_short": ("illegal", "luck or another decision comes after {text}; nothing was done"),
    # taking back, looking back
    "nothing_to_undo": (
        "illegal",
        "there is nothing to take back: luck, another seat or the next turn came since",
    ),
    "undo_range": ("illegal", "back to line {to} is not possible, only to lines {first} to {last}"),
    "no_line": ("illegal", "there are {lines} lines, so there is no position after {line}"),
    "no_region": ("illegal", "there is no region {region}; there are {known}"),
    # a table that is asked for
    "no_map": ("illegal", "there is no map {map}; there are {known}"),
    "no_level": ("illegal", "there is no level {level}; there are {known}"),
    "world_above": (
        "illegal",
        "the base game is played above ground; choose world mixed or underground",
    ),
    "world_below": ("illegal", "Underground is played below ground; choose world mixed or base"),
    "bad_first": ("illegal", "first is random or one of {known}, not {first}"),
    "bad_setting": (
        "illegal",
        "{setting} cannot be set to {value}; settings are {known}: yes or no, and edge or volcano",
    ),
    "level_of_person": ("illegal", "{seat} is a person's seat, so it has no level"),
    "bonus_of_turn": (
        "illegal",
        "a bonus of {bonus} s is for a clock per game; per turn everybody has all their time anew",
    ),
    "bad_start": ("illegal", "the table cannot begin there: {text}"),
    "no_deal": ("illegal", "{deal} is no deal; a deal is a board and a code, as in {example}"),
    "not_loaded": ("illegal", "the host has not loaded {files}; there are: {known}"),
    # refused for a reason that has no name of its own
    "refused": ("illegal", "{text}"),
    # what cannot be found
    "no_table": ("unknown", "there is no such table"),
    "nothing_here": ("unknown", "there is nothing here"),
    # where there is no server
    "needs_server": (
        "forbidden",
        "that needs a server: links and open tables lead other people to this game",
    ),
    # talk
    "chat_off": ("forbidden", "the host has switched the talk off at this table"),
    "nothing_said": ("malformed", "there is nothing to say in that"),
    # messages to people who are away
    "no_messages": ("forbidden", "this server sends no messages by {kind}"),
    "bad_target": ("illegal", "no messages can be sent there: {text}"),
    "too_many_targets": ("rate", "of this seat {most} are told already; stop one of them first"),
    "no_notice": ("unknown", "these messages were stopped already, or never asked for"),
    # lessons
    "not_in_lesson": ("illegal", "that is for a table, not for a lesson"),
    "lesson_broken": (
        "trouble",
        "this lesson does not fit the rules of this version; begin it again, or take another",
    ),
    # puzzles
    "not_in_puzzle": ("illegal", "that is for a table, not for a puzzle"),
    "no_verdict": ("trouble", "the turn could not be judged; try it again"),
    # too much
    "too_fast": ("rate", "that is too much at once; wait a bit and try again"),
    "busy": ("busy", "the server has more to do than it can; come again in {seconds} s"),
    "crowded": ("rate", "this table is crowded"),
    "replaced": ("rate", "this seat is open in too many places; the oldest was closed"),
    "crowded_address": ("rate", "too many pages from your address watch this table"),
    "too_many_open": (
        "rate",
        "{most} tables from your address wait for guests; more may when some have begun",
    ),
    "too_many_lines": (
        "rate",
        "too many pages are open from your address; close some, then try again",
    ),
    # what no page of ours says
    "bad_message": ("malformed", "that is no message: {text}"),
    "too_long": ("malformed", "that is more than {most} bytes"),
    "not_text": ("malformed", "messages are text, not bytes"),
    "not_json": ("malformed", "send JSON, with Content-Type: application/json"),
    "not_joined": ("malformed", "the first message is a join"),
    "joined_already": ("malformed", "this connection has joined already"),
    "blocked": ("forbidden", "the host lets nobody in from your address"),
    "wrong_host": ("forbidden", "this server is not called by that name"),
    "wrong_origin": ("forbidden", "pages of other sites may not ask this"),
    # the server's own
    "not_saved": ("trouble", "it could not be saved: {text}"),
    "damaged": (
        "trouble",
        "this game is damaged: {text}; its host can save what is readable, or end it, by "
        "`smallworld tables`",
    ),
    "cannot_go_on": ("trouble", "this game cannot be gone on with: {text}"),
    "broken": ("trouble", "something went wrong in the server; nothing was changed"),
}


class Refused(GameError):
    """Something a page may not do, or not now; nothing has changed."""

    def __init__(self, why: str, **facts: Fact) -> None:
        self.code: Final[Code] = PROBLEMS[why][0]
        self.why: Final = why
        self.facts: Final[Facts] = facts
        super().__init__(say(PROBLEMS[why][1], facts))


def kind_of(error: GameError) -> Code:
    """Of what kind an error is."""
    if isinstance(error, HookFailed):
        return "trouble"
    return error.code if isinstance(error, Refused) else "illegal"


def told_of(error: GameError) -> tuple[str, Facts]:
    """The name of an error and its facts."""
    if isinstance(error, Refused):
        return error.why, error.facts
    if isinstance(error, HookFailed) or (isinstance(error, Illegal) and error.code):
        return error.code, error.facts
    return "refused", {"text": str(error)}


def text_of(error: GameError) -> str:
    """The English words of an error, without what is the business of the host alone."""
    if isinstance(error, HookFailed):
        file = str(error.facts["file"])  # without the folder it lies in
        return str(HookFailed(file, error.owner, error.hook, error.problem))
    return error.reason if isinstance(error, Illegal) else str(error)
