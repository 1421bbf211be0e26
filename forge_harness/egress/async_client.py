"""AsyncEgressClient: HTTP requests of asynchronous tools, under an operator's policy and within limits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..address_log import addresses_hidden
from ..deadline.time_left import limited, seconds_left
from .body import read_body_async
from .client import (
    MAX_BYTES,
    MAX_REDIRECTS,
    TIMEOUT_S,
    EgressResponse,
    answer_of,
    errors_told,
    is_short,
)
from .policy import EgressPolicy

if TYPE_CHECKING:
    import httpx

__all__ = ["AsyncEgressClient"]

#: A transport that does not keep the time is cancelled this much later.
_GRACE_S = 0.5


class AsyncEgressClient:
    """Sends the requests of tools of one event loop; a cancelled request closes its connection.

    Args:
        policy: Where requests may go; None sends nothing.
        transport: What sends them, and alone decides where they go; None for the network under *policy*.
    """

    def __init__(self, policy: EgressPolicy | None, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._policy = policy or EgressPolicy()
        self._transport = transport
        self._opened: httpx.AsyncBaseTransport | None = None

    async def aclose(self) -> None:
        """Close the connections; the next request opens new ones."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.aclose()

    async def request(
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
        """Send a request, follow its redirects, and return the answer; as `EgressClient.request` does.

        Raises:
            EgressRefusedError: If the policy does not allow the address, or one that it redirects to.
            ToolError: ``unsupported_scheme``, ``bad_request``, ``too_many_redirects``, ``unreachable`` or
                ``unreadable_body``.
        """
        from .hop import first_hop, too_many_redirects  # here: httpx, and most of the harness sends nothing
        from .traffic import Traffic

        left = seconds_left()
        limit_s = timeout_s if left is None else min(timeout_s, left)
        with limited(limit_s), addresses_hidden(), errors_told(), Traffic() as traffic:
            # Every wait of a connection ends by itself. A cancellation at the same moment would leave connections open.
            async with asyncio.timeout(limit_s + _GRACE_S):
                hop = first_hop(method, url, headers or {}, content)
                send = (self._opened or self._open()).handle_async_request
                for _ in range(max_redirects + 1):
                    request = hop.request(seconds_left() or limit_s)
                    traffic.expect_head()
                    response = await send(request)
                    traffic.expect_body(max_bytes)
                    response.request = request
                    try:
                        following = hop.next(response) if max_redirects else None
                        if following is None:
                            return await _answer(response, max_bytes)
                        hop = following
                        if is_short(response):
                            async for _piece in response.aiter_raw():
                                pass
                    finally:
                        await response.aclose()
        raise too_many_redirects(max_redirects)

    def _open(self) -> httpx.AsyncBaseTransport:
        from .transport import AsyncEgressTransport  # as above

        self._opened = self._transport or AsyncEgressTransport(self._policy)
        return self._opened


async def _answer(response: httpx.Response, max_bytes: int) -> EgressResponse:
    if response.is_stream_consumed:  # that of a transport without a network
        body, is_truncated = response.content[:max_bytes], len(response.content) > max_bytes
    else:
        encoding = response.headers.get("content-encoding", "")
        body, is_truncated = await read_body_async(response.aiter_raw(), encoding=encoding, most=max_bytes)
    return answer_of(response, body, is_truncated=is_truncated)
