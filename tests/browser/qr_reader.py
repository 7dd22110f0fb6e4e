"""Reads a QR code (ISO/IEC 18004; bytes, versions 1 to 10) as the camera of a phone would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

Squares = Sequence[Sequence[bool]]  # dark ones

# By version, at the level M of error correction: correction bytes and data bytes of each block.
_BLOCKS: Final[Sequence[tuple[int, Sequence[int]]]] = (
    (10, [16]), (16, [28]), (26, [44]), (18, [32] * 2), (24, [43] * 2),
    (16, [27] * 4), (18, [31] * 4), (22, [38] * 2 + [39] * 2), (22, [36] * 3 + [37] * 2),
    (26, [43] * 4 + [44]),
)  # fmt: skip
_ALIGNED: Final[Sequence[Sequence[int]]] = (
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
    [6, 28, 50],
)  # fmt: skip
_MASKS: Final[Sequence[Callable[[int, int], int]]] = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (y // 2 + x // 3) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
_FORMAT_MASK: Final = 0b101010000010010
_LEVEL_M: Final = 0


def squares_of_path(path: str, size: int) -> Squares:
    """The dark squares of a drawing that goes `M3 0h1v1h-1z` square by square."""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return [[(x, y) in dark for x in range(size)] for y in range(size)]


def read_qr(squares: Squares) -> str:
    """The text of the code; an assertion tells what is wrong with it."""
    size = len(squares)
    version = (size - 17) // 4
    _expect_finders(squares)
    format_bits = [squares[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)]
    format_bits += [squares[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    format_ = int("".join("01"[bit] for bit in format_bits), 2) ^ _FORMAT_MASK
    assert format_ >> 13 == _LEVEL_M, "the level of error correction is M"
    mask = _MASKS[format_ >> 10 & 7]
    bits = [squares[y][x] ^ (mask(x, y) == 0) for x, y in _data_squares(size, version)]
    stream = [_number(bits[n : n + 8]) for n in range(0, len(bits) - 7, 8)]
    data = [bit for byte in _data_bytes(stream, version) for bit in _bits(byte)]
    assert _number(data[:4]) == 4, "it holds bytes"
    counted = 8 if version < 10 else 16
    length = _number(data[4 : 4 + counted])
    start = 4 + counted
    text = bytes(_number(data[start + 8 * n : start + 8 * n + 8]) for n in range(length))
    return text.decode()


def _expect_finders(squares: Squares) -> None:
    """The three corners by which a camera finds the code."""
    far = len(squares) - 7
    for left, top in ((0, 0), (far, 0), (0, far)):
        for y in range(7):
            for x in range(7):
                ring = max(abs(x - 3), abs(y - 3))
                assert squares[top + y][left + x] == (ring != 2), (
                    "a finder in each of three corners"
                )


def _data_squares(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Where data lie: up and down in columns of two, from the right, past what has its place."""
    columns = [x for x in range(size - 1, 0, -2) if x > 6] + [5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(size) if number % 2 else range(size - 1, -1, -1)
        for y in rows:
            for x in (right, right - 1):
                if not _has_its_place(x, y, size, version):
                    yield x, y


def _has_its_place(x: int, y: int, size: int, version: int) -> bool:
    near, far = 9, size - 8
    if x == 6 or y == 6 or (x < near and (y < near or y >= far)) or (x >= far and y < near):
        return True
    if version >= 7 and ((x < 6 and y >= size - 11) or (y < 6 and x >= size - 11)):
        return True
    centres = _ALIGNED[version - 1]
    last = centres[-1] if centres else 0
    corners = {(6, 6), (6, last), (last, 6)}
    return any(
        abs(x - a) <= 2 and abs(y - b) <= 2
        for a in centres
        for b in centres
        if (a, b) not in corners
    )


def _data_bytes(stream: Sequence[int], version: int) -> list[int]:
    """Blocks taken apart, each checked by its correction bytes."""
    correct, sizes = _BLOCKS[version - 1]
    blocks: list[list[int]] = [[] for _ in sizes]
    rest = iter(stream)
    for n in range(max(sizes)):
        for block, length in zip(blocks, sizes, strict=True):
            if n < length:
                block.append(next(rest))
    checks = [list(block) for block in blocks]
    for _ in range(correct):
        for check in checks:
            check.append(next(rest))
    for check in checks:
        assert not any(_value_at(check, n) for n in range(correct)), "nothing is damaged"
    return [byte for block in blocks for byte in block]


def _value_at(check: Sequence[int], power: int) -> int:
    """The block as a polynomial, at that power of 2 in the field of 256."""
    value = 0
    for byte in check:
        for _ in range(power):
            value = value << 1 ^ (0x11D if value & 128 else 0)
        value ^= byte
    return value


def _bits(byte: int) -> list[bool]:
    return [bool(byte >> n & 1) for n in range(7, -1, -1)]


def _number(bits: Sequence[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)
