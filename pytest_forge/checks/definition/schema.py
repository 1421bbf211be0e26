"""Checks of the advertised schema: that it is valid, that it says what goes in, and that what it says can be met."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...targets.docstring import described_parameters
from ...targets.facts import ToolFacts
from ...targets.json_depth import MAX_DEPTH
from ...verdict import CheckFailure, NotApplicable
from ..check import check
from .schema_validity import invalid_places
from .schema_view import Field, Path, SchemaView, listed, pointer, printable
from .tool_schema import schema_of, view_of

__all__ = ["fields_are_described", "required_fields_are_declared", "schema_is_valid", "types_are_present"]

_TYPE_WORDS = frozenset({"type", "enum", "const", "$dynamicRef"})
_DESCRIPTION = frozenset({"description"})
_ANY_VALUE = re.compile(r"\b(?:any|arbitrary)\b", re.IGNORECASE)


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, or the draft that '$schema' names",
    codes={
        "schema_too_deep": "The schema is nested too deeply.",
        "invalid_schema": "The schema is not valid JSON Schema.",
    },
)
def schema_is_valid(tool: ToolFacts) -> None:
    """The schema is valid JSON Schema, and its references lead somewhere.

    Validators and providers read an invalid schema each in their own way, or refuse the tool. Type names of programming
    languages ('dict', 'float') are judged by the checks of portability, provider by provider.
    """
    if view_of(tool).too_deep:
        raise CheckFailure("schema_too_deep", f"The schema is nested more than {MAX_DEPTH} levels deep.")
    view, _ = schema_of(tool)
    places = invalid_places(view) or _dangling(view)
    if places:
        raise CheckFailure("invalid_schema", f"The schema is not valid JSON Schema: {listed(places)}.")


def _dangling(view: SchemaView) -> list[str]:
    if any("$id" in node for _, node in view.nodes):
        # An '$id' moves what references are resolved against; the validator's own resolver would be needed.
        return []
    return [
        f"{printable(repr(node['$ref']))} at {pointer((path, '$ref'))} leads nowhere"
        for path, node in view.nodes
        if "$ref" in node and view.resolve(node["$ref"]) is None
    ]


@check(
    family="definition",
    level="SHOULD",
    source="seed 000, definition of done: field-level descriptions",
    codes={
        "field_undescribed": "An argument has no description.",
    },
)
def fields_are_described(tool: ToolFacts) -> None:
    """Every argument says what it means, nested ones included.

    A name and a type rarely tell a model which unit, format or convention is meant. A description behind a reference or
    in one branch of a choice counts, and so does a list of arguments in the tool's own description ("Args:"), which
    servers send whole; a constant needs none.
    """
    view, _ = schema_of(tool)
    if not view.fields:
        raise NotApplicable("The tool has no named arguments.")
    told = described_parameters(tool.description or "")
    missing = [field for field in view.fields if not (_is_described(view, field) or _is_told(field, told))]
    if missing:
        raise CheckFailure("field_undescribed", f"No description: {_places(missing)}.", about=_places(missing))


def _is_described(view: SchemaView, field: Field) -> bool:
    for schema in field.schemas:
        if not isinstance(schema, dict):
            if schema is False:
                return True
            continue
        description = schema.get("description")
        if (isinstance(description, str) and description.strip()) or "const" in schema:
            return True
        enum = schema.get("enum")
        if isinstance(enum, list) and len(enum) == 1:
            return True
        if description is None and view.says(schema, _DESCRIPTION):
            return True
        items = schema.get("items")
        if isinstance(items, dict) and view.says(items, _DESCRIPTION):
            return True
    return False


def _is_told(field: Field, told: Mapping[str, str]) -> bool:
    """Tell whether the tool's description says what an argument of its own means."""
    place, name = field.path or ((), None)
    return place == ((), "properties") and name in told


@check(
    family="definition",
    level="SHOULD",
    source="Gemini, Schema: type is required",
    codes={
        "field_untyped": "An argument has no type.",
    },
)
def types_are_present(tool: ToolFacts) -> None:
    """Every argument says of which type it is.

    Without a type a model guesses between 5 and "5", and nothing refuses the wrong one. An argument whose description
    says that any value will do has none on purpose.
    """
    view, _ = schema_of(tool)
    if not view.fields:
        raise NotApplicable("The tool has no named arguments.")
    missing = [field for field in view.fields if not any(_is_typed(view, schema) for schema in field.schemas)]
    if missing:
        raise CheckFailure("field_untyped", f"No type: {_places(missing)}.", about=_places(missing))


def _is_typed(view: SchemaView, schema: Any) -> bool:
    if not isinstance(schema, dict):
        return schema is False
    if view.says(schema, _TYPE_WORDS) or ("$ref" in schema and view.resolve(schema["$ref"]) is None):
        return True
    description = schema.get("description")
    return isinstance(description, str) and _ANY_VALUE.search(description) is not None


def _places(fields: Iterable[Field]) -> str:
    return listed(pointer(field.path) for field in fields)


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, validation 6.5.3; Gemini and OpenAI strict refuse it",
    codes={
        "required_field_undeclared": "A required argument is not among the properties.",
    },
)
def required_fields_are_declared(tool: ToolFacts) -> None:
    """Every required argument is declared.

    A model cannot send what it is not shown, and a closed object refuses it as unknown: the tool can never be called.
    """
    view, _ = schema_of(tool)
    undeclared = []
    for path, node in view.nodes:
        required, properties = node.get("required"), node.get("properties")
        # Branches and conditions require names that the object around them declares.
        if not isinstance(required, list) or not isinstance(properties, dict) or not _STANDALONE.isdisjoint(node):
            continue
        if _in_branch(path):
            continue
        undeclared += [
            f"{printable(repr(name))} at {pointer(path)}"
            for name in required
            if isinstance(name, str) and name not in properties
        ]
    if undeclared:
        raise CheckFailure(
            "required_field_undeclared",
            f"Required, but not declared among the properties: {listed(undeclared)}.",
            about=" ".join(undeclared),
        )


_STANDALONE = frozenset({"patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas"})
_APPLYING = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "if", "not", "dependentSchemas"})


def _in_branch(path: Path) -> bool:
    """Tell whether the place is a branch, a condition, or the definition of something that may be used as one."""
    parent, key = path or ((), None)
    if key in ("then", "else", "if", "not"):
        return True
    return bool(parent) and parent[1] in ("allOf", "anyOf", "oneOf", "dependentSchemas", "$defs", "definitions")
