"""EgressClient: HTTP requests of tools, under an operator's policy and within limits.

Every hop of a redirect is checked as the first address is, and headers stay with the origin that they were written
for. Source: seed 002, "http_request", "web_fetch", "webhook_call".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..address_log import addresses_hidden
from ..deadline.time_left import limited
from ..errors import ToolError
from .body import ACCEPTED_ENCODINGS, read_body
from .policy import EgressPolicy

if TYPE_CHECKING:
    import httpx

__all__ = ["EgressClient", "EgressResponse"]

#: Below the dispatcher's cap on results, so that a result stays an object.
_MAX_BYTES = 768 * 1024
_MAX_REDIRECTS = 10
_TIMEOUT_S = 30.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
#: Headers that say how to answer and not who asks; all others stay with the first origin.
_HARMLESS = frozenset({"accept", "accept-language", "content-type", "user-agent"})
#: Headers that say where a message begins, ends or goes: the client writes them.
_FRAMING = frozenset(
    {"connection", "content-length", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
)
_OF_BODY = frozenset({"content-type", "content-length", "content-encoding"})


@dataclass(frozen=True, slots=True)
class EgressResponse:
    """The answer to a request.

    Attributes:
        status: The status code.
        reason: Its phrase; empty if the server sent none.
        url: The address that answered, after redirects, without user and password.
        headers: The response's headers, with names in lower case.
        body: The body after decoding, as far as it fits.
        is_truncated: Whether there is more of the body.
    """

    status: int
    reason: str
    url: str
    headers: Mapping[str, str]
    body: bytes
    is_truncated: bool


class EgressClient:
    """Sends the requests of tools; threads may share it.

    Args:
        policy: Where requests may go; None sends nothing.
        transport: What sends them; None for the network under *policy*.
    """

    def __init__(self, policy: EgressPolicy | None, *, transport: httpx.BaseTransport | None = None) -> None:
        self._policy = policy or EgressPolicy()
        self._transport = transport
        self._client: httpx.Client | None = None

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        timeout_s: float = _TIMEOUT_S,
        max_bytes: int = _MAX_BYTES,
        max_redirects: int = _MAX_REDIRECTS,
    ) -> EgressResponse:
        """Send a request, follow its redirects, and return the answer.

        Args:
            method: The method.
            url: An http or https address.
            headers: Further headers. Only harmless ones follow a redirect to another origin, and no later hop gets
                the others back.
            content: The body.
            timeout_s: The longest time for everything, in seconds.
            max_bytes: The longest body, after decoding.
            max_redirects: How many are followed.

        Raises:
            EgressRefusedError: If the policy does not allow the address, or one that it redirects to.
            ToolError: ``unsupported_scheme``, ``bad_request``, ``too_many_redirects``, ``unreachable`` or
                ``unreadable_body``.
        """
        import httpx  # here: most of the harness sends nothing

        with limited(timeout_s), addresses_hidden():
            try:
                hop = _Hop(method.upper(), httpx.URL(url), _own_headers(headers or {}), content)
                for _ in range(max_redirects + 1):
                    response = self._send(hop, timeout_s)
                    try:
                        target = response.headers.get("location") if response.status_code in _REDIRECTS else None
                        if target is None:
                            return _answer(response, max_bytes)
                        hop = hop.to(response.status_code, target)
                    finally:
                        response.close()
            except ToolError:
                raise
            except (httpx.InvalidURL, httpx.LocalProtocolError, ValueError):
                raise ToolError(
                    "The address or a header cannot be sent. Write a whole http or https address.", code="bad_request"
                ) from None
            except (httpx.HTTPError, OSError) as error:
                raise _unreachable(error) from None
        raise ToolError(
            f"The address redirects more than {max_redirects} times. Use the last address directly.",
            code="too_many_redirects",
        )

    def _send(self, hop: _Hop, timeout_s: float) -> httpx.Response:
        if hop.url.scheme not in ("http", "https"):
            raise ToolError(
                "The address has another scheme than http and https. Use one of them.", code="unsupported_scheme"
            )
        client = self._opened()
        # The client's own defaults would say what library asks.
        headers = {"accept": "*/*", "user-agent": "forge-harness", **hop.headers, "accept-encoding": ACCEPTED_ENCODINGS}
        request = client.build_request(hop.method, hop.url, headers=headers, content=hop.content, timeout=timeout_s)
        return client.send(request, stream=True, follow_redirects=False)

    def _opened(self) -> httpx.Client:
        from http.cookiejar import CookieJar, DefaultCookiePolicy

        import httpx

        from .transport import EgressTransport

        if self._client is None:
            transport = self._transport or EgressTransport(self._policy)
            # A cookie of one call must not go with the next.
            no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
            self._client = httpx.Client(transport=transport, trust_env=False, cookies=no_cookies)
        return self._client


@dataclass(frozen=True, slots=True)
class _Hop:
    """One request on the way to the answer."""

    method: str
    url: httpx.URL
    headers: httpx.Headers
    content: bytes | None

    def to(self, status: int, location: str) -> _Hop:
        """Return the next hop: where the response leads, with no more than may go there."""
        import httpx

        # A user in the address would be sent as a password.
        url = self.url.join(location).copy_with(username=None, password=None, fragment=None)
        headers = self.headers.copy()
        if _origin(url) != _origin(self.url):
            headers = httpx.Headers({name: value for name, value in headers.items() if name in _HARMLESS})
        turns_into_get = (status == 303 and self.method != "HEAD") or (status in (301, 302) and self.method == "POST")
        if not turns_into_get:
            return _Hop(self.method, url, headers, self.content)
        return _Hop("GET", url, httpx.Headers([(n, v) for n, v in headers.items() if n not in _OF_BODY]), None)


def _own_headers(headers: Mapping[str, str]) -> httpx.Headers:
    import httpx

    own = httpx.Headers(dict(headers))
    refused = sorted(_FRAMING & own.keys() | {name for name in own if name.startswith("proxy-")})
    if refused:
        raise ToolError(f"The header {refused[0]!r} is written by the client. Leave it out.", code="bad_request")
    return own


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    # httpx leaves out the port of the scheme and writes hosts in lower case.
    return url.scheme, url.host, url.port


def _answer(response: httpx.Response, max_bytes: int) -> EgressResponse:
    encoding, pieces = response.headers.get("content-encoding", ""), response.iter_raw()
    if response.is_stream_consumed:  # that of a transport without a network
        encoding, pieces = "", iter([response.content])
    body, is_truncated = read_body(pieces, encoding=encoding, most=max_bytes)
    return EgressResponse(
        response.status_code,
        response.reason_phrase,
        str(response.url.copy_with(username=None, password=None)),
        {name.lower(): value for name, value in response.headers.items()},
        body,
        is_truncated,
    )


def _unreachable(error: Exception) -> ToolError:
    import httpx

    why = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "could not be reached"
    return ToolError(f"The address {why}. Try again later, or use another one.", code="unreachable")
