"""HttpProvider: one provider over HTTP; the only module that sends requests to a model.

::

    build_request > httpx > parse_reply                          whole
    build_request > httpx > decoder > stream > text, reply       streamed

Every failure is a typed error. Requests are not retried here, and redirects are not followed, since they would carry
the key to another host.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..address_log import addresses_hidden
from ..classification.provider_failure import classify_provider_error
from ..errors import ProviderError, ProviderServerError
from ..messages import Message, Reply
from ..tool import ToolDefinition
from .base import TextSink
from .body import BodyWriter
from .error_body import error_text
from .fields import as_mapping, mapping_in, strict_json, text_in
from .stream import JsonDecoder, SseDecoder, StreamDecoder
from .wire import WireFormat

if TYPE_CHECKING:
    import httpx
from .endpoint import Endpoint, credentials_of, default_timeout_s
from .prepared_request import PreparedRequest

__all__ = ["HttpProvider"]

log = logging.getLogger(__name__)

_MAX_CONNECT_S = 15.0

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class HttpProvider:
    """Sends requests to one model of one provider; threads may share it.

    Sent messages are not serialised again during a conversation, so a message must not change after it was sent.

    Args:
        wire: The provider's wire format.
        endpoint: Its URLs and headers.
        name: The provider's name, for errors, prices and budgets.
        model: The model's name.
        timeout_s: The longest wait for data in seconds; None for ``FLUID_LLM_TIMEOUT_SECONDS``, else
            `DEFAULT_TIMEOUT_S`.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
        client: The HTTP client; None for a new one, which `close` closes.
    """

    def __init__(
        self,
        wire: WireFormat,
        endpoint: Endpoint,
        *,
        name: str,
        model: str,
        timeout_s: float | None = None,
        max_tokens: int | None = None,
        temperature: float | None = None,
        client: httpx.Client | None = None,
    ) -> None:
        self._body = BodyWriter(
            wire,
            model=model,
            max_tokens=max_tokens,
            temperature=temperature,
            changes=endpoint.changes,
            renames=endpoint.renames,
        )
        self.name = name
        self.model = model
        self._wire = wire
        self._endpoint = endpoint
        self._timeout_s = timeout_s
        self._client = client
        self._owns_client = client is None
        self._credentials = credentials_of(endpoint)
        self._prepared: PreparedRequest | None = None

    def __repr__(self) -> str:
        # The endpoint holds the key, and a URL may hold one too.
        return f"HttpProvider({self.name!r}, model={self.model!r})"

    def __enter__(self) -> HttpProvider:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, unless the caller passed the client; the next request opens new ones."""
        if self._owns_client and self._client is not None:
            self._client.close()
            self._client = None
        self._prepared = None
        self._body.forget()

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: TextSink | None = None
    ) -> Reply:
        """Return the model's next turn; see `Provider.complete`."""
        body = self._body.write(messages, tools, stream=stream_to is not None)
        try:
            response = self._send(body, stream=stream_to is not None)
            try:
                self._refuse_failure(response)
                if stream_to is None:
                    return self._whole(self._read(response))
                return self._streamed(response, stream_to)
            finally:
                response.close()
        except ProviderError as error:
            # `from None` only hides the transport's error, whose request holds the key.
            error.__context__ = None
            raise

    def _send(self, body: bytes, *, stream: bool) -> httpx.Response:
        import httpx  # here: checking and replaying tools do not need it

        client = self._client
        if client is None:
            client = self._client = httpx.Client(follow_redirects=False)
        try:
            request = self._request(client, body, stream=stream)
            with addresses_hidden():
                return client.send(request, stream=True, follow_redirects=False)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise self._not_running(error) or self._typed(error) from None

    def _not_running(self, error: Exception) -> ProviderError | None:
        """Return the error for a local server that is not running; None for any other failure."""
        import httpx  # loaded by `_send` already

        asked = urlsplit(self._endpoint.url)
        if not isinstance(error, httpx.ConnectError) or asked.hostname not in _LOOPBACK:
            return None
        place = f"{asked.hostname}:{asked.port or asked.scheme}"
        return ProviderServerError(
            f"No server answers at {place}. Start the server, or use another URL.", provider=self.name
        )

    def _request(self, client: httpx.Client, body: bytes, *, stream: bool) -> httpx.Request:
        import httpx  # loaded by `_send` already

        timeout_s = default_timeout_s() if self._timeout_s is None else self._timeout_s
        known = self._prepared
        if known is not None and known.is_for(client, timeout_s, stream=stream):
            return known.request(body)
        request = client.build_request(
            "POST",
            self._endpoint.stream_url if stream else self._endpoint.url,
            content=body,
            headers={"content-type": "application/json", **self._endpoint.headers},
            timeout=httpx.Timeout(timeout_s, connect=min(timeout_s, _MAX_CONNECT_S)),
        )
        # Not for a client with cookies or parameters, whose requests differ.
        if not client.cookies and not client.params:
            self._prepared = PreparedRequest(
                request.url,
                request.headers.copy(),
                request.extensions,
                client,
                client.headers.raw,
                timeout_s,
                stream,
            )
        return request

    def _read(self, response: httpx.Response) -> bytes:
        import httpx  # loaded by `_send` already

        try:
            return response.read()
        except (httpx.HTTPError, OSError) as error:
            raise self._typed(error) from None

    def _pieces(self, response: httpx.Response) -> Iterator[bytes]:
        import httpx  # loaded by `_send` already

        pieces = response.iter_bytes()
        while True:
            try:
                piece = next(pieces, None)
            except (httpx.HTTPError, OSError) as error:
                raise self._typed(error) from None
            if piece is None:
                return
            yield piece

    def _refuse_failure(self, response: httpx.Response) -> None:
        if response.is_success:
            return
        import httpx  # loaded by `_send` already

        try:
            response.read()
            response.raise_for_status()
        except httpx.HTTPError as error:
            raise self._typed(error) from None
        raise ProviderError("The provider answered without a reply. Check its URL.", provider=self.name)

    def _typed(self, fault: Exception | tuple[str, str]) -> ProviderError:
        error = classify_provider_error(fault, provider=self.name, credentials=self._credentials)
        # The transport's error holds the request with its key, which pickling or logging would reveal.
        error.original_error = None
        return error

    def _whole(self, data: bytes) -> Reply:
        try:
            body = strict_json(data)
        except ValueError:
            raise ProviderServerError(
                "The provider's response is not JSON. Check for a proxy or gateway in between.", provider=self.name
            ) from None
        if isinstance(body, list) and len(body) == 1:
            body = body[0]
        if as_mapping(body).get("error"):
            raise self._reported(body)
        try:
            return self._wire.parse_reply(as_mapping(body))
        except ProviderError:
            raise (
                self._reported(body)
                # A bare string is not an error message of the provider, and may be anything.
                if isinstance(body, Mapping) and error_text(body)
                else ProviderError(
                    "The provider's response is not a reply. Check that the URL is that of a model.", provider=self.name
                )
            ) from None

    def _streamed(self, response: httpx.Response, stream_to: TextSink) -> Reply:
        decoder = self._decoder(response.headers.get("content-type", ""))
        if decoder is None:
            reply = self._whole(self._read(response))
            if reply.message.text:
                stream_to(reply.message.text)
            return reply
        stream = self._wire.new_stream()
        told = False
        try:
            for piece in itertools.chain(self._pieces(response), (None,)):
                stream.feed_piece(decoder, piece)
                if text := stream.new_text():
                    told = True
                    stream_to(text)
            if stream.error:
                raise self._reported(stream.error_body or stream.error)
            reply = stream.reply()
            if reply.message.text and not told:
                # Some hosts send the whole text at the end instead of pieces.
                stream_to(reply.message.text)
            return reply
        except ProviderError as error:
            error.provider = self.name
            error.context["answer_began"] = told or stream.has_begun
            raise

    def _decoder(self, content_type: str) -> StreamDecoder | None:
        """Return the decoder of the stream, or None if the host answered without streaming."""
        kind = content_type.partition(";")[0].strip().lower()
        if kind == "text/event-stream":
            return SseDecoder()
        if "ndjson" in kind or self._wire.name in ("ollama", "gemini"):
            return JsonDecoder()
        return None if kind == "application/json" else SseDecoder()

    def _reported(self, body: Any) -> ProviderError:
        """Return the error in a body or an event with status 200."""
        fault = as_mapping(body)
        if isinstance(fault.get("response"), Mapping):
            fault = mapping_in(fault, "response")
        fault = mapping_in(fault, "error") or fault
        kinds = (fault.get(key) for key in ("type", "code", "status"))
        kind = next((str(kind) for kind in kinds if isinstance(kind, str | int) and kind not in ("", "error")), "")
        return self._typed((kind, text_in(fault, "message") or error_text(body)))
