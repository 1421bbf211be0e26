"""`mcp_call`: calls a tool of an MCP server by its URL. Source: seed 002, "Call tools on MCP servers via JSON-RPC"."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ...egress.client import EgressClient
from ...errors import RegistrationError, ToolError
from ...kinds.typed_tool import ForgeTool
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..mcp_servers.opening import connect_mcp
from ..mcp_servers.tool_result import tool_result

__all__ = ["mcp_call"]

_TIMEOUT_S, _MAX_URL, _MAX_NAME = 60, 4096, 128


class McpCallArguments(BaseModel):
    """A server, one of its tools, and what it is called with."""

    server_url: str = Field(
        description=f"The whole http or https address of the server, at most {_MAX_URL} characters.",
        max_length=_MAX_URL,
        examples=["https://mcp.example.com/mcp"],
    )
    tool_name: str = Field(
        description=f"The tool's name on the server, at most {_MAX_NAME} characters.",
        min_length=1,
        max_length=_MAX_NAME,
        examples=["echo"],
    )
    arguments: dict[str, Any] = Field(
        default_factory=dict, description="The tool's arguments.", examples=[{"message": "hello"}]
    )


def mcp_call(client: EgressClient) -> ForgeTool:
    """Return the tool that calls MCP servers where *client* may send."""

    @forge_tool(
        name="mcp_call",
        args_schema=McpCallArguments,
        tier=ToolTier.EXECUTE,
        category=ToolCategory.ADAPTER,
        facts={"open_world": True, "varies": True, "creates": True, "reports_failures": True},
        timeout_s=_TIMEOUT_S + 5,
        register=False,
    )
    def call(arguments: McpCallArguments) -> dict[str, Any]:
        """Call a tool of an MCP server over streamable HTTP; `truncated` if its text is cut at 768 KiB."""
        if not arguments.server_url.lower().startswith(("http://", "https://")):
            raise ToolError(
                "The address of the server has another scheme than http and https. Use one of them.",
                code="unsupported_scheme",
            )
        try:
            connection = connect_mcp(arguments.server_url, egress=client)
        except RegistrationError:
            raise ToolError(
                "The address of the server is not valid. Write a whole http or https address.", code="bad_request"
            ) from None
        with connection:
            return tool_result(connection.call(arguments.tool_name, arguments.arguments, timeout_s=_TIMEOUT_S))

    return call
