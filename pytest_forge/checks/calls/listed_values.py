"""Listed values: names and numbers that a server's own lists contain, for calls of its other tools.

A tool that looks up a station refuses every name but those that another tool lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from forge_harness import ServerLostError

from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from .answer_values import leaves
from .asking import looks_failed

__all__ = ["answers_of_lists", "calls_with_listed_values", "keys_of_alike", "listed_values"]

_MAX_LISTS, _MAX_VALUES, _MAX_KEPT = 4, 6, 24
_DEEPEST = 4


def calls_with_listed_values(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield *calls* with values that tools without required arguments have answered, one argument at a time.

    Args:
        subject: The tool.
        calls: Ordinary calls of it.
    """
    view = FlatSchema(subject.schema)
    for _, answer in answers_of_lists(subject):
        values = list(dict.fromkeys([*leaves(answer), *keys_of_alike(answer)]))[:_MAX_VALUES]
        for call in calls:
            for name, old in call.items():
                for value in values:
                    changed = {**call, name: value}
                    if type(value) is type(old) and value != old and view.fits(subject.schema, changed):
                        yield changed


def listed_values(subject: Subject) -> list[tuple[str, list[Any]]]:
    """Return what tools without required arguments answer, by the name of its key, or of the tool."""
    found: dict[str, dict[Any, None]] = {}
    for name, answer in answers_of_lists(subject):
        for value in keys_of_alike(answer):
            found.setdefault(name, {})[value] = None
        for key, value in _keyed(name, answer):
            found.setdefault(key, {})[value] = None
    return [(owner, list(values)[:_MAX_KEPT]) for owner, values in found.items()]


def answers_of_lists(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Yield what other readers answer without arguments, each with the reader's name."""
    for facts, tool in [found for found in subject.neighbours if _lists(subject, found[0])][:_MAX_LISTS]:
        try:
            reply = subject.beside(facts, tool).call({})
        except ServerLostError:
            return
        if not looks_failed(reply) and reply.answer is not None:
            yield facts.name, reply.answer.value


def keys_of_alike(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the keys of objects whose values are all alike, such as amounts by name."""
    if isinstance(value, Mapping) and len({type(part) for part in value.values()}) == 1 < len(value):
        yield from (str(key) for key in value)
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from keys_of_alike(part, depth + 1)


def _keyed(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the texts and whole numbers in an answer, each with its key."""
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        parts = value.items() if isinstance(value, Mapping) else ((name, part) for part in value)
        for key, part in parts:
            yield from _keyed(str(key), part, depth + 1)
    else:
        yield from ((name, leaf) for leaf in leaves(value))


def _lists(subject: Subject, facts: ToolFacts) -> bool:
    schema = facts.input_schema
    needs = schema.get("required") if isinstance(schema, dict) else None
    return facts.name != subject.facts.name and facts.tier == "read" and not needs
