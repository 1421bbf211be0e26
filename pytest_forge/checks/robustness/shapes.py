"""Shapes: arguments as models mistakenly send them, and what a tool makes of them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

from ...strategies.calls.edge_values import EdgeValues
from ...strategies.schemas.flat_schema import CannotMake
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .bugs import Bug, BugFinder
from .edge_calls import takes_named_arguments

__all__ = ["wrong_shapes_are_refused"]

_MAX_CALLS = 80


@check(family="robustness", level="MUST", source="seed-000: args model contract")
def wrong_shapes_are_refused(subject: Subject) -> None:
    """Arguments in a shape that models mistakenly send are read sensibly or refused, and crash no validator.

    An object as a text, one value for a list, null for what is left out, a list in an envelope: a validator that trips
    over them tells the model nothing about its mistake.

    Not judged: what the schema allows; how lenient a tool is, and what it does with what it has accepted, which
    valid_calls_do_not_crash looks at; exceptions that the tool declares.
    """
    takes_named_arguments(subject)
    bugs = BugFinder(subject)
    try:
        edges = EdgeValues(subject.schema)
    except CannotMake:
        return
    made = 0
    for call in plausible_calls(subject, limit=3):
        for mistaken in _mistaken(call, edges):
            if made >= _MAX_CALLS * max(1.0, subject.call_s / 2):
                return
            made += 1
            bug = _bug_of_validation(subject, bugs, mistaken)
            if bug is not None and not edges.view.fits(subject.schema, mistaken):
                raise CheckFailure(
                    f"Arguments in a mistaken shape made the validation raise {bug}. "
                    "Refuse them with a ValueError in the validator, or read them as they are meant.",
                    arguments=mistaken,
                )


def _bug_of_validation(subject: Subject, bugs: BugFinder, arguments: dict[str, Any]) -> Bug | None:
    outcome = Outcome(arguments=arguments, ran=True)
    try:
        subject.tool.validate(copy.deepcopy(arguments))
    except Exception as error:  # noqa: BLE001  # a refusal is one, too
        outcome.raised = error
    return bugs.in_outcome(outcome)


def _mistaken(call: dict[str, Any], edges: EdgeValues) -> Iterator[dict[str, Any]]:
    """Yield the mistakes that models make, of one argument at a time, then of the whole call."""
    for name in edges.nodes:
        value = call.get(name)
        for other in _shapes(name, value):
            yield {**call, name: other}
    for name in call:
        words = name.split("_")
        camel = words[0] + "".join(word.title() for word in words[1:])
        if camel != name:
            yield {**{key: item for key, item in call.items() if key != name}, camel: call[name]}
    yield {**call, "reason": "because", "": None}
    yield {"arguments": call}
    yield {"input": json.dumps(call)}
    yield {}


def _shapes(name: str, value: Any) -> Iterator[Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    yield None
    yield {"item": value}
    yield {"type": "string", "value": value}
    if not isinstance(value, str):
        yield text
        yield text[: max(len(text) - 1, 1)]
        yield "{" + text + "}"
    if isinstance(value, str):
        yield 7
        yield re.sub(r"\W+", " ", value).split()
        yield {name: value}
    if isinstance(value, list):
        yield value[0] if value else "a"
        yield ", ".join(str(item) for item in value)
        yield {str(number): item for number, item in enumerate(value)}
        yield [None]
        yield [value]
        yield [{"item": item} for item in value]
    elif isinstance(value, dict):
        yield [value]
        yield [[key, item] for key, item in value.items()]
        yield dict.fromkeys(value)
    else:
        yield [value]
    yield from ("", "null", True, [], {}, 1.5, -1)
