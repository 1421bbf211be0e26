"""Formulas: a text that a spreadsheet would run, where the tool takes the effect from other texts of the same table.

'=1+1,open      an apostrophe before a formula in the column of comments
=1+1,open       none in the column of authors: who opens the file runs it
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...profile.argument import Argument
from ...profile.formulas import takes_formulas
from ...targets.patience import Patience
from ...targets.subject import Subject
from .injection_point import InjectionPoint, mark_of
from .line_breaks import documents_of

__all__ = ["judge_formulas"]

_MIN_POINTS, _MAX_POINTS = 2, 12
#: A cell of a table begins a line, or stands behind a separator; quotes around it belong to the format.
_CELL = r"""(?:^|[,;\t|])"?"""


def judge_formulas(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no text is a formula in a table in which the tool puts an apostrophe before those in other texts.

    Raises:
        CheckFailure: If one is.
    """
    if len(points) < _MIN_POINTS:
        return
    guarded: dict[str, InjectionPoint] = {}
    live: list[tuple[str, InjectionPoint, str]] = []
    for point in patience.each(points[:_MAX_POINTS]):
        text = f"={mark_of(subject)}"
        for place, document in documents_of(subject, point, text, min_lines=1):
            # Texts of programs and of SQL stand between apostrophes.
            if re.search(f"{_CELL}'{text}(?!')", document, re.MULTILINE):
                guarded[place] = point
            elif re.search(f'{_CELL}{text}(?![^,;\t|"\r\n])', document, re.MULTILINE) and not _is_meant(point):
                live.append((place, point, text))
    for place, point, text in live:
        if place in guarded:
            raise point.finding(
                "formula_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote a formula into a table, though those in "
                f"{guarded[place].slot.shown!r} get an apostrophe. Write this text as one as well.",
                point.with_text(text),
            )


def _is_meant(point: InjectionPoint) -> bool:
    described = str(point.slot.schema.get("description", ""))
    return takes_formulas(Argument(point.slot.shown, described, point.slot.role))
