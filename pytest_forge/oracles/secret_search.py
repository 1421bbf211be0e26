"""Secret search: finds planted secrets in answers, in plain and in many encodings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from .encodings import DECODERS, base64_cores, plain_base64
from .text_leaves import code_points, leaves_of

__all__ = ["Leak", "find_canary", "find_leak", "find_leaks"]

#: So many consecutive characters of a random canary are not a coincidence; messages may be truncated.
_ENOUGH = 14
#: Characters that are searched, and characters that are decoded.
_MAX_TEXT = 1_100_000
_MAX_DECODED = 60_000
#: Layers of encodings that are decoded; in a long text, one.
_LAYERS = 2
_SHORT_TEXT = 5_000


class Leak(Struct, frozen=True):
    """A secret that was found.

    Attributes:
        where: Its path in the value, for example ``['error']['detail']``; empty for the value itself, or for a secret
            spread over several places.
        how: Its encoding: ``plain``, ``base64``, ``base32``, ``hex``, ``percent-encoded``, ``escaped``,
            ``as HTML``, ``reversed``, ``rot13`` or ``taken apart``.
    """

    where: str
    how: str


def find_canary(canary: str, haystack: Any) -> str | None:
    """Return the encoding of *canary* in *haystack*, or None if it is not found.

    Args:
        canary: A unique text: random characters, or the path of a new folder.
        haystack: Text, bytes, or a value of dicts, lists, models, paths and exceptions; keys are searched too.
    """
    leak = find_leak(canary, haystack)
    return None if leak is None else leak.how


def find_leak(canary: str, haystack: Any) -> Leak | None:
    """Return the place and encoding of *canary* in *haystack*, or None if it is not found.

    Args:
        canary: As for `find_canary`.
        haystack: As for `find_canary`.
    """
    return next((leak for _, leak in find_leaks({"": canary}, haystack)), None)


def find_leaks(canaries: Mapping[str, str], haystack: Any) -> Iterator[tuple[str, Leak]]:
    """Yield the name of each of *canaries* in *haystack*, with its place and encoding; cheaper than one by one.

    Args:
        canaries: Name to canary.
        haystack: As for `find_canary`.
    """
    leaves = list(leaves_of(haystack))
    # All leaves at once first, since most answers hold no secret; a NUL ends encodings between leaves.
    readings = _readings("\0".join(text for _, text in leaves))
    codes = code_points(haystack)
    for name, canary in canaries.items():
        needle = _needle(canary)
        how = _how(needle, readings)
        if how is not None:
            yield name, _located(needle, leaves, how)
        elif codes and _how(needle, _readings(codes)) == "plain":
            yield name, Leak("", "taken apart")


def _located(needle: _Needle, leaves: list[tuple[str, str]], how: str) -> Leak:
    for where, text in leaves:
        here = _how(needle, _readings(text))
        if here is not None:
            return Leak(where, here)
    # A list of lines or characters may contain the secret in pieces.
    return Leak("", how)


class _Needle(Struct, frozen=True):
    """A secret to search for: sufficient pieces, its base64 at each alignment, its letters and digits."""

    pieces: tuple[str, ...]
    base64: tuple[str, ...]
    letters: str


class _Readings(Struct, frozen=True):
    """A text to search: in lower case, decoded in every way, without line breaks, its letters and digits."""

    plain: str
    decoded: tuple[tuple[str, str], ...]
    base64: str
    letters: str


@lru_cache(maxsize=256)
def _needle(canary: str) -> _Needle:
    folded = canary.casefold()
    pieces: tuple[str, ...] = (folded,)
    if canary.isalnum() and len(canary) > _ENOUGH:
        pieces = tuple(folded[start : start + _ENOUGH] for start in range(len(folded) - _ENOUGH + 1))
    return _Needle(pieces, base64_cores(canary), _letters(canary))


# One answer is searched for many secrets, and many calls return the same answer.
@lru_cache(maxsize=64)
def _readings(text: str) -> _Readings:
    whole, text = text[:_MAX_TEXT], text[:_MAX_DECODED]
    seen = {text}
    found: list[tuple[str, str]] = []
    current = [("", text)]
    for _ in range(_LAYERS if len(text) <= _SHORT_TEXT else 1):
        decoded = []
        for how, view in current:
            for name, decode in DECODERS.items():
                for result in decode(view):
                    if result not in seen:
                        seen.add(result)
                        decoded.append((how or name, result))
        found += decoded
        current = decoded
    return _Readings(
        whole.casefold(), tuple((how, view.casefold()) for how, view in found), plain_base64(text), _letters(whole)
    )


def _how(needle: _Needle, readings: _Readings) -> str | None:
    for how, view in (("plain", readings.plain), *readings.decoded):
        if any(piece in view for piece in needle.pieces):
            return how
    if any(core in readings.base64 for core in needle.base64):
        return "base64"
    return "taken apart" if len(needle.letters) >= _ENOUGH and needle.letters in readings.letters else None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
