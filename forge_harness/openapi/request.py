"""The request that an operation becomes with its arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from ..errors import ToolError
from .argument import Argument
from .form import form_text
from .operation import Operation
from .parameter import Parameter
from .security import Proof
from .style import cookie_pairs, form_pairs, path_text, simple_text

__all__ = ["PreparedRequest", "prepared_request"]

#: What a line of a header may hold; spaces at its ends would be lost, and a line end would begin another header.
_HEADER_VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")
_MAX_URL = 16_000
_MAX_BODY_BYTES = 4 << 20


@dataclass(frozen=True)
class PreparedRequest:
    """A request that can be sent; its headers may hold secrets.

    Attributes:
        method: The method in capitals.
        url: The whole address.
        headers: The headers by name.
        content: The body, or None.
    """

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(repr=False)


def prepared_request(
    operation: Operation, arguments: Mapping[str, Any], proofs: Sequence[Proof] = ()
) -> PreparedRequest:
    """Return the request of an operation.

    Args:
        operation: The operation.
        arguments: What its schema accepts.
        proofs: The proofs of its credentials.

    Raises:
        ToolError: ``bad_argument`` if a value cannot be written at its place, ``too_long`` if the address or the body
            becomes too long.
    """
    path = operation.path
    query: list[tuple[str, str]] = []
    whole = ""
    headers: dict[str, str] = {"Accept": "application/json, text/*;q=0.9, */*;q=0.5"}
    cookies: list[tuple[str, str]] = []
    for argument, parameter in _given(operation.arguments.arguments, arguments):
        value = arguments[argument.name]
        if value is None and not parameter.is_json and not parameter.is_required:
            continue
        if parameter.is_json:
            value = json.dumps(value, ensure_ascii=False, allow_nan=False)
        if parameter.location == "path":
            text = path_text(
                parameter.name, value, style=parameter.style, explode=parameter.explode, argument=argument.name
            )
            path = path.replace("{" + parameter.name + "}", text)
        elif parameter.location == "header":
            headers[parameter.name] = _header(
                simple_text(value, explode=parameter.explode, argument=argument.name), argument
            )
        elif parameter.location == "querystring":
            whole = quote(value, safe="") if parameter.is_json else form_text(value, parameter.encodings)
        elif parameter.style == "cookie":
            cookies += cookie_pairs(parameter.name, value, explode=parameter.explode, argument=argument.name)
        else:
            pairs = form_pairs(
                parameter.name,
                value,
                style=parameter.style,
                explode=parameter.explode,
                argument=argument.name,
                reserved=parameter.is_reserved,
            )
            if not parameter.may_be_empty and parameter.location == "query" and not any(text for _, text in pairs):
                pairs = _without_empty(parameter, argument)
            (query if parameter.location == "query" else cookies).extend(pairs)
    for proof in proofs:
        credential = proof.credential
        if credential.location == "header":
            headers[credential.name] = proof.value
        else:
            pair = (quote(credential.name, safe=""), quote(proof.value, safe=""))
            (query if credential.location == "query" else cookies).append(pair)
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
    content = _body(operation, arguments, headers)
    texts = [*([whole] if whole else []), *(f"{name}={text}" for name, text in query)]
    url = operation.base_url + _quoted(path) + ("?" + "&".join(texts) if texts else "")
    if len(url) > _MAX_URL or len(content or b"") > _MAX_BODY_BYTES:
        raise ToolError("What the arguments hold is too long for one request. Send less.", code="too_long")
    return PreparedRequest(operation.method, url, headers, content)


def _without_empty(parameter: Parameter, argument: Argument) -> list[tuple[str, str]]:
    """Return nothing to send for a parameter without a value.

    Raises:
        ToolError: ``bad_argument`` if it is required.
    """
    if parameter.is_required:
        raise ToolError(f"The argument {argument.name!r} is empty. Send a value.", code="bad_argument")
    return []


def _given(arguments: Sequence[Argument], given: Mapping[str, Any]) -> list[tuple[Argument, Parameter]]:
    return [(found, found.parameter) for found in arguments if found.parameter is not None and found.name in given]


def _header(text: str, argument: Argument) -> str:
    if text and not _HEADER_VALUE.fullmatch(text):
        raise ToolError(
            f"The argument {argument.name!r} is sent as a header, and cannot hold line ends, other characters than "
            "those of ASCII, or spaces at its ends. Send another text.",
            code="bad_argument",
        )
    return text


def _quoted(path: str) -> str:
    """Return a path as it is, but for characters that no address holds."""
    return quote(path, safe="/%:@!$&'()*+,;=~-._")


def _body(operation: Operation, arguments: Mapping[str, Any], headers: dict[str, str]) -> bytes | None:
    body = operation.body
    if body is None:
        return None
    fields: dict[str, Any] = {}
    for argument in operation.arguments.arguments:
        if argument.name not in arguments or argument.part == "parameter":
            continue
        if argument.part == "body":
            headers["Content-Type"], content = body.written(arguments[argument.name])
            return content
        fields[argument.field_name] = arguments[argument.name]
    if not fields and not body.is_required:
        return None
    headers["Content-Type"], content = body.written(fields)
    return content
