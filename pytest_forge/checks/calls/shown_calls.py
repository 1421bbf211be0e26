"""Shown calls: calls that the description or the docstring of a tool shows."""

from __future__ import annotations

from typing import Any

from ...strategies.described_calls import described_calls
from ...strategies.mined_constants import author_functions
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from .told_words import told_words

__all__ = ["shown_calls"]


def shown_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return the valid calls that the description or the docstring shows."""
    parameters = list(subject.schema.get("properties") or {})
    function = next(author_functions(subject.tool), None)
    names = dict.fromkeys((subject.facts.name, *([] if function is None else [function.__name__])))
    told = told_words(subject)
    calls = [call for name in names for call in described_calls(told, name, parameters)]
    if not calls:
        return []
    fits = FlatSchema(subject.schema).fits
    return [call for call in calls if fits(subject.schema, call)]
