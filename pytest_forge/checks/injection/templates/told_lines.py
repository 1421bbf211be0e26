"""Told lines: a text that adds a line to a file of which the description says that each entry, or call, is one line.

7 | PRESS-2 | ada | oil is low
8 | PRESS-2 | eve | all is well     a line break in a note writes the note of another author
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....profile.told_lines import may_have_lines, told_line
from ....targets.patience import Patience
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, mark_of
from .headers import may_write
from .line_breaks import documents_of

__all__ = ["judge_told_lines"]

_MAX_POINTS = 8
_QUOTES = "\"'`"


def judge_told_lines(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no text adds a line to a file, if the tool's description says that each entry is one line.

    A text of which the description speaks of lines may have several, unless it says that the text is one line.

    Raises:
        CheckFailure: If one does.
    """
    said = told_line(subject.facts.description or "") if may_write(subject) else ""
    judged = [point for point in points if not may_have_lines(point.says)] if said else []
    for point in patience.each(judged[:_MAX_POINTS]):
        first, second = mark_of(subject), mark_of(subject)
        text = f"{first}\n{second}"
        if _is_broken(subject, point, text, first, second):
            raise point.finding(
                "header_injection",
                f'The description says "{said}", but given {text!r} in {point.slot.shown!r}, the tool wrote two lines '
                "into the file. Replace or refuse all that ends a line: see str.splitlines.",
                point.with_text(text),
            )


def _is_broken(subject: Subject, point: InjectionPoint, text: str, first: str, second: str) -> bool:
    """Tell whether a line of a file ends with the first part, and the next begins with the second; not in a text alone.

    A text that is all of its file may have several entries, and one below the line of its entry may have several lines.
    """
    documents = documents_of(subject, point, text, min_lines=2)
    return any(
        (one, other) != (first, second)
        and one.endswith(first)
        and other.startswith(second)
        and not any(one.count(quote) % 2 for quote in _QUOTES)
        for place, document in documents
        if place.startswith("file") and "\0" not in document and document.strip() != text
        for one, other in pairwise(document.splitlines())
    )
