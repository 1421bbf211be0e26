"""Provider: what the agent loop asks, whoever answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..messages import Message, Reply
from ..tool import ToolDefinition

__all__ = ["Provider", "TextSink"]

#: Takes the pieces of a text as they arrive.
TextSink = Callable[[str], object]


class Provider(Protocol):
    """Answers a conversation.

    Attributes:
        name: The provider's name, as errors, prices and budgets know it.
        model: The model's name; empty where there is none, which switches the budget off.
    """

    name: str
    model: str

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: TextSink | None = None
    ) -> Reply:
        """Return the model's next turn; one request, never repeated here.

        Args:
            messages: The whole conversation.
            tools: What the model may call.
            stream_to: Given the answer's text in pieces while it arrives; None asks for all of it at once.

        Raises:
            ProviderError: If the provider fails or refuses. Once a piece of the answer has arrived, its ``context``
                holds a true ``answer_began``, and the request must not be sent again.
        """
