"""Games that were observed, in a folder: one compressed file for each board.

A file is a row of pieces, each a whole gzip member: a line of JSON for what was played, then one
for each game. Pieces are only ever added, in one write; what a crash left of the last one is cut
off when the file is opened again. So any program reads a file, files of one board may be joined
end to end, and no game counts twice.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from smallworld.arena.plan import ArenaTable, Rules
from smallworld.balance.observed_game import Holding, ObservedGame, observe_game
from smallworld.balance.plan import BalancePiece, BalancePlan
from smallworld.content.custom.files import files_of
from smallworld.content.library import Custom
from smallworld.content.loader import MAPS, load_map
from smallworld.engine.game import RULES, GameError, Library, Unreadable
from smallworld.game.setup import prepare

FORMAT: Final = 1
ENDING: Final = ".jsonl.gz"
_GZIP: Final = 31  # zlib's word for gzip with the largest window
_LEVEL: Final = 6
_FACTS: Final = 10  # of a holding, before its row


@dataclass(frozen=True)
class Box:
    """What a combo may be made of on a board: names, and the tokens that are printed."""

    races: tuple[str, ...]
    powers: tuple[str, ...]
    race_tokens: tuple[int, ...]  # with those a race takes beside its banner
    supplies: tuple[int, ...]
    power_tokens: tuple[int, ...]
    home_made: tuple[str, ...] = ()


@dataclass
class BoardGames:
    """All games of one board there are."""

    place: ArenaTable
    player: str
    seed: int
    turns: int
    world: str
    box: Box
    games: dict[int, ObservedGame] = field(default_factory=dict)
    failures: dict[int, str] = field(default_factory=dict)


def box_of(library: Library, custom: Custom | None) -> Box:
    """The box of a board."""
    races, powers = library.races, library.powers
    own = [] if custom is None else [trait.name for trait in custom.new_traits()]
    return Box(
        tuple(race.name for race in races),
        tuple(power.name for power in powers),
        tuple(int(race.tokens + race.bonus) for race in races),
        tuple(int(race.supply) for race in races),
        tuple(int(power.tokens) for power in powers),
        tuple(name for name in own if name in {trait.name for trait in library.traits}),
    )


# ---- lines ----


def header_of(plan: BalancePlan, place: ArenaTable, custom: Custom | None) -> dict[str, object]:
    """The first line of every piece."""
    table = plan.table(place, custom)
    _, library = prepare(table)
    files = [list(pair) for pair in files_of(custom)] if custom is not None else []
    if place.map not in MAPS:
        files.append([place.map, load_map(place.map).digest])
    rules = asdict(plan.rules)
    del rules["custom"]  # told by the digests of the files
    return {
        "balance": FORMAT,
        "rulings": plan.rulings,
        "map": place.map,
        "seats": place.seats,
        "player": plan.player,
        "seed": plan.seed,
        "turns": table.turns,
        "world": table.world,
        "rules": rules,
        "files": files,
        "box": asdict(box_of(library, custom)),
    }


def game_line(game: ObservedGame) -> str:
    """The line of one game."""
    holdings = [
        [
            *(one.seat, one.turn, one.slot, one.swap, one.tokens, one.changed),
            *(one.active_turns, one.active_coins, one.declined_turns, one.declined_coins),
            *one.row,
        ]
        for one in game.holdings
    ]
    data = {"n": game.number, "coins": game.coins, "won": game.winners, "held": holdings}
    return _line(data)


def _line(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read_game(data: dict[str, Any]) -> ObservedGame:
    holdings = []
    for facts in data["held"]:
        seat, turn, slot, swap, tokens, changed, *coins = facts[:_FACTS]
        held = Holding(seat, turn, slot, swap, tokens, changed, facts[_FACTS:], *coins)
        holdings.append(held)
    return ObservedGame(data["n"], data["coins"], data["won"], holdings)


def _read_games(text: bytes, board: BoardGames) -> None:
    """The games of a piece; one that failed may have been played after all."""
    for line in text.splitlines()[1:]:
        data = json.loads(line)
        if "error" not in data:
            board.games[data["n"]] = _read_game(data)
            board.failures.pop(data["n"], None)
        elif data["n"] not in board.games:
            board.failures[data["n"]] = data["error"]


# ---- pieces ----


def play_piece(plan: BalancePlan, piece: BalancePiece) -> bytes:
    """Play these games, the same wherever it is done; a piece of a file."""
    place = plan.places[piece.place]
    custom = plan.rules.load_custom()
    lines = [_line(header_of(plan, place, custom))]
    for number in piece.games:
        try:
            lines.append(game_line(observe_game(plan, place, number, custom)))
        except Exception as error:  # of a home-made class or player: told at the end
            what = " ".join(f"{type(error).__name__}: {error}".split())
            lines.append(_line({"n": number, "error": what}))
    return gzip.compress("".join(lines).encode(), _LEVEL, mtime=0)


def pieces_in(content: bytes) -> Iterator[tuple[bytes, int]]:
    """The text of every whole piece, and where in the file it ends."""
    at = 0
    while at < len(content):
        reader = zlib.decompressobj(_GZIP)
        try:
            text = reader.decompress(content[at:])
        except zlib.error:
            return
        if not reader.eof:
            return
        at = len(content) - len(reader.unused_data)
        yield text, at


# ---- files ----


def read_board(path: Path) -> tuple[BoardGames, dict[str, object], int]:
    """The games of a file, the header of its pieces, and how many of its bytes are whole."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise GameError(f"{path}: it cannot be read: {error.strerror}") from None
    found: BoardGames | None = None
    header: dict[str, object] = {}
    whole = 0
    for text, end in pieces_in(content):
        whole = end
        try:
            told = json.loads(text.partition(b"\n")[0])
            if found is None:
                header, found = told, _read_header(told)
            elif told != header:
                raise Unreadable("its pieces are of different games")
            _read_games(text, found)
        except Unreadable as error:
            raise Unreadable(f"{path}: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise Unreadable(f"{path}: it holds no games of `smallworld balance`") from None
    if found is None:
        raise Unreadable(f"{path}: there is no whole piece in it")
    return found, header, whole


def _read_header(data: object) -> BoardGames:
    if not isinstance(data, dict) or data.get("balance") != FORMAT:
        raise Unreadable(f"it does not begin as games of a balance do (format {FORMAT})")
    rulings = data["rulings"]
    if not isinstance(rulings, int) or not 1 <= rulings <= RULES:
        raise Unreadable(f"it was played by rules version {rulings}, these are {RULES}")
    Rules(**data["rules"])  # whether it is known
    box = Box(**{name: tuple(values) for name, values in data["box"].items()})
    place = ArenaTable(data["map"], data["seats"])
    return BoardGames(place, data["player"], data["seed"], data["turns"], data["world"], box)


def file_name(place: ArenaTable) -> str:
    """The file of a board in the folder."""
    map_ = load_map(place.map)
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(place.map).stem)
    if place.map not in MAPS:
        name += f"-{map_.digest[:6]}"
    return (name if place.seats == map_.players else f"{name}-{place.seats}-seats") + ENDING


class GamesFolder:
    """Where games of a plan are kept; what is there already counts, if it is of the same plan."""

    def __init__(self, plan: BalancePlan, folder: Path | None) -> None:
        self._plan: Final = plan
        self._folder: Final = folder
        custom = plan.rules.load_custom()
        self._boards: Final[list[BoardGames]] = []
        self._unread: Final[list[tuple[int, bytes]]] = []  # pieces by the number of their board
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise GameError(f"{folder}: it cannot be used: {error.strerror}") from None
        for place in plan.places:
            header = json.loads(_line(header_of(plan, place, custom)))
            path = self._path(place)
            if path is None or not path.exists() or not path.stat().st_size:
                self._boards.append(_read_header(header))
                continue
            board, kept, whole = read_board(path)
            for name in header:
                if kept.get(name) != header[name]:
                    shown = "" if name == "box" else f" {kept.get(name)!r}, not {header[name]!r}"
                    raise GameError(
                        f"{path}: its games have another {name}{shown}; "
                        "take another folder, or the same settings"
                    )
            if whole < path.stat().st_size:
                with path.open("r+b") as file:
                    file.truncate(whole)
            self._boards.append(board)

    def _path(self, place: ArenaTable) -> Path | None:
        return None if self._folder is None else self._folder / file_name(place)

    def add(self, piece: BalancePiece, content: bytes) -> None:
        """Keep a piece that was played."""
        place = self._plan.places[piece.place]
        path = self._path(place)
        if path is not None:
            try:
                with path.open("ab") as file:
                    file.write(content)
            except OSError as error:
                raise GameError(f"{path}: it cannot be written: {error.strerror}") from None
        self._unread.append((piece.place, content))

    @property
    def boards(self) -> list[BoardGames]:
        """All games there are; pieces are read when somebody asks, not while others are played."""
        for place, content in self._unread:
            for text, _ in pieces_in(content):
                _read_games(text, self._boards[place])
        self._unread.clear()
        return self._boards

    def due(self, games: int) -> list[BalancePiece]:
        """What is still to be played for so many games of each board; failures are tried again."""
        return list(self._plan.pieces(games, [board.games for board in self.boards]))
