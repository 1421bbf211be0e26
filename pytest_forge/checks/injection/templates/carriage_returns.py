"""Carriage returns: a text that is kept to one line of a file, unless it breaks the line in another way.

ada: paid the bill      a line feed in what was done is refused
ada: paid the bill      a carriage return is not: whoever reads the file by lines finds two entries
eve: was not there
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....targets.patience import Patience
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, mark_of
from .headers import may_write
from .line_breaks import documents_of

__all__ = ["judge_carriage_returns"]

_MAX_POINTS = 8
_QUOTES = "\"'`"


def judge_carriage_returns(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no carriage return breaks a line of a file where a line feed in the same text is refused or replaced.

    Judged are texts with something else on their line. Programs that read a file by lines take both for an end.

    Raises:
        CheckFailure: If one does.
    """
    for point in patience.each(points[:_MAX_POINTS] if may_write(subject) else ()):
        # The refused one first: what comes after it shows that nothing else was wrong with the call.
        if _is_broken(subject, point, mark_of(subject), "\n", mark_of(subject)):
            continue
        first, second = mark_of(subject), mark_of(subject)
        if _is_broken(subject, point, first, "\r", second):
            text = f"{first}\r{second}"
            raise point.finding(
                "header_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote two lines into a file, though a line feed "
                "there adds none. Refuse or replace all that ends a line: see str.splitlines and str.isprintable.",
                point.with_text(text),
            )


def _is_broken(subject: Subject, point: InjectionPoint, first: str, end: str, second: str) -> bool:
    """Tell whether a line of a file ends with the first part, and the next begins with the second; not in quotes."""
    documents = documents_of(subject, point, f"{first}{end}{second}", min_lines=2)
    # A database is no file of lines.
    files = [document for place, document in documents if place.startswith("file") and "\0" not in document]
    return any(
        one.endswith(first)
        and other.startswith(second)
        and one + other != first + second
        and not any(one.count(quote) % 2 for quote in _QUOTES)
        for document in files
        for one, other in pairwise(document.splitlines())
    )
