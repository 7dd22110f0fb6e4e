"""All games of a browser as one file, to be taken to another device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from smallworld.browser.stored import StoredTable, entry_of, load_stored, read_stored
from smallworld.engine.game import GameError
from smallworld.table.loading import load_history
from smallworld.table.problems import Refused

if TYPE_CHECKING:
    from smallworld.browser.home import BrowserHome

FORMAT: Final = "smallworld games 1"
Reply = Callable[[object], None]


def take_games(home: BrowserHome, reply: Reply) -> None:
    """All that is kept: tables with their changes, reviews and home-made files."""

    def loaded(found: Mapping[str, Any]) -> None:
        reply({"format": FORMAT, **found})

    home.load({"everything": True}, loaded)


def bring_games(home: BrowserHome, body: Any, reply: Reply) -> None:
    """Keep the games of such a file; of a game that is here too, the one that has come further.

    The answer says how many came, and of those that did not come why.
    """
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        text = "that is no file of games; `Save all games`, under `Open a record`, makes one"
        raise Refused("refused", text=text)
    for file in body.get("files", ()):
        if file["name"] not in home.files.names:
            home.files.restore(file["name"], file["text"])
    by_table: dict[str, list[Any]] = {}
    for change in body.get("changes", ()):
        by_table.setdefault(change["table"], []).append(change)
    entries: list[dict[str, Any]] = []
    brought: dict[str, StoredTable] = {}
    known, problems = 0, []
    for entry in body.get("tables", ()):
        table_id = str(entry.get("id", ""))
        changes = sorted(by_table.get(table_id, []), key=lambda one: int(one["n"]))
        try:
            kept = read_stored(entry)
            here = home.tables.get(table_id)
            if here is not None and here.row.n >= kept.row.n:
                known += 1
                continue
            loaded = load_stored(kept, changes)
            load_history(loaded, home.files.chosen(loaded.table.request.custom))
        except (GameError, KeyError, TypeError, ValueError) as error:
            problems.append(f"{table_id}: {error}")
            continue
        brought[table_id] = kept
        entries += [{"op": "put", "store": "changes", "value": change} for change in changes]
        entries.append({"op": "put", "store": "tables", "value": entry_of(kept)})
    reviews = [one for one in body.get("reviews", ()) if one["table"] in brought]
    entries += [{"op": "put", "store": "reviews", "value": review} for review in reviews]
    names = home.files.names
    files = home.files.texts(names)
    entries += [
        {"op": "put", "store": "files", "value": {"name": name, "text": files[name]}}
        for name in names
    ]

    def done(error: str, conflict: bool) -> None:
        if error:
            reply(Refused("not_saved", text=error))
            return
        home.bring(brought)
        reply({"brought": len(brought), "known": known, "problems": problems})

    home.write(entries, done)
