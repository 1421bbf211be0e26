"""Provider: the interface between the agent loop and a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..messages import Message, Reply
from ..tool import ToolDefinition

__all__ = ["Provider", "TextSink"]

#: Called with the pieces of a text as they arrive.
TextSink = Callable[[str], object]


class Provider(Protocol):
    """A model that answers a conversation; implement `complete` and the two attributes to add your own.

    Attributes:
        name: The provider's name, for errors, prices and budgets.
        model: The model's name; an empty name disables the budget.
    """

    name: str
    model: str

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: TextSink | None = None
    ) -> Reply:
        """Return the model's next turn; one request, without retries.

        Args:
            messages: The whole conversation.
            tools: The tools that the model may call.
            stream_to: Called with the answer's text in pieces while it arrives; None requests the whole answer.

        Raises:
            ProviderError: If the provider fails or refuses. Once a piece of the answer has arrived, its ``context``
                holds a true ``answer_began``, and the request must not be sent again.
        """
