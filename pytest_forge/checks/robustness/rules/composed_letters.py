r"""Composed letters: a text that a tool knows, and does not know when its accents are written as signs of their own.

find("Andr\u00e9")     found: the accented letter is one character
find("Andre\u0301")    not found, although the description says that both are the same
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.composed_letters import says_forms_are_equal
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.known_values import known_values, quoted_values
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers

__all__ = ["judge_composed_letters"]

_SHARE = 0.2
_MAX_BASES, _MAX_VALUES = 2, 8
#: A letter that no text of a tool is likely to have, in front.
_OTHER = "\u0175"


def judge_composed_letters(subject: Subject) -> bool:
    """Judge that a function, or a server's reader, answers combining accents like composed ones, if it is said to.

    Returns:
        Whether it knows a text with accents, which is answered otherwise than an unknown text.

    Raises:
        CheckFailure: If one form of the text is answered like an unknown one, twice.
    """
    if subject.is_served and subject.facts.tier != "read":
        return False
    view = FlatSchema(subject.schema)
    judged = False
    for call, name in subject.patience(_SHARE).each(list(_calls(subject, view))):
        texts = [unicodedata.normalize(form, call[name]) for form in ("NFC", "NFD")]
        unknown = [unicodedata.normalize(form, _OTHER + call[name]) for form in ("NFC", "NFD")]
        calls = [{**call, name: text} for text in (*texts, *unknown)]
        if not all(view.fits(subject.schema, one) for one in calls):
            continue
        told = _answers(subject, calls, (*texts, *unknown))
        # What is not known is the same for both forms.
        if told is None or told[2] != told[3] or told[0] == told[1] == told[2]:
            continue
        judged = True
        lost = [number for number in (0, 1) if told[number] == told[2]]
        if lost and _answers(subject, calls, (*texts, *unknown)) == told:
            raise CheckFailure(
                "accent_form_counts",
                f"The tool knows {texts[1 - lost[0]]!a} in {name!r}, and not {texts[lost[0]]!a}, which is said to be "
                "the same. Normalise both sides of the comparison with unicodedata.normalize.",
                about=name,
                arguments=calls[lost[0]],
            )
    return judged


def _calls(subject: Subject, view: FlatSchema) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a text of the tool's data that has accents, where the forms are said to be equal."""
    properties = view.root.get("properties") or {}
    held, quoted = known_values(subject), quoted_values(subject)
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name, old in base.items():
            node = properties.get(name)
            told = str(node.get("description", "")) if isinstance(node, Mapping) else ""
            if not isinstance(old, str) or not says_forms_are_equal(f"{subject.facts.description or ''}\n\n{told}"):
                continue
            known = dict.fromkeys([old, *quoted.values_for(name, old), *held.values_for(name, old)])
            accented = [
                text for text in known if unicodedata.normalize("NFC", text) != unicodedata.normalize("NFD", text)
            ]
            yield from (({**base, name: text}, name) for text in accented[:_MAX_VALUES])


def _answers(subject: Subject, calls: list[dict[str, Any]], texts: tuple[str, ...]) -> list[str] | None:
    """Return what calls answer, without the texts that they give; None if they do not return."""
    told = fresh_answers(subject, calls)
    return None if told is None else [one.replace(text, "") for one, text in zip(told, texts, strict=True)]
