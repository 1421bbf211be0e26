"""McpTransport: the interface for messages to an MCP server and back."""

from __future__ import annotations

from typing import Any, Protocol

from .noise import Noise

__all__ = ["McpTransport", "ServerLostError"]


class ServerLostError(Exception):
    """The server has ended, or sent data after which its output cannot be read.

    Args:
        how: What happened, to follow "A call …": ``ended the server with exit code 1``.
        said: Its last lines on standard error, oldest first; empty if there are none.
        arguments: The arguments of the call in progress; None outside calls.
        tool: The tool of that call, if it is not the one that the caller is about; else empty.
        was_sent: Whether the server may have read the message; if not, it can be sent to another one.
    """

    def __init__(
        self, how: str, said: str = "", arguments: Any = None, *, tool: str = "", was_sent: bool = True
    ) -> None:
        super().__init__(how)
        self.how = how
        self.said = said
        self.arguments = arguments
        self.tool = tool
        self.was_sent = was_sent


class McpTransport(Protocol):
    """Sends messages to an MCP server and receives its messages.

    Attributes:
        noise: Output of the server that is not a message.
    """

    noise: Noise

    def send(self, message: dict[str, Any], *, until: float) -> None:
        """Send one message.

        Args:
            message: A JSON-RPC message.
            until: The deadline, by the monotonic clock.

        Raises:
            ServerLostError: If the server has ended.
            TimeoutError: If it does not read the message in time.
        """

    def receive(self, *, until: float) -> dict[str, Any]:
        """Return the next message.

        Raises:
            ServerLostError: If the server has ended.
            TimeoutError: If none arrives in time.
        """

    def arrived(self) -> dict[str, Any] | None:
        """Return a message that has arrived already, or None; never waits.

        Raises:
            ServerLostError: If the server has ended.
        """

    def interrupt(self) -> None:
        """End the wait of another thread for a message: a server that was started is killed."""

    def close(self, *, grace_s: float = 0.0) -> None:
        """Close the connection, and end a server that was started for it.

        Args:
            grace_s: Seconds that the server gets to end by itself.
        """
