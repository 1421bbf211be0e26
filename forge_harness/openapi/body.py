"""RequestBody: the body of an operation's requests, and the bytes that a value becomes."""

from __future__ import annotations

import json
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


@dataclass(frozen=True)
class RequestBody:
    """The body of an operation's requests.

    Attributes:
        kind: How it is written.
        media_type: The Content-Type.
        schema: The schema of its value, as the document has it.
        is_required: Whether a request without it is not valid.
        description: What the document says of it.
    """

    kind: Kind
    media_type: str
    schema: Any = field(repr=False)
    is_required: bool = False
    description: str = ""

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
        pairs = [
            (str(name), _field_text(item, str(name)))
            for name, inner in value.items()
            for item in (inner if isinstance(inner, list) else [inner])
        ]
        if self.kind == "form":
            text = "&".join(f"{quote_plus(name)}={quote_plus(item, errors='replace')}" for name, item in pairs)
            return self.media_type, text.encode()
        return _multipart(pairs)


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
            )
    if is_required and kinds:
        raise LeftOut(f"its body is of the type {', '.join(kinds)[:_MAX_SHOWN]!r}")
    return None


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


def _multipart(pairs: list[tuple[str, str]]) -> tuple[str, bytes]:
    # No value can hold it, as nobody knows it before.
    boundary = f"forge-{secrets.token_hex(16)}"
    pieces = []
    for name, text in pairs:
        # As browsers write it.
        shown = name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{shown}"\r\n\r\n'
        pieces += [head.encode("utf-8", "replace"), text.encode("utf-8", "replace"), b"\r\n"]
    return f"multipart/form-data; boundary={boundary}", b"".join([*pieces, f"--{boundary}--\r\n".encode()])
