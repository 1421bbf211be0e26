"""Stored templates: a text that another tool of the target has stored, and that this one fills in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from forge_harness import Tool

from ....profile.argument import Argument
from ....profile.reads import is_reader
from ....profile.templates import takes_templates
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ..injection_point import InjectionPoint, injection_points, mark_of

__all__ = ["OBJECT", "PLACEHOLDER", "judge_stored_templates", "names_class"]

_MAX_TOOLS, _MAX_POINTS, _MAX_NAMES = 2, 2, 3
#: What is added to the number of a record, for one that is free.
_UNTAKEN = 41
PLACEHOLDER = regex(r"\{\{? ?([^\W\d]\w*)(?:\.\w+)* ?\}")
"""A name in braces, as in a description of a template, before its attributes."""
OBJECT = regex(r"class (?:'|&#39;|&#x27;|&apos;)object")
"""The base class of all Python classes, as text."""


def judge_stored_templates(subject: Subject) -> None:
    """Judge whether a text that is stored under a name is a format, or reaches attributes, when this tool shows it.

    Raises:
        CheckFailure: If it does.
    """
    call = next(iter(plausible_calls(subject, limit=1)), None)
    if call is None:
        return
    for facts, tool, point in subject.patience().each(_points(subject, call)):
        shared = _shared(subject, facts, call)
        writer = subject.beside(facts, tool)
        mark = mark_of(subject)
        stored = {**point.with_text(f"{mark} {{{{x}}}}"), **shared}
        argument = Argument(point.slot.shown, str(point.slot.schema.get("description", "")), point.slot.role)
        is_meant = takes_templates(facts, argument) or takes_templates(subject.facts, argument)
        has_stored = not is_meant and writer.call(stored).succeeded
        numbers = {name: value + _UNTAKEN for name, value in shared.items() if isinstance(value, int)}
        if numbers and not has_stored and not is_meant:
            # What the call finds may be taken.
            call, shared, stored = {**call, **numbers}, {**shared, **numbers}, {**stored, **numbers}
            has_stored = writer.call(stored).succeeded
        # A name that the format does not know would end each later call.
        said = _said(subject, call) if has_stored else ""
        if f"{mark} {{x}}" in said and f"{mark} {{{{x}}}}" not in said:
            raise CheckFailure(
                "format_string_injection",
                f"A text that {facts.name!r} has stored was used as a format: its doubled braces became single ones. "
                "Put stored texts in last, and format none of them again.",
                about=facts.name,
                arguments=call,
                before=before_json([(facts.name, stored)]),
            )
        for name in _names(subject, facts, call):
            for path in ("__class__.__mro__", "__class__"):
                mark = mark_of(subject)
                text = f"{mark} {{{name}.{path}}}"
                stored = {**point.with_text(text), **shared}
                if not writer.call(stored).succeeded:
                    continue
                said = _said(subject, call)
                if not (mark in said and OBJECT.search(said)) and not names_class(said, mark):
                    continue
                raise CheckFailure(
                    "format_string_injection",
                    f"A text that {facts.name!r} has stored was filled in with attributes of the tool's own objects, "
                    f"given {text!r}. Replace the known names only.",
                    about=facts.name,
                    arguments=call,
                    before=before_json([(facts.name, stored)]),
                )


def names_class(said: str, mark: str) -> bool:
    """Tell whether a Python class stands right behind a mark: the value of ``__class__``, which has one step only."""
    return (
        re.search(rf"{re.escape(mark)} (?:<|&lt;|\\+u003c)class (?:'|&#39;|&#x27;|&apos;|\\+u0027)\w", said) is not None
    )


def _said(subject: Subject, call: dict[str, Any]) -> str:
    outcome = subject.call(call)
    return f"{outcome.returned!r}{outcome.text}"


def _points(subject: Subject, call: dict[str, Any]) -> Iterator[tuple[ToolFacts, Tool, InjectionPoint]]:
    """Yield the texts that other tools store under a name that the call gives."""
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    writers = [one for one in others if not is_reader(one[0]) and _shared(subject, one[0], call)]
    # What takes nothing else has nothing to store.
    writers = [one for one in writers if set(_properties(one[0])) - set(_shared(subject, one[0], call))]
    for facts, tool in writers[:_MAX_TOOLS]:
        schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
        found = list(injection_points(candidate_arguments(schema, limit=2), schema)) if schema else []
        shared = _shared(subject, facts, call)
        new = [point for point in found if point.slot.name not in shared] if shared else []
        yield from ((facts, tool, point) for point in new[:_MAX_POINTS])


def _shared(subject: Subject, facts: ToolFacts, call: dict[str, Any]) -> dict[str, str | int]:
    """Return the texts and numbers of a call that another tool takes, under the same name or, texts, by the pattern."""
    mine = subject.schema.get("properties") or {}
    found: dict[str, str | int] = {}
    for other, node in _properties(facts).items():
        pattern = node.get("pattern") if isinstance(node, dict) else None
        for name, value in call.items():
            known = mine.get(name)
            is_like = pattern is not None and isinstance(known, dict) and known.get("pattern") == pattern
            is_same = name == other and type(value) in (str, int)
            if is_same or (isinstance(value, str) and is_like and other not in call):
                found[other] = value
    return found


def _properties(facts: ToolFacts) -> dict[str, Any]:
    properties = facts.input_schema.get("properties") if isinstance(facts.input_schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _names(subject: Subject, facts: ToolFacts, call: dict[str, Any]) -> list[str]:
    """Return the names that a template may have, those that a definition shows first."""
    told = json.dumps([facts.description, facts.input_schema, subject.facts.description], default=repr)
    return list(dict.fromkeys([*PLACEHOLDER.findall(told), *call]))[:_MAX_NAMES]
