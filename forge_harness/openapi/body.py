"""RequestBody: the body of an operation's requests, and the bytes that a value becomes."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote_plus

from ..errors import ToolError
from .document import OpenApiDocument
from .left_out import LeftOut
from .parameter import read_parameter
from .style import scalar_text

__all__ = ["RequestBody", "media_kind", "read_body", "read_swagger_body"]

Kind = Literal["json", "form", "multipart", "text"]
_MAX_SHOWN = 100
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+")


@dataclass(frozen=True)
class RequestBody:
    """The body of an operation's requests.

    Attributes:
        kind: How it is written.
        media_type: The Content-Type.
        schema: The schema of its value, as the document has it.
        is_required: Whether a request without it is not valid.
        description: What the document says of it.
        part_types: The media types of a form's parts by name.
    """

    kind: Kind
    media_type: str
    schema: Any = field(repr=False)
    is_required: bool = False
    description: str = ""
    part_types: Mapping[str, str] = field(default_factory=dict)

    def written(self, value: Any) -> tuple[str, bytes]:
        """Return the Content-Type and the bytes of a body.

        Raises:
            ToolError: ``bad_argument`` if the value cannot be written so.
        """
        if self.kind == "json":
            return self.media_type, json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        if self.kind == "text":
            return f"{self.media_type}; charset=utf-8", scalar_text(value, "body").encode("utf-8", "replace")
        if not isinstance(value, Mapping):
            raise ToolError("The body of a form is an object. Send its fields by name.", code="bad_argument")
        items = [
            (str(name), item)
            for name, inner in value.items()
            for item in (inner if isinstance(inner, list) else [inner])
        ]
        pairs = [(name, _field_text(item, name)) for name, item in items]
        if self.kind == "form":
            text = "&".join(f"{quote_plus(name)}={quote_plus(item, errors='replace')}" for name, item in pairs)
            return self.media_type, text.encode()
        kinds = [
            self.part_types.get(name, "application/json" if isinstance(item, Mapping | list) else "")
            for name, item in items
        ]
        heads = [f"Content-Type: {kind}\r\n" if kind else "" for kind in kinds]
        return _multipart([(*pair, head) for pair, head in zip(pairs, heads, strict=True)])


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
    ranked = sorted((item for item in kinds if media_kind(item)), key=lambda item: _RANK[str(media_kind(item))])
    for media_type in ranked:
        kind = media_kind(media_type)
        media = document.resolved(kinds[media_type])
        schema = media.get("schema", {}) if isinstance(media, Mapping) else {}
        if kind is not None:
            return RequestBody(
                kind,
                "application/json" if media_type == "*/*" else media_type,
                schema,
                is_required,
                described.strip() if isinstance(described, str) else "",
                _part_types(media) if kind == "multipart" else {},
            )
    if is_required and kinds:
        raise LeftOut(f"its body is of the type {', '.join(kinds)[:_MAX_SHOWN]!r}")
    return None


def _part_types(media: Any) -> dict[str, str]:
    """Return the media types of a form's parts, of which each has one."""
    encoding = media.get("encoding") if isinstance(media, Mapping) else None
    told = {
        str(name): part.get("contentType")
        for name, part in (encoding.items() if isinstance(encoding, Mapping) else ())
        if isinstance(part, Mapping)
    }
    return {name: kind for name, kind in told.items() if isinstance(kind, str) and _MEDIA_TYPE.fullmatch(kind)}


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
    for node in fields:
        if node.get("type") == "file":
            if node.get("required") is True:
                raise LeftOut("it takes a file")
            continue
        read = read_parameter({**node, "in": "query"}, is_swagger=True)
        properties[read.name] = {**read.schema, "description": read.description}
    required = [node["name"] for node in fields if node.get("required") is True]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    is_multipart = any(media_kind(item) == "multipart" for item in types)
    is_form = not is_multipart or any(media_kind(item) == "form" for item in types)
    media_type = "application/x-www-form-urlencoded" if is_form else "multipart/form-data"
    return RequestBody("form" if is_form else "multipart", media_type, schema, bool(required))


_RANK = {"json": 0, "form": 1, "multipart": 2, "text": 3}


def media_kind(media_type: str) -> Kind | None:
    """Return how a body of a media type is written; None if it is not."""
    name = media_type.partition(";")[0].strip().lower()
    if name in ("application/json", "*/*") or name.endswith("+json"):
        return "json"
    if name == "application/x-www-form-urlencoded":
        return "form"
    if name == "multipart/form-data":
        return "multipart"
    return "text" if name.startswith("text/") and "*" not in name else None


def _field_text(value: Any, name: str) -> str:
    # An object in a form is written as JSON, unless the document says otherwise.
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return "" if value is None else scalar_text(value, name)


def _multipart(parts: list[tuple[str, str, str]]) -> tuple[str, bytes]:
    """Return the Content-Type and the bytes of parts: the name, the text, and a further header with its line end."""
    # No value can hold it, as nobody knows it before.
    boundary = f"forge-{secrets.token_hex(16)}"
    pieces = []
    for name, text, kind in parts:
        # As browsers write it.
        shown = name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{shown}"\r\n{kind}\r\n'
        pieces += [head.encode("utf-8", "replace"), text.encode("utf-8", "replace"), b"\r\n"]
    return f"multipart/form-data; boundary={boundary}", b"".join([*pieces, f"--{boundary}--\r\n".encode()])
