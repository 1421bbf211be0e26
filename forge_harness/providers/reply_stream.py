"""ReplyStream: a streamed reply, put together again as the body the provider would have sent at once.

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
from .stream import DONE, StreamEvent

__all__ = ["ReplyStream"]


class ReplyStream(ABC):
    """Takes a stream's events one by one.

    Attributes:
        error: What an error event said; empty without one.
        error_body: The decoded event itself, for what else it tells.
        is_complete: Whether the provider said that the reply has ended.
    """

    def __init__(self) -> None:
        self.error = ""
        self.error_body: Any = None
        self.is_complete = False
        self._said: list[str] = []

    def feed(self, event: StreamEvent) -> None:
        """Take the next event.

        Raises:
            ProviderError: If its data is no JSON.
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
                f"The stream holds an event that is no JSON, {data[:80]!r}. "
                "Check what stands between us and the provider."
            ) from None
        if isinstance(payload, Mapping):
            self.take(payload, event.name)

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
        """Return the text that arrived since this was asked last."""
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
        """Return what has arrived up to now."""

    def fail(self, body: Any, fallback: str = "an error without a message") -> None:
        """Note the error that *body* tells of; the first one counts."""
        if not self.error:
            self.error = error_text(body) or fallback
            self.error_body = body
