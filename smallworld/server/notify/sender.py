"""How a message gets to one target: what it says, and by which way."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from smallworld.server.notify import mail
from smallworld.server.notify.ledger import Want
from smallworld.server.notify.outgoing import (
    HostNotFound,
    NotSent,
    Rejected,
    find_target,
    judge,
    post,
)
from smallworld.server.notify.words import kind_of_event, wording
from smallworld.server.storage.watch_key import TokenOf
from smallworld.table.problems import Refused

if TYPE_CHECKING:
    from smallworld.server.notify.web_push import PushKey


@dataclass(frozen=True)
class Links:
    """The addresses that a message holds: none of them opens a seat."""

    public_address: str
    token_of: TokenOf

    def table(self, want: Want) -> str:
        """The table; whoever sits there has the secret in their browser."""
        return f"{self.public_address}t/{want.table_id}"

    def stop_token(self, want_id: str) -> str:
        """Lets whoever has it stop the messages of that wish, and nothing else."""
        return self.token_of(f"stop {want_id}")

    def confirm_token(self, want_id: str) -> str:
        """Is known to whoever reads the mail of the address."""
        return self.token_of(f"confirm {want_id}")

    def page(self, want_id: str, act: str, token: str) -> str:
        """A page that asks once more: programs that follow links in letters change nothing."""
        return f"{self.public_address}notices/{want_id}#{act}={token}"

    def stop_path(self, want_id: str) -> str:
        """Where one request stops it, below the address of the server."""
        return f"api/notices/{want_id}/stop/{self.stop_token(want_id)}"


class Sender:
    """Sends messages by all ways that are set up."""

    def __init__(
        self,
        links: Links,
        push_key: PushKey | None,
        mail_server: mail.MailServer | None,
        allow_private: bool,
    ) -> None:
        self.links: Final = links
        self.push_key: Final = push_key
        self.mail_server: Final = mail_server
        self._allow_private: Final = allow_private

    async def check(self, kind: str, target: str) -> str:
        """The target as it is kept; `Refused` says why nothing can be sent there."""
        if kind == "mail":
            if self.mail_server is None:
                raise Refused("no_messages", kind="e-mail")
            return mail.check_address(target)
        if kind == "hook":
            await find_target(target, self._allow_private)
            return target
        if self.push_key is None:
            raise Refused("no_messages", kind="push")
        # Here, because only then its packages are needed.
        from smallworld.server.notify.web_push import Subscription, check_keys

        subscription = msgspec.json.decode(target, type=Subscription)
        check_keys(subscription)
        await find_target(subscription.endpoint, self._allow_private)
        return target

    async def send(self, want: Want, event: str) -> None:
        """Tell it; `NotSent`, `DeliveryUnknown` or `Rejected` if that went wrong."""
        try:
            if want.kind == "mail":
                await self._mail(want, event)
            elif want.kind == "hook":
                await self._hook(want, event)
            else:
                await self._push(want, event)
        except HostNotFound as error:
            raise NotSent(str(error)) from None
        except Refused as error:  # the target is none any more
            raise Rejected(str(error)) from None

    async def _mail(self, want: Want, event: str) -> None:
        if self.mail_server is None:
            raise Rejected("there is no mail server any more")
        words, kind = wording(want.lang), kind_of_event(event)
        links, token = self.links, self.links.stop_token(want.id)
        if kind == "confirm":
            link = links.page(want.id, "confirm", links.confirm_token(want.id))
            body = f"{words.confirm_lead}\n\n{link}\n\n{words.confirm_else}\n"
        else:
            stop = links.page(want.id, "stop", token)
            body = (
                f"{words.titles[kind]}.\n\n{words.opens}\n{links.table(want)}\n\n"
                f"-- \n{words.stop_by}\n{stop}\n"
            )
        stop_url = links.public_address + links.stop_path(want.id)
        letter = mail.compose(
            self.mail_server, want.target, words.titles[kind], body, want.lang,
            event_id(want, event), stop_url,
        )  # fmt: skip
        await mail.send(self.mail_server, letter)

    async def _hook(self, want: Want, event: str) -> None:
        kind = kind_of_event(event)
        link = self.links.table(want)
        text = f"{wording(want.lang).titles[kind]}: {link}"
        told = {
            "id": event_id(want, event),
            "event": kind,
            "table": want.table_id,
            "seats": list(want.seats),
            "link": link,
            "text": text,  # as Slack, Mattermost and others want it …
            "content": text,  # … and Discord
        }
        target = await find_target(want.target, self._allow_private)
        body = json.dumps(told, ensure_ascii=False).encode()
        judge(await post(target, {"Content-Type": "application/json"}, body))

    async def _push(self, want: Want, event: str) -> None:
        if self.push_key is None:
            raise Rejected("there is no key for push any more")
        # Here, because only then its packages are needed.
        from smallworld.server.notify.web_push import Subscription, encrypt

        words, kind = wording(want.lang), kind_of_event(event)
        told = {
            "title": words.titles[kind],
            "link": f"t/{want.table_id}",
            "tag": f"table {want.table_id}",
            "stop": self.links.stop_path(want.id),
            "stopText": words.stops,
            "lang": want.lang,
        }
        subscription = msgspec.json.decode(want.target, type=Subscription)
        target = await find_target(subscription.endpoint, self._allow_private)
        topic = hashlib.sha256(want.table_id.encode()).hexdigest()[:32]
        headers = self.push_key.headers(subscription.endpoint, self.links.public_address, topic)
        body = encrypt(json.dumps(told, ensure_ascii=False).encode(), subscription)
        judge(await post(target, headers, body))


def event_id(want: Want, event: str) -> str:
    """The same for the same thing told to the same target, and for nothing else."""
    known = "\n".join((want.table_id, want.mark, event))
    return hashlib.sha256(known.encode()).hexdigest()[:32]


def shown(want: Want) -> str:
    """Enough of where it goes for its owner to know it again."""
    if want.kind == "mail":
        return mail.shown_address(want.target)
    url = want.target if want.kind == "hook" else str(json.loads(want.target)["endpoint"])
    return urlsplit(url).hostname or ""
