"""MCP's Python SDK: the tools of an `MCPServer`, which is called in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, finished, refusal

__all__ = ["McpSdkTool", "advertised_by_mcp", "answer_of_mcp", "innermost", "is_of_mcp", "server_tools"]


def server_tools(value: Any) -> list[InteropTool]:
    """Return the tools that a server lists."""
    return [McpSdkTool(value, listed) for listed in finished(value.list_tools())]


class McpSdkTool(InteropTool):
    """A tool of an `MCPServer`.

    Of a failure, a client reads the server's text: that of a `ToolError` of the author, or else a fixed sentence.

    Args:
        server: The server.
        listed: The tool as it lists it.
    """

    framework = "MCP's Python SDK"

    def __init__(self, server: Any, listed: Any) -> None:
        self._server = server
        # The server's own record of the tool has the validation that a call begins with.
        self._record = server._tool_manager.get_tool(listed.name)  # noqa: SLF001  # no public name
        super().__init__(advertised_by_mcp(listed), self._record)

    def function(self) -> Callable[..., Any] | None:
        """Return the decorated function."""
        return getattr(self._record, "fn", None)

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate as the server does before it calls the function."""
        try:
            return self._record.fn_metadata.validate_arguments(arguments)
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None

    async def call(self, arguments: dict[str, Any]) -> Any:
        """Call the tool on the server; one that takes a context, through a client in memory, which gives it one."""
        if self._record.context_kwarg is not None:
            from mcp import Client  # the framework's, imported by now

            async with Client(self._server) as client:
                answered = await client.call_tool(self.name, arguments)
            # Not inside the client, whose task group would wrap an error.
            return answer_of_mcp(answered)
        try:
            answered = await self._server.call_tool(self.name, arguments)
        except Exception as error:
            original = innermost(error)
            # The text of a ToolError is the author's own.
            raise FrameworkError(str(error), original, is_verbatim=not is_of_mcp(original)) from error
        return answer_of_mcp(answered)


def advertised_by_mcp(listed: Any) -> Advertised:
    """Return what a server tells about a tool in its list."""
    sent = listed.model_dump(by_alias=True, exclude_none=True, mode="json")
    hints = sent.get("annotations") or {}
    return Advertised(
        sent["name"],
        sent.get("description") or "",
        sent.get("inputSchema"),
        {key: hint for key, hint in hints.items() if isinstance(hint, bool)},
    )


def answer_of_mcp(answered: Any) -> Any:
    """Return the result of a call: its structured content, or its text.

    Raises:
        FrameworkError: If it is marked as an error.
    """
    blocks = answered.content or []
    text = "\n".join(block.text for block in blocks if isinstance(getattr(block, "text", None), str))
    # A server's own result says nothing of errors: it raises them.
    if getattr(answered, "is_error", False):
        raise FrameworkError(text)
    structured = answered.structured_content
    if isinstance(structured, dict) and structured.keys() == {"result"}:
        # The SDKs wrap what is not an object.
        return structured["result"]
    return text if structured is None else structured


def innermost(error: BaseException) -> BaseException:
    """Return the tool's own exception below those that a server raises itself."""
    seen = error
    while is_of_mcp(seen) and _raised_by_server(seen):
        below = seen.__cause__ or seen.__context__
        if below is None:
            break
        seen = below
    return seen


def is_of_mcp(error: BaseException) -> bool:
    """Tell whether an exception is of a class of an SDK."""
    return _is_sdk(type(error).__module__)


def _raised_by_server(error: BaseException) -> bool:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and _is_sdk(str(trace.tb_frame.f_globals.get("__name__")))


def _is_sdk(module: str) -> bool:
    return module.partition(".")[0] in ("mcp", "fastmcp")
