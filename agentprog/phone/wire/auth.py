"""RSA authorisation: Android's public key format, and the check of an adb server's signature."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import struct
from dataclasses import dataclass

TOKEN_SIZE = 20
_KEY_BYTES = 256
_STRUCT_SIZE = 4 + 4 + _KEY_BYTES + _KEY_BYTES + 4
_SHA1_DIGEST_INFO = bytes.fromhex("3021300906052b0e03021a05000414")


class BadKey(Exception):
    """The bytes are not an Android RSA public key."""


@dataclass(frozen=True, kw_only=True)
class PublicKey:
    """An adb server's public key: modulus, exponent, the user's label, and the fingerprint shown to people."""

    modulus: int
    exponent: int
    label: str
    fingerprint: str

    @classmethod
    def parse(cls, payload: bytes) -> PublicKey:
        """Read `base64 label` as adb sends it. Raises BadKey."""
        encoded, _, label = payload.rstrip(b"\0").partition(b" ")
        try:
            raw = base64.b64decode(encoded, validate=True)
        except binascii.Error as exc:
            raise BadKey("the public key is not base64") from exc
        if len(raw) != _STRUCT_SIZE:
            raise BadKey(f"the public key has {len(raw)} bytes instead of {_STRUCT_SIZE}")
        words, _ = struct.unpack_from("<II", raw)
        if words * 4 != _KEY_BYTES:
            raise BadKey(f"the public key's modulus has {words} words instead of {_KEY_BYTES // 4}")
        digest = hashlib.md5(raw, usedforsecurity=False).hexdigest().upper()
        return cls(
            modulus=int.from_bytes(raw[8 : 8 + _KEY_BYTES], "little"),
            exponent=struct.unpack_from("<I", raw, _STRUCT_SIZE - 4)[0],
            label=label.decode("utf-8", "replace"),
            fingerprint=":".join(digest[i : i + 2] for i in range(0, len(digest), 2)),
        )

    def verifies(self, token: bytes, signature: bytes) -> bool:
        """True if `signature` is this key's PKCS#1 v1.5 signature of `token`, which takes the place of a SHA-1 hash."""
        if len(signature) != _KEY_BYTES or not self.modulus:
            return False
        opened = pow(int.from_bytes(signature, "big"), self.exponent, self.modulus)
        padding = b"\xff" * (_KEY_BYTES - 3 - len(_SHA1_DIGEST_INFO) - TOKEN_SIZE)
        expected = b"\0\x01" + padding + b"\0" + _SHA1_DIGEST_INFO + token
        return opened.to_bytes(_KEY_BYTES, "big") == expected


def new_token() -> bytes:
    """A fresh challenge."""
    return os.urandom(TOKEN_SIZE)
