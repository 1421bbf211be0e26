"""Outcome: everything one call did, inside and outside the dispatcher."""

from __future__ import annotations

import traceback
from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field
from pydantic import BaseModel

from forge_harness import McpAnswer, ToolDispatchResult, ToolInvocationRecord

__all__ = ["Outcome"]


class Outcome(Struct):
    """Everything one call did.

    Attributes:
        arguments: What was sent, as a copy made before the call.
        result: The dispatcher's result; None if the call did not return in time.
        ran: Whether the implementation was entered.
        received: The arguments of the implementation, a validated model or dict; None if it did not run.
        returned: The value it returned, before scrubbing; None if it raised or did not run.
        raised: The exception it raised, before scrubbing; None if it returned.
        logged: The lines logged during the call, with tracebacks; those of the harness as functions that return them.
        records: The invocation records on the event bus.
        was_deferred: Whether the call waited for an approval.
        timed_out: Whether the call was interrupted because it took too long.
        seconds: Wall time.
        loop: The event loop of the implementation; None if it is not a coroutine.
        answer: The answer of an MCP server; None without one, and for tools in this process.
        stray: An unknown id, as JSON, that a server answered meanwhile; "" if there was none.
        limit_s: Time limit of the call in seconds.
    """

    arguments: Any
    result: ToolDispatchResult | None = None
    ran: bool = False
    received: Any = None
    returned: Any = None
    raised: BaseException | None = None
    logged: list[str | Callable[[], str]] = field(default_factory=list)
    records: list[ToolInvocationRecord] = field(default_factory=list)
    was_deferred: bool = False
    timed_out: bool = False
    seconds: float = 0.0
    loop: AbstractEventLoop | None = None
    answer: McpAnswer | None = None
    stray: str = ""
    limit_s: float = 0.0

    def release(self) -> None:
        """Let go of the variables of the frames that an exception has passed, such as open files; its lines stay."""
        if self.raised is not None:
            traceback.clear_frames(self.raised.__traceback__)

    @property
    def log_text(self) -> str:
        """Everything logged during the call."""
        return "".join(line if isinstance(line, str) else line() for line in self.logged)

    @property
    def payload_text(self) -> str:
        """The JSON text that the model would be sent."""
        return "" if self.result is None else self.result.llm_json()

    @property
    def text(self) -> str:
        """The text that a model would read."""
        return self.payload_text if self.answer is None else self.answer.text

    @property
    def value(self) -> Any:
        """The result as it is sent: a Pydantic model in its JSON form, anything else unchanged."""
        if self.answer is not None:
            return self.answer.value
        return self.returned.model_dump(mode="json") if isinstance(self.returned, BaseModel) else self.returned

    @property
    def body(self) -> Any:
        """The whole answer of a server, decoded; the value of a tool in this process."""
        return self.value if self.answer is None else self.answer.body

    @property
    def succeeded(self) -> bool:
        """Whether the tool returned something other than an error dict, or a server answered without an error."""
        if self.answer is not None:
            return self.answer.succeeded
        return self.result is not None and self.result.ok and not self.is_error_dict

    @property
    def is_error_dict(self) -> bool:
        """Whether the tool returned a dict with a truthy ``error``."""
        return isinstance(self.returned, dict) and bool(self.returned.get("error"))

    @property
    def error_type(self) -> str:
        """The class or code of the failure; empty if the call succeeded."""
        if self.result is None:
            return "timeout"
        if self.is_error_dict:
            return str(self.returned["error"])
        return self.result.error_type
