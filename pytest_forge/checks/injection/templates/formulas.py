"""Formulas: a text that a spreadsheet would run, where the tool takes the effect from other texts of the same table.

'=1+1,open      an apostrophe before a formula in the column of comments
=1+1,open       none in the column of authors: who opens the file runs it
-1+cmd(),open   none before one that begins with a minus: a spreadsheet runs it as well
=1+1,open       none before " =1+1", from which the tool takes the blank away

Where the description says that formulas are guarded, one that is not needs no other text to compare with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....profile.argument import Argument
from ....profile.formulas import says_formulas_are_guarded, takes_formulas
from ....targets.patience import Patience
from ....targets.subject import Subject
from ..injection_point import InjectionPoint, mark_of
from .line_breaks import documents_of

__all__ = ["judge_formulas"]

_MAX_POINTS = 12
_SIGNS = "=+-@"
#: What a tool may take away from the beginning of a text, after it has looked at the sign there.
_BLANKS = (" ", "\t", "\u00a0", "\u200b", "\0")
#: A tool that knows so many of the signs should know them all.
_MIN_KNOWN = 2
#: A table has a line with the names of its columns.
_MIN_LINES = 2
#: A cell of a table begins a line, or stands behind a separator; quotes around it belong to the format.
_CELL = r"""(?:^|[,;\t|])"?"""


def judge_formulas(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no text is a formula in a table in which the tool puts an apostrophe before those in other texts.

    Nor may a text of this table be one by the sign it begins with, where the tool knows other signs, or says that no
    text is one.

    Raises:
        CheckFailure: If one is.
    """
    is_told = says_formulas_are_guarded(subject.facts.description or "")
    guarded: dict[str, InjectionPoint] = {}
    live: list[tuple[str, InjectionPoint, str]] = []
    for point in patience.each(points[:_MAX_POINTS]):
        kept, run = _places(subject, point, text := f"={mark_of(subject)}")
        guarded |= dict.fromkeys(kept, point)
        live += [(place, point, text) for place in run if not _is_meant(point)]
        if kept:
            _judge_signs(subject, point, kept, 1 if is_told else _MIN_KNOWN)
            _judge_blanks(subject, point, kept)
    for place, point, text in live:
        if place in guarded:
            raise point.finding(
                "formula_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote a formula into a table, though those in "
                f"{guarded[place].slot.shown!r} get an apostrophe. Write this text as one as well.",
                point.with_text(text),
            )
    for _, point, text in live if is_told else ():
        if any(_is_table(document, text) for _, document in documents_of(subject, point, text, min_lines=_MIN_LINES)):
            raise point.finding(
                "formula_injection",
                f"Given {text!r} in {point.slot.shown!r}, the tool wrote a formula into a table, though its "
                "description says that formulas have no effect. Put an apostrophe before it.",
                point.with_text(text),
            )


def _judge_signs(subject: Subject, point: InjectionPoint, places: set[str], least: int) -> None:
    """Judge that a text gets its apostrophe whatever sign it begins with; a number with a sign is none of these."""
    known, missed = _SIGNS[:1], ""
    text_with: dict[str, str] = {}
    for sign in _SIGNS[1:]:
        text_with[sign] = f"{sign}{mark_of(subject)}"
        kept, run = _places(subject, point, text_with[sign])
        known += sign if kept & places else ""
        missed += sign if run & places else ""
    if missed and len(known) >= least:
        text = text_with[missed[0]]
        raise point.finding(
            "formula_injection",
            f"Given {text!r} in {point.slot.shown!r}, the tool wrote a formula into a table, though texts that begin "
            f"with {', '.join(map(repr, known))} get an apostrophe. Write those that begin with {missed[0]!r} so too.",
            point.with_text(text),
        )


def _judge_blanks(subject: Subject, point: InjectionPoint, places: set[str]) -> None:
    """Judge that a text gets its apostrophe if it begins with the sign only once the tool has taken a blank away."""
    for blank in _BLANKS:
        formula = f"={mark_of(subject)}"
        _, run = _places(subject, point, blank + formula, shown=formula)
        if run & places:
            raise point.finding(
                "formula_injection",
                f"Given {blank + formula!r} in {point.slot.shown!r}, the tool wrote {formula!r} into a table, though "
                "this text alone gets an apostrophe. Look at the text that is written, without what was taken away.",
                point.with_text(blank + formula),
            )


def _places(subject: Subject, point: InjectionPoint, text: str, *, shown: str = "") -> tuple[set[str], set[str]]:
    """Return the tables in which a text gets an apostrophe, and those in which it is a formula.

    Args:
        subject: The tool.
        point: The argument that is the text.
        text: The text.
        shown: What is looked for in the tables; the text itself if nothing else is.
    """
    kept, run = set(), set()
    form = re.escape(shown or text)
    for place, document in documents_of(subject, point, text, min_lines=1):
        if shown and text in document:
            # It is written as it is, and a tab before it may be taken for a separator.
            continue
        # Texts of programs and of SQL stand between apostrophes.
        if re.search(f"{_CELL}'{form}(?!')", document, re.MULTILINE):
            kept.add(place)
        elif re.search(f'{_CELL}{form}(?![^,;\t|"\r\n])', document, re.MULTILINE):
            run.add(place)
    return kept, run


def _is_table(document: str, text: str) -> bool:
    """Tell whether a text is the cell of a row, which separators divide as often as the row above."""
    rows = document.splitlines()
    at = next((number for number, row in enumerate(rows) if re.search(f"{_CELL}{re.escape(text)}", row)), 0)
    return at > 0 and any(rows[at].count(sign) == rows[at - 1].count(sign) > 0 for sign in ",;\t|")


def _is_meant(point: InjectionPoint) -> bool:
    described = str(point.slot.schema.get("description", ""))
    return takes_formulas(Argument(point.slot.shown, described, point.slot.role))
