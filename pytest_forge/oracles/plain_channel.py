"""PlainChannel: stands in for the TLS of an event loop, and passes the bytes on as they are."""

from __future__ import annotations

import ssl
from typing import Any

__all__ = ["PlainChannel"]


class PlainChannel:
    """Has the methods of `ssl.SSLObject` that event loops use.

    Args:
        context: The client's context.
        incoming: Bytes from the network.
        outgoing: Bytes to the network.
    """

    def __init__(self, context: ssl.SSLContext, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO) -> None:
        self.context = context
        self.server_side, self.server_hostname, self.session = False, None, None
        self._incoming = incoming
        self._outgoing = outgoing

    def do_handshake(self) -> None:
        """Agree at once."""

    def read(self, length: int = 1024, buffer: Any = None) -> Any:
        """Return bytes, or write them to *buffer* and return their number.

        Raises:
            ssl.SSLWantReadError: If none have arrived.
        """
        data = self._incoming.read(length)
        if not data and not self._incoming.eof:
            raise ssl.SSLWantReadError
        if buffer is None:
            return data
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: Any) -> int:
        """Send bytes, and return their number."""
        return self._outgoing.write(data)

    def unwrap(self) -> None:
        """Close at once."""

    def pending(self) -> int:
        """Return the number of bytes that have arrived."""
        return self._incoming.pending

    def getpeercert(self, binary_form: bool = False) -> Any:  # as in ssl
        """Return that there is no certificate."""
        return None if binary_form else {}

    def get_channel_binding(self, cb_type: str = "tls-unique") -> None:  # as in ssl
        """Return that there is none."""

    def shared_ciphers(self) -> None:
        """Return that there are none."""

    def cipher(self) -> None:
        """Return that there is no cipher."""

    def compression(self) -> None:
        """Return that nothing is compressed."""

    def version(self) -> str:
        """Return the version that clients ask for."""
        return "TLSv1.3"

    def selected_alpn_protocol(self) -> str:
        """Return the protocol that is spoken."""
        return "http/1.1"
