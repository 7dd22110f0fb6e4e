"""Views as arrays of numpy: what the encoder writes, by name."""

import numpy as np

from smallworld.encoding.encoder import Encoder
from smallworld.encoding.layout import ARRAYS
from smallworld.game.setup import GameSetup
from smallworld.learn.arrays import encode
from tests.encoding.played import decisions


def test_arrays_are_what_the_encoder_writes() -> None:
    for table in (
        GameSetup(map="base-3"),
        GameSetup(map="base-3", coins="open"),
        GameSetup(map="underground-2", world="mixed", turns=4),
    ):
        encoder = Encoder.of(table)
        for _, view in decisions(table, seed=2, every=17):
            arrays = encode(view)
            assert list(arrays) == list(ARRAYS)
            position, actions = encoder.encode(view)
            flat = np.concatenate([arrays[name].ravel() for name in encoder.slices])
            assert flat.tobytes() == position
            assert arrays["actions"].tobytes() == actions
            for name, content in encoder.static().items():
                assert arrays[name].tobytes() == content
                assert arrays[name].shape == encoder.shapes[name]
