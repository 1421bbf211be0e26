"""LockedTool: what a lock file says of one tool, and the changes since.

{"description": "sha256:...", "annotations": {"readOnlyHint": true}, "input_schema": {...}, "output_schema": {...}}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..targets.change import Change
from ..targets.facts import ToolFacts
from .narrowing import Narrowing, narrowings
from .texts import changed_texts

__all__ = ["TEXTS", "changes_between", "locked_tool"]

#: The keys of an entry, each a part of the tool that is compared.
TEXTS = "description"
_CODES = {"gone": "argument_gone", "required": "argument_required", "narrowed": "argument_narrowed"}
_OF_RESULTS = {
    "gone": "may be in a result now",
    "required": "may be missing from a result now",
    "narrowed": "may be another value than the locked schema allows",
}
_MAX_HASH = 16


def locked_tool(facts: ToolFacts) -> dict[str, Any]:
    """Return what a lock file says of a tool: nothing that differs from machine to machine."""
    annotations: dict[str, Any] = {**facts.annotations}
    if facts.kind != "mcp" and facts.tier is not None and facts.tier_declared:
        annotations["tier"] = facts.tier
    if facts.required_scopes:
        annotations["required_scopes"] = sorted(facts.required_scopes)
    entry: dict[str, Any] = {
        "description": _hash(facts.description or ""),
        "annotations": annotations,
        "input_schema": facts.input_schema,
    }
    if facts.output_schema is not None:
        entry["output_schema"] = facts.output_schema
    return entry


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Return the changes from one entry to another; those without a code break nothing."""
    found = [*_of_arguments(before, after), *_of_results(before, after), *_of_texts(before, after)]
    found += _of_annotations(before, after)
    found += _new_arguments(before, after)
    return found or list(_compatible(before, after))


def _of_arguments(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    old, new = _arguments(before.get("input_schema")), _arguments(after.get("input_schema"))
    for found in narrowings(old, new, is_closed=True):
        where = _where(found)
        kind = found.kind if where else "narrowed"
        text = f"the argument {where!r} {found.text}" if where else f"the arguments: {found.text}"
        yield Change(_CODES[kind], where, text)


def _arguments(schema: Any) -> Any:
    """Return a schema of arguments whose root refuses undeclared ones, as hosts and tools treat it."""
    if not isinstance(schema, Mapping) or not schema.get("properties"):
        return schema
    return {key: value for key, value in schema.items() if key != "additionalProperties"}


def _of_results(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    old, new = before.get("output_schema"), after.get("output_schema")
    if old is None:
        return
    if new is None:
        yield Change("output_schema_gone", "", "the output schema is gone")
        return
    for found in narrowings(new, old, is_closed=False):
        where = _where(found)
        text = f"the field {where!r} {_OF_RESULTS[found.kind]}" if where else "results may have another form"
        yield Change("output_widened", where, text)


def _of_texts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    if before.get("description") != after.get("description"):
        yield Change("description_changed", str(after.get("description")).rpartition(":")[2], "its description changed")
    for key, what in (("input_schema", "arguments"), ("output_schema", "results")):
        changed = sorted(changed_texts(before.get(key), after.get(key)))
        if changed:
            shown = ", ".join(f"{place or '/'} ({word})" for place, word in changed[:3])
            more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
            yield Change(
                "schema_text_changed",
                f"{key}.{_hash(after.get(key)).rpartition(':')[2]}",
                f"texts of its {what} changed: {shown}{more}",
            )


def _of_annotations(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    old, new = _mapping(before.get("annotations")), _mapping(after.get("annotations"))
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            was, now = (json.dumps(one.get(name), default=repr) if name in one else "missing" for one in (old, new))
            yield Change("annotation_changed", f"{name}.{now}", f"its annotation {name!r} was {was} and is {now}")


def _new_arguments(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the arguments that calls may leave out, and that the tool did not declare before."""
    old, new = (_mapping(entry.get("input_schema")) for entry in (before, after))
    required = new.get("required")
    for name in _mapping(new.get("properties")):
        is_required = isinstance(required, list) and name in required
        if name not in _mapping(old.get("properties")) and not is_required:
            yield Change("", name, f"it takes {name!r}, too")


def _compatible(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    for key, what in (("input_schema", "it accepts more arguments"), ("output_schema", "its results are narrower")):
        if _told(before.get(key)) != _told(after.get(key)):
            yield Change("", "", what)


def _where(found: Narrowing) -> str:
    return ".".join(found.path)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _told(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _hash(value: Any) -> str:
    text = value if isinstance(value, str) else _told(value)
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:_MAX_HASH]}"
