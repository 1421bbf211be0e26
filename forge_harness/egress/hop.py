"""Hop: one request on the way to an answer, and what may go with the next one."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from ..errors import ToolError
from .body import ACCEPTED_ENCODINGS

__all__ = ["Hop", "first_hop", "too_many_redirects"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
#: Headers that say how to answer and not who asks; all others stay with the first origin.
_HARMLESS = frozenset({"accept", "accept-language", "content-type", "user-agent"})
#: Headers that say where a message begins, ends or goes: the client writes them.
_FRAMING = frozenset(
    {"connection", "content-length", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
)
_OF_BODY = frozenset({"content-type", "content-length", "content-encoding"})
#: What httpx would say of itself, and what the body is read by.
_DEFAULTS = {"accept": "*/*", "user-agent": "forge-harness", "connection": "keep-alive"}
_OWN = {"accept-encoding": ACCEPTED_ENCODINGS}


@dataclass(frozen=True, slots=True)
class Hop:
    """One request on the way to the answer.

    Attributes:
        method: The method.
        url: The address, without user and password.
        headers: The caller's headers, with names in lower case.
        content: The body.
    """

    method: str
    url: httpx.URL
    headers: Mapping[str, str]
    content: bytes | None

    def request(self, timeout_s: float) -> httpx.Request:
        """Return the request to send.

        Raises:
            ToolError: With the code ``unsupported_scheme``, or ``bad_request`` without a host.
        """
        if self.url.scheme not in ("http", "https"):
            raise ToolError(
                "The address has another scheme than http and https. Use one of them.", code="unsupported_scheme"
            )
        if not self.url.host:
            raise ToolError("The address names no host. Write a whole http or https address.", code="bad_request")
        return httpx.Request(
            self.method,
            self.url,
            headers={**_DEFAULTS, **self.headers, **_OWN},
            content=self.content,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), timeout_s)},
        )

    def next(self, response: httpx.Response) -> Hop | None:
        """Return the next hop: where the response leads, with no more than may go there; None if it is the answer.

        Raises:
            ToolError: With the code ``unreachable`` if it leads to what is not an address.
        """
        status = response.status_code
        location = response.headers.get("location") if status in _REDIRECTS else None
        if location is None:
            return None
        try:
            # A user in the address would be sent as a password.
            url = self.url.join(location).copy_with(username=None, password=None, fragment=None)
        except (httpx.InvalidURL, ValueError):
            url = httpx.URL("")
        if url.scheme in ("", "http", "https") and not url.host:
            raise ToolError(
                "The address redirects to something that is not an address. Use another one.", code="unreachable"
            )
        headers = self.headers
        if _origin(url) != _origin(self.url):
            headers = {name: value for name, value in headers.items() if name in _HARMLESS}
        turns_into_get = (status == 303 and self.method != "HEAD") or (status in (301, 302) and self.method == "POST")
        if not turns_into_get:
            return Hop(self.method, url, headers, self.content)
        return Hop("GET", url, {name: value for name, value in headers.items() if name not in _OF_BODY}, None)


def first_hop(method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Hop:
    """Return the hop that a caller asks for; a user and password in the address become a header.

    Raises:
        ToolError: With the code ``bad_request`` if a header is not the caller's to write.
        ValueError: If the address or a header cannot be sent.
    """
    own: dict[str, str] = {}
    for name, value in headers.items():
        lower = name.lower()
        if lower in _FRAMING or lower.startswith("proxy-"):
            raise ToolError(f"The header {lower!r} is written by the client. Leave it out.", code="bad_request")
        own[lower] = f"{own[lower]}, {value}" if lower in own else value
    address = httpx.URL(url)
    if address.userinfo:
        user = f"{address.username}:{address.password}"
        own.setdefault("authorization", f"Basic {b64encode(user.encode()).decode()}")
        address = address.copy_with(username=None, password=None)
    return Hop(method.upper(), address, own, content)


def too_many_redirects(most: int) -> ToolError:
    """Return the error of an address that redirects more than *most* times."""
    return ToolError(
        f"The address redirects more than {most} times. Use the last address directly.", code="too_many_redirects"
    )


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    # httpx leaves out the port of the scheme and writes hosts in lower case.
    return url.scheme, url.host, url.port
