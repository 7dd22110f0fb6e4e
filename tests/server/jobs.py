"""What workers are asked to do in tests: well, slowly, never, or not at all."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from unittest.mock import patch

from smallworld.game.records.record import Record
from smallworld.home import reviewing
from smallworld.home.reviewing import PieceDone, ReviewPiece, review_piece
from smallworld.home.thinking import Question, advise, answer
from smallworld.players.analysis.review import review
from smallworld.players.budget import Budget, StopCheck, ThoughtStopped, never
from smallworld.table.messages import HintAnswer
from tests.waiting import wait_until

GATE = "SMALLWORLD_TEST_GATE"  # names a file that names the folder of the gate of a test


def double(number: int, stopped: StopCheck) -> int:
    print("no answer, only a word in between")
    return 2 * number


def fail(number: int, stopped: StopCheck) -> int:
    raise ValueError(f"{number} is wrong")


def die(number: int, stopped: StopCheck) -> int:
    os._exit(number)


def sleep(seconds: float, stopped: StopCheck) -> int:
    time.sleep(seconds)
    return os.getpid()


def gate() -> Path:
    """The folder of the gate: it may be another one in each test."""
    return Path(Path(os.environ[GATE]).read_text(encoding="utf-8"))


def wait_at_gate(_: object = None, stopped: StopCheck = never) -> int:
    """Say that it has begun, and go on when the gate is open: as long as the test likes."""
    folder = gate()
    (folder / "begun").touch()
    wait_until((folder / "open").exists, "nobody opens the gate", 60)
    return os.getpid()


def die_or_say(asked: Question, stopped: StopCheck) -> str:
    """As a level whose process dies."""
    if asked.level == "dies":
        os._exit(1)
    if asked.level == "hangs":
        time.sleep(60)
    return f"{asked.level} has chosen"


def advise_quickly(asked: Question, stopped: StopCheck) -> HintAnswer:
    """As a strong player who does not take much trouble."""
    return advise(asked, stopped, Budget(simulations=8, per="decision"))


def advise_slowly(asked: Question, stopped: StopCheck) -> HintAnswer:
    """As one that takes its time."""
    wait_at_gate()
    return advise_quickly(asked, stopped)


def give_no_advice(asked: Question, stopped: StopCheck) -> HintAnswer:
    """As one that is lost for words."""
    raise ValueError("no idea")


def review_quickly(piece: ReviewPiece, stopped: StopCheck) -> PieceDone:
    """A review as short as can be."""
    found = review(Record.from_text(piece.record), simulations=1).to_dict()
    return PieceDone(100, review=json.dumps(found))


def review_in_small_pieces(piece: ReviewPiece, stopped: StopCheck) -> PieceDone:
    """A usual one, in more pieces: however quick the machine, one can watch it grow."""
    with patch.object(reviewing, "_PIECE", 0.0):
        return review_piece(piece, stopped)


def review_in_vain(piece: ReviewPiece, stopped: StopCheck) -> PieceDone:
    """As a review that fails."""
    raise ValueError("no idea")


def think_slowly(asked: Question, stopped: StopCheck) -> str:
    """As a level that takes its time."""
    wait_at_gate()
    return answer(asked, stopped)


def think_till_unwanted(seconds: float, stopped: StopCheck) -> int:
    """As somebody who would think for ever, but listens."""
    (gate() / "begun").touch()
    wait_until(stopped, "somebody says that it is unwanted", seconds)
    raise ThoughtStopped("unwanted")


def advise_for_ever(asked: Question, stopped: StopCheck) -> HintAnswer:
    """As a strong player who takes more time than anybody has."""
    (gate() / "begun").touch()
    return advise(asked, stopped, Budget(simulations=10**9, per="decision"))


def random_thinks_slowly(asked: Question, stopped: StopCheck) -> str:
    """As levels of which one takes its time."""
    if asked.level == "random":
        wait_at_gate()
    return answer(asked, stopped)


def wake(_: None, stopped: StopCheck) -> None:
    """Nothing."""
