"""A review as a text of a few lines."""

from __future__ import annotations

from smallworld.players.analysis.review import Mistake, Review, Step


def report(review: Review) -> str:
    """What luck and play made of every seat's chances, the mistakes, and the turns of luck."""
    lines = [_heading(review), ""]
    lines += _table(review)
    lines += ["", "The biggest mistakes, in coins at the end compared with the others'"]
    lines += [_mistake(review, found) for found in review.mistakes] or ["  none worth telling"]
    lines += ["", "What luck changed most"]
    lines += [_luck(review, step) for step in review.luckiest()] or ["  nothing"]
    return "\n".join(lines)


def signed(coins: float) -> str:
    """A change as people write it: +1.5, −0.3."""
    return f"{coins:+.1f}".replace("-", "−")


def _heading(review: Review) -> str:
    last = "" if review.finished else ", not over yet"
    return (
        f"{review.map}, {review.turns} turns, {len(review.steps)} moves{last}; "
        f"{review.simulations} simulations of each position"
    )


def _table(review: Review) -> list[str]:
    names = [
        seat if player in ("", seat) else f"{seat} {player}"
        for seat, player in zip(review.seats, review.players, strict=True)
    ]
    wide = max(6, *map(len, names))
    end = "coins" if review.finished else "expected"
    heads = [
        f"{head:>6}" for head in ("expected at first", "luck", "own play", "others' play", end)
    ]
    lines = [f"{'player':<{wide}}  {'  '.join(heads)}"]
    for seat, name in enumerate(names):
        cells = (
            f"{review.start[seat]:.1f}",
            signed(review.luck[seat]),
            signed(review.own[seat]),
            signed(review.others[seat]),
            f"{review.end[seat]:.0f}" if review.finished else f"{review.end[seat]:.1f}",
        )
        row = [f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True)]
        lines.append(f"{name:<{wide}}  {'  '.join(row)}")
    return lines


def _mistake(review: Review, found: Mistake) -> str:
    return (
        f"  {signed(-found.lost):>6}  move {found.move}, turn {found.turn}, "
        f"{review.seats[found.seat]}: {found.do}; better {found.better}"
    )


def _luck(review: Review, step: Step) -> str:
    changes = ", ".join(
        f"{seat} {signed(change)}" for seat, change in zip(review.seats, step.change, strict=True)
    )
    return f"  move {step.move}, turn {step.turn}: {step.do} ({changes})"
