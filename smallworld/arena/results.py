"""The results of an arena in a file: a line of JSON for what is played, then one for each game.

Lines are only ever added, so a run that was stopped at any moment can go on.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from smallworld.arena.plan import ArenaPlan, ArenaTable, Rules
from smallworld.arena.play import GameOutcome, PlayerFailure
from smallworld.content.custom.files import files_of
from smallworld.content.loader import MAPS, load_map
from smallworld.engine.game import RULES, GameError, Unreadable

FORMAT: Final = 1


@dataclass
class Results:
    """What was to be played and what has been."""

    plan: ArenaPlan
    outcomes: dict[str, GameOutcome] = field(default_factory=dict)
    failures: dict[str, PlayerFailure] = field(default_factory=dict)

    def add(self, ended: GameOutcome | PlayerFailure) -> None:
        """Take in one game; one that failed may have been played after all."""
        if isinstance(ended, PlayerFailure):
            if ended.key not in self.outcomes:
                self.failures[ended.key] = ended
        else:
            self.failures.pop(ended.key, None)
            self.outcomes[ended.key] = ended


# ---- lines ----


def header_line(plan: ArenaPlan) -> str:
    """The first line of a file."""
    custom = plan.rules.load_custom()
    digests = files_of(custom) if custom is not None else ()
    maps = dict.fromkeys(place.map for place in plan.places if place.map not in MAPS)
    files = [list(pair) for pair in digests] + [[name, load_map(name).digest] for name in maps]
    told = asdict(plan)
    rulings = told.pop("rulings")
    return _line({"arena": FORMAT, "rules": rulings, "files": files, "plan": told})


def game_line(ended: GameOutcome | PlayerFailure) -> str:
    """The line of one game."""
    return _line({name: value for name, value in asdict(ended).items() if value})


def _line(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read_plan(data: object) -> ArenaPlan:
    if not isinstance(data, dict) or data.get("arena") != FORMAT:
        raise Unreadable(f"it does not begin as results of an arena do (format {FORMAT})")
    rulings = data.get("rules")
    if not isinstance(rulings, int) or not 1 <= rulings <= RULES:
        raise Unreadable(f"it was played by rules version {rulings}, these are {RULES}")
    plan = dict(data["plan"])
    rules = dict(plan.pop("rules"))
    rules["custom"] = tuple(rules["custom"])
    rules["settings"] = tuple(rules.get("settings", ()))  # older files have none
    places = tuple(ArenaTable(**place) for place in plan.pop("places"))
    players = tuple(plan.pop("players"))
    return ArenaPlan(players=players, places=places, rules=Rules(**rules), rulings=rulings, **plan)


def _read_game(data: dict[str, object]) -> GameOutcome | PlayerFailure:
    if "error" in data:
        return PlayerFailure(**data)  # type: ignore[arg-type]
    words = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
    words["remarks"] = tuple((seat, text) for seat, text in words.get("remarks", ()))
    return GameOutcome(str(data["key"]), **words)


def read_results(path: Path) -> tuple[Results, int]:
    """What a file holds, and how many bytes of it are whole lines."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise GameError(f"{path}: it cannot be read: {error.strerror}") from None
    whole = content.rfind(b"\n") + 1  # the line being written when it was stopped does not count
    found: Results | None = None
    for number, line in enumerate(content[:whole].splitlines(), start=1):
        try:
            data = json.loads(line)
            if found is None or "arena" in data:
                plan = _read_plan(data)
                found = Results(plan) if found is None else _gone_on(found, plan)
            else:
                found.add(_read_game(data))
        except Unreadable as error:
            raise Unreadable(f"{path}, line {number}: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise Unreadable(f"{path}, line {number}: this is no line of an arena") from None
    if found is None:
        raise Unreadable(f"{path}: there is nothing in it")
    return found, whole


def _gone_on(found: Results, plan: ArenaPlan) -> Results:
    """The same results under a further first line: of a run gone on with, or of a joined file."""
    if not same_but_games(found.plan, plan):
        raise Unreadable("from here on it is another arena; read its files one by one")
    return replace(found, plan=plan if plan.games > found.plan.games else found.plan)


def same_but_games(one: ArenaPlan, other: ArenaPlan) -> bool:
    """Whether games of the same name are the same in both."""
    return replace(one, games=other.games) == other


def joined(runs: Sequence[Results]) -> list[Results]:
    """Files of one arena, as several machines played it, taken together; each game counts once."""
    found: list[Results] = []
    for run in runs:
        at = [n for n, kept in enumerate(found) if same_but_games(kept.plan, run.plan)]
        if not at:
            found.append(Results(run.plan, dict(run.outcomes), dict(run.failures)))
            continue
        kept = found[at[0]] = _gone_on(found[at[0]], run.plan)
        more: list[GameOutcome | PlayerFailure] = [*run.failures.values(), *run.outcomes.values()]
        for ended in more:
            if ended.key not in kept.outcomes:
                kept.add(ended)
    return found


# ---- writing, and going on ----


class ResultsFile:
    """Where games are written as they end; use it in a `with` block."""

    def __init__(self, plan: ArenaPlan, path: Path | None, resume: bool) -> None:
        self.results: Final = Results(plan)
        self._file: IO[bytes] | None = None
        if path is None:
            return
        if path.exists() and not resume:
            raise GameError(f"{path} exists; go on with it by --resume, or name another file")
        begun = path.exists() and path.stat().st_size > 0
        whole = 0
        if begun:
            kept, whole = read_results(path)
            plan = self.results.plan = replace(plan, rulings=kept.plan.rulings)
        header = header_line(plan)
        if begun:
            self._refuse_other_settings(path, kept.plan, header)
            self.results.outcomes.update(kept.outcomes)
            self.results.failures.update(kept.failures)
        try:
            self._file = path.open("r+b" if begun else "wb")
        except OSError as error:
            raise GameError(f"{path}: it cannot be written: {error.strerror}") from None
        self._file.seek(whole)
        self._file.truncate()
        if not begun or kept.plan != plan:
            self._write(header)

    def _refuse_other_settings(self, path: Path, kept: ArenaPlan, header: str) -> None:
        plan = self.results.plan
        before, now = settings_in_words(kept), settings_in_words(plan)
        wrong = [
            f"{name} {before[name]} there and {now[name]} here"
            for name in now
            if now[name] != before[name]
        ]
        if wrong:
            raise GameError(f"{path} cannot be gone on with: {'; '.join(wrong)}")
        if plan.games < kept.games:
            raise GameError(f"{path} is for {kept.games} games of each lineup; ask for no fewer")
        with path.open("rb") as file:
            written = json.loads(file.readline())
        if written["files"] != json.loads(header)["files"]:
            raise GameError(
                f"{path} cannot be gone on with: the files of --custom or --boards have changed"
            )

    def add(self, ended: GameOutcome | PlayerFailure) -> None:
        """Keep one game."""
        self.results.add(ended)
        self._write(game_line(ended))

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line.encode())
            self._file.flush()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def settings_in_words(plan: ArenaPlan) -> dict[str, str]:
    """All that must be the same when a run goes on."""
    rules = plan.rules
    return {
        "players": ", ".join(plan.players),
        "boards": ", ".join(str(place) for place in plan.places),
        "seed": str(plan.seed),
        "cross": plan.cross,
        "mixtures": "yes" if plan.mixed else "no",
        "world": rules.world or "that of the map",
        "turns": str(rules.turns or "those of the map"),
        "coins": rules.coins,
        "places": "yes" if rules.places else "no",
        "custom": ", ".join(rules.custom) or "none",
        "house rules": ", ".join(rules.settings) or "none",
    }


def command_of(plan: ArenaPlan, *more: str) -> str:
    """The command that plays this plan."""
    usual, rules = ArenaPlan((), (), 1), plan.rules
    words = ["smallworld", "arena", *plan.players]
    words += ["--boards", ",".join(dict.fromkeys(place.map for place in plan.places))]
    seats = dict.fromkeys(str(place.seats) for place in plan.places)
    if any(load_map(place.map).players != place.seats for place in plan.places):
        words += ["--seats", ",".join(seats)]
    words += ["--games", str(plan.games), "--seed", str(plan.seed)]
    if plan.cross != usual.cross:
        words += ["--cross", plan.cross]
    if not plan.mixed:
        words.append("--no-mixed")
    for option, value in (("--world", rules.world), ("--turns", rules.turns or "")):
        words += [option, str(value)] if value else []
    if rules.coins != usual.rules.coins:
        words += ["--coins", rules.coins]
    if not rules.places:
        words.append("--no-places")
    for file in rules.custom:
        words += ["--custom", file]
    for setting in rules.settings:
        words += ["--set", setting]
    return shlex.join([*words, *more])
