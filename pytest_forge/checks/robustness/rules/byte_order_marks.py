r"""Byte order marks: a text in UTF-8 that begins with one, as Excel writes it, and is not answered like the text alone.

total("amount"), file "amount,day\n5,mon"             5
total("amount"), file "\ufeffamount,day\n5,mon"       no such column: the first one is "\ufeffamount" now
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

from ....profile.told_marks import may_begin_with_mark
from ....regex import regex
from ....strategies.odd_files import format_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import all_told_words
from .read_texts import ReadText, read_texts

__all__ = ["judge_byte_order_marks"]

_SHARE = 0.1
_MAX_COLUMNS = 6
_MARK = "\ufeff"
_SEPARATORS = ",;\t"
_MAX_SHOWN = 80
_DIGEST = regex(r"\b[0-9a-f]{16,}\b", re.IGNORECASE)


def judge_byte_order_marks(subject: Subject) -> bool:
    """Judge that a byte order mark before a text changes no answer, if it is said that there may be one.

    Each column of a table is the first one in its turn: only its name has the mark.

    Returns:
        Whether calls read such a text.

    Raises:
        CheckFailure: If the call fails with the mark, or has another answer, twice.
    """
    if subject.is_served or not may_begin_with_mark(all_told_words(subject)):
        return False
    judged = False
    for one in subject.patience(_SHARE).each(
        read_texts(subject, takes=lambda text: bool(format_of(text)), before=_MARK)
    ):
        for text in _variants(one.text):
            plain = _answer(one, text)
            if not plain:
                continue
            marked = _answer(one, _MARK + text)
            judged = True
            if marked == plain or [_answer(one, text), _answer(one, _MARK + text)] != [plain, marked]:
                continue
            raise CheckFailure(
                "mark_not_skipped",
                f"With a byte order mark before the text of {one.name!r}, which begins with "
                f"{text.partition(chr(10))[0][:_MAX_SHOWN]!r}, "
                f"{'the answer is another one' if marked else 'the call fails'}, though the description tells of such "
                "texts. Read UTF-8 as utf-8-sig.",
                about=one.name,
                arguments=one.arguments(_MARK + text),
            )
    return judged


def _variants(text: str) -> Iterator[str]:
    """Yield a text, and if it is a table the same with each of its columns as the first."""
    yield text
    first = text.partition("\n")[0]
    separator = next((sign for sign in _SEPARATORS if sign in first), "")
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if row] if separator else []
    if len({len(row) for row in rows}) == 1:
        for column in range(1, min(len(rows[0]), _MAX_COLUMNS)):
            written = io.StringIO()
            moved = [[row[column], *row[:column], *row[column + 1 :]] for row in rows]
            csv.writer(written, delimiter=separator, lineterminator="\n").writerows(moved)
            yield written.getvalue()


def _answer(one: ReadText, text: str) -> str:
    """Return what a call answers, without the size of the text and its digests; "" if it fails."""
    value = one.answer(text)
    if value is None:
        return ""
    sizes = "|".join(str(size) for size in {len(text), len(text.encode())})
    told = json.dumps(value, sort_keys=True, default=repr, ensure_ascii=False)
    return re.sub(rf"(?<![\d.])(?:{sizes})(?![\d.])", "size", _DIGEST.sub("digest", told))
