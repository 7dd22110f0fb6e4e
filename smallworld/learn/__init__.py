"""A place for learned players: positions as arrays, models that play, and games to learn from."""

from importlib.util import find_spec

from smallworld.engine.game import GameError

if find_spec("numpy") is None:
    raise GameError(
        "learned players need numpy, which is not installed; install the extra `learn`, "
        "for example with: pip install numpy onnxruntime"
    )
