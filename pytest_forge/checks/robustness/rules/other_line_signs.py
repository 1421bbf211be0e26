r"""Other line signs: signs that end a line for str.splitlines, and for no program that counts lines as it is said.

lines(2), file "alpha beta\nada"        ada
lines(2), file "alpha\nbeta\nada"       beta
lines(2), file "alpha\fbeta\nada"       beta: a form feed counts, though lines are those of "grep -n"
"""

from __future__ import annotations

from ....profile.told_lines import told_line_ends
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import all_told_words
from .read_texts import read_texts

__all__ = ["judge_other_line_signs"]

_SHARE = 0.1
_SIGNS = ("\f", "\x85", "\u2028")


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
        ended, plain = (one.numbers(_text(sign, one.text)) for sign in "\n ")
        moved = {place: number for place, number in ended.items() if place in plain and number != plain[place]}
        judged = judged or bool(moved)
        for sign in _SIGNS if moved else ():
            if all(moved.items() <= one.numbers(_text(sign, one.text)).items() for _ in range(2)):
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
