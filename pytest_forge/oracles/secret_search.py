"""Secret search: whether a planted secret is in what a model would read, however it was written down."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Any
from urllib.parse import unquote

__all__ = ["Leak", "find_canary", "find_leak", "find_leaks"]

#: Of a random canary, so many characters in a row are no coincidence; found even if a message was cut short.
_ENOUGH = 14
#: Most characters that are searched, and most that are decoded.
_MAX_TEXT = 1_100_000
_MAX_DECODED = 60_000
_MAX_LEAVES = 20_000
#: How often what was decoded is decoded again; of a long text, once.
_LAYERS = 2
_SHORT_TEXT = 5_000


@dataclass(frozen=True, slots=True)
class Leak:
    """A secret that was found.

    Attributes:
        where: The way to it through the value, for example ``['error']['detail']``; empty for the value itself, or if
            the secret was spread over several places.
        how: How it was written: ``plain``, ``base64``, ``base32``, ``hex``, ``percent-encoded``, ``escaped``,
            ``as HTML``, ``reversed``, ``rot13`` or ``taken apart``.
    """

    where: str
    how: str


def find_canary(canary: str, haystack: Any) -> str | None:
    """Return how *canary* is written in *haystack*, or None if it is not in there.

    Args:
        canary: Something that exists nowhere else: random characters, or the path of a folder that was just made.
        haystack: Text, bytes, or any value of dicts, lists, models, paths and exceptions; keys are searched as well.
    """
    leak = find_leak(canary, haystack)
    return None if leak is None else leak.how


def find_leak(canary: str, haystack: Any) -> Leak | None:
    """Return where and how *canary* is written in *haystack*, or None if it is not in there.

    Args:
        canary: As for `find_canary`.
        haystack: As for `find_canary`.
    """
    return next((leak for _, leak in find_leaks({"": canary}, haystack)), None)


def find_leaks(canaries: Mapping[str, str], haystack: Any) -> Iterator[tuple[str, Leak]]:
    """Yield the name of each of *canaries* that is in *haystack*, and where and how; cheaper than one by one.

    Args:
        canaries: Name to canary.
        haystack: As for `find_canary`.
    """
    leaves = list(_leaves(haystack))
    # All at once first, since nearly every answer holds nothing; a NUL, so that no encoding runs on from leaf to leaf.
    readings = _readings("\0".join(text for _, text in leaves))
    codes = _code_points(haystack)
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
    # A list of lines or characters holds in pieces what no single one of them holds.
    return Leak("", how)


@dataclass(frozen=True, slots=True)
class _Needle:
    """A secret as it is looked for: pieces that suffice, its base64 at each alignment, its letters and digits."""

    pieces: tuple[str, ...]
    base64: tuple[str, ...]
    letters: str


@dataclass(frozen=True, slots=True)
class _Readings:
    """A text as it is searched: in lower case, decoded in every way, without line breaks, its letters and digits."""

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
    return _Needle(pieces, _base64_cores(canary), _letters(canary))


# One answer is searched for many secrets, and many calls give the same answer.
@lru_cache(maxsize=64)
def _readings(text: str) -> _Readings:
    whole, text = text[:_MAX_TEXT], text[:_MAX_DECODED]
    seen = {text}
    found: list[tuple[str, str]] = []
    current = [("", text)]
    for _ in range(_LAYERS if len(text) <= _SHORT_TEXT else 1):
        decoded = []
        for how, view in current:
            for name, decode in _DECODERS.items():
                for result in decode(view):
                    if result not in seen:
                        seen.add(result)
                        decoded.append((how or name, result))
        found += decoded
        current = decoded
    return _Readings(
        whole.casefold(), tuple((how, view.casefold()) for how, view in found), _plain_base64(text), _letters(whole)
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


# --- encodings ------------------------------------------------------------------------------------


def _percent(text: str) -> Iterator[str]:
    if "%" in text:
        yield unquote(text)


def _escapes(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _ESCAPE.sub(_unescape, text)


_ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)


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
        # A run may begin with a digit that does not belong to it.
        for start in (0, 1):
            run = digits[start:]
            yield bytes.fromhex(run[: len(run) // 2 * 2]).decode("utf-8", "ignore")


_HEX = re.compile(r"(?:(?:0x)?[0-9a-fA-F]{2}[\s:,-]{0,2}){8,}[0-9a-fA-F]?")


def _base64(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        run = _plain_base64(match[0])
        run = run[: len(run) // 4 * 4] if len(run) % 4 == 1 else run + "=" * (-len(run) % 4)
        try:
            yield base64.b64decode(run).decode("utf-8", "ignore")
        except binascii.Error:
            continue


_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+)*")


def _base32(text: str) -> Iterator[str]:
    for match in _BASE32.finditer(text):
        run = match[0][: len(match[0]) // 8 * 8]
        try:
            yield base64.b32decode(run, casefold=True).decode("utf-8", "ignore")
        except binascii.Error:
            continue


_BASE32 = re.compile(r"(?:[A-Z2-7]{8}){2,}|(?:[a-z2-7]{8}){2,}")


def _reversed(text: str) -> Iterator[str]:
    yield text[::-1]


def _rot13(text: str) -> Iterator[str]:
    yield codecs.encode(text, "rot13")


_DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "percent-encoded": _percent,
    "escaped": _escapes,
    "as HTML": _html,
    "hex": _hex,
    "base64": _base64,
    "base32": _base32,
    "reversed": _reversed,
    "rot13": _rot13,
}


def _plain_base64(text: str) -> str:
    return re.sub(r"\s", "", text).replace("-", "+").replace("_", "/").rstrip("=")


def _base64_cores(canary: str) -> tuple[str, ...]:
    """Return what base64 makes of *canary* wherever it begins, without the characters its neighbours decide."""
    cores = []
    for before in range(3):
        data = b"\0" * before + canary.encode()
        whole = base64.b64encode(data[: len(data) // 3 * 3]).decode()
        cores.append(whole[(before * 8 + 5) // 6 :])
    return tuple(cores)


# --- values ---------------------------------------------------------------------------------------


def _leaves(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the way to each text in *value*, and the text; the ways of dict keys end in ``.keys()``."""
    stack: list[tuple[str, Any]] = [("", value)]
    visited: set[int] = set()
    for _ in range(_MAX_LEAVES):
        if not stack:
            return
        where, item = stack.pop()
        if isinstance(item, str):
            yield where, item
            continue
        if isinstance(item, bytes | bytearray | memoryview):
            yield where, bytes(item).decode("utf-8", "replace")
            continue
        if isinstance(item, PurePath):
            yield where, str(item)
            continue
        if id(item) in visited:
            continue
        visited.add(id(item))
        stack.extend(reversed(list(_children(where, item))))


def _children(where: str, item: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(item, Mapping):
        for key, value in item.items():
            yield f"{where}.keys()", key
            yield f"{where}[{_shown(key)}]", value
    elif isinstance(item, list | tuple):
        for index, value in enumerate(item):
            yield f"{where}[{index}]", value
    elif isinstance(item, set | frozenset):
        for value in item:
            yield where, value
    elif isinstance(item, BaseException):
        # Not JSON, but any writer with a fallback would turn it into its text.
        yield where, _text_of(item)
        yield f"{where}.args", item.args
    elif hasattr(item, "model_dump") and not isinstance(item, type):
        yield where, _dumped(item)
    elif is_dataclass(item) and not isinstance(item, type):
        for field in fields(item):
            yield f"{where}.{field.name}", getattr(item, field.name, None)


def _shown(key: Any) -> str:
    # A key may be the secret itself, or very long.
    return repr(key) if isinstance(key, str) and key.isidentifier() and len(key) <= 40 else "..."


def _dumped(model: Any) -> Any:
    try:
        return model.model_dump()
    except Exception:  # noqa: BLE001  # a model of the tool's; one that cannot be written reaches no one
        return None


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # a hostile __str__ shows nothing
        return ""


def _code_points(value: Any) -> str:
    """Return the text that lists of integers in *value* spell; empty if there is none."""
    try:
        lists = re.findall(r"\[((?:\d{1,7}, ){7,}\d{1,7})\]", json.dumps(value, default=lambda _: None)[:_MAX_DECODED])
    except (TypeError, ValueError, RecursionError):
        return ""
    return " ".join("".join(chr(int(part)) for part in run.split(", ") if int(part) < 0x110000) for run in lists)
