"""Nets in files: which kind and size, which encoding they were made for, and all their numbers."""

from __future__ import annotations

import os
import pickle
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from smallworld.encoding.layout import ENCODING_VERSION
from smallworld.engine.game import GameError
from smallworld.learn.judge.nets import KINDS, SUMMED, build_net


@dataclass(frozen=True)
class NetShape:
    """A kind of net and how large it is."""

    kind: str = SUMMED
    width: int = 64
    layers: int = 2

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise GameError(f"a net is {' or '.join(KINDS)}, not {self.kind!r}")
        if not 8 <= self.width <= 1024 or self.width % 8:
            raise GameError(f"a net is 8 to 1024 wide, in steps of 8, not {self.width}")
        if not 1 <= self.layers <= 16:
            raise GameError(f"a net has 1 to 16 layers, not {self.layers}")

    @staticmethod
    def from_text(text: str) -> NetShape:
        """Read what `text` writes: summed:64x2.

        >>> NetShape.from_text("attention:96x3")
        NetShape(kind='attention', width=96, layers=3)
        """
        kind, _, size = text.partition(":")
        width, _, layers = size.partition("x")
        if not (width.isdigit() and layers.isdigit()):
            raise GameError(f"{text!r} is no net; write summed:64x2 or attention:96x3")
        return NetShape(kind, int(width), int(layers))

    @property
    def text(self) -> str:
        """The shape in a word."""
        return f"{self.kind}:{self.width}x{self.layers}"

    def build(self) -> nn.Module:
        """A fresh net of this shape."""
        return build_net(self.kind, self.width, self.layers)


def save_whole(path: Path, content: dict[str, Any]) -> None:
    """Write a file of torch that is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    torch.save(content, part)
    os.replace(part, path)


def save_net(path: Path, shape: NetShape, net: nn.Module, about: dict[str, Any]) -> None:
    """Keep a net, with a few words about how it came to be."""
    weights = {name: tensor.detach().cpu() for name, tensor in net.state_dict().items()}
    about = {"encoding": ENCODING_VERSION, "shape": asdict(shape), "about": about}
    save_whole(path, {**about, "net": weights})


def load_net(path: Path, device: str = "cpu") -> tuple[NetShape, nn.Module]:
    """A net as it was kept, ready to judge."""
    if not path.is_file():
        raise GameError(f"{path}: there is no such net; `smallworld learn` makes one, best.pt")
    try:
        kept = torch.load(path, map_location=device, weights_only=True)
        version, shape = kept["encoding"], NetShape(**kept["shape"])
    except (OSError, RuntimeError, KeyError, TypeError, EOFError, pickle.UnpicklingError):
        raise GameError(f"{path}: it is no net of `smallworld learn`") from None
    if version != ENCODING_VERSION:
        raise GameError(
            f"{path}: the net was made for encoding {version}, and this is {ENCODING_VERSION}; "
            "train it anew"
        )
    net = shape.build()
    net.load_state_dict(kept["net"])
    return shape, net.to(device).eval()
