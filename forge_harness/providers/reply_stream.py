"""ReplyStream: a streamed reply, joined to the body that the provider would have sent without streaming.

One parser reads both, so a reply is the same whether it was streamed or not.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from ..errors import ProviderError, ProviderServerError
from ..messages import Reply
from .error_body import error_text
from .stream import DONE, StreamDecoder, StreamEvent

__all__ = ["ReplyStream"]


class ReplyStream(ABC):
    """Takes the events of a stream one by one.

    Attributes:
        error: The message of an error event; empty without one.
        error_body: The decoded error event.
        is_complete: Whether the provider has ended the reply.
    """

    def __init__(self) -> None:
        self.error = ""
        self.error_body: Any = None
        self.is_complete = False
        self._said: list[str] = []

    def feed(self, event: StreamEvent) -> None:
        """Take the next event.

        Raises:
            ProviderError: If its data is not JSON.
        """
        data = event.data.strip()
        if not data:
            return
        if data == DONE:
            self.is_complete = True
            return
        try:
            payload = json.loads(data)
        except (ValueError, RecursionError):
            raise ProviderError(
                f"The stream contains an event that is not JSON, {data[:80]!r}. "
                "Check for a proxy or gateway in between."
            ) from None
        if isinstance(payload, Mapping):
            self.take(payload, event.name)

    def feed_piece(self, decoder: StreamDecoder, piece: bytes | None) -> None:
        """Take the events that *piece* completes in *decoder*; None is the end of the stream.

        Raises:
            ProviderError: If the stream is cut off, or holds an event that is not JSON.
        """
        try:
            for event in decoder.end() if piece is None else decoder.feed(piece):
                self.feed(event)
        except ProviderServerError:
            raise
        except ProviderError:
            # The decoders quote unreadable data, which may be anything.
            raise ProviderError(
                "The stream contains an event that is not JSON. Check for a proxy or gateway in between."
            ) from None

    @property
    def has_begun(self) -> bool:
        """Whether a part of the answer has arrived, besides its frame."""
        try:
            reply = self.partial()
        except ProviderError:
            return True
        message = reply.message
        return bool(message.text or message.tool_calls or message.opaque or reply.reasoning or reply.refusal)

    def reply(self) -> Reply:
        """Return the whole reply.

        Raises:
            ProviderServerError: If the stream was cut off before the provider ended it.
            ProviderError: If the provider reported an error inside the stream.
        """
        if self.error:
            raise ProviderError(
                f"The provider reported an error in the stream: {self.error!r}. Send the request again."
            )
        if not self.is_complete:
            raise ProviderServerError("The stream ended before the reply was complete. Send the request again.")
        return self.partial()

    def new_text(self) -> str:
        """Return the text that arrived since the last call."""
        text = "".join(self._said)
        self._said.clear()
        return text

    def say(self, piece: str) -> None:
        """Note a piece of the text for `new_text`."""
        self._said.append(piece)

    @abstractmethod
    def take(self, payload: Mapping[str, Any], name: str) -> None:
        """Take the decoded data of an event called *name*; the name may be empty."""

    @abstractmethod
    def partial(self) -> Reply:
        """Return the reply so far."""

    def fail(self, body: Any, fallback: str = "an error without a message") -> None:
        """Note the error in *body*; the first one counts."""
        if not self.error:
            self.error = error_text(body) or fallback
            self.error_body = body
