"""McpTool: a tool of an MCP server as the dispatcher sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import ToolError
from ...kinds.described_tool import DescribedTool
from ...kinds.result_schema import ResultSchema
from ...mcp.connection import McpConnection
from ...tool import ToolDefinition
from .tool_result import tool_result

__all__ = ["McpTool"]

#: Seconds of a call's limit for what follows the server's own time.
_MARGIN_S = 2.0


class McpTool(DescribedTool):
    """A tool of an MCP server.

    Args:
        definition: What it is registered as.
        connection: The server.
        remote_name: Its name there.
        output_schema: JSON Schema of its structured content, which must fit; None for any.
        pin: What its declaration is compared with before a call.
        tier_declared: Whether the operator has chosen the tier; a server's own words about it do not count.
        call_s: Seconds that the server gets for a call.
    """

    facts: Mapping[str, bool] = {"open_world": True, "varies": True, "reports_failures": True}

    def __init__(
        self,
        definition: ToolDefinition,
        *,
        connection: McpConnection,
        remote_name: str,
        pin: str,
        output_schema: Mapping[str, Any] | None = None,
        tier_declared: bool = False,
        call_s: float = 60.0,
    ) -> None:
        super().__init__(definition)
        self.connection = connection
        self.remote_name = remote_name
        self.pin = pin
        self.tier_declared = tier_declared
        self.timeout_s = call_s + _MARGIN_S
        self._call_s = call_s
        self._results = None if output_schema is None else ResultSchema(output_schema)

    @property
    def origin(self) -> str:
        return f"the MCP server {self.connection.address!r}"

    def run(self, validated: dict[str, Any], *, workspace_root: Path | None) -> dict[str, Any]:
        del workspace_root  # a server has its own folder
        answer = self.connection.call(self.remote_name, validated, pin=self.pin, timeout_s=self._call_s)
        result = tool_result(answer)
        problem = "" if self._results is None else self._results.problem(answer.structured)
        if problem:
            raise ToolError(
                f"The result of {self.name!r} does not fit what its server declares: {problem}. Use another tool.",
                code="invalid_output",
            )
        return result
