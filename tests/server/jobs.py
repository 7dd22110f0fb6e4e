"""What workers are asked to do in tests: well, slowly, never, or not at all."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from smallworld.game.records.record import Record
from smallworld.players.analysis.review import review
from smallworld.players.budget import Budget
from smallworld.server.workers.computers import Question, advise, answer
from smallworld.server.workers.reviews import ReviewJob
from smallworld.table.messages import HintAnswer
from tests.waiting import wait_until

GATE = "SMALLWORLD_TEST_GATE"  # names a folder; see `wait_at_gate`


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


def wait_at_gate(_: object = None) -> int:
    """Say that it has begun, and go on when the gate is open: as long as the test likes."""
    folder = Path(os.environ[GATE])
    (folder / "begun").touch()
    wait_until((folder / "open").exists, "nobody opens the gate", 60)
    return os.getpid()


def die_or_say(asked: Question) -> str:
    """As a level whose process dies."""
    if asked.level == "dies":
        os._exit(1)
    if asked.level == "hangs":
        time.sleep(60)
    return f"{asked.level} has chosen"


def advise_quickly(asked: Question) -> HintAnswer:
    """As a strong player who does not take much trouble."""
    return advise(asked, Budget(simulations=8, per="decision"))


def advise_slowly(asked: Question) -> HintAnswer:
    """As one that takes its time."""
    wait_at_gate()
    return advise_quickly(asked)


def give_no_advice(asked: Question) -> HintAnswer:
    """As one that is lost for words."""
    raise ValueError("no idea")


def review_quickly(job: ReviewJob) -> str:
    """A review as short as can be."""
    return json.dumps(review(Record.from_text(job.record), simulations=1).to_dict())


def review_in_vain(job: ReviewJob) -> str:
    """As a review that fails."""
    raise ValueError("no idea")


def think_slowly(asked: Question) -> str:
    """As a level that takes its time."""
    wait_at_gate()
    return answer(asked)


def wake(_: None) -> None:
    """Nothing."""
