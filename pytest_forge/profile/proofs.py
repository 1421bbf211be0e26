"""Proofs: arguments that only the right value may pass, such as a digest, a signature or a PIN."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["is_digest", "is_proof", "takes_parts"]

_DIGESTS = regex(r"sha\d*|md\d|blake\w*|checksum|digest|hash|fingerprint", re.IGNORECASE)
_SECRETS = frozenset(("signature", "hmac", "token", "pin", "otp", "password", "passphrase", "passcode", "secret"))
#: Last words of names that are about a proof and do not hold one.
_ABOUT = frozenset(
    ("type", "kind", "algorithm", "name", "id", "length", "size", "count", "limit", "file", "path", "format", "prefix")
)
#: Words in names of tokens that prove nothing.
_PLACES = frozenset(
    ("page", "next", "cursor", "continue", "continuation", "sync", "resume", "position", "text", "word")
)
#: Words of descriptions by which a part, or nothing, is enough, or which let a proof be left out.
_PARTS = regex(
    r"\b(?:prefix\w*|abbreviat\w+|short\w*|first|begin\w*|leading|partial\w*|parts?|start\w*|contains?"
    r"|empty|optional\w*|skip\w*|omit\w*|leave out|left out|unless|any of)\b",
    re.IGNORECASE,
)


def is_proof(name: str) -> bool:
    """Tell whether an argument is named like one that proves something by its value."""
    words = name_words(name)
    if not words or words[-1] in _ABOUT or not _PLACES.isdisjoint(words):
        return False
    return is_digest(name) or not _SECRETS.isdisjoint(words)


def is_digest(name: str) -> bool:
    """Tell whether an argument is named like a digest, which follows from what it is the digest of."""
    words = name_words(name)
    return any(_DIGESTS.fullmatch(word) for word in (*words, "".join(words))) and words[-1] not in _ABOUT


def takes_parts(description: str) -> bool:
    """Tell whether a description may mean that a part of a proof is enough, or none."""
    return _PARTS.search(description) is not None
