"""E-mail by the SMTP server of the host: plain text, with a way to stop it in every message."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from smallworld.engine.game import GameError
from smallworld.server.http.access.security import is_loopback
from smallworld.server.notify.outgoing import DeliveryUnknown, NotSent, Rejected, TargetGone
from smallworld.table.problems import Refused

_SECONDS: Final = 15.0
# Not the threads that read games: a mail server may let us wait.
_POSTS: Final = ThreadPoolExecutor(4, "letters")
_LONGEST: Final = 254
_LIKELY: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
_NAMED: Final = "name it as smtp://USER:PASSWORD@HOST:587/?from=games@example.org, or smtps://…"


@dataclass(frozen=True)
class MailServer:
    """Where letters are handed in."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    tls: bool  # from the first byte; else it begins when the server offers it


def read_mail_server(url: str) -> MailServer:
    """The server that `--smtp` names."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise GameError(f"--smtp: that is no address of a server; {_NAMED}") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise GameError(f"--smtp: it begins with smtp:// or smtps:// and a host; {_NAMED}")
    user = unquote(parts.username or "")
    sender = parse_qs(parts.query).get("from", [user])[0]
    if not _LIKELY.fullmatch(sender):
        raise GameError(f"--smtp: it does not say who the letters are from; {_NAMED}")
    tls = parts.scheme == "smtps"
    return MailServer(
        parts.hostname,
        port or (465 if tls else 587),
        user,
        unquote(parts.password or ""),
        sender,
        tls,
    )


def check_address(text: str) -> str:
    """An e-mail address as it is kept; `Refused` if it is none."""
    address = text.strip()
    if len(address) > _LONGEST or not _LIKELY.fullmatch(address):
        raise Refused("bad_target", text="that is no e-mail address, as in ann@example.org")
    name, _, host = address.rpartition("@")
    return f"{name}@{host.lower()}"


def shown_address(address: str) -> str:
    """Enough of it for its owner to know it again.

    >>> shown_address("ann@example.org")
    'a…@example.org'
    """
    name, _, host = address.rpartition("@")
    return f"{name[:1]}…@{host}"


def compose(
    server: MailServer, to: str, subject: str, body: str, lang: str, message_id: str, stop: str
) -> EmailMessage:
    """A letter; `stop` is the address to which a mail program sends the wish to get no more."""
    letter = EmailMessage()
    letter["From"] = Address("Small World", addr_spec=server.sender)
    letter["To"] = Address(addr_spec=to)
    letter["Subject"] = subject
    letter["Date"] = formatdate()
    letter["Message-ID"] = f"<{message_id}@{server.sender.rpartition('@')[2]}>"
    letter["Auto-Submitted"] = "auto-generated"
    letter["List-Unsubscribe"] = f"<{stop}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content(body, cte="quoted-printable")
    letter["Content-Language"] = lang
    return letter


async def send(server: MailServer, letter: EmailMessage) -> None:
    """Hand the letter in; `NotSent`, `DeliveryUnknown` or `Rejected` if that went wrong."""
    await asyncio.get_running_loop().run_in_executor(_POSTS, _send, server, letter)


def _send(server: MailServer, letter: EmailMessage) -> None:
    try:
        line = _open(server)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"the mail server does not answer: {error}") from None
    try:
        line.send_message(letter)
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        raise (TargetGone if code >= 500 else NotSent)(f"the address was refused: {code}") from None
    except smtplib.SMTPResponseException as error:
        kind = Rejected if error.smtp_code >= 500 else NotSent
        raise kind(f"the mail server answered {error.smtp_code}") from None
    except (OSError, smtplib.SMTPException) as error:
        raise DeliveryUnknown(f"the mail server did not answer: {error}") from None
    else:
        with suppress(OSError, smtplib.SMTPException):  # it is handed in, whatever is said now
            line.quit()
    finally:
        line.close()


def _open(server: MailServer) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if server.tls:
        line: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=_SECONDS, context=context
        )
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=_SECONDS)
    try:
        line.ehlo()
        if not server.tls and line.has_extn("starttls"):
            line.starttls(context=context)
            line.ehlo()
        elif not server.tls and not is_loopback(server.host):
            raise smtplib.SMTPException("it offers no TLS, and letters are not sent in the clear")
        if server.user:
            line.login(server.user, server.password)
    except BaseException:
        line.close()
        raise
    return line
