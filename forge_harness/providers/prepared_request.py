"""PreparedRequest: the common part of all requests of one client, built once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

__all__ = ["PreparedRequest"]


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    """The common part of all requests of one client, and the inputs it was built from."""

    url: httpx.URL
    headers: httpx.Headers = field(repr=False)
    extensions: dict[str, Any]
    client: httpx.Client
    client_headers: list[tuple[bytes, bytes]] = field(repr=False)
    timeout_s: float
    stream: bool

    def is_for(self, client: httpx.Client, timeout_s: float, *, stream: bool) -> bool:
        """Tell whether it still fits; the cheapest comparison comes first."""
        return (
            self.client is client
            and self.stream == stream
            and self.timeout_s == timeout_s
            and not client.cookies
            and not client.params
            and self.client_headers == client.headers.raw
        )

    def request(self, body: bytes) -> httpx.Request:
        """Return the request that the client would build."""
        import httpx  # loaded by `_send` already

        # For a stream, httpx does not add headers, so it need not look for existing ones.
        request = httpx.Request("POST", self.url, stream=httpx.ByteStream(body), extensions=self.extensions)
        request.headers = self.headers.copy()
        request.headers["Content-Length"] = str(len(body))
        request.read()
        return request
