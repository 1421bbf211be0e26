"""Parameter: one parameter of an operation, of any version, as OpenAPI 3 writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from .form import FieldEncoding, read_encodings
from .left_out import LeftOut
from .style import QUERY_STYLES

__all__ = ["Parameter", "read_parameter"]

Location = Literal["path", "query", "querystring", "header", "cookie"]

_STYLES: Mapping[str, frozenset[str]] = {
    "path": frozenset({"simple", "label", "matrix"}),
    "query": QUERY_STYLES,
    # The whole query, which has a media type instead of a style.
    "querystring": frozenset({"form"}),
    "header": frozenset({"simple"}),
    "cookie": frozenset({"form", "cookie"}),
}
_DEFAULT_STYLES = {"path": "simple", "query": "form", "querystring": "form", "header": "simple", "cookie": "form"}
#: Swagger's formats of arrays, as a style and whether each item is a parameter of its own.
_FORMATS = {
    "csv": ("form", False),
    "ssv": ("spaceDelimited", False),
    "tsv": ("tabDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
#: What stands beside a schema in a parameter of Swagger 2.0.
_NOT_SCHEMA = frozenset({"name", "in", "required", "description", "collectionFormat", "allowEmptyValue"})
_MAX_SHOWN = 100


@dataclass(frozen=True)
class Parameter:
    """One parameter of an operation.

    Attributes:
        name: Its name in requests.
        location: Where it stands.
        is_required: Whether a request without it is not valid.
        description: What the document says of it.
        schema: The schema of its value, as the document has it.
        style: How it is written; see `style`.
        explode: Whether items of an array are written apart.
        is_reserved: Whether reserved characters stay as they are.
        is_json: Whether its value is written as JSON instead.
        encodings: How the fields of a whole query are written, by name.
        may_be_empty: Whether a query may name it without a value.
    """

    name: str
    location: Location
    is_required: bool
    schema: Any = field(repr=False)
    description: str = ""
    style: str = "form"
    explode: bool = True
    is_reserved: bool = False
    is_json: bool = False
    may_be_empty: bool = False
    encodings: Mapping[str, FieldEncoding] = field(default_factory=dict)


def read_parameter(node: Any, *, is_swagger: bool) -> Parameter:
    """Return the parameter that a resolved node describes; not one of a body.

    Raises:
        LeftOut: If it is not a parameter that can be sent.
    """
    if not isinstance(node, Mapping) or not isinstance(node.get("name"), str) or not node["name"]:
        raise LeftOut("one of its parameters has no name")
    name, location = node["name"], str(node.get("in"))
    shown = repr(name[:_MAX_SHOWN])
    if location not in _STYLES or (is_swagger and location == "querystring"):
        raise LeftOut(f"its parameter {shown} stands in {location[:_MAX_SHOWN]!r}")
    is_json, schema = False, node.get("schema", {})
    encodings: dict[str, FieldEncoding] = {}
    if is_swagger:
        schema = {key: value for key, value in node.items() if key not in _NOT_SCHEMA}
        style, explode = _FORMATS.get(str(node.get("collectionFormat", "csv")), ("form", False))
        style = style if location == "query" else _DEFAULT_STYLES[location]
    else:
        style = str(node.get("style", _DEFAULT_STYLES[location]))
        explode = node.get("explode", style in ("form", "cookie")) is True
        content = node.get("content")
        if isinstance(content, Mapping) and content:
            [kind, media] = next(iter(content.items()))
            media_type = str(kind).partition(";")[0].strip().lower()
            is_json = media_type == "application/json"
            if not is_json and (location, media_type) != ("querystring", "application/x-www-form-urlencoded"):
                raise LeftOut(f"its parameter {shown} is of the type {str(kind)[:_MAX_SHOWN]!r}")
            schema = media.get("schema", {}) if isinstance(media, Mapping) else {}
            encodings = read_encodings(media) if location == "querystring" else {}
        elif location == "querystring":
            raise LeftOut(f"its parameter {shown} is a whole query without a media type")
    if style not in _STYLES[location]:
        raise LeftOut(f"its parameter {shown} has the style {style[:_MAX_SHOWN]!r}")
    described = node.get("description")
    return Parameter(
        name=name,
        location=cast("Location", location),
        is_required=location == "path" or node.get("required") is True,
        schema=schema,
        description=described.strip() if isinstance(described, str) else "",
        style=style,
        explode=explode,
        is_reserved=node.get("allowReserved") is True,
        is_json=is_json,
        may_be_empty=node.get("allowEmptyValue") is True,
        encodings=encodings,
    )
