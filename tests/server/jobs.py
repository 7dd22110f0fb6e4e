"""What workers are asked to do in tests: well, slowly, never, or not at all."""

from __future__ import annotations

import json
import os
import time

from smallworld.play.record import Record
from smallworld.players.budget import Budget
from smallworld.players.review import review
from smallworld.server.computers import Question, advise, answer
from smallworld.server.messages import Hinted
from smallworld.server.reviews import Played

SLOW = 2.5


def double(number: int) -> int:
    print("no answer, only a word in between")
    return 2 * number


def fail(number: int) -> int:
    raise ValueError(f"{number} is wrong")


def die(number: int) -> int:
    os._exit(number)


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def die_or_say(asked: Question) -> str:
    """As a level whose process dies."""
    if asked.level == "dies":
        os._exit(1)
    if asked.level == "hangs":
        time.sleep(60)
    return f"{asked.level} has chosen"


def advise_quickly(asked: Question) -> Hinted:
    """As a strong player who does not take much trouble."""
    return advise(asked, Budget(simulations=8, per="decision"))


def advise_slowly(asked: Question) -> Hinted:
    """As one that takes its time."""
    time.sleep(SLOW)
    return advise_quickly(asked)


def give_no_advice(asked: Question) -> Hinted:
    """As one that is lost for words."""
    raise ValueError("no idea")


def look_through_quickly(played: Played) -> str:
    """A review as short as can be."""
    return json.dumps(review(Record.from_text(played.record), simulations=1).to_dict())


def look_through_in_vain(played: Played) -> str:
    """As a review that fails."""
    raise ValueError("no idea")


def think_slowly(asked: Question) -> str:
    """As a level that takes its time."""
    time.sleep(SLOW)
    return answer(asked)


def wake(_: None) -> None:
    """Nothing."""
