"""What workers are asked to do in tests: well, slowly, never, or not at all."""

from __future__ import annotations

import os
import time

from smallworld.server.computers import Question, answer

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


def think_slowly(asked: Question) -> str:
    """As a level that takes its time."""
    time.sleep(SLOW)
    return answer(asked)


def wake(_: None) -> None:
    """Nothing."""
