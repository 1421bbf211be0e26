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
├── ToolError                               a tool's own message to the model
│   └── EgressRefusedError
├── WorkspaceError
│   ├── FileChangedError                    a ToolError, too
│   ├── PathTraversalError                  a ToolValidationError, too
│   ├── ForbiddenPathError
│   │   └── PathExistsError                 a FileExistsError, too
│   ├── PathNotFoundError
│   ├── UnsupportedFileTypeError
│   └── FileTooLargeError
├── RegistrationError
├── RuleError
├── UnknownApprovalError
├── UnknownBackendError
├── UnknownStandardError
├── ScriptError
└── CommandError

``retryable`` and ``guidance`` are facts of the class: whether the same request may succeed when it is sent again, and
the advice that the model gets after a call failed with that class. Guidance never quotes the error itself. Every error
pickles with its fields; a value that cannot be pickled arrives as its repr. Source: seed 003, "When you'll see these".
"""

from .egress_errors import EgressRefusedError
from .fluid_error import (
    AgentExecutionError,
    CommandError,
    FluidError,
    FluidGenerationError,
    RegistrationError,
    RuleError,
    ScriptError,
    UnknownApprovalError,
    UnknownBackendError,
    UnknownStandardError,
)
from .provider_errors import (
    AgentRunStopped,
    ContextOverflowError,
    CostLimitExceeded,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    QuotaExceededError,
    RateLimitError,
    SchemaValidationError,
)
from .tool_errors import (
    ApprovalRejectedError,
    MissingScopeError,
    ToolCallError,
    ToolError,
    ToolExitError,
    ToolResultError,
    ToolTimeoutError,
    ToolValidationError,
    UnknownTool,
    WorkspaceRequiredError,
)
from .workspace_errors import (
    FileChangedError,
    FileTooLargeError,
    ForbiddenPathError,
    PathExistsError,
    PathNotFoundError,
    PathTraversalError,
    UnsupportedFileTypeError,
    WorkspaceError,
)

__all__ = [
    "AgentExecutionError",
    "AgentRunStopped",
    "ApprovalRejectedError",
    "CommandError",
    "ContextOverflowError",
    "CostLimitExceeded",
    "EgressRefusedError",
    "FileChangedError",
    "FileTooLargeError",
    "FluidError",
    "FluidGenerationError",
    "ForbiddenPathError",
    "MissingScopeError",
    "PathExistsError",
    "PathNotFoundError",
    "PathTraversalError",
    "ProviderAuthError",
    "ProviderError",
    "ProviderServerError",
    "ProviderTimeoutError",
    "QuotaExceededError",
    "RateLimitError",
    "RegistrationError",
    "RuleError",
    "SchemaValidationError",
    "ScriptError",
    "ToolCallError",
    "ToolError",
    "ToolExitError",
    "ToolResultError",
    "ToolTimeoutError",
    "ToolValidationError",
    "UnknownApprovalError",
    "UnknownBackendError",
    "UnknownStandardError",
    "UnknownTool",
    "UnsupportedFileTypeError",
    "WorkspaceError",
    "WorkspaceRequiredError",
]
