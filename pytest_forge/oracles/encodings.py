"""Encodings: decoders for texts inside other texts: base64, hex, escapes, HTML and others."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import unquote

from ..regex import regex

__all__ = ["DECODERS", "base64_cores", "plain_base64"]


def _percent(text: str) -> Iterator[str]:
    if "%" in text:
        yield unquote(text)


def _escapes(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _ESCAPE.sub(_unescape, text)


_ESCAPE = regex(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)


def _unescape(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code or match[4]:
        number = int(code, 16) if code else int(match[4], 8)
        return chr(number) if number < 0x110000 else ""
    return match[5]


def _html(text: str) -> Iterator[str]:
    if "&" in text:
        yield html.unescape(text)


def _hex(text: str) -> Iterator[str]:
    for match in _HEX.finditer(text):
        digits = re.sub(r"0x|[^0-9a-fA-F]", "", match[0])
        # The first digit may not belong to the run.
        for start in (0, 1):
            run = digits[start:]
            yield bytes.fromhex(run[: len(run) // 2 * 2]).decode("utf-8", "ignore")


_HEX = regex(r"(?:(?:0x)?[0-9a-fA-F]{2}[\s:,-]{0,2}){8,}[0-9a-fA-F]?")


def _base64(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        run = plain_base64(match[0])
        run = run[: len(run) // 4 * 4] if len(run) % 4 == 1 else run + "=" * (-len(run) % 4)
        try:
            yield base64.b64decode(run).decode("utf-8", "ignore")
        except binascii.Error:
            continue


_BASE64 = regex(r"[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+)*")


def _base32(text: str) -> Iterator[str]:
    for match in _BASE32.finditer(text):
        run = match[0][: len(match[0]) // 8 * 8]
        try:
            yield base64.b32decode(run, casefold=True).decode("utf-8", "ignore")
        except binascii.Error:
            continue


_BASE32 = regex(r"(?:[A-Z2-7]{8}){2,}|(?:[a-z2-7]{8}){2,}")


def _reversed(text: str) -> Iterator[str]:
    yield text[::-1]


def _rot13(text: str) -> Iterator[str]:
    yield codecs.encode(text, "rot13")


DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "percent-encoded": _percent,
    "escaped": _escapes,
    "as HTML": _html,
    "hex": _hex,
    "base64": _base64,
    "base32": _base32,
    "reversed": _reversed,
    "rot13": _rot13,
}


def plain_base64(text: str) -> str:
    """Return *text* without line breaks and padding, URL-safe letters as the standard ones."""
    return re.sub(r"\s", "", text).replace("-", "+").replace("_", "/").rstrip("=")


def base64_cores(canary: str) -> tuple[str, ...]:
    """Return the base64 of *canary* at each alignment, without characters that depend on its neighbours."""
    cores = []
    for before in range(3):
        data = b"\0" * before + canary.encode()
        whole = base64.b64encode(data[: len(data) // 3 * 3]).decode()
        cores.append(whole[(before * 8 + 5) // 6 :])
    return tuple(cores)
