"""Handed over: files of a call that another tool removes when it is given what the call has answered."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from ...targets.facts import ToolFacts
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.answer_values import answered_values

__all__ = ["are_handed_over"]

_MAX_TOOLS, _MAX_VALUES = 16, 6
_TYPES = {"string": str, "integer": int}


def are_handed_over(subject: Subject, answer: Outcome, paths: Collection[Path]) -> bool:
    """Tell whether another tool of the target removes files of a call when it is given a value of the answer.

    The value is the handle of something that goes on after the call, such as a command in the background, and its files
    last as long. Which tool ends it is seen, not guessed: the others are called.

    Args:
        subject: The tool.
        answer: The answer of the call.
        paths: The files that it has left.
    """
    there = [path for path in paths if path.exists()]
    others = [(subject.beside(*one), _calls_with(one[0], answer)) for one in subject.neighbours]
    takers = [(other, list(itertools.islice(calls, _MAX_VALUES))) for other, calls in others]
    takers = [(other, calls) for other, calls in takers if calls and other.facts.name != subject.facts.name]
    for other, calls in takers[:_MAX_TOOLS]:
        for call in calls:
            if not there or other.call(call).timed_out:
                break
            if not any(path.exists() for path in there):
                return True
    return False


def _calls_with(facts: ToolFacts, answer: Outcome) -> Iterator[dict[str, Any]]:
    """Yield calls of a tool whose one required argument is a value of an answer; those with a digit come first."""
    schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
    required = list(schema.get("required") or [])
    node = (schema.get("properties") or {}).get(required[0]) if len(required) == 1 else None
    kind = _TYPES.get(node.get("type", "")) if isinstance(node, dict) else None
    if kind is None:
        return
    sent = {str(value) for value in answer.arguments.values()}
    told = [value for value in answered_values(answer) if str(value) not in sent and isinstance(value, kind)]
    for value in sorted(told, key=lambda value: not any(letter.isdigit() for letter in str(value))):
        yield {required[0]: value}
