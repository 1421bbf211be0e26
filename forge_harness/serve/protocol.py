"""The MCP side of `ServedTools`: a server of the official SDK that lists them and calls them.

tools/list     every tool, on one page; a cursor is an error, because none was given out
tools/call     on a worker thread, so that calls do not wait for each other; a cancelled call is given up
"""

from __future__ import annotations

import threading
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from .served_tools import ServedAnswer, ServedTools

__all__ = ["MAX_CALLS", "mcp_server"]

#: Calls that run at the same time; more of them wait.
MAX_CALLS = 32


def mcp_server(tools: ServedTools) -> Server[Any]:
    """Return a server of *tools*, for any number of connections; made inside of an event loop."""
    limiter = anyio.CapacityLimiter(MAX_CALLS)
    listed = types.ListToolsResult.model_validate({"tools": tools.entries})

    async def on_list_tools(
        _: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        if params is not None and params.cursor is not None:
            raise MCPError(types.INVALID_PARAMS, "The cursor is unknown. List the tools without one.")
        return listed

    async def on_call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        given_up = threading.Event()
        call = partial(
            tools.call,
            params.name,
            params.arguments or {},
            call_id="" if context.request_id is None else str(context.request_id),
            is_cancelled=given_up.is_set,
        )
        try:
            answer = await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=limiter)
        finally:
            # The client has cancelled, or its connection was closed: the thread ends the call.
            given_up.set()
        if answer.is_unknown:
            raise MCPError(types.INVALID_PARAMS, "The tool is unknown. List the tools, and call one of them.")
        return _result(answer)

    return Server(
        "forge",
        version=version("forge-harness"),
        get_tool_input_schema=tools.schema,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def _result(answer: ServedAnswer) -> types.CallToolResult:
    texts = [answer.text, answer.guidance] if answer.guidance else [answer.text]
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text) for text in texts],
        structured_content=answer.structured,
        is_error=answer.is_error,
    )
