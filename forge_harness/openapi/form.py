"""Forms: an object as ``application/x-www-form-urlencoded`` or ``multipart/form-data``, field by field.

::

                                   no encoding           style form     deepObject
    "blue"          n=blue         part n: blue          n=blue
    [1, 2]          n=1&n=2        part n: 1, part n: 2  n=1,2
    {"a": 1}        n={"a": 1}     part n: {"a": 1}      n=a,1          n[a]=1

Source: the section "Encoding Object" of the OpenAPI Specification; its styles are those of `style`.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, unquote

from ..errors import ToolError
from .left_out import LeftOut
from .style import QUERY_STYLES, form_pairs, scalar_text

__all__ = ["FieldEncoding", "form_text", "is_json_type", "multipart_body", "read_encodings"]

_JSON = "application/json"
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_STYLED = ("style", "explode", "allowReserved")
_MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class FieldEncoding:
    """How one field of a form is written.

    Attributes:
        media_type: The media type of its text; empty if the document does not say.
        style: Its style, which leaves the media type without a meaning; empty for none.
        explode: Whether the items of an array, or the fields of an object, are fields of their own.
        is_reserved: Whether reserved characters stay as they are.
    """

    media_type: str = ""
    style: str = ""
    explode: bool = True
    is_reserved: bool = False


def read_encodings(media: Any) -> dict[str, FieldEncoding]:
    """Return how the fields of a form are written, by name, from the description of its media type.

    Raises:
        LeftOut: If a field has a style that forms do not have, or needs a header.
    """
    declared = media.get("encoding") if isinstance(media, Mapping) else None
    found = {}
    for name, node in declared.items() if isinstance(declared, Mapping) else ():
        if not isinstance(node, Mapping):
            continue
        headers = node.get("headers")
        for header in headers.values() if isinstance(headers, Mapping) else ():
            if isinstance(header, Mapping) and header.get("required") is True:
                raise LeftOut(f"its part {str(name)[:_MAX_SHOWN]!r} needs a header")
        style = str(node.get("style", "form")) if any(key in node for key in _STYLED) else ""
        if style and style not in QUERY_STYLES:
            raise LeftOut(f"its field {str(name)[:_MAX_SHOWN]!r} has the style {style[:_MAX_SHOWN]!r}")
        told = str(node.get("contentType", "")).strip().lower()
        found[str(name)] = FieldEncoding(
            # Several media types are a choice that the sender of a file has.
            told if _MEDIA_TYPE.fullmatch(told) else "",
            style,
            node.get("explode", style == "form") is True,
            node.get("allowReserved") is True,
        )
    return found


def is_json_type(media_type: str) -> bool:
    """Whether a text of a media type is JSON."""
    name = media_type.partition(";")[0].strip().lower()
    return name == _JSON or name.endswith("+json")


def form_text(value: Any, encodings: Mapping[str, FieldEncoding]) -> str:
    """Return an object as ``application/x-www-form-urlencoded``.

    Raises:
        ToolError: ``bad_argument`` if it is not an object, or a field cannot be written.
    """
    pairs: list[str] = []
    for name, item in _fields(value):
        encoding = encodings.get(name)
        if encoding is not None and encoding.style and item is not None:
            pairs += (f"{key}={text}" for key, text in _styled(name, item, encoding))
            continue
        texts = [_text(part, name) for part in (item if isinstance(item, list) else [item])]
        pairs += (f"{quote_plus(name)}={quote_plus(text, errors='replace')}" for text in texts)
    return "&".join(pairs)


def multipart_body(value: Any, encodings: Mapping[str, FieldEncoding]) -> tuple[str, bytes]:
    """Return the Content-Type and the bytes of an object as ``multipart/form-data``.

    Raises:
        ToolError: ``bad_argument`` if it is not an object, or a field cannot be written.
    """
    # No value can hold it, as nobody knows it before.
    boundary = f"forge-{secrets.token_hex(16)}"
    pieces = []
    for name, item in _fields(value):
        for key, text, kind in _parts(name, item, encodings.get(name, FieldEncoding())):
            # As browsers write it.
            shown = key.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{shown}"\r\n'
            head += f"Content-Type: {kind}\r\n\r\n" if kind else "\r\n"
            pieces += [head.encode("utf-8", "replace"), text.encode("utf-8", "replace"), b"\r\n"]
    return f"multipart/form-data; boundary={boundary}", b"".join([*pieces, f"--{boundary}--\r\n".encode()])


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise ToolError("The body of a form is an object. Send its fields by name.", code="bad_argument")
    yield from ((str(name), item) for name, item in value.items())


def _parts(name: str, item: Any, encoding: FieldEncoding) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the text and the media type of each part that a field becomes."""
    if encoding.style and item is not None:
        # A part is not a piece of an address: nothing in it is encoded.
        yield from ((unquote(key), unquote(text), "") for key, text in _styled(name, item, encoding))
        return
    for part in item if isinstance(item, list) else [item]:
        is_composed = isinstance(part, Mapping | list)
        yield name, _text(part, name), encoding.media_type or (_JSON if is_composed else "")


def _styled(name: str, item: Any, encoding: FieldEncoding) -> list[tuple[str, str]]:
    return form_pairs(
        name,
        item,
        style=encoding.style,
        explode=encoding.explode,
        argument=name,
        reserved=encoding.is_reserved,
    )


def _text(value: Any, name: str) -> str:
    # An object in a form is written as JSON, unless the document says otherwise.
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return "" if value is None else scalar_text(value, name)
