"""A browser that has subscribed to push, with the half of the keys that only it has."""

from __future__ import annotations

import json
import os
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from smallworld.server.notify.web_push import encoded
from tests.server.receivers import WebBox


class PushClient:
    """Reads what was pushed to its endpoint."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self._public = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.target = {
            "endpoint": endpoint,
            "p256dh": encoded(self._public),
            "auth": encoded(self._auth),
        }

    def read(self, box: WebBox, path: str) -> dict[str, Any]:
        """The only message that came to that path."""
        (body,) = [body for line, _, body in box.requests if line.split()[1] == path]
        found: dict[str, Any] = json.loads(self.decrypt(body))
        return found

    def key_of(self, box: WebBox) -> str:
        """The key of the server, as the push service sees it."""
        (sent,) = [headers for _, headers, _ in box.requests if "authorization" in headers]
        return sent["authorization"].rpartition("k=")[2]

    def decrypt(self, body: bytes) -> bytes:
        """What it says (RFC 8188 and 8291)."""
        salt, size = body[:16], body[20]
        theirs = body[21 : 21 + size]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._private.exchange(ec.ECDH(), point)
        info = b"WebPush: info\0" + self._public + theirs
        key = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        content = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        text = AESGCM(content).decrypt(nonce, body[21 + size :], None)
        return text.rstrip(b"\0").removesuffix(b"\x02")
