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

from ..approval.decisions import ApprovalDecision, Granted, Rejected
from ..corrective import build_corrective_messages, diagnose_tool_failure
from ..deadline.step_timeouts import StepTimeouts
from ..deadline.thread_pool import ThreadPool
from ..dispatch import Dispatcher
from ..events import EventBus
from ..guardrails.guardrails import Guardrails
from ..registry.tool_registry import ToolRegistry
from ..tool import ToolCall, ToolDispatchResult, ToolTier
from .tool_entry import tool_entry

__all__ = ["DEFAULT_CALL_S", "ServedAnswer", "ServedTools"]

#: Seconds that a call may take; the same as in an agent's run.
DEFAULT_CALL_S = 120.0

#: Levels of lists and objects that every client can read; the readers of some stop at 128.
_MAX_DEPTH = 100

#: Threads of tools that may run on after their calls were given up; Python cannot stop them.
_MAX_LEFT_BEHIND = 64

_READS_ONLY = (
    "The call was not run: this server runs only tools that read. "
    "Whoever starts the server can allow all of them with --approve all."
)
_BUSY = (
    "The call was not run: too many calls that were given up have not ended yet. Wait a while before you send it again."
)

#: What only the person who started the server can change.
_OPERATOR_SENTENCES: Mapping[str, str] = {
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
        guardrails: What no call may hold and no result may show; None for no rules.
        workspace_root: Folder of the user's files, for tools that are aware of it.
        call_s: Seconds that one call may take; a shorter limit of the tool's own takes precedence.
        bus: Receives the record of each call; None for the bus of the process.

    Attributes:
        entries: The list of tools, as JSON, in the order of *tools*.
        need_workspace: Names of the tools that are aware of the workspace.

    Raises:
        RegistrationError: If the definition of a tool cannot be sent.
    """

    def __init__(
        self,
        tools: ToolRegistry,
        *,
        approves_all: bool = False,
        scopes: Collection[str] = (),
        guardrails: Guardrails | None = None,
        workspace_root: Path | str | None = None,
        call_s: float = DEFAULT_CALL_S,
        bus: EventBus | None = None,
    ) -> None:
        self.entries = tuple(tool_entry(tool) for tool in tools.data.values())
        self.need_workspace = tuple(tool.name for tool in tools.data.values() if tool.workspace_root_aware)
        self._is_ending = False
        self._running = 0
        self._left_behind: list[ThreadPool] = []
        self._is_idle = threading.Condition()
        self._schemas = {entry["name"]: entry["inputSchema"] for entry in self.entries}
        self._dispatcher = Dispatcher(
            tools,
            approval=_Approval(self._has_room, approves_all=approves_all),
            scopes=scopes,
            guardrails=guardrails,
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
            with ThreadPool(lambda: self._is_ending or (is_cancelled is not None and is_cancelled())) as pool:
                result = self._dispatcher.dispatch(name, arguments, call_id=call_id)
        finally:
            with self._is_idle:
                if pool.working:
                    self._left_behind.append(pool)
                self._running -= 1
                self._is_idle.notify_all()
        return _answer(name, result)

    def _has_room(self) -> bool:
        with self._is_idle:
            self._left_behind = [pool for pool in self._left_behind if pool.working]
            return sum(pool.working for pool in self._left_behind) < _MAX_LEFT_BEHIND

    def give_up_calls(self) -> None:
        """Give up the calls that run, and all later ones; each has an answer, an error."""
        self._is_ending = True

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Wait until no call runs or *timeout_s* have passed; return whether none does."""
        with self._is_idle:
            return self._is_idle.wait_for(lambda: not self._running, timeout_s)


class _Approval:
    """Decides on each call before it runs."""

    def __init__(self, has_room: Callable[[], bool], *, approves_all: bool) -> None:
        self._has_room = has_room
        self._approves_all = approves_all

    def approve(self, _: str, __: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        """Grant a call that this server runs, while threads are left."""
        if not (self._approves_all or tier is ToolTier.READ):
            return Rejected(_READS_ONLY)
        return Granted() if self._has_room() else Rejected(_BUSY)


def _answer(name: str, result: ToolDispatchResult) -> ServedAnswer:
    told = "" if result.ok else _own_sentence(result)
    if told:
        result = ToolDispatchResult.failure(result.error_type, result.error_message, public=told)
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


def _own_sentence(result: ToolDispatchResult) -> str:
    """Return what a client is told about a call that this server refused; empty for other failures."""
    if result.error_type == "ApprovalRejectedError":
        return next((sentence for sentence in (_READS_ONLY, _BUSY) if sentence in result.error_message), "")
    return _OPERATOR_SENTENCES.get(result.error_type, "")


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
