"""Every deliberate error of the harness.

FluidError
├── FluidGenerationError
│   └── AgentExecutionError
│       ├── ProviderError
│       │   ├── RateLimitError              retryable
│       │   │   └── QuotaExceededError
│       │   ├── ProviderTimeoutError        retryable
│       │   ├── ContextOverflowError
│       │   ├── ProviderAuthError
│       │   └── ProviderServerError         retryable
│       ├── SchemaValidationError
│       ├── CostLimitExceeded
│       ├── AgentRunStopped
│       └── ToolCallError
│           ├── ToolValidationError
│           │   └── UnknownTool
│           ├── ToolTimeoutError
│           ├── ToolExitError
│           ├── ToolResultError
│           ├── WorkspaceRequiredError
│           ├── MissingScopeError
│           └── ApprovalRejectedError
├── ToolError                               a tool's own, deliberate message
├── WorkspaceError
│   ├── PathTraversalError                  a ToolValidationError, too
│   ├── ForbiddenPathError
│   ├── PathNotFoundError
│   ├── UnsupportedFileTypeError
│   └── FileTooLargeError
├── RegistrationError
├── UnknownApprovalError
├── ScriptError
└── CommandError

``retryable`` and ``guidance`` are facts of the class: whether the same request may succeed when sent again, and what
the model is told after a call failed with that class. Guidance never quotes the error itself. Every error pickles with
its fields; what in them cannot be pickled arrives as its repr. Source: seed 003, "When you'll see these".
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from inspect import getattr_static
from typing import Any, ClassVar

__all__ = [
    "AgentExecutionError",
    "AgentRunStopped",
    "ApprovalRejectedError",
    "CommandError",
    "ContextOverflowError",
    "CostLimitExceeded",
    "FileTooLargeError",
    "FluidError",
    "FluidGenerationError",
    "ForbiddenPathError",
    "MissingScopeError",
    "PathNotFoundError",
    "PathTraversalError",
    "ProviderAuthError",
    "ProviderError",
    "ProviderServerError",
    "ProviderTimeoutError",
    "QuotaExceededError",
    "RateLimitError",
    "RegistrationError",
    "SchemaValidationError",
    "ScriptError",
    "ToolCallError",
    "ToolError",
    "ToolExitError",
    "ToolResultError",
    "ToolTimeoutError",
    "ToolValidationError",
    "UnknownApprovalError",
    "UnknownTool",
    "UnsupportedFileTypeError",
    "WorkspaceError",
    "WorkspaceRequiredError",
]


class FluidError(Exception):
    """Root of every deliberate error.

    Args:
        message: What happened, then what to do.
        context: Facts for the log; never sent to a model.
        original_error: The error this one was made from.
        suggestions: Further steps, one sentence each.
    """

    retryable: ClassVar[bool] = False
    guidance: ClassVar[str] = (
        "The call failed. Re-read the tool's schema and the last result, then try something different; "
        "do not repeat the identical call."
    )

    def __init__(
        self,
        message: str = "",
        *,
        context: Mapping[str, Any] | None = None,
        original_error: BaseException | None = None,
        suggestions: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.context = dict(context or {})
        self.original_error = original_error
        self.suggestions = list(suggestions)

    def __reduce__(self) -> tuple[Any, ...]:
        # The default would call the class with positional arguments and lose every keyword.
        carried = {name: _portable(value) for name, value in self.__dict__.items()}
        carried["original_error"] = _portable_cause(self.original_error)
        return (_rebuild, (type(self), self.args, carried))

    def __copy__(self) -> FluidError:
        return _rebuild(type(self), self.args, self.__dict__.copy())


def _portable(value: Any) -> Any:
    """Return *value*; where it would not survive a pickle, its parts that do, and texts or errors for the others."""
    try:
        # Read back as well: many foreign errors are written without complaint and fail only then.
        pickle.loads(pickle.dumps(value))  # noqa: S301  # our own bytes, written on the same line
    except Exception:  # noqa: BLE001  # a foreign object may raise anything while it is pickled
        return _taken_apart(value)
    return value


def _taken_apart(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _portable(part) for key, part in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_portable, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{part.name: _portable(getattr(value, part.name)) for part in fields(value) if part.init}
        )
    return RuntimeError(repr(value)) if isinstance(value, BaseException) else repr(value)


def _portable_cause(error: BaseException | None) -> Any:
    """Return *error* as it may be written down: without a request, whose headers and address hold the key."""
    shown = repr(error)
    told = _SECRET_OF_ADDRESS.sub("…", shown)
    # Looked up on the class as well, and without running it: some clients' properties raise.
    holds_request = any(getattr_static(error, name, None) is not None for name in ("request", "request_info"))
    return RuntimeError(told) if holds_request or told != shown else _portable(error)


#: Of an address: who asks, and what follows the path.
_SECRET_OF_ADDRESS = re.compile(r"(?<=://)[^\s/'\"@]+(?=@)|(?<=\?)[^\s'\"<>)]*=[^\s'\"<>)]*")


def _rebuild(error_class: type[FluidError], args: tuple[Any, ...], fields: dict[str, Any]) -> FluidError:
    error = error_class.__new__(error_class, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class FluidGenerationError(FluidError):
    """Generating a contract failed."""


class AgentExecutionError(FluidGenerationError):
    """The agent layer failed."""


class ProviderError(AgentExecutionError):
    """A model provider refused or failed a request, in a way no subclass describes.

    Args:
        provider: The provider's name, for example ``"openai"``.
        status_code: The HTTP status, or None when there was no reply.
        retry_after: Seconds the provider asked us to wait, 0 to 300, or None.
    """

    def __init__(
        self,
        message: str = "",
        *,
        provider: str = "",
        status_code: int | None = None,
        retry_after: float | None = None,
        **fields: Any,
    ) -> None:
        super().__init__(message, **fields)
        self.provider = provider
        self.status_code = status_code
        self.retry_after = retry_after


class RateLimitError(ProviderError):
    """HTTP 429, or a 5xx that carries Retry-After."""

    retryable = True
    guidance = "The provider is throttling requests. Wait before you repeat the call."


class QuotaExceededError(RateLimitError):
    """HTTP 429 of an account that has nothing left to spend, which no wait changes."""

    retryable = False
    guidance = "The quota is used up, and waiting does not help. Continue without it."


class ProviderTimeoutError(ProviderError):
    """Connecting, reading or writing took longer than allowed."""

    retryable = True


class ContextOverflowError(ProviderError):
    """The prompt does not fit the model's context window."""

    guidance = "The input is too large for the model. The same arguments cannot work; ask for less."


class ProviderAuthError(ProviderError):
    """HTTP 401 or 403: the key is missing, wrong, expired or scoped too narrowly."""


class ProviderServerError(ProviderError):
    """HTTP 5xx without Retry-After."""

    retryable = True


class SchemaValidationError(AgentExecutionError):
    """The model's output does not fit the schema that was asked for.

    Args:
        schema_name: Name of the expected schema.
        validation_errors: One line an error, with the field's path.
        raw_output: What the model wrote; for the log only.
    """

    guidance = (
        "Your output does not match the expected schema. Correct every listed field and send the whole output again."
    )

    def __init__(
        self,
        message: str = "",
        *,
        schema_name: str = "",
        validation_errors: Sequence[str] = (),
        raw_output: str = "",
        **fields: Any,
    ) -> None:
        super().__init__(message, **fields)
        self.schema_name = schema_name
        self.validation_errors = list(validation_errors)
        self.raw_output = raw_output


class CostLimitExceeded(AgentExecutionError):  # noqa: N818  # seed 001 names it so
    """The run has cost ``running_usd``, more than the ``limit_usd`` it may."""

    def __init__(self, message: str = "", *, running_usd: float = 0.0, limit_usd: float = 0.0, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.running_usd = running_usd
        self.limit_usd = limit_usd


class AgentRunStopped(AgentExecutionError):  # noqa: N818  # it names an end, not only a failure
    """The run ended before the model answered; ``run`` holds what was done, and ``reason`` says why in a word."""

    def __init__(self, message: str = "", *, reason: str = "", run: Any = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.reason = reason
        self.run = run


class ToolCallError(AgentExecutionError):
    """A tool call did not produce a result, for a reason the dispatcher knows."""


class ToolValidationError(ToolCallError):
    """A tool call's arguments do not fit the tool's input schema.

    Args:
        tool_name: The tool's registered name.
        tool_args: The arguments as the model sent them; for the log only.
        reason: Field paths and kinds of error, without any input value.
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
    """The approval handler rejected the call, or nobody decided before the deadline."""

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


class WorkspaceError(FluidError):
    """A path may not be used in this workspace."""


class PathTraversalError(WorkspaceError, ToolValidationError):
    """The path leads outside the workspace."""

    guidance = (
        "Use a path relative to the workspace, for example 'data/orders.csv'. Paths that lead outside are refused."
    )


class ForbiddenPathError(WorkspaceError):
    """The path is inside the workspace but is no plain file or folder, or is malformed."""

    guidance = "That path may not be used. Choose an ordinary file inside the workspace."


class PathNotFoundError(WorkspaceError, FileNotFoundError):
    """Nothing is there."""

    guidance = "That path does not exist. List the workspace first, then use a path from the listing."


class UnsupportedFileTypeError(WorkspaceError):
    """The file's extension is not on the tool's allow-list."""

    guidance = "The tool does not accept this type of file. Choose a file with an accepted extension."


class FileTooLargeError(WorkspaceError):
    """The file is larger than the tool may read."""

    guidance = "The file is too large for this tool. Choose a smaller one, or ask for a part of it."


class RegistrationError(FluidError, ValueError):
    """A tool cannot be registered as it was declared."""


class UnknownApprovalError(FluidError):
    """No call waits for an approval under that request id."""


class ScriptError(FluidError):
    """A scripted model was asked more often, or less often, than it has steps."""


class CommandError(FluidError):
    """A command cannot run as it was called; printed without a traceback, exit code 2."""
