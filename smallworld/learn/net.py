"""A player that asks a network: any ONNX model that says which encoding it was made for."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from smallworld.encoding.layout import ARRAYS, ENCODING_VERSION
from smallworld.engine.game import GameError
from smallworld.extras import needed_by
from smallworld.game.compiled.dealer import Dealer
from smallworld.game.player import Player
from smallworld.game.views.view import View
from smallworld.learn.arrays import encode

with needed_by("a net"):
    import onnxruntime  # type: ignore[import-untyped]

VERSION_KEY: Final = "smallworld.encoding"  # in the model's metadata
POLICY: Final = "policy"
# What numbers a model may take, by ONNX Runtime's word for them.
TYPES: Final[dict[str, type[np.generic]]] = {
    "tensor(uint8)": np.uint8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(float)": np.float32,
}
_FINE: Final = 1 << 30  # how finely a random share is drawn


class _Port(Protocol):
    """An input or output as ONNX Runtime tells of it."""

    name: str
    shape: list[int | str | None]
    type: str


class _Session(Protocol):
    """What is used of an InferenceSession."""

    def get_inputs(self) -> list[_Port]: ...
    def get_outputs(self) -> list[_Port]: ...
    def run(self, names: list[str], feed: Mapping[str, object]) -> list[NDArray[np.float32]]: ...


class Net:
    """A model read from a file and found fit for this encoding."""

    def __init__(self, path: str | Path) -> None:
        self.path: Final = Path(path)
        self._session: Final = _load(self.path)
        _check_version(self.path, self._session)
        for port in self._session.get_inputs():
            _check_input(self.path, port)
        self.inputs: Final = {port.name: TYPES[port.type] for port in self._session.get_inputs()}
        outputs = [port.name for port in self._session.get_outputs()]
        if POLICY not in outputs:
            raise GameError(
                f"{self.path}: the model has no output {POLICY!r}, one score for each legal "
                f"action; its outputs are {', '.join(outputs)}"
            )

    def scores(self, view: View) -> list[float]:
        """One for each legal action of the view; the higher, the better."""
        arrays = encode(view)
        feed = {name: arrays[name][np.newaxis].astype(kind) for name, kind in self.inputs.items()}
        try:
            found = self._session.run([POLICY], feed)[0].reshape(-1)
        except Exception as error:  # ONNX Runtime has no common class for what it raises
            raise GameError(f"{self.path}: the model fails: {_one_line(error)}") from None
        if len(found) != len(view.legal) or not np.isfinite(found).all():
            raise GameError(
                f"{self.path}: the model should give {len(view.legal)} finite scores, one for "
                f"each legal action, and gave {len(found)}"
            )
        return [float(score) for score in found]


class NetPlayer(Player):
    """Takes the action of the highest score, or with a temperature draws by the scores."""

    def __init__(self, net: Net, seed: int = 0, temperature: float = 0.0) -> None:
        warm = f",temperature={temperature:g}" if temperature > 0 else ""
        super().__init__(f"net:model={net.path}{warm}")  # so that a kept game can be resumed
        self._net = net
        self._dealer = Dealer(seed)
        self._temperature = temperature

    def choose_number(self, view: View) -> int:
        """A legal action."""
        scores = self._net.scores(view)
        best = max(scores)
        if self._temperature <= 0:
            return view.legal[scores.index(best)]
        weights = [exp((score - best) / self._temperature) for score in scores]
        left = self._dealer.pick(_FINE) / _FINE * sum(weights)
        for action, weight in zip(view.legal, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return view.legal[scores.index(best)]


def _load(path: Path) -> _Session:
    if not path.is_file():
        raise GameError(f"{path}: there is no such model; give an ONNX file")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1  # games are played side by side, not moves
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 4  # what goes wrong is told by the error
    try:
        session = onnxruntime.InferenceSession(
            str(path), settings, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise GameError(f"{path}: it is no ONNX model: {_one_line(error)}") from None
    return cast(_Session, session)


def _check_version(path: Path, session: _Session) -> None:
    metadata = session.get_modelmeta().custom_metadata_map  # type: ignore[attr-defined]
    said = metadata.get(VERSION_KEY)
    if said is None:
        raise GameError(
            f"{path}: the model does not say which encoding it was made for; its metadata needs "
            f"{VERSION_KEY} = {ENCODING_VERSION} (docs/learning.md)"
        )
    if said != str(ENCODING_VERSION):
        raise GameError(
            f"{path}: the model was made for encoding {said}, and this is {ENCODING_VERSION}; "
            "train it anew on data of this one"
        )


def _check_input(path: Path, port: _Port) -> None:
    if port.name not in ARRAYS:
        raise GameError(
            f"{path}: the model wants an input {port.name!r}; there are {', '.join(ARRAYS)}"
        )
    array = ARRAYS[port.name]
    # The sizes of the axes are the board's; how many columns there are is always the same.
    axes = ["batch", *array.axes, *([array.width] if array.fields else [])]
    fits = len(port.shape) == len(axes) and all(
        not isinstance(has, int) or isinstance(wanted, str) or has == wanted
        for has, wanted in zip(port.shape, axes, strict=True)
    )
    if not fits or port.type not in TYPES:
        raise GameError(
            f"{path}: its input {port.name} should be {', '.join(TYPES)} of "
            f"[{', '.join(map(str, axes))}], and is {port.type} of {port.shape}"
        )


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
