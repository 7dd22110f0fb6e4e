"""`smallworld new-race`: a race or power of one's own to begin with, and a scenario for it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Annotated

import typer
import yaml

from smallworld.cli.console import say_json
from smallworld.cli.options import JSON
from smallworld.content.custom.names import why_no_name
from smallworld.content.library import full_library
from smallworld.engine.game import GameError

RACE_CLASS = '''\
"""{title}.

Save this as {file}; play with it: smallworld play --custom {file}
"""

from smallworld.engine.trait import Race


class {cls}(Race):
    """Every hill pays one coin more."""

    def __init__(self):
        super().__init__(
            {name},
            tokens=6,
            supply=11,
            text="Every hill they hold pays one coin more.",
        )

    def pays(self, s, e):
        return s.board.hills
'''

POWER_CLASS = '''\
"""{title}.

Save this as {file}; play with it: smallworld play --custom {file}
"""

from smallworld.engine.trait import Power


class {cls}(Power):
    """Every hill pays one coin more."""

    def __init__(self):
        super().__init__(
            {name},
            tokens=4,
            text="Every hill this race holds pays one coin more.",
        )

    def pays(self, s, e):
        return s.board.hills
'''

RACE_TOML = """\
# {title}.
# Save this as {file}; play with it: smallworld play --custom {file}

[[race]]
name = {name}
tokens = 6            # on the banner, 1 to 10
stand_in = "Ratmen"   # whose tokens they borrow; that race stays in the box
clauses = [
    {{ coins = 1, per = "hill" }},
]
"""

POWER_TOML = """\
# {title}.
# Save this as {file}; play with it: smallworld play --custom {file}

[[power]]
name = {name}
tokens = 4            # on the badge, 0 to 5
clauses = [
    {{ coins = 1, per = "hill" }},
]
"""

SCENARIO = """\
# Save this as {scenario}; run it: smallworld scenario --custom {file} {scenario}

# One coin for each of the two regions, and one more for the hill.
- id: {slug}-hills-pay
  rule: D4
  given:
    board:
      A: {{terrain: hill, edge: true}}
      B: {{terrain: forest}}
      borders: [A-B]
    seats:
      P1:
        active: {{race: {race}, power: {power}, at: {{A: 1, B: 1}}, hand: 2}}
      P2: {{}}
  play:
    - finish P1
    - expect: {{scored: {{P1: 3}}}}
"""


@dataclass(frozen=True)
class TraitTemplate:
    """Two files to begin with."""

    file: str
    text: str
    scenario_file: str
    scenario: str


def new_race(
    name: Annotated[str, typer.Argument(help="What they are called, such as Otters.")],
    power: Annotated[bool, typer.Option("--power", help="A power instead of a race.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Data instead of a Python class.")] = False,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Print a race of your own to begin with, and a scenario that tests it.

    Both work as they are: paste each into a file of its own, then change what they do.
    docs/adding-a-race.md tells what is possible.

    Examples:
    smallworld new-race Otters
    smallworld new-race Playful --power --toml
    """
    draft = make_draft(name, power, toml)
    if as_json:
        say_json(
            {
                "file": draft.file,
                "text": draft.text,
                "scenario_file": draft.scenario_file,
                "scenario": draft.scenario,
            }
        )
        return
    typer.echo(draft.text)
    typer.echo("# " + "-" * 78)
    typer.echo(draft.scenario, nl=False)


def make_draft(name: str, power: bool, toml: bool) -> TraitTemplate:
    """The two files for that name; a GameError if it cannot be one."""
    words = " ".join(name.split())
    wrong = why_no_name(words)
    if wrong:
        raise GameError(f"{name!r} cannot be a name; it must be {wrong}")
    if words.casefold() in [trait.name.casefold() for trait in full_library("mixed").traits]:
        raise GameError(f"the box has {words} already; choose another name (rules D3)")
    slug = re.sub(r"\W+", "-", words.lower()).strip("-")
    file = f"{slug}.{'toml' if toml else 'py'}"
    quoted = json.dumps(words, ensure_ascii=False)
    in_yaml = words if yaml.safe_load(words) == words else quoted  # "No" would be read as false
    if toml:
        form = POWER_TOML if power else RACE_TOML
    else:
        form = POWER_CLASS if power else RACE_CLASS
    title = f"{words}, a {'power' if power else 'race'} of your own"
    text = form.format(title=title, file=file, name=quoted, cls=class_name(words))
    scenario = SCENARIO.format(
        file=file,
        scenario=f"{slug}.yaml",
        slug=slug,
        race="Sorcerers" if power else in_yaml,
        power=in_yaml if power else "Commando",
    )
    return TraitTemplate(file, text, f"{slug}.yaml", scenario)


def class_name(words: str) -> str:
    """A Python name for it: `Will-o'-Wisps` is WillOWisps."""
    parts = re.split(r"\W+", words.replace("'", " "))
    joined = "".join(part[:1].upper() + part[1:] for part in parts if part)
    return joined if joined.isidentifier() else "Mine"
