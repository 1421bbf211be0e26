"""Transport: how messages get to an MCP server and back, whatever carries them."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["ServerLostError", "Transport"]


class ServerLostError(Exception):
    """The server is gone, or has sent what nobody can read on from.

    Args:
        how: What became of it, after "A call …": ``ended the server with exit code 1``.
        said: The last lines it wrote to standard error, oldest first; empty if it wrote none.
        arguments: Of the call in which it was lost; None outside of any.
    """

    def __init__(self, how: str, said: str = "", arguments: Any = None) -> None:
        super().__init__(how)
        self.how = how
        self.said = said
        self.arguments = arguments


class Transport(Protocol):
    """How messages get to an MCP server and back.

    Attributes:
        noise: What the server has sent that is no message, a line each, oldest first.
    """

    noise: list[str]

    def send(self, message: dict[str, Any], *, until: float) -> None:
        """Send one message.

        Args:
            message: As JSON-RPC has it.
            until: When to give up, by the monotonic clock.

        Raises:
            ServerLostError: If the server is gone.
            TimeoutError: If it does not take the message in time.
        """

    def receive(self, *, until: float) -> dict[str, Any]:
        """Return the next message.

        Raises:
            ServerLostError: If the server is gone.
            TimeoutError: If there is none in time.
        """

    def close(self) -> None:
        """End the connection, and a server that was started for it."""
