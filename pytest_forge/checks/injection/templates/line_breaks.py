"""Line breaks: a value in the middle of a line that keeps its line breaks, where other values are kept to one line.

#EXTINF:-1,Artist - Title       a line break in the title becomes a space, one in the artist begins another entry
ada  create  invoice 7          fields with tabs between them: a line break in the first one forges an entry as well,
                                and a tab in it forges a field
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ....regex import regex
from ....targets.patience import Patience
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, mark_of
from .headers import written_and_returned

__all__ = ["documents_of", "judge_line_breaks"]

_MIN_LINES, _MAX_POINTS = 2, 12
_QUOTES = "\"'`"
#: What stands after the first field of a row, with more behind it, and before the last one.
_AFTER_FIRST = regex(r" ?(?:[\t|;] ?|,)\S")
_BEFORE_LAST = regex(r"[\t|] ?$")

#: Points by the place of a document in which they stand.
_Points = dict[str, list[InjectionPoint]]


def judge_line_breaks(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no text adds a line to a document in which the tool keeps another text to one line, or refuses others.

    Judged are texts with something before and after them on their line, and the first and the last field of a row: a
    text of its own may have several lines. In rows with tabs, no text adds a field either where another adds none.

    Raises:
        CheckFailure: If one does.
    """
    if len(points) < _MIN_LINES:
        return
    kept: dict[str, InjectionPoint] = {}
    broken: list[tuple[str, InjectionPoint, str]] = []
    refused: list[InjectionPoint] = []
    in_rows: _Points = {}
    for point in patience.each(points[:_MAX_POINTS]):
        first, second = mark_of(subject), mark_of(subject)
        text = f"{first}\n{second}"
        documents = documents_of(subject, point, text)
        refused += [] if documents else [point]
        for place, document in documents:
            lines = document.splitlines()
            if any(f"{second}\t" in line for line in lines):
                in_rows.setdefault(place, []).append(point)
            if any(first in line and second in line for line in lines):
                kept[place] = point
            elif _is_broken(lines, first, second) and _is_inside(subject, point, mark_of(subject)):
                broken.append((place, point, text))
    for place, point, text in broken:
        keeper = kept.get(place) or next((one for one in refused if _is_in(subject, one, place)), None)
        if keeper is not None:
            raise point.finding(
                "header_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote two lines, though a line break in "
                f"{keeper.slot.shown!r} adds none. Keep this text to one line as well.",
                point.with_text(text),
            )
    for place, inside in in_rows.items():
        _judge_tabs(subject, place, patience.each(inside), refused)


def _judge_tabs(subject: Subject, place: str, inside: Iterable[InjectionPoint], refused: list[InjectionPoint]) -> None:
    """Judge that no text adds a field to rows in which another adds none."""
    kept: InjectionPoint | None = None
    broken: list[tuple[InjectionPoint, str]] = []
    for point in inside:
        first, second = mark_of(subject), mark_of(subject)
        text = f"{first}\t{second}"
        documents = [document for found, document in documents_of(subject, point, text) if found == place]
        rows = [line for document in documents for line in document.splitlines() if first in line and second in line]
        if any(re.search(rf"(?<![{_QUOTES}]){text}\t", row) for row in rows):
            broken.append((point, text))
        elif any(text not in row for row in rows):
            kept = point
        elif not documents:
            refused = [*refused, point]
    for point, text in broken:
        keeper = kept or next((one for one in refused if _is_in(subject, one, place)), None)
        if keeper is not None:
            raise point.finding(
                "header_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote two fields, though a tab in "
                f"{keeper.slot.shown!r} adds none. Replace or refuse tabs in this text as well.",
                point.with_text(text),
            )


def documents_of(
    subject: Subject, point: InjectionPoint, text: str, *, min_lines: int = _MIN_LINES + 1
) -> list[tuple[str, str]]:
    """Return the texts of several lines that a call writes or returns, each with its place.

    In markup and JSON, a line break means nothing.
    """
    written, returned = written_and_returned(subject, point, text)
    texts = [(f"file {number}", one) for number, one in enumerate(written)]
    texts += [(f"answer {number}", one) for number, one in enumerate(returned)]
    return [
        (place, one)
        for place, one in texts
        if len(one.splitlines()) >= min_lines and not one.lstrip().startswith("<") and not _is_json(one)
    ]


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _is_broken(lines: Sequence[str], first: str, second: str) -> bool:
    """Tell whether a line ends with the first part, and the next one begins with the second; not within quotes."""
    return any(
        one.endswith(first) and other.startswith(second) and one.removesuffix(first)[-1:] not in tuple(_QUOTES)
        for one, other in pairwise(lines)
    )


def _is_inside(subject: Subject, point: InjectionPoint, word: str) -> bool:
    """Tell whether a word of one line has something before and after it on its line, or is a field of a row."""
    documents = [document for _, document in documents_of(subject, point, word)]
    lines = [line for document in documents for line in document.splitlines() if word in line]
    return bool(lines) and all(_has_more(*line.split(word, 1)) for line in lines)


def _has_more(before: str, after: str) -> bool:
    if before and after:
        return True
    return bool(_AFTER_FIRST.match(after) if after else _BEFORE_LAST.search(before))


def _is_in(subject: Subject, point: InjectionPoint, place: str) -> bool:
    """Tell whether two words, with neither a line break nor a tab, stand on a line of the document."""
    first, second = mark_of(subject), mark_of(subject)
    documents = [document for found, document in documents_of(subject, point, f"{first} {second}") if found == place]
    return any(first in line and second in line for document in documents for line in document.splitlines())
