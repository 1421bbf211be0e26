"""Made records: a record that another tool of a server creates, and calls that name it.

create_ticket(title="hello")     -> "Created ticket 17."
close_ticket(id=1)               becomes close_ticket(id=17)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forge_harness import ServerLostError

from ....profile.identifiers import names_new_record, names_record
from ....profile.roles import Role, role_of
from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..asking import looks_failed
from .listed_names import are_of_one_type, value_named

__all__ = ["calls_naming", "names_of_records", "record_made"]

_UUID = regex(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE)
_TOKEN = regex(r"\b(?=[\w-]*\d)[A-Za-z0-9][\w-]{5,63}\b")
_NUMBER = regex(r"(?<![\w.-])\d{1,9}(?![\w.-])")


def record_made(subject: Subject, name: str, arguments: Mapping[str, Any]) -> Outcome | None:
    """Let the tool of that name create a record; return its reply, None if it failed."""
    found = next(((facts, tool) for facts, tool in subject.neighbours if facts.name == name), None)
    if found is None:
        return None
    try:
        reply = subject.beside(*found).call(arguments)
    except ServerLostError:
        return None
    return None if looks_failed(reply) else reply


def calls_naming(
    made: Outcome, call: Mapping[str, Any], schema: Mapping[str, Any], *, only: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield *call* with the id that the server gave the new record, if it gave one, then unchanged.

    Args:
        made: The answer of the tool that has created it.
        call: A call of the tool that needs it.
        schema: The schema of that tool.
        only: The arguments that may be changed; None for all.
    """
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    given = dict(_leaves(made.value))
    named = dict(call)
    for name, old in call.items():
        if only is not None and name not in only:
            continue
        node = properties.get(name)
        told = value_named(name, given)
        if told is not None and are_of_one_type(told, old):
            named[name] = told
        elif only is not None or _is_handle(name, node):
            new = _handle(given, made.text, old[0] if isinstance(old, list) and old else old)
            if new is not None:
                named[name] = [new] if isinstance(old, list) else new
    if named != call:
        yield named
    yield dict(call)


def names_of_records(
    made: Outcome, maker: str, arguments: Mapping[str, Any], call: Mapping[str, Any], schema: Mapping[str, Any]
) -> list[str]:
    """Return the arguments of a call that may name the record, of which the answer of its maker gives the id.

    Args:
        made: The answer of the tool that has created the record.
        maker: The name of that tool; "task" may name what "add_task" has created.
        arguments: What it was given, which it may repeat.
        call: A call of the tool that needs the record.
        schema: The schema of that tool.
    """
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    given = {} if made.answer is None else dict(_leaves(made.answer.value))
    return [
        name
        for name, old in call.items()
        if _is_handle(name, properties.get(name))
        or name in re.split(r"[\W_]+", maker.casefold())
        or (name in given and name not in arguments and type(given[name]) is type(old))
    ]


def _is_handle(name: str, node: Any) -> bool:
    return role_of(name, node if isinstance(node, Mapping) else {}) in (Role.ID, Role.UUID) or names_record(name)


def _handle(given: Mapping[str, Any], text: str, old: Any) -> Any:
    """Return the id that a server gave to a new record, of the type of *old*; None if there is none."""
    for name, value in given.items():
        if names_new_record(name) and type(value) is type(old):
            return value
    if isinstance(old, int) and not isinstance(old, bool):
        numbers = _NUMBER.findall(text)
        return int(numbers[-1]) if numbers else None
    if isinstance(old, str):
        token = _UUID.search(text) or _TOKEN.search(text)
        return token[0] if token is not None else None
    return None


def _leaves(value: Any, depth: int = 0) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            if isinstance(part, str | int) and part != "":
                yield str(name), part
        for part in value.values():
            if depth < 2:
                yield from _leaves(part, depth + 1)
