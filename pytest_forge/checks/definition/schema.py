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
from .ecma_pattern import pattern_problem
from .schema_fit import fits, type_fits
from .schema_validity import invalid_places
from .schema_view import Field, Path, SchemaView, listed, pointer, printable, schema_of, view_of
from .told_default import other_default

__all__: list[str] = []

_TYPE_WORDS = frozenset({"type", "enum", "const", "$dynamicRef"})
_DESCRIPTION = frozenset({"description"})
_ANY_VALUE = re.compile(r"\b(?:any|arbitrary)\b", re.IGNORECASE)
_BOUNDS = (
    ("minimum", "maximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)


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


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, metadata 9.2: a default is valid against its schema",
    codes={
        "default_misfits": "A default does not fit its own schema.",
        "default_told_otherwise": "A default is another one than its description tells.",
    },
)
def defaults_fit_the_schema(tool: ToolFacts) -> None:
    """Every default is a value that its own schema takes, and the one that its description tells of.

    A model that sends the documented default must not be refused, and one that leaves it out must get what it was told.
    A default of null on an optional argument stands for "not given" and passes.
    """
    view, _ = schema_of(tool)
    found = [(path, node) for path, node in view.nodes if "default" in node]
    if not found:
        raise NotApplicable("No argument has a default.")
    required = _required_schemas(view)
    misfits = [
        f"{printable(repr(node['default']))} at {pointer(path)}"
        for path, node in found
        if not (node["default"] is None and id(node) not in required) and not fits(node["default"], node, view)
    ]
    if misfits:
        raise CheckFailure("default_misfits", f"A default does not fit its own schema: {listed(misfits)}.")
    others = [
        f"{printable(repr(node['default']))} at {pointer(path)}, told as {printable(repr(told))}"
        for path, node in found
        if (told := other_default(node))
    ]
    if others:
        raise CheckFailure(
            "default_told_otherwise", f"A default is another one than its description tells: {listed(others)}."
        )


def _required_schemas(view: SchemaView) -> set[int]:
    return {
        id(node["properties"][name])
        for _, node in view.nodes
        if isinstance(node.get("required"), list) and isinstance(node.get("properties"), dict)
        for name in node["required"]
        if isinstance(name, str) and name in node["properties"]
    }


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, validation 6: assertions",
    codes={
        "no_value_allowed": "The schema allows no value of an argument.",
    },
)
def bounds_allow_a_value(tool: ToolFacts) -> None:
    """Bounds, types and enums leave at least one value that can be sent.

    A minimum above its maximum, or an enum whose values are all of another type, refuses every call.
    """
    view, _ = schema_of(tool)
    impossible = []
    for path, node in view.nodes:
        for low, high in _BOUNDS:
            least, most = node.get(low), node.get(high)
            if isinstance(least, (int, float)) and isinstance(most, (int, float)) and least > most:
                impossible.append(f"{low} {least} above {high} {most} at {pointer(path)}")
        values = node["enum"] if isinstance(node.get("enum"), list) else []
        if node.get("enum") == []:
            impossible.append(f"an enum without values at {pointer(path)}")
        if "const" in node:
            values = [node["const"]]
        if values and "type" in node and not any(type_fits(value, node["type"]) for value in values):
            kind = printable(repr(node["type"]))
            impossible.append(f"no value of type {kind} among {printable(repr(values[:3]))} at {pointer(path)}")
    if impossible:
        raise CheckFailure("no_value_allowed", f"The schema allows no value: {listed(impossible)}.")


@check(
    family="definition",
    level="MUST",
    source="JSON Schema 2020-12, core 6.4: patterns are ECMA-262",
    codes={
        "pattern_not_portable": "A pattern is not a regular expression of ECMA-262.",
    },
)
def patterns_are_portable(tool: ToolFacts) -> None:
    """Every pattern is a regular expression of ECMA-262, which JSON Schema names as its language.

    Clients in other languages cannot compile a pattern that only Python knows, or read it differently, and then either
    refuse the tool or check nothing.
    """
    view, _ = schema_of(tool)
    patterns = [((path, "pattern"), node["pattern"]) for path, node in view.nodes if "pattern" in node]
    patterns += [
        (((path, "patternProperties"), name), name)
        for path, node in view.nodes
        if isinstance(node.get("patternProperties"), dict)
        for name in node["patternProperties"]
    ]
    if not patterns:
        raise NotApplicable("The schema has no pattern.")
    foreign = []
    for path, pattern in patterns:
        problem = pattern_problem(pattern) if isinstance(pattern, str) else None
        if problem:
            foreign.append(f"{problem} (at {pointer(path)})")
    if foreign:
        raise CheckFailure(
            "pattern_not_portable",
            f"A pattern is no regular expression of ECMA-262: {listed(map(printable, foreign))}.",
        )
