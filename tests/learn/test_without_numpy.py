"""The extra `learn` is an extra: nothing else needs it, and who needs it is told what to do."""

import subprocess
import sys

BLOCKED = """
import sys
sys.modules["numpy"] = None
sys.modules["onnxruntime"] = None
from smallworld.cli import app
from smallworld.players.registry import make_player
from smallworld.engine.errors import GameError
make_player("greedy")
try:
    app(["selfplay", "--out", "nowhere", "--games", "1"])
except SystemExit as end:
    print("ended with", end.code)
"""


def test_the_command_line_starts_without_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True)
    assert "ended with 2" in done.stdout, done.stderr
    assert "need numpy, which is not installed" in done.stderr
    assert "pip install numpy onnxruntime" in done.stderr
