"""Lines and words of pictures that are written as plain SVG."""

from __future__ import annotations

from html import escape

INK, FAINT = "#333333", "#dddddd"
STYLE = "font-family: sans-serif; font-size: 11px"


def line(x: float, y: float, to_x: float, to_y: float, colour: str, dashes: str = "") -> str:
    """A straight one from place to place."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}"{dash}/>'


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    colour: str = INK,
    weight: str = "normal",
    size: int = 11,
) -> str:
    """Words at a place, which is where they start unless another anchor is named."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    look = f'fill="{colour}" font-weight="{weight}" font-size="{size}"'
    return f"<text {place} {look}>{escape(words)}</text>"
