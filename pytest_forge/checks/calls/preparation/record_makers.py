"""Record makers: the tools of a server that create records, and calls of them with the names of another tool's call."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from forge_harness import Tool

from ....profile.identifiers import names_record
from ....profile.makers import makes_things, takes_things_away
from ....profile.reads import reads
from ....profile.roles import name_words
from ....strategies.calls.examples import candidate_arguments
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from .listed_names import are_of_one_type, value_named

__all__ = ["Maker", "aligned_calls", "calls_holding", "declared_calls", "makers_of"]

#: A tool that creates records.
Maker = tuple[ToolFacts, Tool]

_MAX_MAKERS, _MAX_CALLS, _MAX_TEXTS, _MAX_HELD = 4, 6, 3, 2
#: Keywords of arguments that take no free text.
_FORMS = frozenset(("enum", "const", "pattern", "format"))


def makers_of(subject: Subject, call: Mapping[str, Any], *, among: Sequence[Maker] | None = None) -> list[Maker]:
    """Return the server's tools that create records, those that share names of arguments or words of the name first.

    Tools that need the same record themselves come last. Behind them are those that neither declare that they write
    nor have a name that tells that they make something.

    Args:
        subject: The tool that needs a record.
        call: A call of it.
        among: The tools of its target; its own neighbours by default, of which a subject beside another has none.
    """
    tools = subject.neighbours if among is None else among
    found: list[tuple[bool, bool, int, int, bool, int, ToolFacts, Tool]] = []
    words = set(name_words(subject.facts.name))
    records = _names_of_records([subject.facts, *(facts for facts, _ in tools)])
    for facts, tool in tools:
        if facts.name == subject.facts.name or facts.tier == "read" or takes_things_away(facts):
            continue
        if not reads(facts):
            shared = sum(value_named(name, call) is not None for name in _properties(facts))
            akin = len(words.intersection(name_words(facts.name)))
            needs = not records.isdisjoint(set(_required(facts)) & set(call))
            # Nothing but its place among the tools of a server tells that it may make something.
            is_vague = not facts.tier_declared and not makes_things(facts)
            found.append((is_vague, needs, -shared, -akin, not makes_things(facts), len(found), facts, tool))
    return [(facts, tool) for *_, facts, tool in sorted(found, key=lambda item: item[:6])[:_MAX_MAKERS]]


def _names_of_records(tools: Sequence[ToolFacts]) -> set[str]:
    """Return the arguments that take the number or the id of a record: such a number is all that some tool needs."""
    alone = {name for tool in tools for name in _required(tool) if len(_required(tool)) == 1}
    return {
        name
        for tool in tools
        for name in _required(tool)
        if names_record(name) or (name in alone and _is_whole_number(_properties(tool).get(name)))
    }


def _is_whole_number(node: Any) -> bool:
    return isinstance(node, Mapping) and node.get("type") == "integer"


def _properties(tool: ToolFacts) -> Mapping[str, Any]:
    found = tool.input_schema.get("properties") if isinstance(tool.input_schema, dict) else None
    return found if isinstance(found, Mapping) else {}


def _required(tool: ToolFacts) -> Sequence[str]:
    found = tool.input_schema.get("required") if isinstance(tool.input_schema, dict) else None
    return found if isinstance(found, list) else ()


def aligned_calls(facts: ToolFacts, call: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return calls of a creating tool that use the names in *call*."""
    schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    found: list[dict[str, Any]] = []
    for ordinary in candidate_arguments(schema, limit=2):
        # Also those that its schema does not require, since it may need them to name the record.
        named = {name: value_named(name, call) for name in properties}
        shared = {
            name: value
            for name, value in named.items()
            if value is not None and are_of_one_type(ordinary.get(name, value), value)
        }
        texts = _texts_in(call)
        first = next((name for name, value in ordinary.items() if isinstance(value, str)), None)
        if shared:
            found.append({**ordinary, **shared})
        elif first is not None:
            found += [{**ordinary, first: value} for value in texts[:_MAX_TEXTS]]
        found.append(ordinary)
    found += declared_calls(facts, found)
    return [call for number, call in enumerate(found) if call not in found[:number]][:_MAX_CALLS]


def calls_holding(facts: ToolFacts, call: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return calls of a creating tool that name the record of a call, with another of its texts as a free one.

    A call that replaces a passage needs a record that has the passage.
    """
    properties = _properties(facts)
    found: list[dict[str, Any]] = []
    for made in aligned_calls(facts, call)[:1]:
        shared = {name for name in made if value_named(name, call) is not None}
        others = {name: value for name, value in call.items() if name not in shared and not names_record(name)}
        sought = [value for value in others.values() if isinstance(value, str) and value]
        free = [
            name
            for name, value in made.items()
            if name not in shared and isinstance(value, str) and _FORMS.isdisjoint(properties.get(name) or ())
        ]
        held = [{**made, name: sought[0]} for name in reversed(free) if sought]
        found += [one for one in held if one != made][:_MAX_HELD]
    return found


def _texts_in(call: Mapping[str, Any]) -> list[str]:
    """Return the texts of a call that may name a record: of its arguments, and of the first record of each list or map.

    Those of arguments and of records come in turn, since either may be many.
    """
    plain = [value for value in call.values() if isinstance(value, str) and value]
    within: list[str] = []
    for value in call.values():
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, Mapping):
            texts = [part for part in first.values() if isinstance(part, str) and part]
            # The keys of a map of amounts are names.
            within += texts[:1] or [str(key) for key in list(first)[:1]]
        elif isinstance(first, str) and first and isinstance(value, list):
            within.append(first)
    turns = itertools.zip_longest(plain, within)
    return list(dict.fromkeys(text for turn in turns for text in turn if text))


def declared_calls(facts: ToolFacts, calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return calls without the arguments that the schema requires but does not declare, which a tool may refuse."""
    schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not set(schema.get("required") or ()) - set(properties):
        return []
    return [{name: value for name, value in call.items() if name in properties} for call in calls]
