"""The lessons as they are written, read once: boards, positions, steps and their words."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from smallworld.content.loader import Map, map_of_lines
from smallworld.content.map_file.reader import make_map_data
from smallworld.extras import needed_by
from smallworld.game.given.nodes import read_json
from smallworld.game.given.reader import Names
from smallworld.game.setup import GameSetup, seat_names
from smallworld.home.lessons.messages import LessonList, LessonSummary
from smallworld.scenario.fact_reader import read_facts

FILE: Final = Path(__file__).with_name("lessons.yaml")
PLAYERS: Final = 2

Words = dict[str, str]  # by language


@dataclass(frozen=True)
class Lesson:
    """One lesson; its steps are as the file has them."""

    id: str
    title: Words
    goal: Words
    other: Words
    end: Words
    seconds: int
    table: GameSetup
    learner: str
    names: dict[str, Words]  # of the seats
    steps: tuple[dict[str, Any], ...]
    digest: str

    def facts(self, said: dict[str, Any]) -> dict[str, Any]:
        """Facts of a position, as scenarios expect them."""
        assert self.table.own_map is not None
        names = Names(self.table.own_map.board.names)
        names.seats = tuple(seat_names(PLAYERS))
        return read_facts(read_json(json.dumps(said), "facts"), names, view=False)


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons, by name, in their order."""
    whole = _read_file()
    boards = {name: _board(name, board) for name, board in whole["boards"].items()}
    return {data["id"]: _lesson(data, whole, boards[data["board"]]) for data in whole["lessons"]}


def _read_file() -> dict[str, Any]:
    packed = FILE.with_suffix(".json")  # where it goes without a reader of YAML, as in a browser
    if packed.is_file():
        found: dict[str, Any] = json.loads(packed.read_text(encoding="utf-8"))
        return found
    with needed_by("lessons"):
        import yaml
    read: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return read


def lesson_boards() -> dict[str, Map]:
    """The boards of the lessons, by the file a drawing is looked for beside."""
    found = {}
    for lesson in lessons().values():
        assert lesson.table.own_map is not None
        found[str(FILE.with_name(lesson.table.map))] = lesson.table.own_map
    return found


def lesson_list() -> LessonList:
    """What there is to learn."""
    return LessonList(
        [
            LessonSummary(one.id, one.title, one.goal, one.seconds, one.table.world, one.digest)
            for one in lessons().values()
        ]
    )


def _board(name: str, board: dict[str, Any]) -> Map:
    rows = [{"id": int(number), **region} for number, region in board["regions"].items()]
    data = {"name": name, "world": board["world"], "players": PLAYERS, "turns": 10, "regions": rows}
    lines = make_map_data(data, f"{name}.toml").to_lines()
    return map_of_lines(tuple(lines), f"{name}.toml")


def _lesson(data: dict[str, Any], whole: dict[str, Any], board: Map) -> Lesson:
    given = dict(data["given"])
    turns = given.pop("turns", 0)
    table = GameSetup(
        map=f"{data['board']}.toml",
        world="underground" if board.underground else "base",
        players=PLAYERS,
        turns=turns or board.turns,
        own_map=board,
        given=json.dumps(given, ensure_ascii=False),
    )
    text = json.dumps(data, sort_keys=True, default=str)
    return Lesson(
        id=data["id"],
        title=data["title"],
        goal=data["goal"],
        other=data["other"],
        end=data["end"],
        seconds=data["seconds"],
        table=table,
        learner=whole["learner"],
        names=whole["names"],
        steps=tuple(data["steps"]),
        digest=hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
    )
