"""EgressClient: HTTP requests of tools, under an operator's policy and within limits.

Every hop of a redirect is checked as the first address is, and headers stay with the origin that they were written
for. Source: seed 002, "http_request", "web_fetch", "webhook_call".
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..address_log import addresses_hidden
from ..deadline.time_left import limited
from ..errors import ToolError
from .body import read_body
from .policy import EgressPolicy

if TYPE_CHECKING:
    import httpx

__all__ = [
    "MAX_BYTES",
    "MAX_REDIRECTS",
    "TIMEOUT_S",
    "EgressClient",
    "EgressResponse",
    "answer_of",
    "errors_told",
    "is_short",
]

#: Below the dispatcher's cap on results, so that a result stays an object.
MAX_BYTES = 768 * 1024
MAX_REDIRECTS = 10
TIMEOUT_S = 30.0
#: The body of a redirect up to this length is read, so that its connection can be used again.
_MAX_REDIRECT_BODY = 4096


@dataclass(frozen=True, slots=True)
class EgressResponse:
    """The answer to a request.

    Attributes:
        status: The status code.
        reason: Its phrase; empty if the server sent none.
        url: The address that answered, after redirects, without user and password.
        headers: The response's headers; names are in lower case, and found in any.
        body: The body after decoding, as far as it fits.
        is_truncated: Whether there is more of the body, or its compressed data break off.
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
        transport: What sends them, and alone decides where they go; None for the network under *policy*.
    """

    def __init__(self, policy: EgressPolicy | None, *, transport: httpx.BaseTransport | None = None) -> None:
        self._policy = policy or EgressPolicy()
        self._transport = transport
        self._opened: httpx.BaseTransport | None = None
        self._opening = threading.Lock()

    def transport(self) -> httpx.BaseTransport:
        """Return a transport that sends where this client may, for protocols that read answers as they come."""
        from .transport import EgressTransport

        return self._transport or EgressTransport(self._policy)

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        with self._opening:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        timeout_s: float = TIMEOUT_S,
        max_bytes: int = MAX_BYTES,
        max_redirects: int = MAX_REDIRECTS,
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
            max_redirects: How many are followed; 0 returns a redirect as the answer.

        Raises:
            EgressRefusedError: If the policy does not allow the address, or one that it redirects to.
            ToolError: ``unsupported_scheme``, ``bad_request``, ``too_many_redirects``, ``unreachable`` or
                ``unreadable_body``.
        """
        from .hop import first_hop, too_many_redirects  # here: httpx, and most of the harness sends nothing
        from .traffic import Traffic

        with limited(timeout_s), addresses_hidden(), errors_told(), Traffic() as traffic:
            hop = first_hop(method, url, headers or {}, content)
            send = (self._opened or self._open()).handle_request
            for _ in range(max_redirects + 1):
                request = hop.request(timeout_s)
                traffic.expect_head()
                response = send(request)
                traffic.expect_body(max_bytes)
                response.request = request
                try:
                    following = hop.next(response) if max_redirects else None
                    if following is None:
                        return _answer(response, max_bytes)
                    hop = following
                    if is_short(response):
                        for _piece in response.iter_raw():
                            pass
                finally:
                    response.close()
        raise too_many_redirects(max_redirects)

    def _open(self) -> httpx.BaseTransport:
        with self._opening:
            if self._opened is None:
                self._opened = self.transport()
            return self._opened


@contextmanager
def errors_told() -> Iterator[None]:
    """Raise errors of the network and of unsendable requests as `ToolError`.

    Raises:
        ToolError: ``bad_request`` or ``unreachable``.
    """
    import httpx

    try:
        yield
    except ToolError:
        raise
    except (httpx.InvalidURL, httpx.LocalProtocolError, ValueError):
        raise ToolError(
            "The address or a header cannot be sent. Write a whole http or https address.", code="bad_request"
        ) from None
    except (httpx.HTTPError, OSError) as error:
        is_late = isinstance(error, httpx.TimeoutException | TimeoutError)
        why = "did not answer in time" if is_late else "could not be reached"
        raise ToolError(f"The address {why}. Try again later, or use another one.", code="unreachable") from None


def is_short(response: httpx.Response) -> bool:
    """Whether the body of a redirect is short enough to be read for the sake of its connection."""
    length = response.headers.get("content-length", "")
    return length.isascii() and length.isdigit() and int(length[:9]) <= _MAX_REDIRECT_BODY and _is_unread(response)


def answer_of(response: httpx.Response, body: bytes, *, is_truncated: bool) -> EgressResponse:
    """Return the answer that a response is."""
    return EgressResponse(
        response.status_code,
        response.reason_phrase,
        str(response.url),
        response.headers,
        body,
        is_truncated,
    )


def _answer(response: httpx.Response, max_bytes: int) -> EgressResponse:
    encoding, pieces = response.headers.get("content-encoding", ""), response.iter_raw()
    if not _is_unread(response):
        encoding, pieces = "", iter([response.content])
    body, is_truncated = read_body(pieces, encoding=encoding, most=max_bytes)
    return answer_of(response, body, is_truncated=is_truncated)


def _is_unread(response: httpx.Response) -> bool:
    # A transport without a network may have answered with a whole body.
    return not response.is_stream_consumed
