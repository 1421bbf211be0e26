"""OperationTool: an operation of an OpenAPI document as the dispatcher sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...egress.client import EgressClient
from ...kinds.described_tool import DescribedTool
from ...openapi.operation import Operation
from ...openapi.reply import ReplyReader
from ...tool import ToolCategory, ToolDefinition, ToolTier
from .sending import send_operation

__all__ = ["OperationTool"]

#: Seconds of a call's limit for what follows the server's own time.
_MARGIN_S = 5.0


class OperationTool(DescribedTool):
    """An operation of an HTTP API as a tool.

    Args:
        operation: The operation.
        name: The tool's name.
        client: What sends its requests.
        environment: The variables that secrets are taken from, at every call.
        tier: What it may do; by default ``read`` for methods that only read, else ``execute``.
        call_s: Seconds that the server gets for a call.
    """

    facts: Mapping[str, bool] = {"open_world": True, "varies": True, "reports_failures": True}
    tier_declared = True

    def __init__(
        self,
        operation: Operation,
        *,
        name: str,
        client: EgressClient,
        environment: Mapping[str, str],
        tier: ToolTier | None = None,
        call_s: float,
    ) -> None:
        super().__init__(
            ToolDefinition(
                name=name,
                description=operation.description,
                input_schema=operation.arguments.schema,
                tier=tier or (ToolTier.READ if operation.is_read else ToolTier.EXECUTE),
                category=ToolCategory.ADAPTER,
            )
        )
        self.operation = operation
        self.timeout_s = call_s + _MARGIN_S
        self.client = client
        self._environment = environment
        self._call_s = call_s
        self._reader = ReplyReader(operation)

    @property
    def origin(self) -> str:
        return f"the OpenAPI document {self.operation.document.label!r}, {self.operation.name!r}"

    def run(self, validated: dict[str, Any], *, workspace_root: Path | None) -> dict[str, Any]:
        del workspace_root  # a server has none
        return send_operation(
            self.operation,
            validated,
            client=self.client,
            environment=self._environment,
            reader=self._reader,
            call_s=self._call_s,
        )
