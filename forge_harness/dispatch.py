"""Dispatch: the one door through which a tool is called.

look up > scopes > guardrails > approval > validate > run > serialise > guardrails > scrub > record

An exception of a tool leaves the dispatcher only as a typed failure. Every call emits one `ToolInvocationRecord` on the
event bus, as the payload ``record`` of a ``tool.invoked`` event. Source: seed 004, "Execution path", and seed 000.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

from .approval.decide import copy_of_arguments, decide
from .approval.decisions import ApprovalHandler, Granted
from .approval.pending import PendingApprovals, get_pending_approvals
from .corrective import diagnose_tool_failure
from .deadline.deadline import is_awaitable, run_with_deadline, settle
from .deadline.step_timeouts import StepTimeouts
from .deadline.thread_pool import DeadlineError
from .errors import (
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
from .events import Event, EventBus, get_event_bus
from .guardrails.guardrails import Guardrails
from .guardrails.tool_output import output_refusal_of, redacted_output
from .json_result import DEFAULT_MAX_RESULT_BYTES, JsonResult, as_json, capped, write_result
from .registry.process_tools import find_tool
from .registry.tool_registry import ToolRegistry
from .scrub import (
    as_text,
    escaped,
    holds_error,
    log_failure,
    named_error,
    public_failure,
    scrub_error_result,
)
from .tool import NAME_PATTERN, Tool, ToolDispatchResult, ToolInvocationRecord, several
from .workspace.root_spelling import resolved_root

__all__ = ["Dispatcher", "dispatch_forge_tool", "dispatch_tool_call"]

log = logging.getLogger(__name__)


Outcome = Literal["success", "failed", "timeout", "rejected"]


class Dispatcher:
    """Calls tools under one policy.

    Args:
        registry: Looks up the names; None for the two registries of the process.
        approval: Decides on each call; None leaves approval to the caller.
        scopes: Scopes that the agent holds; None does not check them, for callers other than agents.
        guardrails: What no call may hold and no result may show; None for no rules.
        workspace_root: Folder of the user's files, for tools that are aware of it.
        timeouts: Limits of each step.
        max_result_bytes: Results above it are cut, with a marker.
        bus: Receives the records; None for the bus of the process.
        pending: Keeps deferred calls; None for that of the process.
    """

    def __init__(
        self,
        registry: ToolRegistry | None = None,
        *,
        approval: ApprovalHandler | None = None,
        scopes: Collection[str] | None = None,
        guardrails: Guardrails | None = None,
        workspace_root: Path | str | None = None,
        timeouts: StepTimeouts | None = None,
        max_result_bytes: int = DEFAULT_MAX_RESULT_BYTES,
        bus: EventBus | None = None,
        pending: PendingApprovals | None = None,
    ) -> None:
        self._find: Callable[[str], Tool | None] = find_tool
        if registry is not None:
            # Looked up through the registry at each call: leaving `restored` replaces its dict.
            self._find = lambda name: registry.data.get(name)
        self._approval = approval
        self._scopes = None if scopes is None else frozenset(several(scopes, "scopes"))
        self._guardrails = guardrails or None
        self._workspace_root = None if workspace_root in (None, "") else Path(workspace_root)
        self._timeouts = timeouts or StepTimeouts()
        self._max_result_bytes = max_result_bytes
        self._bus = get_event_bus() if bus is None else bus
        self._pending = get_pending_approvals() if pending is None else pending

    def dispatch(
        self,
        name: str | Tool,
        arguments: Mapping[str, Any],
        *,
        workspace_root: Path | str | None = None,
        call_id: str = "",
    ) -> ToolDispatchResult:
        """Run one call through every step.

        Args:
            name: A registered name, or a tool that need not be registered.
            arguments: The decoded arguments.
            workspace_root: Overrides the dispatcher's own.
            call_id: The provider's id of the call, for the record.

        Returns:
            The outcome. Exceptions of the tool are not raised here, except a KeyboardInterrupt on the main thread.
        """
        started = perf_counter()
        limits = self._timeouts
        tool: Tool | None = None
        outcome: Outcome = "success"
        error_type = ""
        step = "look-up"
        try:
            tool = self._look_up(name) if isinstance(name, str) or not isinstance(name, Tool) else name
            if self._scopes is not None:
                step = "scopes"
                self._check_scopes(tool)
            if self._guardrails is not None:
                step = "guardrails"
                arguments = self._own(tool, arguments)
                self._check_guardrails(self._guardrails, tool, arguments)
            if self._approval is not None:
                step = "approval"
                arguments = self._own(tool, arguments)
                self._check_approval(self._approval, tool, arguments)
            step = "arguments"
            if type(arguments) is not dict and not isinstance(arguments, Mapping):
                raise ToolValidationError(
                    f"The arguments of tool {tool.name!r} are of type {type(arguments).__name__}. Send an object.",
                    tool_name=tool.name,
                    reason="arguments (object_type)",
                )
            validated = tool.validate(arguments) if limits.validate_s is None else self._validate(tool, arguments)
            root = self._root(tool, workspace_root)
            step = "run"
            value, written = self._run(tool, validated, root)
            step = "result"
            if isinstance(written, ToolResultError):
                raise written
            payload, text = written
            if self._guardrails is not None and self._guardrails.has_output_rules:
                value, payload, text = _guarded(self._guardrails, value, payload, text)
            if holds_error(payload):
                value, payload, text = self._scrubbed(tool, value, payload, text)
                # A returned error counts as a failure, in the loop and in the record.
                failed, error_type = diagnose_tool_failure(payload)
                outcome = "failed" if failed else "success"
            # A character has at most four bytes, and most results are far below the cap.
            if len(text) * 4 > self._max_result_bytes:
                payload, text = capped(payload, text, self._max_result_bytes)
        except BaseException as error:
            shown = tool.name if tool is not None else _well_formed(name)
            result, outcome = _failure(shown, error, step, self._guardrails)
            error_type = result.error_type
            if issubclass(type(error), KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                self._record(tool, shown, outcome, error_type, started, call_id)
                raise
        else:
            result = ToolDispatchResult(True, value, "", "", payload, text)
        if self._bus.has_subscribers:
            self._record(tool, name, outcome, error_type, started, call_id)
        return result

    def _look_up(self, name: Any) -> Tool:
        limit = self._timeouts.look_up_s
        tool = None
        if isinstance(name, str):
            tool = self._find(name) if limit is None else run_with_deadline(lambda: self._find(name), limit)
        if tool is None:
            raise UnknownTool(f"Unknown tool: {_well_formed(name)!r}. Use a tool that is registered.")
        return tool

    def _check_scopes(self, tool: Tool) -> None:
        held = self._scopes or frozenset()
        limit = self._timeouts.scopes_s
        needed = tool.required_scopes if limit is None else run_with_deadline(lambda: tool.required_scopes, limit)
        missing = [scope for scope in several(needed, "required_scopes") if scope not in held]
        if missing:
            raise MissingScopeError(
                f"Tool {tool.name!r} needs the scope {missing[0]!r}. Grant it, or do not offer the tool."
            )

    def _check_guardrails(self, guardrails: Guardrails, tool: Tool, arguments: Any) -> None:
        refusal = guardrails.call_refusal(tool.name, arguments) if isinstance(arguments, Mapping) else None
        if refusal is not None:
            raise ToolError(refusal, code="denied")

    def _own(self, tool: Tool, arguments: Any) -> Any:
        try:
            return copy_of_arguments(arguments)
        except RecursionError:
            raise ToolValidationError(
                f"The arguments of tool {tool.name!r} are nested too deeply. Flatten them.",
                tool_name=tool.name,
                reason="arguments nested too deeply (recursion_error)",
            ) from None

    def _check_approval(self, handler: ApprovalHandler, tool: Tool, arguments: Any) -> None:
        decision = decide(handler, tool, arguments, pending=self._pending, timeouts=self._timeouts, bus=self._bus)
        if not isinstance(decision, Granted):
            raise ApprovalRejectedError(
                f"The call of tool {tool.name!r} was not approved: {decision.reason} Ask for another way."
            )

    def _validate(self, tool: Tool, arguments: Mapping[str, Any]) -> Any:
        return run_with_deadline(lambda: tool.validate(arguments), self._timeouts.validate_s)

    def _root(self, tool: Tool, workspace_root: Path | str | None) -> Path | None:
        root = self._workspace_root if workspace_root is None else workspace_root
        # Not Path(""), which is the current folder: an empty root usually comes from an unset variable.
        if root is None or root == "":
            if tool.workspace_root_aware:
                raise WorkspaceRequiredError(
                    f"Tool {tool.name!r} works on files and needs a workspace root. Pass workspace_root=."
                )
            return None
        return resolved_root(root)

    def _run(self, tool: Tool, validated: Any, root: Path | None) -> tuple[Any, JsonResult | ToolResultError]:
        own, shared = tool.timeout_s, self._timeouts.run_s
        limit = own if shared is None else shared if own is None else min(own, shared)
        if limit is None:
            value = tool.run(validated, workspace_root=root)
            # Most tools return a dict, which is never awaitable.
            if type(value) is not dict and is_awaitable(value):
                value = settle(value, None, shares_loop=tool.keeps_state())
            return _with_json_form(value)
        # The JSON form is included: serializers of a model are the tool's own code, and count towards its limit.
        return run_with_deadline(  # type: ignore[no-any-return]  # what `then` returns
            lambda: tool.run(validated, workspace_root=root),
            limit,
            then=_with_json_form,
            shares_loop=tool.keeps_state,
        )

    def _scrubbed(self, tool: Tool, value: Any, payload: Any, text: str) -> tuple[Any, Any, str]:
        """Return value, payload and text, or the fixed sentence in their place if the error holds private text."""
        public = scrub_error_result(tool.name, payload)
        if public is payload:
            return value, payload, text
        log.warning(
            "Tool '%s' returned an error with private text, which is not sent to the model: %s",
            escaped(tool.name),
            escaped(str(payload)),
        )
        return public, *as_json(public)

    def _record(
        self,
        tool: Tool | None,
        name: Any,
        outcome: Outcome,
        error_type: str,
        started: float,
        call_id: str,
    ) -> None:
        record = ToolInvocationRecord(
            tool_name=tool.name if tool is not None else _well_formed(name),
            outcome=outcome,
            tier=tool.tier if tool is not None else None,
            duration_s=perf_counter() - started,
            error_type=error_type,
            call_id=call_id,
        )
        event, limit = Event("tool.invoked", {"record": record}), self._timeouts.record_s
        if limit is None:
            self._bus.emit(event)
            return
        try:
            run_with_deadline(lambda: self._bus.emit(event), limit)
        except DeadlineError:
            log.warning("The subscribers of the event bus did not finish within %s s.", limit)


#: The steps in which a call is rejected on purpose, and by which error.
_POLICY = {"scopes": MissingScopeError, "guardrails": ToolError, "approval": ApprovalRejectedError}

_default = Dispatcher()


def dispatch_forge_tool(
    name: str | Tool, arguments: Mapping[str, Any], *, workspace_root: Path | str | None = None
) -> ToolDispatchResult:
    """Call a tool for this process, without approval; the outcome keeps the detail of a failure.

    Args:
        name: A registered name, or a tool that need not be registered.
        arguments: The decoded arguments.
        workspace_root: Folder of the user's files, for tools that are aware of it.
    """
    return _default.dispatch(name, arguments, workspace_root=workspace_root)


def dispatch_tool_call(name: str, arguments: Mapping[str, Any], *, workspace_root: Path | str | None = None) -> Any:
    """Call a tool for a model, and return the value to send to it, scrubbed if the call failed. Source: seed 000.

    Args:
        name: The name as the model wrote it.
        arguments: The decoded arguments.
        workspace_root: Folder of the user's files, for tools that are aware of it.
    """
    return _default.dispatch(name, arguments, workspace_root=workspace_root).llm_payload()


def _with_json_form(value: Any) -> tuple[Any, JsonResult | ToolResultError]:
    try:
        return value, as_json(value)
    except ToolResultError as error:
        return value, error


def _well_formed(name: Any) -> str:
    return name if isinstance(name, str) and NAME_PATTERN.fullmatch(name) else "unknown"


def _guarded(guardrails: Guardrails, value: Any, payload: Any, text: str) -> tuple[Any, Any, str]:
    """Return value, payload and text, without what rules take out.

    Raises:
        ToolError: If a rule withholds the whole result.
    """
    refusal = output_refusal_of(guardrails, payload, text)
    if refusal is not None:
        raise ToolError(refusal, code="denied")
    redacted = redacted_output(guardrails, payload)
    return (value, payload, text) if redacted is payload else (redacted, *as_json(redacted))


def _failure(
    tool_name: str, raised: BaseException, step: str, guardrails: Guardrails | None
) -> tuple[ToolDispatchResult, Outcome]:
    error = named_error(tool_name, raised, step)
    error_class = type(error)
    payload = public_failure(tool_name, error)
    error_type = str(payload["error"])
    if issubclass(error_class, UnknownTool) and step == "look-up":
        payload["message"] = f"Unknown tool: '{tool_name}'. Use a tool from the list."
    if guardrails is not None and guardrails.has_output_rules:
        # The message may be the tool's own.
        told = payload["message"]
        payload["message"] = guardrails.output_refusal(told) or guardrails.redacted(told)
    # Our own errors are described by their message; an error of a tool needs its traceback.
    is_ours = step == "guardrails" or (
        issubclass(error_class, ToolCallError) and (step != "run" or issubclass(type(raised), DeadlineError))
    )
    log_failure(
        tool_name, error_type, raised if error_class is ToolExitError else error, step, with_traceback=not is_ours
    )
    outcome: Outcome = "failed"
    if issubclass(error_class, ToolTimeoutError):
        outcome = "timeout"
    elif step in _POLICY and issubclass(error_class, _POLICY[step]):
        outcome = "rejected"
    return ToolDispatchResult(False, None, error_type, as_text(lambda: error), *write_result(payload)), outcome
