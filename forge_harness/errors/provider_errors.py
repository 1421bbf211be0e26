"""Errors of model providers, and of runs of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .fluid_error import AgentExecutionError

__all__ = [
    "AgentRunStopped",
    "ContextOverflowError",
    "CostLimitExceeded",
    "ProviderAuthError",
    "ProviderError",
    "ProviderServerError",
    "ProviderTimeoutError",
    "QuotaExceededError",
    "RateLimitError",
    "SchemaValidationError",
]


class ProviderError(AgentExecutionError):
    """A model provider refused a request or failed on it, in a way that no subclass describes.

    Args:
        provider: The provider's name, for example ``"openai"``.
        status_code: The HTTP status, or None when there was no reply.
        retry_after: The wait in seconds that the provider asked for, 0 to 300, or None.
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
    """HTTP 429: the quota or credit of the account is used up, so waiting does not help."""

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
    """The model's output does not match the requested schema.

    Args:
        schema_name: Name of the expected schema.
        validation_errors: One line for each error, with the path of the field.
        raw_output: The model's output; for the log only.
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
    """The run has cost ``running_usd``, more than its limit ``limit_usd``."""

    def __init__(self, message: str = "", *, running_usd: float = 0.0, limit_usd: float = 0.0, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.running_usd = running_usd
        self.limit_usd = limit_usd


class AgentRunStopped(AgentExecutionError):  # noqa: N818  # it names an end, not only a failure
    """The run ended before the model answered; ``run`` holds the run so far, and ``reason`` is a one-word cause."""

    def __init__(self, message: str = "", *, reason: str = "", run: Any = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.reason = reason
        self.run = run
