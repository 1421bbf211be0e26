r"""Other line ends: signs that end a line for few programs, and for the reader beside the tool.

write_entry("all is well\u2028J. Marsh: abandon ship")     the line feed is replaced, this sign is not
read_entries()                                             two entries: str.splitlines ends a line there as well
"""

from __future__ import annotations

from collections.abc import Sequence

from ....oracles.text_leaves import leaves_of
from ....targets.patience import Patience
from ....targets.subject import Subject
from ...calls.listed_values import answers_of_lists
from ..injection_point import InjectionPoint, mark_of
from .headers import may_write

__all__ = ["judge_other_line_ends"]

_MAX_POINTS = 6
_ENDS = ("\u2028", "\x85", "\x0b")


def judge_other_line_ends(subject: Subject, points: Sequence[InjectionPoint], patience: Patience) -> None:
    """Judge that no sign of a text makes two entries of one for a reader, where a line feed in the text makes none.

    Raises:
        CheckFailure: If one does.
    """
    if not may_write(subject) or next(answers_of_lists(subject), None) is None:
        return
    for point in patience.each(points[:_MAX_POINTS]):
        if _split(subject, point, "\n"):
            continue
        for end in _ENDS:
            text = _split(subject, point, end)
            if text:
                raise point.finding(
                    "header_injection",
                    f"Given {text!a} in {point.slot.shown!r}, the tool wrote what its reader takes for two lines, "
                    "which it does not where a line feed stands. Replace or refuse all that ends a line: see "
                    "str.splitlines.",
                    point.with_text(text),
                )


def _split(subject: Subject, point: InjectionPoint, end: str) -> str | None:
    """Return a text of which a reader has one part alone; "" if it has both in one place, None if it has none."""
    first, second = mark_of(subject), mark_of(subject)
    text = f"{first}{end}{second}"
    if not subject.call(point.with_text(text)).succeeded:
        return None
    # A reader may answer one text, with an entry on each line.
    answers = [leaf for _, answer in answers_of_lists(subject) for _, leaf in leaves_of(answer)]
    texts = [line for leaf in answers for line in leaf.split("\n")]
    if any(first in line and second in line for line in texts):
        return ""
    return text if any(first in line for line in texts) else None
