"""What the thinking worker of a browser does, one job at a time, in plain data."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from smallworld.home.reviewing import ReviewPiece, review_piece
from smallworld.home.thinking import Question, advise, answer
from smallworld.players.analysis.review import ReviewNotes
from smallworld.players.search.styles import STYLES
from smallworld.table.interface import SeatPosition

log: Final = logging.getLogger("smallworld.browser")

# Seconds a turn, for levels that count simulations: a slow phone makes fewer of them.
LONGEST: Final = {"planner": 1.2, **dict.fromkeys(("search", *STYLES), 4.0)}


class ThinkingWorker:
    """Thinks about what it is given; a review that was begun is remembered from piece to piece."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._record = ""
        self._notes: ReviewNotes | None = None

    def think(self, text: str) -> str:
        """The answer to a job, both as JSON; null if it failed."""
        job = json.loads(text)
        try:
            return json.dumps(self._do(job), ensure_ascii=False)
        except Exception:
            log.exception("the job %s failed", job.get("kind"))
            return "null"

    def _do(self, job: Mapping[str, Any]) -> Any:
        if job["kind"] == "choose":
            return answer(question_of(job, self._folder), longest=LONGEST)
        if job["kind"] == "hint":
            return asdict(advise(question_of(job, self._folder)))
        if job["kind"] == "draw":
            return _draw(job["lines"])
        return self._review(job)

    def _review(self, job: Mapping[str, Any]) -> Any:
        notes = self._notes if self._record == job["record"] else None
        paths = write_files(job["files"], self._folder)
        piece = ReviewPiece(job["record"], paths, tuple(job["files"]), notes)
        done = review_piece(piece)
        self._record, self._notes = job["record"], done.notes
        return {"percent": done.percent, "review": done.review}


def _draw(lines: list[str]) -> Any:
    from smallworld.content.loader import map_of_lines
    from smallworld.drawing.store import find_drawing

    return find_drawing(map_of_lines(tuple(lines), "own.toml"))


def question_of(job: Mapping[str, Any], folder: Path) -> Question:
    """The question a job asks; its home-made files lie in that folder afterwards."""
    position = SeatPosition(
        header=job["header"],
        files=tuple(job["files"]),
        seen=bytes.fromhex(job["seen"]),
        tallied=tuple(job["tallied"]),
        seat=job["seat"],
    )
    paths = write_files(job["files"], folder)
    return Question(position, paths, job.get("level", ""), job["seed"])


def write_files(texts: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    """Write home-made files, unless they lie there already; their paths."""
    paths = []
    for name, text in texts.items():
        path = folder / name
        folder.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return tuple(paths)
