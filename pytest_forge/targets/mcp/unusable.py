"""UnusableServer: why a server cannot be started, reached or listed, in two sentences without its secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from forge_harness import McpHttpTransport, ServerLostError

from ...regex import regex
from ..target_error import TargetError

__all__ = ["UnusableServer", "names_refusal"]

_MAX_SHOWN = 400
_DENIED = regex(
    r"permission denied|EACCES|read-?only (?:file system|database)|EROFS|operation not permitted|EPERM"
    r"|unable to open database file",
    re.IGNORECASE,
)
_PASSWORD = regex(r"(?<=://)[^/@\s]+(?=@)")


def names_refusal(text: str) -> bool:
    """Tell whether *text* contains an "access denied" message of the operating system or a database."""
    return bool(_DENIED.search(text))


class UnusableServer(Struct, frozen=True):
    """Makes the error for a server that cannot be used.

    Attributes:
        target: The server, as the user wrote it.
        secrets: Values that the error must not show.
        start_s: Seconds that it had for its first answer.
    """

    target: str
    secrets: Sequence[str]
    start_s: float

    def error(self, cause: Exception, transport: Any, *, doing: str = "starting") -> TargetError:
        """Return the error for a server that could not be used.

        Args:
            cause: What its client raised.
            transport: The pipe or connection to it.
            doing: What the server was to do, for a sentence with "while".
        """
        name = f"The MCP server {self.target!r}"
        if isinstance(transport, McpHttpTransport):
            return TargetError(f"{name} cannot be used: {self._hidden(transport.explain(cause))}")
        noise = transport.noise.last
        said = self._shown(transport.said() if isinstance(cause, TimeoutError) else getattr(cause, "said", ""))
        end = ". Run the command by hand to see why."
        if names_refusal(said):
            end = ". In the sandbox it can only write to its workspace, HOME and TMPDIR; configure it to write there."
        if isinstance(cause, ServerLostError):
            how = cause.how.replace("ended the server", "ended").replace("made the server close", "closed")
            what = f", and printed: {said}" if said else f", and printed {self._shown(noise)!r}" if noise else ""
            return TargetError(f"{name} {how} while {doing}{what}{end}")
        if isinstance(cause, TimeoutError):
            if noise:
                return TargetError(
                    f"{name} printed {self._shown(noise)!r} to standard output and did not answer within "
                    f"{self.start_s:g} s. Standard output is reserved for the protocol; print to standard error."
                )
            what = f"; it printed: {said}" if said else ""
            return TargetError(f"{name} did not answer within {self.start_s:g} s{what}{end}")
        return TargetError(f"{name} cannot be used: {self._shown(str(cause))}. Check that it speaks MCP over stdio.")

    def _shown(self, text: str) -> str:
        text = self._hidden(text)
        text = " | ".join(line.strip() for line in _PASSWORD.sub("REDACTED", text).splitlines())
        return text.rstrip(".")[-_MAX_SHOWN:]

    def _hidden(self, text: str) -> str:
        for secret in self.secrets:
            text = text.replace(secret, "REDACTED")
        return text
