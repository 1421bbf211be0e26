"""Errors of tool calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .fluid_error import AgentExecutionError, FluidError

__all__ = [
    "ApprovalRejectedError",
    "MissingScopeError",
    "ToolCallError",
    "ToolError",
    "ToolExitError",
    "ToolResultError",
    "ToolTimeoutError",
    "ToolValidationError",
    "UnknownTool",
    "WorkspaceRequiredError",
]


class ToolCallError(AgentExecutionError):
    """A tool call did not produce a result, for a reason that the dispatcher knows."""


class ToolValidationError(ToolCallError):
    """A tool call's arguments do not fit the tool's input schema.

    Args:
        tool_name: The tool's registered name.
        tool_args: The arguments as the model sent them; for the log only.
        reason: Field paths and kinds of error, without input values.
    """

    guidance = (
        "Your tool arguments did not match the tool's input schema. Re-read the tool's schema definition above and "
        "submit values that satisfy every required field with the correct types."
    )

    def __init__(
        self,
        message: str = "",
        *,
        tool_name: str = "",
        tool_args: Mapping[str, Any] | None = None,
        reason: str = "",
        **fields: Any,
    ) -> None:
        super().__init__(message, **fields)
        self.tool_name = tool_name
        self.tool_args = dict(tool_args or {})
        self.reason = reason


class UnknownTool(ToolValidationError):  # noqa: N818  # the seeds catalogue it under this name
    """No tool of that name is registered."""

    guidance = "That tool does not exist. Use only the tools listed in this conversation, by their exact names."


class ToolTimeoutError(ToolCallError):
    """The tool did not finish before its deadline."""

    guidance = "The tool did not finish in time. Ask for less work in one call, or use another tool."


class ToolExitError(ToolCallError):
    """The tool tried to end the process."""

    guidance = "The tool broke off before it had a result. Use another tool, or continue without it."


class ToolResultError(ToolCallError):
    """The tool's result cannot be written as standard JSON."""

    guidance = "The tool ran, but its result could not be read. Ask for something else, or use another tool."


class WorkspaceRequiredError(ToolCallError):
    """A workspace-aware tool was called without a workspace root."""

    guidance = "The tool needs a workspace, and this run has none. Continue without it."


class MissingScopeError(ToolCallError):
    """The agent was not granted a scope that the tool requires."""

    guidance = "You are not allowed to use this tool. Continue without it."


class ApprovalRejectedError(ToolCallError):
    """The call was rejected, or not approved before the deadline."""

    guidance = "The call was not approved. Do not repeat it; choose another way or explain what you would need."


class ToolError(FluidError):
    """A message that a tool sends to the model on purpose.

    Args:
        message: A sentence for the model; no path, secret or foreign exception text.
        code: A short stable name for the failure, for example ``"city_not_found"``.
    """

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message)
        self.code = code
