"""Outcome: everything one call did, before and after the dispatcher's door."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from dataclasses import dataclass, field
from typing import Any

from forge_harness import ToolDispatchResult, ToolInvocationRecord

__all__ = ["Outcome"]


@dataclass(slots=True)
class Outcome:
    """Everything one call did.

    Attributes:
        arguments: What was sent, as a copy made before the call.
        result: The dispatcher's result; None if the call did not come back in time.
        ran: Whether the implementation was entered.
        received: What the implementation was given: the validated model or dict; None if it did not run.
        returned: What the implementation returned, before any scrubbing; None if it raised or did not run.
        raised: What the implementation raised, before any scrubbing; None if it returned.
        log_text: Everything logged during the call, with tracebacks.
        records: The invocation records on the event bus.
        was_deferred: Whether somebody had to be waited for.
        timed_out: Whether the call was interrupted because it took too long.
        seconds: Wall time.
        loop: The event loop that the implementation ran on; None if it is no coroutine.
    """

    arguments: Any
    result: ToolDispatchResult | None = None
    ran: bool = False
    received: Any = None
    returned: Any = None
    raised: BaseException | None = None
    log_text: str = ""
    records: list[ToolInvocationRecord] = field(default_factory=list)
    was_deferred: bool = False
    timed_out: bool = False
    seconds: float = 0.0
    loop: AbstractEventLoop | None = None

    @property
    def payload_text(self) -> str:
        """The bytes that would go to the model, as JSON text."""
        return "" if self.result is None else self.result.llm_json()

    @property
    def succeeded(self) -> bool:
        """Whether the tool did its job: it returned, and not with an error dict."""
        return self.result is not None and self.result.ok and not self.is_error_dict

    @property
    def is_error_dict(self) -> bool:
        """Whether the tool returned a failure of its own: a dict whose ``error`` is truthy."""
        return isinstance(self.returned, dict) and bool(self.returned.get("error"))

    @property
    def error_type(self) -> str:
        """The failure's class or code; empty if the tool did its job."""
        if self.result is None:
            return "timeout"
        if self.is_error_dict:
            return str(self.returned["error"])
        return self.result.error_type
