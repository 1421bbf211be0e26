"""Working texts: short texts for an argument with which calls of a tool work."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ....profile.roles import PATH_ROLES, Role, role_of
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ...calls.known_values import known_values, quoted_values
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers

__all__ = ["answers_without", "text_arguments", "working_texts"]

_MAX_BASES, _MAX_TEXTS, _MAX_TRIED = 3, 3, 10
#: Longer texts, and those with several lines, are documents, which have forms of their own.
_LONGEST = 100
_NUMBER = regex(r"\d+")
_OTHER_ROLES = frozenset({*PATH_ROLES, Role.URL, Role.HOST, Role.SQL, Role.COMMAND})


def text_arguments(subject: Subject) -> list[str]:
    """Return the names of the arguments that are texts, and neither names of places nor in a language of their own."""
    view = FlatSchema(subject.schema)
    return [
        name
        for name, node in (view.root.get("properties") or {}).items()
        if any("string" in types_of(flat) and "enum" not in flat for flat in view.alternatives(node))
        and role_of(name, node) not in _OTHER_ROLES
    ]


def working_texts(subject: Subject, name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls that work with different texts for an argument, each with its answer."""
    fits = FlatSchema(subject.schema).fits
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        old = base.get(name, "")
        if not isinstance(old, str):
            continue
        values = [old, *quoted_values(subject).values_for(name, old), *known_values(subject).values_for(name, old)]
        texts = [
            text for text in dict.fromkeys(values) if _is_plain(text) and fits(subject.schema, {**base, name: text})
        ]
        answers = answers_without(subject, base, name, texts[:_MAX_TRIED]) or []
        working = [({**base, name: text}, answer) for text, answer in zip(texts, answers, strict=False) if answer]
        # A text with several parts shows more.
        working.sort(key=lambda one: -len(_NUMBER.findall(one[0][name])))
        yield from working[:_MAX_TEXTS]
        if working:
            return


def answers_without(subject: Subject, call: dict[str, Any], name: str, texts: Sequence[str]) -> list[str] | None:
    """Return the answers to a call with each of some texts, without the text; None if they are not all made."""
    fits = FlatSchema(subject.schema).fits
    calls = [{**call, name: text} for text in texts]
    if not all(fits(subject.schema, one) for one in calls):
        return None
    answers = fresh_answers(subject, calls)
    if answers is None or len(answers) != len(texts):
        return None
    shown = [json.dumps(text, ensure_ascii=False) for text in texts]
    return [answer.replace(text, "<given>") for answer, text in zip(answers, shown, strict=True)]


def _is_plain(text: str) -> bool:
    return bool(text) and text == text.strip() and "\n" not in text and len(text) <= _LONGEST
