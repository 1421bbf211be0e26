"""ServedTools: the tools of a server, and their calls, under one policy.

Every call goes through the dispatcher: scopes, approval, validation, limits, scrubbing and a record, as in an agent's
run. This module knows nothing of a protocol or a transport.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..approval.decisions import AutoApprove, Rejected, TierPolicy
from ..corrective import build_corrective_messages, diagnose_tool_failure
from ..deadline.step_timeouts import StepTimeouts
from ..deadline.thread_pool import ThreadPool
from ..dispatch import Dispatcher
from ..events import EventBus
from ..registry.tool_registry import ToolRegistry
from ..tool import ToolCall, ToolDispatchResult
from .tool_entry import tool_entry

__all__ = ["DEFAULT_CALL_S", "ServedAnswer", "ServedTools"]

#: Seconds that a call may take; the same as in an agent's run.
DEFAULT_CALL_S = 120.0

#: Levels of lists and objects that every client can read; the readers of some stop at 128.
_MAX_DEPTH = 100

#: What only the person who started the server can change.
_OPERATOR_SENTENCES: Mapping[str, str] = {
    "ApprovalRejectedError": (
        "The call was not run: this server runs only tools that read. "
        "Whoever starts the server can allow all of them with --approve all."
    ),
    "MissingScopeError": (
        "The call was not run: the tool needs a scope that this server does not have. "
        "Whoever starts the server can grant it with --scope."
    ),
    "WorkspaceRequiredError": (
        "The call was not run: the tool works on files, and this server has no workspace. "
        "Whoever starts the server can name a folder with --workspace."
    ),
}


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """The answer to one call, in the form for a client.

    Attributes:
        text: The result as text: a string as it is, anything else as JSON.
        guidance: What the model can do after a failure, as in an agent's run; empty after a success.
        structured: The result, if it is an object that is not nested too deeply for clients; else None.
        is_error: Whether the call failed, or the tool returned an error.
        is_unknown: Whether there is no such tool.
    """

    text: str
    guidance: str = ""
    structured: dict[str, Any] | None = None
    is_error: bool = False
    is_unknown: bool = False


class ServedTools:
    """Tools that are listed once and called from any thread.

    Args:
        tools: The tools; others are unknown.
        approves_all: Whether tools of every tier run; else only those that read.
        scopes: Scopes that the clients hold.
        workspace_root: Folder of the user's files, for tools that are aware of it.
        call_s: Seconds that one call may take; a shorter limit of the tool's own takes precedence.
        bus: Receives the record of each call; None for the bus of the process.

    Attributes:
        entries: The list of tools, as JSON, in the order of *tools*.
    """

    def __init__(
        self,
        tools: ToolRegistry,
        *,
        approves_all: bool = False,
        scopes: Collection[str] = (),
        workspace_root: Path | str | None = None,
        call_s: float = DEFAULT_CALL_S,
        bus: EventBus | None = None,
    ) -> None:
        self.entries = tuple(tool_entry(tool) for tool in tools.data.values())
        self._running = 0
        self._is_idle = threading.Condition()
        self._schemas = {entry["name"]: entry["inputSchema"] for entry in self.entries}
        self._dispatcher = Dispatcher(
            tools,
            approval=AutoApprove() if approves_all else TierPolicy(review=_reads_only),
            scopes=scopes,
            workspace_root=workspace_root,
            # Validators are the author's code too. Only work with a limit can be given up when a client cancels.
            timeouts=StepTimeouts(validate_s=call_s, run_s=call_s),
            bus=bus,
        )

    def schema(self, name: str) -> Mapping[str, Any] | None:
        """Return the schema of the arguments of a tool; None if there is no such tool."""
        return self._schemas.get(name)

    def call(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        call_id: str = "",
        is_cancelled: Callable[[], bool] | None = None,
    ) -> ServedAnswer:
        """Run one call on this thread and return its answer; nothing is raised.

        Args:
            name: As the client wrote it.
            arguments: The decoded arguments.
            call_id: The client's id of the call, for the record.
            is_cancelled: Asked while the tool runs; once it is true, the call is given up.
        """
        with self._is_idle:
            self._running += 1
        try:
            with ThreadPool(is_cancelled):
                result = self._dispatcher.dispatch(name, arguments, call_id=call_id)
        finally:
            with self._is_idle:
                self._running -= 1
                self._is_idle.notify_all()
        return _answer(name, result)

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait until no call runs or *timeout_s* have passed; return whether none does."""
        with self._is_idle:
            return self._is_idle.wait_for(lambda: not self._running, timeout_s)


def _reads_only(*_: object) -> Rejected:
    return Rejected("The server was started without --approve all.")


def _answer(name: str, result: ToolDispatchResult) -> ServedAnswer:
    if not result.ok and result.error_type in _OPERATOR_SENTENCES:
        result = ToolDispatchResult.failure(
            result.error_type, result.error_message, public=_OPERATOR_SENTENCES[result.error_type]
        )
    payload = result.llm_payload()
    outcome = payload if result.ok else result
    guidance = build_corrective_messages([ToolCall("", name, {})], [outcome])
    return ServedAnswer(
        text=payload if isinstance(payload, str) else result.llm_json(),
        guidance="".join(message.text for message in guidance),
        structured=payload if isinstance(payload, dict) and not _is_deeper(payload, _MAX_DEPTH) else None,
        is_error=diagnose_tool_failure(outcome)[0],
        is_unknown=result.error_type == "UnknownTool",
    )


def _is_deeper(value: Any, levels: int) -> bool:
    """Tell whether *value* has more than *levels* of lists and objects inside each other."""
    layer = [value]
    for _ in range(levels):
        layer = [
            inner
            for outer in layer
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not layer:
            return False
    return True
