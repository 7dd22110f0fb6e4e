"""Web Push: messages encrypted for one browser (RFC 8291), signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import json
import os
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from smallworld.extras import needed_by

with needed_by("Web Push"):
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from smallworld.table.problems import Refused

_CURVE: Final = ec.SECP256R1()
_RECORD: Final = 4096  # bytes; push services take no longer messages
_VALID: Final = 12 * 3600  # seconds for which a signature is good; a day at most is allowed
_KEPT: Final = 86_400  # seconds a push service keeps a message for a browser that is away


@dataclass(frozen=True)
class Subscription:
    """Where a browser is reached, and what only it can read."""

    endpoint: str
    p256dh: str
    auth: str


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, pem: bytes) -> None:
        found = serialization.load_pem_private_key(pem, None)
        if not isinstance(found, ec.EllipticCurvePrivateKey):
            raise ValueError("that is no key for Web Push")
        self._private: Final = found

    @staticmethod
    def new() -> bytes:
        """A new key, as it is kept."""
        return ec.generate_private_key(_CURVE).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    @property
    def public(self) -> str:
        """What pages are told, to subscribe by."""
        return encoded(_point(self._private.public_key()))

    def headers(self, endpoint: str, contact: str, topic: str) -> dict[str, str]:
        """Those of a message to that endpoint; a later one of the same topic replaces it."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _VALID,
            "sub": contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        text = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        mark = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return {
            "Authorization": f"vapid t={text}.{mark}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Topic": topic,
            "Urgency": "normal",
        }


def encrypt(
    text: bytes,
    subscription: Subscription,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """The body of a message that only that browser can read.

    Key and salt are new ones for each message; they are given only to try it out.
    """
    auth, theirs = decoded(subscription.auth), decoded(subscription.p256dh)
    own = private or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(16)
    public = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    key = _derive(shared, auth, b"WebPush: info\0" + theirs + public, 32)
    content_key = _derive(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(content_key).encrypt(nonce, text + b"\x02", None)


def check_keys(subscription: Subscription) -> None:
    """`Refused` unless these are the keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decoded(subscription.p256dh))
        if len(decoded(subscription.auth)) != 16:
            raise ValueError
    except (ValueError, binascii.Error):
        raise Refused("bad_target", text="those are no keys of a push subscription") from None


def encoded(data: bytes) -> str:
    """As the web writes bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
