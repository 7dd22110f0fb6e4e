"""What a message says: that something waits at a table, and nothing a stranger should not read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

EventKind = Literal["turn", "answer", "over", "taken", "confirm"]
Language = Literal["en", "de"]


@dataclass(frozen=True)
class Wording:
    """The words of one language."""

    titles: dict[str, str]  # by the kind of event
    opens: str  # how to follow the link
    stops: str  # a button
    stop_by: str  # before a link
    confirm_lead: str
    confirm_else: str


WORDS: Final[dict[str, Wording]] = {
    "en": Wording(
        {
            "turn": "It is your turn",
            "answer": "An attack waits for your answer",
            "over": "The game is over",
            "taken": "Somebody has taken your invitation",
            "confirm": "Messages from a table of Small World",
        },
        "Open it in the browser you play in:",
        "No more messages",
        "No more messages about this table:",
        "Somebody has asked for messages from a table of Small World to this address. If that was "
        "you, say so here:",
        "If it was not you, do nothing: no other message will come, and the address is forgotten "
        "after two days.",
    ),
    "de": Wording(
        {
            "turn": "Du bist dran",
            "answer": "Ein Angriff wartet auf deine Antwort",
            "over": "Das Spiel ist zu Ende",
            "taken": "Jemand hat deine Einladung angenommen",
            "confirm": "Nachrichten von einem Small-World-Tisch",
        },
        "Öffne den Tisch in dem Browser, in dem du spielst:",
        "Keine Nachrichten mehr",
        "Keine Nachrichten mehr von diesem Tisch:",
        "Jemand möchte, dass Nachrichten von einem Small-World-Tisch an diese Adresse gehen. Wenn "
        "du das warst, bestätige es hier:",
        "Wenn nicht, brauchst du nichts zu tun: Es kommt keine weitere Nachricht, und die Adresse "
        "wird nach zwei Tagen vergessen.",
    ),
}


def wording(lang: str) -> Wording:
    """The words of that language; English where there are none."""
    return WORDS.get(lang, WORDS["en"])


def kind_of_event(event: str) -> str:
    """What kind of event it is: the first word of its name."""
    return event.partition(" ")[0]
