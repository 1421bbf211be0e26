"""Secret search: the secrets in a text, by the shapes of known vendors, by addresses, and by the names beside them."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .assigned_secret import find_assigned
from .secret_shapes import SHAPES, SecretShape
from .secret_value import is_stand_in

__all__ = ["FoundSecret", "find_secrets"]

#: What no credential that begins with its mark has in it, as spaces.
_WORDS = bytes(
    byte if chr(byte) in string.ascii_letters + string.digits + "_.+/=$~-" else ord(" ") for byte in range(256)
)
_LEAST = 12
#: The one mark of two words.
_SPACED_MARK = "FlyV1 "
_ADDRESS = re.compile(
    r"(?<![a-zA-Z0-9+.-])(?P<scheme>[a-zA-Z][a-zA-Z0-9+.-]{1,30})://(?P<user>[^\s/:@'\"`<>\\]{0,200}):"
    r"(?P<password>[^\s/'\"`<>\\]{1,200})@(?P<host>[^\s/?#'\"`<>\\@]{1,500})",
    re.ASCII,
)
_TOKEN_ADDRESS = re.compile(r"://(?P<token>[A-Za-z0-9_-]{16,200})@[\w.-]", re.ASCII)
_CURL_USER = re.compile(
    r"\bcurl\b(?:[^\n\\]|\\\n|\\){0,400}?\s(?:-u|--user|--proxy-user)[ =]\\*"
    r"(?P<pair>[\"'](?P<quoted>[^\"'\s\\]{1,100}:[^\"'\s\\]{0,100})\\*[\"']|"
    r"[^\s\"'\\]{1,100}:(?:'[^\s'\"\\]{1,100}'|[^\s\"'\\]{1,100}))",
    re.ASCII,
)
_NETRC = re.compile(
    r"\bmachine\s{1,9}[\w.-]{3,200}\s{1,9}login\s{1,9}[^\s\"\\]{1,200}\s{1,9}password\s{1,9}[^\s\"\\]{1,200}", re.ASCII
)
_NETWORK_CREDENTIAL = re.compile(
    r"(?:NetworkCredential|DirectoryEntry)\((?:\s{0,20}\\*\"[^\"\n]{1,200}\\*\"\s{0,20},)?"
    r"\s{0,20}\\*\"(?P<user>[^\"\s\\]{2,100})\\*\"\s{0,20},\s{0,20}\\*\"(?P<password>[^\"\s\\]{3,100})\\*\"",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """A secret in a text.

    Attributes:
        kind: Whose it is, or what told it; never the secret.
        start: Where it begins.
        end: Where it ends.
    """

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> list[FoundSecret]:
    """Return the secrets in *text*, in order; none overlaps another."""
    data = text.encode("utf-8", "surrogatepass")
    # Bytes: character for character, which the lower case of other alphabets need not be.
    lowered = data.lower().decode("utf-8", "surrogatepass")
    found = [*_of_shapes(text, data), *_of_addresses(text), *_of_commands(text)]
    found += [FoundSecret(one.kind, one.start, one.end) for one in find_assigned(text, lowered)]
    return _merged(found)


def _of_shapes(text: str, data: bytes) -> Iterator[FoundSecret]:
    # Prose has few long words, and every credential that begins with its mark is one.
    long_words = b" ".join(word for word in data.translate(_WORDS).split() if len(word) >= _LEAST).decode("ascii")
    if _SPACED_MARK in text:
        long_words += _SPACED_MARK
    for shape in SHAPES:
        if shape.mark in (long_words if shape.begins else text):
            for match in _matches(shape, text):
                group = 1 if shape.pattern.groups else 0
                if not is_stand_in(match.group(group)):
                    yield FoundSecret(f"{shape.vendor} {shape.name}", *match.span(group))


def _matches(shape: SecretShape, text: str) -> Iterator[re.Match[str]]:
    if not shape.begins:
        yield from shape.pattern.finditer(text)
        return
    position = text.find(shape.mark)
    while position >= 0:
        match = shape.pattern.match(text, position)
        if match:
            yield match
        position = text.find(shape.mark, match.end() if match else position + len(shape.mark))


def _of_addresses(text: str) -> Iterator[FoundSecret]:
    if "://" not in text:
        return
    if "@" not in text:
        return
    for match in _ADDRESS.finditer(text):
        if is_stand_in(match["password"]):
            continue
        # The hosts of a database are as little for the public as its password; those of a site are public.
        last = "password" if match["scheme"].lower() in ("http", "https", "ssh", "git") else "host"
        yield FoundSecret("password in an address", match.start("user"), match.end(last))
    for match in _TOKEN_ADDRESS.finditer(text):
        if not is_stand_in(match["token"]):
            yield FoundSecret("token in an address", *match.span("token"))


def _of_commands(text: str) -> Iterator[FoundSecret]:
    if "curl" in text:
        for match in _CURL_USER.finditer(text):
            if not is_stand_in(match["pair"].strip("\"'")):
                group = "quoted" if match["quoted"] else "pair"
                yield FoundSecret("password of a command", *match.span(group))
    if "machine" in text:
        for match in _NETRC.finditer(text):
            yield FoundSecret("netrc", *match.span())
    if "NetworkCredential(" in text or "DirectoryEntry(" in text:
        for match in _NETWORK_CREDENTIAL.finditer(text):
            yield FoundSecret("user beside a password", *match.span("user"))
            yield FoundSecret("password of a call", *match.span("password"))


def _merged(found: Iterable[FoundSecret]) -> list[FoundSecret]:
    merged: list[FoundSecret] = []
    for one in sorted(found, key=lambda each: (each.start, -each.end)):
        if merged and one.start < merged[-1].end:
            last = merged[-1]
            if one.end > last.end:
                merged[-1] = FoundSecret(last.kind, last.start, one.end)
        elif one.end > one.start:
            merged.append(one)
    return merged
