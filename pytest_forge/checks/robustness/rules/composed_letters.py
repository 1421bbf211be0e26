r"""Composed letters: a text that a tool knows, and does not know when its accents are written as signs of their own.

find("Andr\u00e9")     found: the accented letter is one character
find("Andre\u0301")    not found, although the description says that both are the same

find("Rene\u0301")     not found in either form, since a table of the module holds the signs of their own alone
find("Rene\u0301")     found, once the table holds the composed letter
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

from ....profile.composed_letters import says_forms_are_equal
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.known_values import known_values, quoted_values
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers
from .held_tables import change_tables

__all__ = ["judge_composed_letters"]

_SHARE = 0.2
_MAX_BASES, _MAX_VALUES = 2, 8
#: A letter that no text of a tool is likely to have, in front.
_OTHER = "\u0175"
_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")


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
        texts = [unicodedata.normalize(form, call[name]) for form in _FORMS]
        unknown = [unicodedata.normalize(form, _OTHER + call[name]) for form in _FORMS]
        calls = [{**call, name: text} for text in (*texts, *unknown)]
        if not all(view.fits(subject.schema, one) for one in calls):
            continue
        told = _answers(subject, calls, name)
        # What is not known is the same for both forms.
        if told is None or told[2] != told[3]:
            continue
        if told[0] == told[1] == told[2]:
            if (form := _known_form(subject, calls, name, told)) and _known_form(subject, calls, name, told):
                raise CheckFailure(
                    "accent_form_counts",
                    f"The tool knows {texts[0]!a} in {name!r} if its tables hold the text in the form {form}, and not "
                    "as they hold it now, although both forms are said to be the same. Normalise both sides of the "
                    "comparison with unicodedata.normalize.",
                    about=name,
                    arguments=calls[0],
                )
            continue
        judged = True
        lost = [number for number in (0, 1) if told[number] == told[2]]
        if lost and _answers(subject, calls, name) == told:
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


def _known_form(subject: Subject, calls: list[dict[str, Any]], name: str, told: list[str]) -> str:
    """Return the form in which tables have to hold a text that a function should know; "" if there is none.

    Args:
        subject: The tool.
        calls: Calls with the text, and with an unknown one.
        name: The argument.
        told: What they answer, which is the same for all of them.
    """
    for form in () if subject.is_served else _FORMS:
        hold = partial(change_tables, subject, partial(unicodedata.normalize, form), with_keys=True)
        held = _answers(subject, calls, name, first=hold)
        if held is not None and held[2:] == told[2:] and held[2] not in held[:2]:
            return form
    return ""


def _answers(
    subject: Subject, calls: list[dict[str, Any]], name: str, first: Callable[[], None] = lambda: None
) -> list[str] | None:
    """Return what calls answer, without the texts that they give; None if they do not return."""
    told = fresh_answers(subject, calls, first=first)
    return None if told is None else [one.replace(call[name], "") for one, call in zip(told, calls, strict=True)]
