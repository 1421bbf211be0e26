"""Unknown records: a reader that answers for a record which does not exist, where its siblings refuse it.

    list_hives()                         Linden 1, Linden 2
    harvest_total(hive="Linden 1")       {"hive": "Linden 1", "kilograms": 14.2}
    harvest_total(hive="Sdwklu 8")       {"hive": "Sdwklu 8", "kilograms": 0}
    show_hive(hive="Sdwklu 8")           an error

The siblings declare the very same argument: its name, its schema and its description. A filter answers with a list, and
a question with no; neither is judged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.listed_values import calls_with_listed_values
from ...calls.missing_things import UNUSED_NAME, unlisted_values
from ...calls.plausible_calls import plausible_calls

__all__ = [
    "UnknownRecord",
    "allows",
    "answer_without",
    "required_names",
    "tools_with",
    "unknown_record",
]

_MAX_BASES, _MAX_LISTED, _MAX_SIBLINGS = 3, 8, 4
#: Share of a check's time.
_SHARE = 0.2


class UnknownRecord(Struct, frozen=True):
    """A call for a record that does not exist, answered like one for a record without data.

    Attributes:
        name: The argument that names nothing.
        outcome: The call.
        refused_by: Another tool, which refuses the same value of the same argument.
        is_seen_empty: Whether a record that is there and empty was answered alike.
    """

    name: str
    outcome: Outcome
    refused_by: str
    is_seen_empty: bool = False


def unknown_record(subject: Subject) -> UnknownRecord | None:
    """Return a call of a server's reader that answers for nothing with an object about it; None if none shows.

    Args:
        subject: The reader; its server is started afresh if another tool was called.
    """
    patience = subject.patience(_SHARE)
    names = {name: siblings for name in required_names(subject.schema) if (siblings := list(tools_with(subject, name)))}
    if not names:
        return None
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        listed = list(calls_with_listed_values(subject, [base]))
        for name, siblings in names.items():
            calls = [call for call in listed if call[name] != base.get(name)][:_MAX_LISTED]
            if not calls or patience.is_over:
                continue
            found = _compared(subject, base, name, calls)
            if found is None:
                continue
            there, unknown = found
            refused_by = _refused_by(siblings, name, there.arguments[name], unknown.arguments[name])
            # A sibling may have changed the record.
            subject.renew()
            return UnknownRecord(name, unknown, refused_by) if refused_by else None
    return None


def _compared(
    subject: Subject, base: dict[str, Any], name: str, calls: list[dict[str, Any]]
) -> tuple[Outcome, Outcome] | None:
    """Return the call for a record that has data, and one for a record that does not exist."""
    listed = [call[name] for call in calls]
    values = [*unlisted_values(listed[0]), *_further(listed[0])]
    made = [{**base, name: value} for value in values if value not in listed]
    unknown = [subject.call(call) for call in made if allows(subject, call)][:2]
    if (
        len(unknown) < 2
        or not all(_is_about(one, name) for one in unknown)
        or len(set(map(answer_without, unknown, [name] * 2))) > 1
    ):
        return None
    for call in calls:
        there = subject.call(call)
        # Without any data of its own, the answer may be computed from the name.
        if _is_about(there, name) and answer_without(there, name) != answer_without(unknown[0], name):
            if _denies(there, unknown[0]) or _searches(subject, there, name, unknown[0]):
                return None
            return there, unknown[0]
    return None


def _further(known: str | int) -> tuple[str | int, ...]:
    return (UNUSED_NAME,) if isinstance(known, str) else (known + 111, known + 13, known - 57)


def _refused_by(siblings: list[Subject], name: str, known: Any, unknown: Any) -> str:
    """Return the name of a sibling that takes what exists and refuses what does not; "" if there is none.

    A writer that takes both makes the record, and the word of writers counts where no reader takes both.
    """
    found, is_asked = "", False
    for sibling in siblings[:_MAX_SIBLINGS]:
        for base in plausible_calls(sibling, limit=1)[:1]:
            calls = [{**base, name: value} for value in (unknown, known)]
            if not all(allows(sibling, call) for call in calls):
                continue
            made = sibling.call(calls[0])
            is_reader = sibling.facts.tier == "read"
            if made.succeeded and not is_reader:
                return ""
            is_asked = is_asked or made.succeeded
            if made.ran and not made.succeeded and not made.timed_out and sibling.call(calls[1]).succeeded:
                found = found or (sibling.facts.name if is_reader or not is_asked else "")
    return found


def tools_with(subject: Subject, name: str) -> Iterator[Subject]:
    """Yield the other tools that require an argument which is declared alike, readers first."""
    own = subject.schema["properties"][name]
    tools = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    for facts, tool in sorted(tools, key=lambda one: one[0].tier != "read"):
        other = subject.beside(facts, tool)
        if name in required_names(other.schema) and other.schema["properties"][name] == own:
            yield other


def required_names(schema: Mapping[str, Any]) -> list[str]:
    """Return the required arguments that may name a record and say so in a description."""
    properties = schema.get("properties")
    return [
        name
        for name in schema.get("required") or ()
        if isinstance(properties, Mapping)
        and isinstance(node := properties.get(name), Mapping)
        and node.get("type") in ("string", "integer")
        and node.get("description")
        and "enum" not in node
    ]


def _is_about(outcome: Outcome, name: str) -> bool:
    """Return whether a call is answered with an object that names the record and has no list."""
    value = _object(outcome)
    given = outcome.arguments[name]
    return value is not None and given in _plain(value) and not any(isinstance(item, list) for item in value.values())


def _object(outcome: Outcome) -> Mapping[str, Any] | None:
    value = outcome.value if outcome.succeeded else None
    return value if isinstance(value, Mapping) else None


def _plain(value: Mapping[str, Any]) -> list[Any]:
    return [item for item in value.values() if isinstance(item, str | int) and not isinstance(item, bool)]


def _denies(known: Outcome, unknown: Outcome) -> bool:
    """Return whether the answer for nothing may say so: it has other keys or words, a no for a yes, or null."""
    there, missing = _object(known) or {}, _object(unknown) or {}
    return set(there) != set(missing) or any(
        (missing[key] is None and there[key] is not None)
        or (missing[key] is False and there[key] is True)
        or (isinstance(missing[key], str) and missing[key] not in ("", there[key], *unknown.arguments.values()))
        for key in there
    )


def _searches(subject: Subject, known: Outcome, name: str, unknown: Outcome) -> bool:
    """Return whether a part of the name is answered otherwise than a name of nothing."""
    value = known.arguments[name]
    if not isinstance(value, str):
        return False
    parts = dict.fromkeys([value[: (len(value) + 1) // 2], value[1:], value.split()[0]])
    answers = (
        subject.call(call)
        for part in parts
        if part and part != value and allows(subject, call := {**known.arguments, name: part})
    )
    return any(_is_about(one, name) and answer_without(one, name) != answer_without(unknown, name) for one in answers)


def answer_without(outcome: Outcome, name: str) -> str:
    """Return an answer without the name of the record."""
    return re.sub(rf"(?<!\w){re.escape(str(outcome.arguments[name]))}(?!\w)", "NAME", json.dumps(outcome.value))


def allows(subject: Subject, call: dict[str, Any]) -> bool:
    """Tell whether the schema of a tool allows a call."""
    return FlatSchema(subject.schema).fits(subject.schema, call)
