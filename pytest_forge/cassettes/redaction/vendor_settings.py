"""Vendor settings: random words beside the name of a vendor, as in `acme token 4f1c…` and `acme.hec=4f1c…`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...regex import regex
from .found_secret import FoundSecret
from .secret_names import is_about_a_secret, is_harmless, snake_case
from .secret_value import is_random, is_stand_in
from .vendor_names import VENDOR_NAMES

__all__ = ["find_beside_vendors"]

#: Longest part of a word that is looked at.
_LONG = 200
_VENDOR = regex(
    r"(?<![a-z0-9])[a-z][a-z0-9]{2,24}"
    r"(?:[ _.-](?:id|sid|pat|app|client|user|account|api|access ?id)){0,2}[a-z]{0,10}"
    r"(?:\\*[\"'`])?(?:\s{0,3}(?:=>|:=|=|:)\s{0,24}|[ ]|-|\((?:\\*[\"'][^\"'\n]{0,100}[\"'],\s?)?)\\*[\"'`]?"
    r"(?P<value>[a-zA-Z0-9._~+/%-]{12,1100}={0,2})",
    re.ASCII | re.IGNORECASE,
)
#: A vendor's setting with a UUID or 32 random characters: `acme.hec=…`, `X-Acme-Team: …`.
_VENDOR_SETTING = regex(
    r"(?<![a-z0-9])(?P<name>[a-z][a-z0-9]{2,24}(?:[_.-][a-z]{2,14}){1,2})(?:\\*[\"'`])?\s{0,3}(?:=>|:=|=|:)\s{0,3}\\*[\"'`]?"
    r"(?P<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z0-9]{32,128})(?![\w./-])",
    re.ASCII | re.IGNORECASE,
)
#: The last word of a name with an identifier as its value.
_OF_A_THING = regex(
    r"(?:^|_|-|\.)(?:account|build|checksum|commit|customer|delivery|deployment|event|file|message|organization|org|project|"
    r"release|request|revision|run|session|span|tenant|thread|trace|user|workspace)$",
    re.ASCII,
)
_WORD = regex(r"[a-z][a-z0-9]{2,23}", re.ASCII)
#: A path, or words and sizes joined by hyphens.
_MODEL = regex(r"[\w.-]{1,40}/[\w./-]+$|(?:[A-Z]?[a-z]{0,12}\d{0,3}(?:\.\d{1,2})?[A-Za-z]?-){2,}[\w.]{1,8}$", re.ASCII)
_LONG_WORD = regex(r"[a-zA-Z0-9._~+/%-]{12,}", re.ASCII)
_VENDOR_REACH = 90


def find_beside_vendors(text: str, lowered: str) -> Iterator[FoundSecret]:
    """Yield the random words of *text* beside a vendor's name; *lowered* is the same in lower case."""
    # Only the text before random words is searched for names, because there are few of them.
    seen = 0
    for long_word in _LONG_WORD.finditer(text):
        start, end = long_word.span()
        if not is_random(long_word.group()[:_LONG]):
            continue
        for word in _WORD.finditer(lowered, max(seen, start - _VENDOR_REACH), min(end, start + _LONG)):
            vendor = _vendor_of(word.group())
            match = (_VENDOR.match(text, word.start()) or _setting_of(text, word.start())) if vendor else None
            # The name of a model begins with its maker or its family: deepseek-ai/DeepSeek-R1-Distill-Qwen-32B.
            if match and text[match.start("value") - 1] == "-" and _MODEL.match(match["value"]):
                continue
            if match and is_random(match["value"]) and not is_stand_in(match["value"]):
                yield FoundSecret(f"word beside {vendor!r}", *match.span("value"))
        seen = end


def _setting_of(text: str, begin: int) -> re.Match[str] | None:
    """Return the setting whose name begins with a vendor's, unless the name says what its value identifies."""
    match = _VENDOR_SETTING.match(text, begin)
    if match is None:
        return None
    name = snake_case(match["name"])
    return None if is_about_a_secret(name) or is_harmless(name) or _OF_A_THING.search(name) else match


@lru_cache(maxsize=20_000)
def _vendor_of(word: str) -> str | None:
    # The word may go on after the name: "geoapifySecret".
    return next((word[:length] for length in range(len(word), 2, -1) if word[:length] in VENDOR_NAMES), None)
