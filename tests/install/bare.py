"""What a bare install can do: run where nothing but the standard library can be imported."""

import sys
from pathlib import Path

from smallworld.content.custom.files import load_customs
from smallworld.content.library import full_library
from smallworld.engine.game import is_over
from smallworld.engine.regions import COMPILED
from smallworld.game.match import Match
from smallworld.game.records.record import Record
from smallworld.game.setup import GameSetup
from smallworld.players.registry import make_player, player_names

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

players = [make_player(name) for name in ("greedy", "master:simulations=2")]
match = Match(GameSetup(map="base-2", turns=2), players, seed=7)
record = match.run()
assert is_over(match.state)
assert Record.from_text(record.to_text()).to_text() == record.to_text()
assert match.view(1).to_json()
assert [make_player(name).name for name in player_names()] == player_names()
assert full_library("mixed").traits

custom = load_customs([str(EXAMPLES / "beavers.toml"), str(EXAMPLES / "otters.py")])
print(custom.races[0]().name, "are loaded")

others = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
known = {"smallworld", "__main__", "_distutils_hack"}  # setuptools has that last one loaded
known |= {"smallworld__mypyc", "librt", "mypy_extensions"} if COMPILED else set()
print({name for name in others - known if not name.startswith("custom_")} or "none but ours")
