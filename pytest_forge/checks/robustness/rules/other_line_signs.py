r"""Other line signs: signs that end a line for str.splitlines, and for no program that counts lines as it is said.

lines(2), file "alpha beta\nada"        ada
lines(2), file "alpha\nbeta\nada"       beta
lines(2), file "alpha\fbeta\nada"       beta: a form feed counts, though lines are those of "grep -n"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.failure_marks import failure_mark
from ....profile.told_lines import told_line_ends
from ....regex import regex
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.ordinary_outcomes import in_json_types
from ...calls.told_words import all_told_words
from .read_texts import ReadText, read_texts

__all__ = ["judge_other_line_signs"]

_SHARE = 0.1
_SIGNS = ("\f", "\x85", "\u2028")
_NUMBER = regex(r"(?<![\w.])\d{1,9}(?![\w.])")


def judge_other_line_signs(subject: Subject) -> bool:
    """Judge that no other sign counts as the end of a line, if it is said what ends one or who counts them alike.

    Returns:
        Whether an answer shows how many lines there are.

    Raises:
        CheckFailure: If the numbers of an answer are as with a line feed, and not as with a blank, twice.
    """
    said = "" if subject.is_served else told_line_ends(all_told_words(subject))
    judged = False
    for one in subject.patience(_SHARE).each(read_texts(subject, takes=bool, before=_text("\n", ""))) if said else ():
        ended, plain = (_numbers(one, sign) for sign in "\n ")
        moved = {place: number for place, number in ended.items() if place in plain and number != plain[place]}
        judged = judged or bool(moved)
        for sign in _SIGNS if moved else ():
            if all(moved.items() <= _numbers(one, sign).items() for _ in range(2)):
                raise CheckFailure(
                    "line_end_counts",
                    f'The description says "{said}", but {sign!a} in the text of {one.name!r} ends a line as well. '
                    r"Split at '\n', or open the file with newline='\n'; str.splitlines knows other ends.",
                    about=one.name,
                    arguments=one.arguments(_text(sign, one.text)),
                )
    return judged


def _text(sign: str, text: str) -> str:
    return f"alpha{sign}beta\n{text}"


def _numbers(one: ReadText, sign: str) -> dict[str, int]:
    """Return the numbers of an answer, in its texts as well, and the lengths of its lists; none if the call fails."""
    outcome = one.call(_text(sign, one.text))
    value = outcome.value if outcome.answer is not None else in_json_types(outcome.returned)
    return {} if outcome.timed_out or not outcome.succeeded or failure_mark(value) else dict(_counts(value, ""))


def _counts(value: Any, place: str) -> Iterator[tuple[str, int]]:
    if type(value) is int:
        yield place, value
    elif isinstance(value, str):
        yield f"{place}#", value.count("\n")
        yield from ((f"{place}:{at}", int(found)) for at, found in enumerate(_NUMBER.findall(value)))
    elif isinstance(value, Mapping | list | tuple):
        yield f"{place}#", len(value)
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _counts(part, f"{place}/{key}")
