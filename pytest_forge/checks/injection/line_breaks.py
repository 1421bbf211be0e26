"""Line breaks: a value in the middle of a line that keeps its line breaks, where other values are kept to one line.

#EXTINF:-1,Artist - Title       a line break in the title becomes a space, one in the artist begins another entry
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

from ...targets.patience import Patience
from ...targets.subject import Subject
from .headers import written_and_returned
from .injection_point import InjectionPoint, mark_of

__all__ = ["judge_line_breaks"]

_MIN_LINES, _MAX_POINTS = 2, 12
_QUOTES = "\"'`"


def judge_line_breaks(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no text adds a line to a document in which the tool keeps another text to one line.

    Judged are texts with something before and after them on their line: a text of its own may have several lines.

    Raises:
        CheckFailure: If one does.
    """
    if len(points) < _MIN_LINES:
        return
    kept: dict[str, InjectionPoint] = {}
    broken: list[tuple[str, InjectionPoint, str]] = []
    for point in patience.each(points[:_MAX_POINTS]):
        first, second = mark_of(subject), mark_of(subject)
        text = f"{first}\n{second}"
        for place, document in _documents(subject, point, text):
            lines = document.splitlines()
            if any(first in line and second in line for line in lines):
                kept[place] = point
            elif _is_broken(lines, first, second) and _is_inside(subject, point, first):
                broken.append((place, point, text))
    for place, point, text in broken:
        if place in kept:
            raise point.finding(
                "header_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote two lines, though a line break in "
                f"{kept[place].slot.shown!r} adds none. Keep this text to one line as well.",
                point.with_text(text),
            )


def _documents(subject: Subject, point: InjectionPoint, text: str) -> list[tuple[str, str]]:
    """Return the texts of several lines that a call writes or returns, each with its place.

    In markup and JSON, a line break means nothing.
    """
    written, returned = written_and_returned(subject, point, text)
    texts = [(f"file {number}", one) for number, one in enumerate(written)]
    texts += [(f"answer {number}", one) for number, one in enumerate(returned)]
    return [
        (place, one)
        for place, one in texts
        if len(one.splitlines()) > _MIN_LINES and not one.lstrip().startswith("<") and not _is_json(one)
    ]


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _is_broken(lines: Sequence[str], first: str, second: str) -> bool:
    """Tell whether a line ends with the first part, and the next one begins with the second; not within quotes."""
    return any(
        one.endswith(first) and other.startswith(second) and one.removesuffix(first)[-1:] not in {*_QUOTES, ""}
        for one, other in pairwise(lines)
    )


def _is_inside(subject: Subject, point: InjectionPoint, word: str) -> bool:
    """Tell whether a word of one line has something before and after it on its line."""
    documents = [document for _, document in _documents(subject, point, word)]
    lines = [line for document in documents for line in document.splitlines() if word in line]
    return bool(lines) and all(not line.startswith(word) and not line.endswith(word) for line in lines)
