"""Tool schema: the view of one tool's schema, and the reasons why there is none."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ...targets.facts import ToolFacts
from ...targets.json_depth import is_too_deep
from ...verdict import NotApplicable
from .schema_view import SchemaView

__all__ = ["schema_of", "view_of"]

_views: OrderedDict[int, tuple[ToolFacts, SchemaView]] = OrderedDict()


_KEPT = 64


def view_of(tool: ToolFacts) -> SchemaView:
    """Return the view of the tool's schema. The last few are cached, so judge tool by tool.

    Raises:
        NotApplicable: If the author wrote no definition that could be judged.
    """
    if tool.dialect == "builtin":
        raise NotApplicable("The provider defines this tool, not its author.")
    if tool.kind == "definition" and tool.dialect is None and tool.problems:
        raise NotApplicable("The entry cannot be read as a definition.")
    known = _views.get(id(tool))
    if known is not None and known[0] is tool:
        return known[1]
    schema = tool.input_schema
    # Definitions from a file were measured when it was read.
    if tool.kind != "definition" and is_too_deep(schema):
        view = SchemaView(None, too_deep=True)
    else:
        view = SchemaView.of(_plain_json_schema(schema) if tool.dialect == "gemini" else schema)
    _views[id(tool)] = (tool, view)
    if len(_views) > _KEPT:
        _views.popitem(last=False)
    return view


def schema_of(tool: ToolFacts) -> tuple[SchemaView, dict[str, Any]]:
    """Return the view and its root.

    Raises:
        NotApplicable: If the tool takes no arguments, or its schema is not a JSON object.
    """
    view = view_of(tool)
    if view.too_deep:
        raise NotApplicable("The schema is nested too deeply, as schema_is_valid reports.")
    if view.root is None:
        reason = "The tool takes no arguments." if tool.input_schema is None else "The schema is not a JSON object."
        raise NotApplicable(reason)
    return view, view.root


#: Gemini's types by their number in its protocol.
_GEMINI_NUMBERS = {1: "string", 2: "number", 3: "integer", 4: "boolean", 5: "array", 6: "object", 7: "null"}


def _plain_json_schema(schema: Any) -> Any:
    """Copy a schema without Gemini's notation (type names in capitals, ``nullable``); its clients write either."""
    holder: list[Any] = [schema]
    waiting: list[tuple[Any, Any]] = [(holder, 0)]
    while waiting:
        owner, key = waiting.pop()
        value = owner[key]
        if isinstance(value, list):
            owner[key] = fresh_list = list(value)
            waiting.extend((fresh_list, at) for at, part in enumerate(fresh_list) if isinstance(part, (dict, list)))
        elif isinstance(value, dict):
            owner[key] = fresh = dict(value)
            kind = fresh.get("type")
            if isinstance(kind, str) and kind.isupper():
                fresh["type"] = kind.lower()
            elif kind.__class__ is int and kind in _GEMINI_NUMBERS:
                fresh["type"] = _GEMINI_NUMBERS[kind]
            if fresh.get("nullable") is True and isinstance(fresh.get("type"), str):
                fresh["type"] = [fresh["type"], "null"]
                fresh.pop("nullable")
            waiting.extend((fresh, name) for name, part in fresh.items() if isinstance(part, (dict, list)))
    return holder[0]
