"""FastMCP: its tools, and the tools of a server, which is called in this process."""

from __future__ import annotations

import inspect
import logging
import typing
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import InteropTool, finished, part_of, refusal
from .mcp_server import advertised_by_mcp, answer_of_mcp, innermost, is_of_mcp

__all__ = ["FastMcpTool", "server_tools", "tool_tools"]


def server_tools(value: Any) -> list[InteropTool]:
    """Return the tools that a server lists."""
    return [FastMcpTool(value, held) for held in finished(value.list_tools())]


def tool_tools(value: Any) -> list[InteropTool]:
    """Return a `Tool` on a server of its own."""
    server = part_of("fastmcp", "FastMCP")("forge")
    server.add_tool(value)
    return [FastMcpTool(server, value)]


class FastMcpTool(InteropTool):
    """A tool of a FastMCP server.

    Of a failure, a client reads what the server tells of it: the text of the exception, unless the server has
    ``mask_error_details``.

    Args:
        server: The server.
        held: The tool.
    """

    framework = "FastMCP"

    def __init__(self, server: Any, held: Any) -> None:
        self._server = server
        _log_plainly()
        super().__init__(advertised_by_mcp(held.to_mcp_tool()), held)
        self.validates = "nothing" if self.impl is None else "all"

    def function(self) -> Callable[..., Any] | None:
        """Return the decorated function; None for a tool of another server."""
        return getattr(self.value, "fn", None)

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate as FastMCP does: it runs a function of the same signature that only notes its arguments."""
        if self.impl is None:
            return arguments
        got: list[dict[str, Any]] = []
        asked = self.value.model_copy(update={"fn": _noting(self.impl, self._offered(), got)})
        try:
            finished(asked.run(arguments))
        except Exception as error:
            if got:
                # The noting function was reached; what it returns does not fit the output schema.
                return got[0]
            cause = error.__cause__ or error
            if not callable(getattr(cause, "errors", None)):
                raise
            raise refusal(self.name, arguments, cause, self.advertised.input_schema) from None
        return got[0] if got else arguments

    async def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool on the server; one that takes a context, through a client in memory, which gives it one."""
        if self._takes_context():
            from fastmcp import Client  # the framework's, imported by now

            raised: list[Exception] = []
            with _noting_errors(self._server, raised):
                async with Client(self._server) as client:
                    answered = await client.call_tool(self.name, arguments, raise_on_error=False)
            # Not inside the client, whose task group would wrap an error.
            try:
                return answer_of_mcp(answered)
            except FrameworkError as error:
                told = str(error)
                known = (innermost(one) for one in raised)
                original = next((one for one in known if str(one) in told), None)
                if original is None:
                    raise
                raise FrameworkError(told, original, is_verbatim=not is_of_mcp(original)) from original
        try:
            answered = await self._server.call_tool(self.name, arguments)
        except Exception as error:
            original = innermost(error)
            # The text of a ToolError is the author's own.
            raise FrameworkError(str(error), original, is_verbatim=not is_of_mcp(original)) from error
        return answer_of_mcp(answered)

    def _takes_context(self) -> bool:
        with suppress(TypeError, ValueError):
            return self.impl is not None and bool(inspect.signature(self.impl).parameters.keys() - self._offered())
        return False

    def _offered(self) -> frozenset[str]:
        schema = self.advertised.input_schema
        return frozenset(schema.get("properties") or ()) if isinstance(schema, dict) else frozenset()


def _log_plainly() -> None:
    """Let FastMCP log exceptions as plain text: its boxes take up to a second each, which a call would wait for."""
    for handler in logging.getLogger("fastmcp").handlers:
        if getattr(handler, "rich_tracebacks", False):
            handler.rich_tracebacks = False  # type: ignore[attr-defined]  # of Rich's handler


@contextmanager
def _noting_errors(server: Any, raised: list[Exception]) -> Iterator[None]:
    """Note what calls of the server raise; a client is only told of it."""

    async def note(context: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        try:
            return await call_next(context)
        except Exception as error:
            raised.append(error)
            raise

    server.add_middleware(note)
    try:
        yield
    finally:
        with suppress(ValueError):
            server.middleware.remove(note)


def _noting(function: Callable[..., Any], offered: Collection[str], got: list[dict[str, Any]]) -> Callable[..., Any]:
    """Return a function that takes the arguments that a model is offered, and only notes them."""

    async def note(**named: Any) -> None:
        got.append(named)

    hints = typing.get_type_hints(inspect.unwrap(function), include_extras=True)
    taken = [one for name, one in inspect.signature(function).parameters.items() if name in offered]
    given = [one.replace(kind=one.KEYWORD_ONLY, annotation=hints.get(one.name, Any)) for one in taken]
    note.__signature__ = inspect.Signature(given)  # type: ignore[attr-defined]  # what `inspect` and Pydantic read
    note.__annotations__ = {one.name: one.annotation for one in given}
    return note
