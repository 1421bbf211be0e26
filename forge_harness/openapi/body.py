"""RequestBody: the body of an operation's requests, and the bytes that a value becomes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .document import OpenApiDocument
from .form import FieldEncoding, form_text, is_json_type, multipart_body, read_encodings
from .left_out import LeftOut
from .parameter import read_parameter
from .style import scalar_text

__all__ = ["RequestBody", "is_sequence", "item_schema", "read_body", "read_swagger_body"]

Kind = Literal["json", "form", "multipart", "lines", "text"]
_MAX_SHOWN = 100
#: Types of one value of JSON after another, and what stands before each.
_SEQUENCES = {"application/jsonl": "", "application/x-ndjson": "", "application/json-seq": "\x1e"}


@dataclass(frozen=True)
class RequestBody:
    """The body of an operation's requests.

    Attributes:
        kind: How it is written.
        media_type: The Content-Type.
        schema: The schema of its value, as the document has it.
        is_required: Whether a request without it is not valid.
        description: What the document says of it.
        encodings: How the fields of a form are written, by name.
    """

    kind: Kind
    media_type: str
    schema: Any = field(repr=False)
    is_required: bool = False
    description: str = ""
    encodings: Mapping[str, FieldEncoding] = field(default_factory=dict)

    def written(self, value: Any) -> tuple[str, bytes]:
        """Return the Content-Type and the bytes of a body.

        Raises:
            ToolError: ``bad_argument`` if the value cannot be written so.
        """
        if self.kind == "json":
            return self.media_type, json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        if self.kind == "text":
            return f"{self.media_type}; charset=utf-8", scalar_text(value, "body").encode("utf-8", "replace")
        if self.kind == "form":
            return self.media_type, form_text(value, self.encodings).encode()
        if self.kind == "multipart":
            return multipart_body(value, self.encodings)
        begins = _SEQUENCES[_name_of(self.media_type)]
        lines = [f"{begins}{json.dumps(item, ensure_ascii=False, allow_nan=False)}\n" for item in value]
        return self.media_type, "".join(lines).encode("utf-8", "replace")


def read_body(document: OpenApiDocument, operation: Mapping[str, Any]) -> RequestBody | None:
    """Return the body of an operation of OpenAPI 3; None if it has none.

    Raises:
        LeftOut: If it needs one that cannot be written.
    """
    node = document.resolved(operation.get("requestBody"))
    if not isinstance(node, Mapping):
        return None
    content = node.get("content")
    kinds = {str(kind): media for kind, media in content.items()} if isinstance(content, Mapping) else {}
    described = node.get("description")
    is_required = node.get("required") is True
    found = {item: document.resolved(media) for item, media in kinds.items()}
    usable = {item: kind for item, media in found.items() if (kind := _kind_of(item, media))}
    reasons: list[LeftOut] = []
    for media_type in sorted(usable, key=lambda item: _RANK[usable[item]]):
        kind, media = usable[media_type], found[media_type]
        schema = media.get("schema", {}) if isinstance(media, Mapping) else {}
        try:
            return RequestBody(
                kind,
                "application/json" if media_type == "*/*" else media_type,
                item_schema(media) if kind == "lines" else schema,
                is_required,
                described.strip() if isinstance(described, str) else "",
                read_encodings(media) if kind in ("form", "multipart") else {},
            )
        except LeftOut as error:
            reasons.append(error)
    if is_required and reasons:
        raise reasons[0]
    if is_required and kinds:
        raise LeftOut(f"its body is of the type {', '.join(kinds)[:_MAX_SHOWN]!r}")
    return None


def is_sequence(media_type: str) -> bool:
    """Whether a body of a media type is one value of JSON in each line."""
    return _name_of(media_type) in _SEQUENCES


def item_schema(media: Any) -> dict[str, Any] | None:
    """Return the schema of the values of a sequence as a list; None if a media type does not describe one."""
    items = media.get("itemSchema") if isinstance(media, Mapping) else None
    if not isinstance(items, Mapping | bool):
        return None
    whole = media.get("schema")
    return dict(whole) if isinstance(whole, Mapping) else {"type": "array", "items": items}


def read_swagger_body(
    document: OpenApiDocument, operation: Mapping[str, Any], parameters: list[Mapping[str, Any]]
) -> RequestBody | None:
    """Return the body of an operation of Swagger 2.0, from its parameters of ``body`` and ``formData``.

    Raises:
        LeftOut: If it needs one that cannot be written.
    """
    consumes = operation.get("consumes", document.data.get("consumes"))
    types = [str(item) for item in consumes] if isinstance(consumes, list) else []
    bodies = [node for node in parameters if node.get("in") == "body"]
    fields = [node for node in parameters if node.get("in") == "formData"]
    if bodies:
        usable = [item for item in types or ["application/json"] if media_kind(item) in ("json", "text")]
        is_required = bodies[0].get("required") is True
        if not usable:
            if is_required:
                raise LeftOut(f"its body is of the type {', '.join(types)[:_MAX_SHOWN]!r}")
            return None
        chosen = min(usable, key=lambda item: _RANK[str(media_kind(item))])
        kind = media_kind(chosen)
        described = bodies[0].get("description")
        text = described.strip() if isinstance(described, str) else ""
        return RequestBody(kind or "json", chosen, bodies[0].get("schema", {}), is_required, text)
    if not fields:
        return None
    properties: dict[str, Any] = {}
    encodings: dict[str, FieldEncoding] = {}
    for node in fields:
        if node.get("type") == "file":
            if node.get("required") is True:
                raise LeftOut("it takes a file")
            continue
        read = read_parameter({**node, "in": "query"}, is_swagger=True)
        properties[read.name] = {**read.schema, "description": read.description}
        if read.schema.get("type") == "array":
            encodings[read.name] = FieldEncoding(style=read.style, explode=read.explode)
    required = [node["name"] for node in fields if node.get("required") is True]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    is_multipart = any(media_kind(item) == "multipart" for item in types)
    is_form = not is_multipart or any(media_kind(item) == "form" for item in types)
    media_type = "application/x-www-form-urlencoded" if is_form else "multipart/form-data"
    return RequestBody("form" if is_form else "multipart", media_type, schema, bool(required), "", encodings)


_RANK = {"json": 0, "form": 1, "multipart": 2, "lines": 3, "text": 4}


def media_kind(media_type: str) -> Kind | None:
    """Return how a body of a media type is written; None if it is not."""
    name = _name_of(media_type)
    if name == "*/*" or is_json_type(name):
        return "json"
    if name == "application/x-www-form-urlencoded":
        return "form"
    if name == "multipart/form-data":
        return "multipart"
    return "text" if name.startswith("text/") and "*" not in name else None


def _kind_of(media_type: str, media: Any) -> Kind | None:
    """Return how a body is written, also if it is described as a sequence."""
    if item_schema(media) is None:
        return media_kind(media_type)
    # Events and parts in an order are sequences, too, and have no form that a model could send.
    return "lines" if is_sequence(media_type) else None


def _name_of(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()
