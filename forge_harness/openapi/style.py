"""Styles: how a value of JSON is written into a path, a query, a header or a cookie.

::

                   [3, 4]           explode           {"a": 1}         explode
    simple         3,4              3,4               a,1              a=1             path, header
    label          .3,4             .3.4              .a,1             .a=1            path
    matrix         ;p=3,4           ;p=3;p=4          ;p=a,1           ;a=1            path
    form           p=3,4            p=3&p=4           p=a,1            a=1             query, cookie
    spaceDelimited p=3%204          as form           p=a%201                          query
    pipeDelimited  p=3%7C4          as form           p=a%7C1                          query
    tabDelimited   p=3%094          as form                                            query, Swagger's tsv
    deepObject                                                         p[a]=1          query
    cookie         p=3,4            p=3; p=4         p=a,1            a=1             cookie, not encoded

Source: RFC 6570 and the section "Style Values" of the OpenAPI Specification.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..errors import ToolError

__all__ = ["QUERY_STYLES", "cookie_pairs", "form_pairs", "path_text", "scalar_text", "simple_text"]

_DELIMITERS = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}
QUERY_STYLES = frozenset({*_DELIMITERS, "deepObject"})
#: What ``allowReserved`` leaves as it is; not what would end the query or begin another parameter.
_RESERVED = ":/?@!$'()*,;"
#: What the value of a cookie may hold. Source: RFC 6265, 4.1.1.
_COOKIE_VALUE = re.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")


def scalar_text(value: Any, name: str) -> str:
    """Return the text of a value that is neither an array nor an object.

    Raises:
        ToolError: ``bad_argument`` if it is one, or null.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return json.dumps(value, allow_nan=False)
    what = "null" if value is None else "an array or an object"
    raise ToolError(
        f"The argument {name!r} holds {what} where the API takes a single value. Send a text, a number or a boolean.",
        code="bad_argument",
    )


def path_text(name: str, value: Any, *, style: str, explode: bool, argument: str) -> str:
    """Return the text of a parameter of a path, encoded.

    Raises:
        ToolError: ``bad_argument`` if the value cannot be written so, or would be no segment of a path.
    """
    if style == "label":
        return "." + _joined(value, argument, separator="." if explode else ",", explode=explode)
    if style == "matrix":
        if isinstance(value, list) and explode:
            return "".join(f";{quote(name, safe='')}={_encoded(item, argument)}" for item in value)
        if isinstance(value, Mapping) and explode:
            return "".join(f";{quote(str(key), safe='')}={_encoded(item, argument)}" for key, item in value.items())
        return f";{quote(name, safe='')}={_joined(value, argument, separator=',', explode=explode)}"
    text = _joined(value, argument, separator=",", explode=explode)
    # A client or a server would take it for a way up, or for another path.
    if text.strip(".") == "":
        raise ToolError(
            f"The argument {argument!r} is empty or made of dots, which is not a part of a path. Send another value.",
            code="bad_argument",
        )
    return text


def simple_text(value: Any, *, explode: bool, argument: str) -> str:
    """Return the text of a header, which is not encoded.

    Raises:
        ToolError: ``bad_argument`` if the value cannot be written so.
    """
    return _joined(value, argument, separator=",", explode=explode, is_encoded=False)


def form_pairs(
    name: str, value: Any, *, style: str, explode: bool, argument: str, reserved: bool = False
) -> list[tuple[str, str]]:
    """Return the names and values of a parameter of a query, both encoded.

    Raises:
        ToolError: ``bad_argument`` if the value cannot be written so.
    """
    safe = _RESERVED if reserved else ""
    key = quote(name, safe="[]" if style == "deepObject" else "")
    if style == "deepObject" and isinstance(value, Mapping):
        return [
            (f"{key}[{quote(str(inner), safe='')}]", _encoded(item, argument, safe)) for inner, item in value.items()
        ]
    delimiter = _DELIMITERS.get(style, ",")
    if isinstance(value, list):
        items = [_encoded(item, argument, safe) for item in value]
        return [(key, item) for item in items] if explode else [(key, delimiter.join(items))]
    if isinstance(value, Mapping):
        pairs = [(quote(str(inner), safe=""), _encoded(item, argument, safe)) for inner, item in value.items()]
        return pairs if explode else [(key, delimiter.join(part for pair in pairs for part in pair))]
    return [(key, _encoded(value, argument, safe))]


def cookie_pairs(name: str, value: Any, *, explode: bool, argument: str) -> list[tuple[str, str]]:
    """Return the names and values of cookies that are sent as they are.

    Raises:
        ToolError: ``bad_argument`` if a value cannot stand in a cookie, or be written so.
    """

    def written(item: Any) -> str:
        text = scalar_text(item, argument)
        if not _COOKIE_VALUE.fullmatch(text):
            raise ToolError(
                f"The argument {argument!r} is sent as a cookie, and cannot hold spaces, quotes, commas, semicolons, "
                "backslashes or other characters than those of ASCII. Send another text.",
                code="bad_argument",
            )
        return text

    if isinstance(value, list):
        items = [written(item) for item in value]
        return [(name, item) for item in items] if explode else [(name, ",".join(items))]
    if isinstance(value, Mapping):
        pairs = [(written(str(inner)), written(item)) for inner, item in value.items()]
        return pairs if explode else [(name, ",".join(part for pair in pairs for part in pair))]
    return [(name, written(value))]


def _joined(value: Any, argument: str, *, separator: str, explode: bool, is_encoded: bool = True) -> str:
    def written(item: Any) -> str:
        return _encoded(item, argument) if is_encoded else scalar_text(item, argument)

    if isinstance(value, list):
        return separator.join(written(item) for item in value)
    if isinstance(value, Mapping):
        between = "=" if explode else ","
        return separator.join(f"{written(str(key))}{between}{written(item)}" for key, item in value.items())
    return written(value)


def _encoded(value: Any, argument: str, safe: str = "") -> str:
    try:
        return quote(scalar_text(value, argument), safe=safe)
    except UnicodeEncodeError:
        raise ToolError(
            f"The argument {argument!r} holds half of a character. Send whole characters.", code="bad_argument"
        ) from None
