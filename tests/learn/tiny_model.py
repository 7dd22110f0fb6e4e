"""A model of one matrix, written byte by byte in the format of ONNX: policy = actions · weights."""

from __future__ import annotations

import struct
from pathlib import Path

FLOAT, INT64 = 1, 7


def _varint(number: int) -> bytes:
    found = b""
    while number > 0x7F:
        found += bytes([number & 0x7F | 0x80])
        number >>= 7
    return found + bytes([number])


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _bytes(field: int, content: bytes | str) -> bytes:
    raw = content.encode() if isinstance(content, str) else content
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _value(name: str, kind: int, shape: tuple[int | str, ...]) -> bytes:
    """A ValueInfoProto."""
    dims = b""
    for size in shape:
        dim = _number(1, size) if isinstance(size, int) else _bytes(2, size)
        dims += _bytes(1, dim)
    tensor = _number(1, kind) + _bytes(2, dims)
    return _bytes(1, name) + _bytes(2, _bytes(1, tensor))


def write_model(
    path: Path,
    weights: list[float],
    *,
    metadata: dict[str, str],
    input_name: str = "actions",
    width: int | None = None,
    output_name: str = "policy",
) -> Path:
    """A linear policy over the columns of the actions."""
    columns = len(weights)
    tensor = _number(1, columns) + _number(1, 1) + _number(2, FLOAT) + _bytes(8, "weights")
    tensor += _bytes(9, struct.pack(f"<{columns}f", *weights))
    node = _bytes(1, input_name) + _bytes(1, "weights") + _bytes(2, output_name)
    node += _bytes(4, "MatMul")
    graph = _bytes(1, node) + _bytes(2, "tiny") + _bytes(5, tensor)
    graph += _bytes(11, _value(input_name, FLOAT, ("batch", "actions", width or columns)))
    graph += _bytes(12, _value(output_name, FLOAT, ("batch", "actions", 1)))
    model = _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 13))
    for key, value in metadata.items():
        model += _bytes(14, _bytes(1, key) + _bytes(2, value))
    path.write_bytes(model)
    return path
