"""A finished game looked through, piece by piece, where nobody waits for it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from smallworld.game.records.record import Record
from smallworld.home.custom_files import CustomFiles
from smallworld.players.analysis.review import TURNS, ReviewedGame, ReviewNotes
from smallworld.players.budget import StopCheck, never, processor_time

_PIECE: Final = 0.25  # seconds of processor time until others get their turn


@dataclass(frozen=True)
class ReviewPiece:
    """A game to be reviewed further."""

    record: str
    paths: tuple[str, ...]  # of all home-made races and powers of the home
    files: tuple[str, ...]  # ... of which the table uses these
    notes: ReviewNotes | None = None  # what is known by now


@dataclass(frozen=True)
class PieceDone:
    """How far it has come: what to go on with, or the review as JSON."""

    percent: int
    notes: ReviewNotes | None = None
    review: str | None = None


@lru_cache(maxsize=4)
def _game(record: str, paths: tuple[str, ...], files: tuple[str, ...]) -> ReviewedGame:
    custom = CustomFiles(paths).chosen(files)
    return ReviewedGame(Record.from_text(record, custom))


def review_piece(piece: ReviewPiece, stopped: StopCheck = never) -> PieceDone:
    """Go on with a review for a short time."""
    begun = processor_time()
    game = _game(piece.record, piece.paths, piece.files)
    notes = piece.notes or game.begin(game.simulations_within(TURNS))
    while not stopped():
        if not game.look_further(notes):
            found = json.dumps(game.finish(notes).to_dict(), ensure_ascii=False)
            return PieceDone(100, review=found)
        if processor_time() - begun > _PIECE:
            break
    return PieceDone(min(99, int(100 * game.part(notes))), notes)
