"""McpHttpTransport: messages to an MCP server over streamable HTTP: a POST each, answered by a message or a stream."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import ProviderError
from ..json_text import long_integer
from ..providers.stream import SseDecoder
from .noise import Noise
from .transport import ServerLostError

if TYPE_CHECKING:
    import httpx

__all__ = ["McpHttpTransport"]

_SESSION, _VERSION = "mcp-session-id", "mcp-protocol-version"
_UNAUTHORISED = (401, 403)
#: The longest message that is read, in bytes.
_MAX_MESSAGE = 1 << 26


class McpHttpTransport:
    """Messages to an MCP server over streamable HTTP.

    Args:
        url: The server's endpoint.
        headers: Further headers of each request, such as Authorization.
        transport: What sends the requests, and decides where they may go; None for httpx's own.

    Attributes:
        noise: Output of the server that is not a message.
    """

    def __init__(
        self, url: str, *, headers: Mapping[str, str] | None = None, transport: httpx.BaseTransport | None = None
    ) -> None:
        import httpx  # slow to import, and needed for these servers only

        self.noise = Noise()
        self._url = url
        self._received: deque[dict[str, Any]] = deque()
        self._headers = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
        self._headers.update({name.lower(): value for name, value in (headers or {}).items()})
        self._client = httpx.Client(trust_env=False, follow_redirects=False, transport=transport)
        self._status: int | None = None

    def send(self, message: dict[str, Any], *, until: float) -> None:
        """Post one message, and keep the messages of the answer for `receive`."""
        import httpx  # loaded by now

        remaining = until - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        headers = {**self._headers, **_routing(message)}
        try:
            with self._client.stream(
                "POST", self._url, content=json.dumps(message), headers=headers, timeout=remaining
            ) as answer:
                self._status = answer.status_code
                if _SESSION in answer.headers:
                    self._headers[_SESSION] = answer.headers[_SESSION]
                self._take(answer, message, until)
        except httpx.TimeoutException:
            raise TimeoutError from None
        except httpx.HTTPError as error:
            raise ServerLostError(
                f"ended the connection to the server ({type(error).__name__})",
                was_sent=not isinstance(error, httpx.ConnectError),
            ) from None

    def receive(self, *, until: float) -> dict[str, Any]:
        """Return the next message that has arrived."""
        del until
        if not self._received:
            raise ServerLostError("was left by the server without an answer")
        return self._received.popleft()

    def arrived(self) -> dict[str, Any] | None:
        """Return a message that has arrived with an earlier answer, or None."""
        return self._received.popleft() if self._received else None

    @property
    def is_unauthorised(self) -> bool:
        """Whether the server has refused the credentials of the last request."""
        return self._status in _UNAUTHORISED

    def explain(self, error: Exception) -> str:
        """Return why the server cannot be used, and what to do, for the user."""
        if self.is_unauthorised:
            return (
                f"it requires authorization (HTTP {self._status}). "
                "Set the environment variable FORGE_MCP_AUTHORIZATION to the value of the Authorization header."
            )
        if self._status is not None and self._status >= 300:
            return f"it answers HTTP {self._status}. Check the path of the URL."
        if isinstance(error, TimeoutError):
            return "it does not answer in time. Check that it is running."
        if isinstance(error, ServerLostError) and self._status is None:
            return f"nothing answers at {self._url!r}. Start the server, or correct the URL."
        return f"{str(error).rstrip('.') or 'it does not send MCP messages'}. Check that the URL is an MCP endpoint."

    def interrupt(self) -> None:
        """Close the connections, which ends the wait of another thread for an answer."""
        self._client.close()

    def close(self, *, grace_s: float = 0.0) -> None:
        """Close the connections.

        Args:
            grace_s: Seconds for the server to hear of the end of the session; it is not told if this is 0.
        """
        if grace_s > 0 and _SESSION in self._headers:
            # Whatever it answers, the session is over for us.
            with suppress(Exception):
                self._client.delete(self._url, headers=self._headers, timeout=grace_s)
        self._client.close()

    def _take(self, answer: Any, message: dict[str, Any], until: float) -> None:
        kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "text/event-stream" and answer.is_success:
            self._take_events(answer, message, until)
            return
        text = b"".join(_pieces(answer, until)).decode("utf-8", "replace")
        if text.strip() and kind == "application/json":
            self._keep(text)
        if not answer.is_success and not self._received:
            # A session that the server has forgotten: it has read the message, and done nothing.
            is_forgotten = answer.status_code == 404 and _SESSION in self._headers  # Not Found
            raise ServerLostError(f"was answered with HTTP {answer.status_code}", was_sent=not is_forgotten)

    def _take_events(self, answer: Any, message: dict[str, Any], until: float) -> None:
        decoder = SseDecoder()
        size = 0
        for piece in _pieces(answer, until, is_stream=True):
            size += len(piece)
            if size > _MAX_MESSAGE:
                raise _too_long()
            for event in decoder.feed(piece):
                self._keep(event.data)
                size = 0
            # The response ends the stream; a server that keeps it open has nothing more to say.
            if self._received and self._received[-1].get("id") == message.get("id"):
                return
        # A stream that is cut off inside an event ends with the event before.
        with suppress(ProviderError):
            for event in decoder.end():
                self._keep(event.data)

    def _keep(self, text: str) -> None:
        try:
            message = json.loads(text, parse_int=long_integer)
        except (ValueError, RecursionError):
            message = None
        if isinstance(message, dict):
            self._received.append(message)
            result = message.get("result")
            if isinstance(result, dict) and isinstance(result.get("protocolVersion"), str):
                self._headers[_VERSION] = result["protocolVersion"]
        else:
            self.noise.add(text)


def _pieces(answer: Any, until: float, *, is_stream: bool = False) -> Iterator[bytes]:
    """Yield the body of *answer* as it arrives; that of a response in one message is limited as a whole."""
    size = 0
    for piece in answer.iter_bytes():
        if time.monotonic() > until:
            raise TimeoutError
        size += len(piece)
        if size > _MAX_MESSAGE and not is_stream:
            raise _too_long()
        yield piece


def _too_long() -> ServerLostError:
    return ServerLostError(f"made the server send more than {_MAX_MESSAGE >> 20} MiB in one message")


def _routing(message: dict[str, Any]) -> dict[str, str]:
    """Return the headers that describe a request to servers without sessions."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict):
        return {}
    version = meta.get("io.modelcontextprotocol/protocolVersion")
    headers = {_VERSION: str(version), "mcp-method": str(message.get("method"))}
    if isinstance(params, dict) and isinstance(params.get("name"), str):
        headers["mcp-name"] = params["name"]
    return headers
