"""Arguments: what a model sends for an operation, one object for parameters and body.

Parameters keep their names where providers take them. The fields of a body that is a plain object are arguments like
the parameters; any other body is the argument ``body``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..schema.json_schema import INJECTED
from .body import RequestBody
from .document import OpenApiDocument
from .form import is_json_type
from .json_schema import SchemaReader
from .left_out import LeftOut
from .parameter import Parameter

__all__ = ["Argument", "ArgumentList", "read_arguments"]

_MAX_NAME = 64
_MAX_DESCRIPTION = 1_000
_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_WHOLE = "body"
#: What a plain object may consist of.
_PLAIN = frozenset(
    {"type", "properties", "required", "description", "title", "example", "examples", "additionalProperties", "default"}
    | {"xml", "externalDocs", "deprecated", "$schema", "$id", "$comment"}
)


@dataclass(frozen=True)
class Argument:
    """One argument.

    Attributes:
        name: Its name for the model.
        part: What it is in a request: a parameter, a field of the body, or the whole body.
        parameter: The parameter.
        field_name: The field's name in the body.
    """

    name: str
    part: Literal["parameter", "field", "body"]
    parameter: Parameter | None = None
    field_name: str = ""


@dataclass(frozen=True)
class ArgumentList:
    """The arguments of an operation.

    Attributes:
        schema: JSON Schema of the object that holds them, closed.
        arguments: Each of them.
    """

    schema: dict[str, Any] = field(repr=False)
    arguments: tuple[Argument, ...]


def read_arguments(
    document: OpenApiDocument, parameters: Sequence[Parameter], body: RequestBody | None
) -> ArgumentList:
    """Return the arguments of an operation.

    Raises:
        LeftOut: If a schema cannot be read.
    """
    reader = SchemaReader(document, side="request")
    names = _Names()
    properties: dict[str, Any] = {}
    required: list[str] = []
    found: list[Argument] = []
    for parameter in parameters:
        schema = _described(reader.read(_value_schema(parameter)), parameter.description)
        name = names.free(parameter.name, parameter.location)
        properties[name] = schema
        found.append(Argument(name, "parameter", parameter))
        if parameter.is_required:
            required.append(name)
    if body is not None:
        body = _sendable(reader, body)
        fields = _fields(reader, body)
        if fields is None:
            name = names.free(_WHOLE, "request")
            properties[name] = _described(reader.read(body.schema), body.description)
            found.append(Argument(name, "body"))
            required += [name] if body.is_required else []
        else:
            needed = fields.get("required", [])
            for field_name, part in fields["properties"].items():
                name = names.free(field_name, _WHOLE)
                properties[name] = part
                found.append(Argument(name, "field", field_name=field_name))
                required += [name] if field_name in needed else []
    schema = {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }
    return ArgumentList(reader.whole(schema), tuple(found))


class _Names:
    """The names of arguments, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = {INJECTED}

    def free(self, name: str, where: str) -> str:
        """Return a name that providers take, as close to *name* as possible."""
        own = _ODD.sub("_", name).strip("_")[:_MAX_NAME] or where
        chosen, number = own, 1
        while chosen in self._taken:
            suffix = "" if number == 1 else f"_{number}"
            chosen, number = f"{where}_{own}"[: _MAX_NAME - len(suffix)] + suffix, number + 1
        self._taken.add(chosen)
        return chosen


def _fields(reader: SchemaReader, body: RequestBody) -> dict[str, Any] | None:
    """Return the schema of a body whose fields can be arguments; None if the body is one argument."""
    node = reader.expanded(body.schema)
    is_plain = (
        isinstance(node, Mapping)
        and node.get("type") == "object"
        and isinstance(node.get("properties"), Mapping)
        and bool(node["properties"])
        and all(key in _PLAIN or str(key).startswith("x-") for key in node)
        and not isinstance(node.get("additionalProperties"), Mapping)
    )
    # Without the body, its fields are not required.
    if not is_plain or (not body.is_required and node.get("required")):
        return None
    read = reader.read(node)
    missing = [name for name in read.get("required", []) if name not in read.get("properties", {})]
    return None if missing or not read.get("properties") else dict(read)


def _sendable(reader: SchemaReader, body: RequestBody) -> RequestBody:
    """Return the body of a form without the fields that no model can send.

    Raises:
        LeftOut: If one is required.
    """
    node = reader.expanded(body.schema) if body.kind in ("form", "multipart") else None
    properties = node.get("properties") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(properties, Mapping):
        return body
    reasons = {name: _unsendable(reader, body, name, reader.expanded(part)) for name, part in properties.items()}
    needed = node.get("required")
    for name in needed if isinstance(needed, list) else ():
        if reasons.get(name):
            raise LeftOut(reasons[name])
    return replace(
        body, schema={**node, "properties": {name: part for name, part in properties.items() if not reasons[name]}}
    )


def _unsendable(reader: SchemaReader, body: RequestBody, name: Any, part: Any) -> str:
    """Return why a field of a form cannot be sent; empty if it can."""
    if _is_file(part):
        return "it takes a file"
    encoding = body.encodings.get(str(name))
    if encoding is None or encoding.style or not encoding.media_type or is_json_type(encoding.media_type):
        return ""
    inner = reader.expanded(part.get("items")) if isinstance(part, Mapping) and part.get("type") == "array" else part
    is_composed = isinstance(inner, Mapping) and (inner.get("type") in ("object", "array") or "properties" in inner)
    return f"its part {str(name)[:_MAX_NAME]!r} is of the type {encoding.media_type!r}" if is_composed else ""


def _is_file(part: Any) -> bool:
    if not isinstance(part, Mapping):
        return False
    inner = part.get("items") if part.get("type") == "array" else part
    return isinstance(inner, Mapping) and (
        inner.get("format") == "binary" or ("contentMediaType" in inner and "contentEncoding" not in inner)
    )


def _value_schema(parameter: Parameter) -> Any:
    """Return the schema of a parameter's value; one that is not required is left out instead of being null."""
    schema = parameter.schema
    if parameter.is_json or not isinstance(schema, Mapping):
        return schema
    kept = {key: value for key, value in schema.items() if key != "nullable"}
    kinds = kept.get("type")
    if isinstance(kinds, list) and "null" in kinds and len(kinds) > 1:
        others = [kind for kind in kinds if kind != "null"]
        kept["type"] = others[0] if len(others) == 1 else others
    is_text = kept.get("type") == "string" and "enum" not in kept and "minLength" not in kept
    if is_text and parameter.location in ("path", "query") and not parameter.may_be_empty:
        # Neither a part of a path nor a parameter of a query may be empty.
        kept["minLength"] = 1
    return kept


def _described(schema: Any, description: str) -> Any:
    if not description or not isinstance(schema, dict):
        return schema
    return {**schema, "description": description[:_MAX_DESCRIPTION]}
