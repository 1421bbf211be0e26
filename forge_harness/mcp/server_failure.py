"""Why a server cannot be used: a message for its operator, and another one for a model."""

from __future__ import annotations

from ..errors import ToolError
from .client import McpRefusalError
from .http_transport import McpHttpTransport
from .pipe import McpPipe
from .transport import McpTransport, ServerLostError

__all__ = ["ServerUnusableError", "told_to_model", "unusable"]

_MAX_SAID = 500


class ServerUnusableError(Exception):
    """A server that cannot be started, reached or listed; the message is for the operator, in two sentences.

    Args:
        message: What happened, and what to do.
        code: The code of the failure for a model: ``unavailable``, ``revoked`` or ``protocol``.
    """

    def __init__(self, message: str, *, code: str = "unavailable") -> None:
        super().__init__(message)
        self.code = code


def unusable(label: str, error: Exception, transport: McpTransport | None, *, start_s: float) -> ServerUnusableError:
    """Return why a server that was to be started cannot be used, for its operator.

    Args:
        label: What the message calls it.
        error: What its start or its list has raised.
        transport: The connection to it, still open.
        start_s: Seconds that it had.
    """
    name = f"The MCP server {label!r}"
    if isinstance(transport, McpHttpTransport):
        code = "revoked" if transport.is_unauthorised else "unavailable"
        return ServerUnusableError(f"{name} cannot be used: {transport.explain(error)}", code=code)
    what = _printed(error, transport)
    if isinstance(error, ServerLostError):
        how = error.how.replace("ended the server", "ended").replace("made the server close", "closed")
        return ServerUnusableError(f"{name} {how} while starting{what}. Run its command by hand to see why.")
    if isinstance(error, TimeoutError):
        return ServerUnusableError(
            f"{name} did not answer within {start_s:g} s{what}. Run its command by hand to see why."
        )
    why = str(error).rstrip(".")
    return ServerUnusableError(
        f"{name} cannot be used: {why}. Check that its command starts an MCP server.", code="protocol"
    )


def _printed(error: Exception, transport: McpTransport | None) -> str:
    """Return the end of what a server has printed, to follow what happened to it; empty if it printed nothing."""
    said = getattr(error, "said", "") or (transport.said() if isinstance(transport, McpPipe) else "")
    if not said and transport is not None:
        said = transport.noise.last
    line = " | ".join(line.strip() for line in said.splitlines())[-_MAX_SAID:].rstrip(".")
    shown = "".join(character if character.isprintable() else "\ufffd" for character in line)
    return f", and printed: {shown}" if shown else ""


def told_to_model(error: Exception) -> ToolError:
    """Return what a model reads of a server that could not answer."""
    code = getattr(error, "code", "protocol" if isinstance(error, McpRefusalError) else "unavailable")
    if code == "revoked":
        return ToolError("The server of this tool refuses our token. Continue without it, or tell the user.", code=code)
    if code == "protocol":
        return ToolError("The server of this tool does not answer as it must. Use another tool.", code=code)
    return ToolError(
        "The server of this tool has ended or cannot be reached. Try again, or use another tool.", code=code
    )
