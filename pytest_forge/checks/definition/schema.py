"""Schema: whether it is valid, and whether it describes, types and declares every argument."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...regex import regex
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
_ANY_VALUE = regex(r"\b(?:any|arbitrary)\b", re.IGNORECASE)


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
    """The schema is valid JSON Schema, and its references resolve.

    Validators and providers interpret an invalid schema differently, or refuse the tool. Type names of programming
    languages ('dict', 'float') are judged by the checks of portability, one for each provider.
    """
    if view_of(tool).too_deep:
        raise CheckFailure("schema_too_deep", f"The schema is nested more than {MAX_DEPTH} levels deep. Flatten it.")
    view, _ = schema_of(tool)
    places = invalid_places(view) or _dangling(view)
    if places:
        raise CheckFailure("invalid_schema", f"The schema is not valid JSON Schema: {listed(places)}.")


def _dangling(view: SchemaView) -> list[str]:
    if any("$id" in node for _, node in view.nodes):
        # An '$id' changes the base of references, which only the validator's own resolver knows.
        return []
    return [
        f"{printable(repr(node['$ref']))} at {pointer((path, '$ref'))} does not resolve"
        for path, node in view.nodes
        if "$ref" in node and view.resolve(node["$ref"]) is None
    ]


@check(
    family="definition",
    level="SHOULD",
    source="Authoring Forge Tools: definition of done: field-level descriptions",
    codes={
        "field_undescribed": "An argument has no description.",
    },
)
def fields_are_described(tool: ToolFacts) -> None:
    """Every argument has a description, nested ones included.

    A name and a type rarely say which unit, format or convention is meant. A description behind a reference or in one
    branch of a choice counts, and so does a list of arguments in the tool's own description ("Args:"), which servers
    send in full. A constant needs no description.
    """
    view, _ = schema_of(tool)
    if not view.fields:
        raise NotApplicable("The tool has no named arguments.")
    told = described_parameters(tool.description or "")
    missing = [field for field in view.fields if not (_is_described(view, field) or _is_told(field, told))]
    if missing:
        raise CheckFailure(
            "field_undescribed",
            f"Arguments without a description: {_places(missing)}. Say what each one means, with its unit or format.",
            about=_places(missing),
        )


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
    """Return whether the tool's description explains this top-level argument."""
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
    """Every argument has a type.

    Without a type a model guesses between 5 and "5", and the wrong one is not refused. An argument whose description
    says that it takes any value needs no type.
    """
    view, _ = schema_of(tool)
    if not view.fields:
        raise NotApplicable("The tool has no named arguments.")
    missing = [field for field in view.fields if not any(_is_typed(view, schema) for schema in field.schemas)]
    if missing:
        raise CheckFailure("field_untyped", f"Arguments without a type: {_places(missing)}.", about=_places(missing))


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
    """Every required argument is declared among the properties.

    A model cannot send an argument that it does not see, and a closed object refuses it as unknown: the tool can never
    be called.
    """
    view, _ = schema_of(tool)
    undeclared = []
    for path, node in view.nodes:
        required, properties = node.get("required"), node.get("properties")
        # Branches and conditions may require names that the enclosing object declares.
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
            f"Required, but not declared among the properties: {listed(undeclared)}. "
            "Declare each, or remove it from 'required'.",
            about=" ".join(undeclared),
        )


_STANDALONE = frozenset({"patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas"})
_APPLYING = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "if", "not", "dependentSchemas"})


def _in_branch(path: Path) -> bool:
    """Return whether the place is a branch, a condition, or a definition that may be used as one."""
    parent, key = path or ((), None)
    if key in ("then", "else", "if", "not"):
        return True
    return bool(parent) and parent[1] in ("allOf", "anyOf", "oneOf", "dependentSchemas", "$defs", "definitions")
