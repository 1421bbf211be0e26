"""Hop: one request on the way to an answer, and what may go with the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import ToolError
from .body import ACCEPTED_ENCODINGS

if TYPE_CHECKING:
    import httpx

__all__ = ["Hop", "first_hop", "too_many_redirects"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
#: Headers that say how to answer and not who asks; all others stay with the first origin.
_HARMLESS = frozenset({"accept", "accept-language", "content-type", "user-agent"})
#: Headers that say where a message begins, ends or goes: the client writes them.
_FRAMING = frozenset(
    {"connection", "content-length", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
)
_OF_BODY = frozenset({"content-type", "content-length", "content-encoding"})


@dataclass(frozen=True, slots=True)
class Hop:
    """One request on the way to the answer."""

    method: str
    url: httpx.URL
    headers: httpx.Headers
    content: bytes | None

    def request(self, client: httpx.Client | httpx.AsyncClient, timeout_s: float) -> httpx.Request:
        """Return the request that *client* is to send.

        Raises:
            ToolError: With the code ``unsupported_scheme``.
        """
        if self.url.scheme not in ("http", "https"):
            raise ToolError(
                "The address has another scheme than http and https. Use one of them.", code="unsupported_scheme"
            )
        # The client's own defaults would say what library asks.
        own = {"accept": "*/*", "user-agent": "forge-harness", **self.headers, "accept-encoding": ACCEPTED_ENCODINGS}
        return client.build_request(self.method, self.url, headers=own, content=self.content, timeout=timeout_s)

    def next(self, response: httpx.Response) -> Hop | None:
        """Return the next hop: where the response leads, with no more than may go there; None if it is the answer."""
        import httpx

        location = response.headers.get("location") if response.status_code in _REDIRECTS else None
        if location is None:
            return None
        # A user in the address would be sent as a password.
        url = self.url.join(location).copy_with(username=None, password=None, fragment=None)
        headers = self.headers.copy()
        if _origin(url) != _origin(self.url):
            headers = httpx.Headers({name: value for name, value in headers.items() if name in _HARMLESS})
        status = response.status_code
        turns_into_get = (status == 303 and self.method != "HEAD") or (status in (301, 302) and self.method == "POST")
        if not turns_into_get:
            return Hop(self.method, url, headers, self.content)
        return Hop("GET", url, httpx.Headers([(n, v) for n, v in headers.items() if n not in _OF_BODY]), None)


def first_hop(method: str, url: str, headers: Mapping[str, str], content: bytes | None) -> Hop:
    """Return the hop that a caller asks for.

    Raises:
        ToolError: With the code ``bad_request`` if a header is not the caller's to write.
    """
    import httpx

    own = httpx.Headers(dict(headers))
    refused = sorted(_FRAMING & own.keys() | {name for name in own if name.startswith("proxy-")})
    if refused:
        raise ToolError(f"The header {refused[0]!r} is written by the client. Leave it out.", code="bad_request")
    return Hop(method.upper(), httpx.URL(url), own, content)


def too_many_redirects(most: int) -> ToolError:
    """Return the error of an address that redirects more than *most* times."""
    return ToolError(
        f"The address redirects more than {most} times. Use the last address directly.", code="too_many_redirects"
    )


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    # httpx leaves out the port of the scheme and writes hosts in lower case.
    return url.scheme, url.host, url.port
