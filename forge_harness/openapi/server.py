"""Where an operation's requests go: the servers of a document, or the one that an operator names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from ..errors import RegistrationError
from .document import OpenApiDocument
from .left_out import LeftOut

__all__ = ["allowed_entry", "checked_base_url", "server_url"]

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_UNSENDABLE = re.compile(r"[\s\x00-\x1f\x7f\\]")
_MAX_SHOWN = 100
_REMEDY = "Pass base_url=."


def server_url(document: OpenApiDocument, nodes: Iterable[Mapping[str, Any]]) -> str:
    """Return the address of the first server that is declared, without a slash at its end.

    Args:
        document: The document.
        nodes: What may declare servers beside the document: the operation, then its path.

    Raises:
        LeftOut: If none is declared, or the first one is not a whole http or https address.
    """
    if document.version == "2.0":
        return _swagger_url(document, nodes)
    for node in (*nodes, document.data):
        servers = node.get("servers")
        if isinstance(servers, list) and servers:
            return _checked(_joined(document, _url_of(servers[0])))
    if document.address:
        return _checked(_joined(document, "/"))
    raise LeftOut("the document names no server", remedy=_REMEDY)


def checked_base_url(text: str) -> str:
    """Return an operator's address without a slash at its end.

    Raises:
        RegistrationError: If it is not a whole http or https address.
    """
    try:
        return _checked(text)
    except LeftOut:
        raise RegistrationError(
            f"{text!r} is not a server. Write a whole http or https address, such as https://api.example.com/v1."
        ) from None


def allowed_entry(url: str, *, is_chosen: bool) -> str:
    """Return the entry of an allow-list for a server.

    Args:
        url: The server's address.
        is_chosen: Whether the operator has written the address. Its port is then part of the entry, which opens also
            a place on this machine; no document can.
    """
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else str(parts.hostname)
    return f"{host}:{parts.port or _port_of(parts)}" if is_chosen else host


def _port_of(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80


def _url_of(server: Any) -> str:
    url = server.get("url") if isinstance(server, Mapping) else None
    variables = server.get("variables") if isinstance(server, Mapping) else None

    def value(match: re.Match[str]) -> str:
        declared = variables.get(match[1]) if isinstance(variables, Mapping) else None
        default = declared.get("default") if isinstance(declared, Mapping) else None
        if default is None:
            raise LeftOut(f"its server needs a value for {match[1][:_MAX_SHOWN]!r}", remedy=_REMEDY)
        return str(default)

    return _VARIABLE.sub(value, url) if isinstance(url, str) else ""


def _joined(document: OpenApiDocument, url: str) -> str:
    """Return a server's address; one that is relative counts from where the document was found."""
    return urljoin(document.address, url) if document.address else url


def _swagger_url(document: OpenApiDocument, nodes: Iterable[Mapping[str, Any]]) -> str:
    data = document.data
    host, path = data.get("host"), data.get("basePath", "")
    if (not isinstance(host, str) or not host) and document.address:
        return _checked(urljoin(document.address, path if isinstance(path, str) and path else "/"))
    if not isinstance(host, str) or not host:
        raise LeftOut("the document names no server", remedy=_REMEDY)
    declared = next((node["schemes"] for node in (*nodes, data) if isinstance(node.get("schemes"), list)), ["https"])
    scheme = "https" if "https" in declared or not declared else str(declared[0])
    return _checked(f"{scheme}://{host}{path if isinstance(path, str) else ''}")


def _checked(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_whole = parts.scheme.lower() in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_whole = False
    if (
        not is_whole
        or parts.username is not None
        or parts.query
        or parts.fragment
        or re.search(r"[\s\x00-\x1f\\]", text)
    ):
        raise LeftOut(f"its server {text[:_MAX_SHOWN]!r} is not a whole address", remedy=_REMEDY)
    return text.rstrip("/")
