"""Players by name and setting: "greedy", "search:time=1s", "external:./mybot --fast"."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from smallworld.engine.game import GameError, Unreadable
from smallworld.game.player import Player
from smallworld.players.budget import Budget
from smallworld.players.careless import CarelessPlayer
from smallworld.players.external.player import ExternalPlayer, read_command
from smallworld.players.greedy import GreedyPlayer
from smallworld.players.handicap import LEVEL, STEPS, HandicappedPlayer, read_step
from smallworld.players.installed import (
    find_installed,
    installed_names,
    installed_sources,
    make_installed,
)
from smallworld.players.judge.judge_file import champion_judge, judge_of
from smallworld.players.random_player import RandomPlayer
from smallworld.players.search.champion import ChampionPlayer
from smallworld.players.search.judged import LearnedPlayer
from smallworld.players.search.master import MasterPlayer
from smallworld.players.search.planner import PlannerPlayer
from smallworld.players.search.search import SearchPlayer
from smallworld.players.search.styles import STYLES, StyledPlayer
from smallworld.players.search.tuned import SETTINGS as TUNED_SETTINGS
from smallworld.players.search.tuned import TUNED, TunedPlayer, Tuning
from smallworld.players.settings import read_fraction, read_settings

# Each maker is given what stands after the colon ("" if nothing) and a seed.
Maker = Callable[[str, int], Player]

EXTERNAL: Final = "external"
NET: Final = "net"
LEARNED: Final = "learned"
CHAMPION: Final = "champion"
BUDGET: Final = {
    "time": "1s or 300ms",
    "simulations": "400",
    "per": "turn or decision",
}
JUDGE: Final = {"net": "FILE", **BUDGET}
OWN_JUDGE: Final = {"judge": "FILE", **BUDGET}
MODEL: Final = {"model": "FILE", "temperature": "0.5"}
RATINGS: Final = "ratings.toml"  # written from results of the arena by tools/ratings.py


def _random(setting: str, seed: int) -> Player:
    read_settings("random", setting, {})
    return RandomPlayer(seed)


def _greedy(setting: str, seed: int) -> Player:
    read_settings("greedy", setting, {})
    return GreedyPlayer()


def _careless(setting: str, seed: int) -> Player:
    read_settings("careless", setting, {})
    return CarelessPlayer(seed)


def _planner(setting: str, seed: int) -> Player:
    read_settings("planner", setting, {})
    return PlannerPlayer(seed)


def _search(setting: str, seed: int) -> Player:
    return SearchPlayer(_budget("search", setting or SearchPlayer.DEFAULT), seed)


def _master(setting: str, seed: int) -> Player:
    return MasterPlayer(_budget("master", setting or MasterPlayer.DEFAULT), seed)


def _budget(owner: str, setting: str) -> Budget:
    read_settings(owner, setting, BUDGET)
    return Budget.from_setting(setting)


def _net(setting: str, seed: int) -> Player:
    found = read_settings(NET, setting, MODEL)
    if "model" not in found:
        raise GameError("net needs a model, as in net:model=mine.onnx")
    # Its packages are an extra, and slow to load.
    from smallworld.learn.net import Net, NetPlayer

    temperature = read_fraction(NET, "temperature", found.get("temperature", "0"), 100)
    return NetPlayer(Net(found["model"]), seed, temperature)


def _learned(setting: str, seed: int) -> Player:
    found = read_settings(LEARNED, setting, JUDGE)
    if "net" not in found:
        raise GameError("learned needs a net of `smallworld learn`, as in learned:net=best.pt")
    words = ",".join(f"{name}={value}" for name, value in found.items() if name != "net")
    budget = _budget(LEARNED, words or LearnedPlayer.DEFAULT)
    # Its packages are an extra, and slow to load.
    from smallworld.learn.judge.net_judge import net_judge

    return LearnedPlayer(net_judge(found["net"]), budget, seed)


def _champion(setting: str, seed: int) -> Player:
    found = read_settings(CHAMPION, setting, OWN_JUDGE)
    words = ",".join(f"{name}={value}" for name, value in found.items() if name != "judge")
    budget = _budget(CHAMPION, words or ChampionPlayer.DEFAULT)
    judge = judge_of(found["judge"]) if "judge" in found else champion_judge()
    return ChampionPlayer(judge, budget, seed)


def _tuned(setting: str, seed: int) -> Player:
    found = read_settings(TUNED, setting, {**OWN_JUDGE, **TUNED_SETTINGS})
    words = ",".join(f"{name}={value}" for name, value in found.items() if name in BUDGET)
    budget = _budget(TUNED, words or TunedPlayer.DEFAULT)
    judge = judge_of(found["judge"]) if "judge" in found else champion_judge()
    return TunedPlayer(Tuning.read(found), judge, budget, seed)


def _level(setting: str, seed: int) -> Player:
    number = read_step(setting)
    step = STEPS[number - 1]
    player = make_player(step.player, seed)
    return HandicappedPlayer(player, step.blunders, f"{LEVEL}:{number}", seed)


def _styled(style: str) -> Maker:
    def make(setting: str, seed: int) -> Player:
        return StyledPlayer(style, _budget(style, setting or SearchPlayer.DEFAULT), seed)

    return make


def _external(setting: str, seed: int) -> Player:
    return ExternalPlayer(read_command(setting))


MAKERS: Final[dict[str, Maker]] = {
    "random": _random,
    "careless": _careless,
    "greedy": _greedy,
    "planner": _planner,
    "search": _search,
    "master": _master,
    CHAMPION: _champion,
    TUNED: _tuned,
    **{style: _styled(style) for style in STYLES},
    LEVEL: _level,
    NET: _net,
    LEARNED: _learned,
    EXTERNAL: _external,
}


@dataclass(frozen=True)
class Level:
    """A player as people choose it: what it is called, what to expect, how strong it is."""

    name: str  # `make_player` knows it by this
    text: str
    rating: int | None = None  # None: not measured yet


def read_ratings(text: str) -> dict[str, int]:
    """The measured ratings by player, from the text of the file they are kept in."""
    try:
        table = tomllib.loads(text).get("ratings", {})
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"{RATINGS}: {error}") from None
    if not isinstance(table, dict) or not all(type(value) is int for value in table.values()):
        raise Unreadable(f"{RATINGS}: [ratings] holds whole numbers by player")
    return table


def _levels(texts: Mapping[str, str]) -> tuple[Level, ...]:
    kept = files("smallworld.players").joinpath(RATINGS).read_text(encoding="utf-8")
    ratings = read_ratings(kept)
    return tuple(Level(name, text, ratings.get(name)) for name, text in texts.items())


# From the weakest to the strongest. Programs from outside are no level: whoever names one lets
# it run on this machine; nor are nets, which come with a file.
LEVELS: Final = _levels(
    {
        "random": "Does anything the rules allow. For a first look around.",
        "careless": "Greedy, but often not looking. For children and first games.",
        "greedy": "Takes what pays best at once. Quick, and worth playing against.",
        "planner": "Plans its whole turn, and when to let a race decline.",
        "search": "Plays every choice on many times before it decides.",
        "master": "The strongest we have. Thinks a second a turn.",
    }
)
# Beside the ladder: tastes, and a scale in even steps.
STYLE_LEVELS: Final = tuple(Level(name, style.text) for name, style in STYLES.items())
STEP_LEVELS: Final = tuple(
    Level(f"{LEVEL}:{n}", f"Step {n} of {len(STEPS)} in strength.", step.rating)
    for n, step in enumerate(STEPS, start=1)
)
BEGINNERS: Final = "careless"  # whom somebody meets who has chosen nobody yet


def levels() -> tuple[Level, ...]:
    """The computer players as people choose them, from the weakest to the strongest.

    >>> import smallworld as sw
    >>> [level.name for level in sw.levels()]
    ['random', 'careless', 'greedy', 'planner', 'search', 'master']
    """
    return LEVELS


def offered_levels() -> tuple[Level, ...]:
    """Everybody a table may be played with: the ladder, tastes, steps, and those of packages."""
    return (*LEVELS, *STYLE_LEVELS, *STEP_LEVELS, *installed_levels())


def levels_by_strength() -> list[str]:
    """The same by name, from the weakest to the strongest; first those nobody knows that of."""
    known: list[tuple[int, str]] = []
    for scale in (LEVELS, STEP_LEVELS):
        rating = 0
        for level in scale:
            rating = rating if level.rating is None else level.rating
            known.append((rating, level.name))
    known.sort(key=lambda one: one[0])
    unknown = (*installed_levels(), *STYLE_LEVELS)
    return [*(level.name for level in unknown), *(name for _, name in known)]


def installed_levels() -> tuple[Level, ...]:
    """The players of installed packages as people choose them; how strong they are nobody knows."""
    return tuple(Level(name, source) for name, source in installed_sources().items())


def player_names() -> list[str]:
    """The names `make_player` knows, but for those that need a file or a program."""
    return [name for name in MAKERS if name not in (LEVEL, NET, LEARNED, EXTERNAL)]


def player_names_in_words() -> str:
    """What may be written where a player is asked for."""
    return ", ".join(
        [
            *(*player_names(), f"{LEVEL}:NUMBER", f"{NET}:model=FILE"),
            *(f"{LEARNED}:net=FILE", f"{EXTERNAL}:COMMAND"),
        ]
    )


def make_player(spec: str, seed: int = 0) -> Player:
    """The player of that name; settings may follow it after a colon.

    Installed packages may offer more of them, by entry points of the group smallworld.players.

    >>> import smallworld as sw
    >>> sw.make_player("search:simulations=50").name
    'search:simulations=50'
    """
    name, _, setting = (word.strip() for word in spec.partition(":"))
    point = find_installed(name, name in MAKERS)
    if point is not None:
        player = make_installed(point, setting, seed)
        player.name = name  # by which it is found again, whatever it calls itself
    elif name in MAKERS:
        player = MAKERS[name](setting, seed)
    else:
        installed = ", ".join(installed_names())
        more = f"; packages offer {installed}" if installed else ""
        raise GameError(f"there is no player {spec!r}; there are {player_names_in_words()}{more}")
    if setting and player.name == name:
        player.name = f"{name}:{setting}"  # so a record tells who really played
    return player


def check_player(spec: str) -> str:
    """That player as it is written, if there is such a one; nothing is left running."""
    make_player(spec).close()
    return spec.strip()


def split_players(text: str) -> list[str]:
    """Players with commas between; a comma before a setting goes on with the same player.

    >>> split_players("greedy, search:simulations=200,per=turn, random")
    ['greedy', 'search:simulations=200,per=turn', 'random']
    """
    found: list[str] = []
    for part in text.split(","):
        name = part.strip().partition(":")[0]
        goes_on = "=" in name or (found[-1:] and found[-1].startswith(f"{EXTERNAL}:"))
        if found and goes_on and name not in MAKERS:
            found[-1] += f",{part.rstrip()}"
        elif part.strip():
            found.append(part.strip())
    return found
