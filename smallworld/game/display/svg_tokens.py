"""Tokens and pieces as parts of a picture: faces in the frames of their seats, things beside."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final
from urllib.parse import quote

from smallworld.content.custom.emblem import read_emblem
from smallworld.content.emblems import load_symbols, symbol_of
from smallworld.content.library import Custom
from smallworld.wire.game import RegionView

SEAT_COLOURS: Final = ("#de2f33", "#0048b6", "#db980b", "#35056b", "#75f2e2")
SEAT_INKS: Final = ("#fff", "#fff", "#16110c", "#fff", "#16110c")
SEAT_LINES: Final = ("#c3262a", "#0048b6", "#96660a", "#35056b", "#0c7d70")  # thin, on white
NOBODYS: Final = "#5d5348"
_INK: Final = 3.0  # of a face, at the size it has here
_WORDS: Final = (
    'font-family="sans-serif" text-anchor="middle" paint-order="stroke" stroke-linejoin="round"'
)


def seat_colour(seat: str) -> str:
    """The colour of P1 to P5."""
    return SEAT_COLOURS[int(seat[1:]) - 1]


class TokenPainter:
    """Draws tokens and pieces around (0, 0), and remembers which pictures of the art it took."""

    def __init__(self, custom: Custom | None) -> None:
        self._own: Final[dict[str, str]] = {}
        self._used: Final[dict[str, None]] = {}
        if custom is not None:
            self._own.update({race.name: race.emblem for race in custom.new_races()})

    def symbols(self) -> str:
        """The pictures that were taken, to stand once in the whole."""
        return "".join(load_symbols()[name].text for name in self._used)

    def token(self, region: RegionView) -> str:
        """The face of who is there, whose it is, and how many; dashes and grey for decline."""
        seat = int(region.holder[1:]) - 1 if region.holder else -1
        frame = "frame-decline" if region.declined else "frame-token"
        colour = SEAT_COLOURS[seat] if seat >= 0 else NOBODYS
        wash = '<rect width="96" height="96" fill="#dcd6cc" opacity="0.5"/>'
        name = region.race or region.natives or ""
        parts = [
            f"<title>{escape(f'{region.tokens} {name}')}</title>",
            '<g transform="translate(-25 -25) scale(0.52)">',
            self._use("frame-under", 96),
            f'<g clip-path="url(#{self._take("clip-portrait")})">',
            self._face(name, region.natives is not None),
            wash if region.declined else "",
            f"</g>{_framed(frame, colour)}</g>",
        ]
        if seat >= 0:
            parts.append(_disc(-22, 9, SEAT_COLOURS[seat], SEAT_INKS[seat], "ABCDE"[seat], 13))
        parts.append(_disc(22, 11, "#1f1a16", "#fff", str(region.tokens), 16))
        return "".join(parts)

    def piece(self, name: str, number: int) -> str:
        """Something that stands in a region; in words if it has no picture."""
        many = (
            f'<text {_WORDS} x="15" y="18" font-size="15" font-weight="bold" fill="#fff"'
            f' stroke="#1f1a16" stroke-width="4">×{number}</text>'
            if number > 1
            else ""
        )
        for kind in ("piece", "place", "relic"):
            symbol = symbol_of(kind, name)
            if symbol in load_symbols():
                drawn = self._use(symbol, 38, 'x="-19" y="-22" stroke-width="2"')
                return f"<title>{escape(name)}</title>{drawn}{many}"
        return (
            f'<text {_WORDS} y="5" font-size="15" font-style="italic" fill="#3b2c1f"'
            f' stroke="#fff8e8" stroke-width="4">{escape(name)}</text>{many}'
        )

    def _face(self, name: str, natives: bool) -> str:
        tile = '<rect width="96" height="96" fill="#efe2c4"/>'
        symbol = symbol_of("natives" if natives else "race", name)
        drawing = path = ""
        if self._own.get(name):
            own = read_emblem(self._own[name])
            symbol, drawing, path = own.symbol, own.drawing, own.path
        if symbol in load_symbols():
            if natives:
                return tile + self._use(symbol, 72, 'x="12" y="12" stroke-width="2"')
            return self._use(symbol, 88, f'x="4" y="3" stroke-width="{_INK}"')
        if drawing:
            address = "data:image/svg+xml," + quote(drawing)
            return f'{tile}<image href="{address}" x="6" y="6" width="84" height="84"/>'
        if path:
            return f'{tile}<path transform="translate(48 48) scale(2.6)" d="{path}"/>'
        letters = escape(name[:2])
        return f'{tile}<text {_WORDS} x="48" y="62" font-size="40">{letters}</text>'

    def _take(self, name: str) -> str:
        self._used[name] = None
        return name

    def _use(self, name: str, size: int, more: str = "") -> str:
        return f'<use href="#{self._take(name)}" width="{size}" height="{size}" {more}/>'


def _framed(name: str, colour: str) -> str:
    """A frame with its colour spelled out: not every program that draws an SVG knows variables."""
    inner = load_symbols()[name].text.partition(">")[2].removesuffix("</symbol>")
    return inner.replace(f"var(--seat-colour, {NOBODYS})", colour)


def _disc(at: int, radius: int, fill: str, ink: str, text: str, size: int) -> str:
    return (
        f'<circle cx="{at}" cy="{at}" r="{radius}" fill="{fill}" stroke="#fff" stroke-width="2"/>'
        f'<text {_WORDS} x="{at}" y="{at + 0.36 * size:.1f}" font-size="{size}"'
        f' font-weight="bold" fill="{ink}">{escape(text)}</text>'
    )


def things_in(region: RegionView) -> Iterable[tuple[str, int]]:
    """Pieces, places and relics of a region; mountains are printed."""
    yield from ((name, n) for name, n in region.pieces.items() if name != "mountain")
    yield from ((name, 1) for name in region.markers)
