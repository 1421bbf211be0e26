"""Listed values: names and numbers that a server's own lists contain, for calls of its other tools.

A tool that looks up a station refuses every name but those that another tool lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forge_harness import ServerLostError

from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from .answer_values import leaves
from .asking import looks_failed

__all__ = ["calls_with_listed_values"]

_MAX_LISTS, _MAX_VALUES = 4, 6


def calls_with_listed_values(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield *calls* with values that tools without required arguments have answered, one argument at a time.

    Args:
        subject: The tool.
        calls: Ordinary calls of it.
    """
    view = FlatSchema(subject.schema)
    for facts, tool in [found for found in subject.neighbours if _lists(subject, found[0])][:_MAX_LISTS]:
        try:
            reply = subject.beside(facts, tool).call({})
        except ServerLostError:
            return
        if looks_failed(reply) or reply.answer is None:
            continue
        values = list(dict.fromkeys(leaves(reply.answer.value)))[:_MAX_VALUES]
        for call in calls:
            for name, old in call.items():
                for value in values:
                    changed = {**call, name: value}
                    if type(value) is type(old) and value != old and _fits(view, subject, changed):
                        yield changed


def _lists(subject: Subject, facts: ToolFacts) -> bool:
    schema = facts.input_schema
    needs = schema.get("required") if isinstance(schema, dict) else None
    return facts.name != subject.facts.name and facts.tier == "read" and not needs


def _fits(view: FlatSchema, subject: Subject, call: dict[str, Any]) -> bool:
    try:
        return view.fits(subject.schema, call)
    except CannotMake:
        return False
