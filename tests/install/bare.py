"""What a bare install can do: run where nothing but the standard library can be imported."""

import sys
from pathlib import Path

import smallworld as sw
from smallworld.engine.query import COMPILED

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

game = sw.Game("base-2", seed=7, turns=2)
game.play(["greedy", "master:simulations=2"])
assert game.is_over
assert sw.Game.from_record(str(game.record)) == game
assert game.view("P2").coins
assert "<svg" in (game._repr_svg_() or "")
assert sw.boards()
assert sw.races()
assert sw.powers()
assert [sw.make_player(level.name).name for level in sw.levels()]

custom = [str(EXAMPLES / "beavers.toml"), str(EXAMPLES / "otters.py")]
assert sw.Game("base-2", custom=custom, seed=1).legal_actions

others = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
known = {"smallworld", "__main__", "_distutils_hack"}  # setuptools has that last one loaded
known |= {"smallworld__mypyc", "librt", "mypy_extensions"} if COMPILED else set()
print({name for name in others - known if not name.startswith("custom_")} or "none but ours")
