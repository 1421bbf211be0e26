"""Shape of a document: the keys, lists and kinds of values that a tool's code looks up in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import Struct, field
from pydantic import BaseModel

from ..profile.roles import Role, role_of
from .calls.examples import candidate_arguments
from .own_keys import Kind
from .shaped_files import PLANTED_PASSWORD, plain_value

__all__ = ["MAX_DEPTH", "Shape", "class_fields", "fill_shape"]

#: Of the objects and lists within each other that are followed.
MAX_DEPTH = 8


class Shape(Struct, eq=False):
    """A value of a document: an object if it has keys, a list or a map if it has an item."""

    keys: dict[str, Shape] = field(default_factory=dict)
    item: Shape | None = None
    is_map: bool = False
    kind: Kind = ""
    is_compared: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)
    choices: dict[str, None] = field(default_factory=dict)

    def below(self, key: str) -> Shape:
        return self.keys.setdefault(key, Shape())

    def each(self, *, is_map: bool = False) -> Shape:
        if self.item is None:
            self.item, self.is_map = Shape(), is_map
        return self.item


def class_fields(owner: Any) -> Mapping[str, Any]:
    """Return values for the fields of a Pydantic model or a dataclass."""
    if isinstance(owner, type) and issubclass(owner, BaseModel):
        schema = owner.model_json_schema()
        made = next(iter(candidate_arguments(schema, limit=2)[-1:]), {})
        nodes = schema.get("properties", {})
        secret = [name for name in made if role_of(name, nodes.get(name, {})) is Role.PASSWORD]
        return made | dict.fromkeys(secret, PLANTED_PASSWORD)
    if isinstance(owner, type) and is_dataclass(owner):
        kinds: dict[str, Kind] = {"int": "number", "float": "number", "str": "text", "bool": "flag"}
        return {
            one.name: plain_value(one.name, kinds.get(getattr(one.type, "__name__", str(one.type)), ""), 0)
            for one in fields(owner)
        }
    return {}


def fill_shape(shape: Shape, node: Any, schema: Mapping[str, Any], depth: int = 0) -> None:
    """Give a shape what a JSON Schema says of it.

    Args:
        shape: The shape.
        node: A part of the schema.
        schema: The schema, which has the definitions.
        depth: Of the part.
    """
    if not isinstance(node, Mapping) or depth > MAX_DEPTH:
        return
    if "$ref" in node:
        fill_shape(shape, schema.get("$defs", {}).get(str(node["$ref"]).rpartition("/")[2]), schema, depth + 1)
    elif isinstance(node.get("anyOf"), list):
        fill_shape(shape, node["anyOf"][0], schema, depth + 1)
    elif node.get("type") == "array":
        fill_shape(shape.each(), node.get("items"), schema, depth + 1)
    elif "properties" in node:
        made = candidate_arguments({**node, "$defs": schema.get("$defs", {})}, limit=2)[-1:]
        shape.fields = next(iter(made), {})
    elif node.get("type") == "object":
        fill_shape(shape.each(is_map=True), node.get("additionalProperties"), schema, depth + 1)
    else:
        kinds: dict[Any, Kind] = {"integer": "number", "number": "number", "string": "text", "boolean": "flag"}
        shape.kind = kinds.get(node.get("type"), shape.kind)
