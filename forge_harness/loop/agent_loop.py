"""The agent loop: a model and its tools, until the model answers.

::

    budget > compaction > model (with retries) > cost
        no calls: the answer
        calls:    run > results, in the order of the calls > guidance on failures > next turn

A run ends with the model's answer, or with a typed error that carries the run so far.
Source: seed 000, 001 and 003; the limits are those of seed 000's loop.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..approval.decisions import ApprovalHandler, TierPolicy
from ..approval.pending import PendingApprovals, get_pending_approvals
from ..budget.compaction import Summarizer
from ..budget.compactor import Compactor
from ..capabilities import warn_before_run
from ..cost.run_cost import RunCostTracker, cost_limit_usd
from ..deadline.step_timeouts import StepTimeouts
from ..deadline.thread_pool import ThreadPool
from ..errors import FluidError
from ..events import EventBus, get_event_bus
from ..guardrails.guardrails import Guardrails
from ..guardrails.rules import GuardrailRules
from ..json_result import DEFAULT_MAX_RESULT_BYTES
from ..kinds.executor import ToolExecutor
from ..messages import Message, Reply
from ..providers.base import Provider, TextSink
from ..registry.tool_registry import ToolRegistry
from ..retry import is_retryable, retry_with_backoff
from ..summarizer import default_summarizer
from ..tool import Tool
from .agent_run import AgentRun, opening_messages
from .guarded_reply import guarded_reply
from .offered import offered_tools
from .run_state import RunState
from .tool_round import ToolRound

__all__ = ["DEFAULT_MAX_ITERATIONS", "run_agent_loop"]

#: The most turns of the model. Source: seed 000's agent loop.
DEFAULT_MAX_ITERATIONS = 12

_DEFAULT_TIMEOUTS = StepTimeouts(run_s=120.0)


def run_agent_loop(
    prompt: str | Sequence[Message],
    *,
    provider: Provider,
    tools: ToolRegistry | Iterable[Tool | ToolExecutor | str] | None = None,
    system: str = "",
    workspace_root: Path | str | None = None,
    approval: ApprovalHandler | None = None,
    scopes: Collection[str] = (),
    guardrails: GuardrailRules | Guardrails | None = None,
    max_iterations: int = DEFAULT_MAX_ITERATIONS,
    stream_to: TextSink | None = None,
    cancel: threading.Event | None = None,
    timeouts: StepTimeouts = _DEFAULT_TIMEOUTS,
    max_result_bytes: int = DEFAULT_MAX_RESULT_BYTES,
    cost: RunCostTracker | None = None,
    compactor: Compactor | None = None,
    summarizer: Summarizer | None = None,
    capability_matrix: Mapping[str, Any] | None = None,
    warn: Callable[[str], object] | None = None,
    attempts: int = 3,
    sleep: Callable[[float], object] | None = None,
    bus: EventBus | None = None,
    pending: PendingApprovals | None = None,
) -> AgentRun:
    """Let a model answer a prompt, and run the tools that it calls.

    Args:
        prompt: The request, or a conversation to continue.
        provider: The model.
        tools: The tools that the model may call: a registry, or a list of tools and names of registered tools. None for
            every tool of the process; an empty list for none. Unknown names are ignored.
        system: The system prompt, put before everything else.
        workspace_root: Folder of the user's files, for tools that are aware of it.
        approval: Decides on each call; None for `TierPolicy`, which grants reads and asks a person about other calls.
        scopes: Scopes that the agent holds.
        guardrails: What is denied: prompts, which end the run before the model is asked; calls, which fail; results,
            which are withheld or redacted; answers, which are replaced, and streamed only when they are complete.
        max_iterations: The most turns of the model.
        stream_to: Called with the text of every turn in pieces, while it arrives.
        cancel: Ends the run when it is set: before the next request or call, during the wait before a retry, while a
            call waits for a person, and while a tool runs. The tool itself cannot be stopped: unless it is async, it
            may run until it returns.
        timeouts: Limits of each step of a call; by default two minutes for the tool itself.
        max_result_bytes: Longer results are cut, with a marker.
        cost: Counts the usage of the run and enforces its limit; None for one with the limit of the environment.
        compactor: Shortens the conversation; None for one that follows the environment.
        summarizer: Writes summaries if the strategy needs them; None for the fast tier of the provider.
        capability_matrix: ``context_window``, ``output_reservation``, ``disable_token_preflight``,
            ``compaction_strategy``.
        warn: Called with each warning about the model before the run begins; None logs its missing capabilities.
        attempts: The most attempts of one request, if it fails with a transient error.
        sleep: Called with the seconds to wait before a retry; None waits, at most until *cancel* is set.
        bus: Receives events of calls, approvals and usage; None for the bus of the process.
        pending: Keeps calls that wait for a person; None for that of the process.

    Raises:
        AgentRunStopped: If the model still called tools after its last turn (``reason`` is ``"max_iterations"``),
            repeated the same failing call (``"repeated_failure"``), a guardrail denied the prompt (``"denied"``), or
            the run was cancelled (``"cancelled"``). Its ``run`` is the `AgentRun` so far.
        ContextOverflowError: If the conversation does not fit the model; raised before it is sent.
        CostLimitExceeded: If the run exceeds its cost limit.
        ProviderError: If the provider failed, and retries did not help.
        ValueError: If the prompt is empty, or *max_iterations* is below 1.
    """
    if max_iterations < 1:
        raise ValueError(f"max_iterations={max_iterations!r} allows no turn. Use 1 or more.")
    bus = get_event_bus() if bus is None else bus
    cost = RunCostTracker(limit_usd=cost_limit_usd(), bus=bus) if cost is None else cost
    offered = offered_tools(tools)
    if sleep is None:
        sleep = time.sleep if cancel is None else cancel.wait
    rules = Guardrails(guardrails) if isinstance(guardrails, GuardrailRules) else guardrails
    pool = ThreadPool(None if cancel is None else cancel.is_set)
    warn_before_run(
        provider=provider.name,
        model=provider.model,
        calls_tools=bool(offered.data),
        streams=stream_to is not None,
        has_several_tools=len(offered.data) > 1,
        warn=warn,
    )
    run = RunState(
        opening_messages(prompt, system),
        provider=provider,
        definitions=tuple(tool.definition() for tool in offered.data.values()),
        round_=ToolRound(
            offered,
            approval=TierPolicy() if approval is None else approval,
            scopes=scopes,
            guardrails=rules,
            workspace_root=workspace_root,
            timeouts=timeouts,
            max_result_bytes=max_result_bytes,
            bus=bus,
            pending=get_pending_approvals() if pending is None else pending,
            pool=pool,
        ),
        guardrails=rules,
        is_cancelled=pool.is_cancelled,
        cost=cost,
        compactor=compactor,
        summarizer=default_summarizer(provider, cost=cost) if summarizer is None else summarizer,
        capability_matrix=capability_matrix,
    )
    run.check_prompt()
    with pool:
        for iteration in range(max_iterations):
            run.go_on()
            run.make_room(iteration)
            reply = _ask(run, provider, stream_to, attempts=attempts, sleep=sleep, guardrails=rules)
            if run.take(reply):
                return run.result()
        run.go_on()
    raise run.stopped(
        "max_iterations",
        f"The model still called tools after {max_iterations} turns. Raise max_iterations, or reduce the task.",
    )


def _ask(
    run: RunState,
    provider: Provider,
    stream_to: TextSink | None,
    *,
    attempts: int,
    sleep: Callable[[float], object],
    guardrails: Guardrails | None,
) -> Reply:
    told = 0
    # An answer that may be replaced is shown when it is complete.
    is_held = guardrails is not None and guardrails.has_response_rules

    def tell(piece: str) -> None:
        nonlocal told
        if is_held:
            return
        told += 1
        assert stream_to is not None  # noqa: S101  # `tell` is only passed on with `stream_to`
        stream_to(piece)

    def wait(seconds: float) -> None:
        sleep(seconds)
        run.go_on()

    def may_pass(error: Exception) -> bool:
        # A retry would stream the beginning a second time.
        began = told or (isinstance(error, FluidError) and error.context.get("answer_began"))
        return not began and is_retryable(error)

    reply = retry_with_backoff(
        lambda: provider.complete(run.messages, run.definitions, stream_to=None if stream_to is None else tell),
        attempts=attempts,
        sleep=wait,
        retry_if=may_pass,
    )
    if guardrails is None or not is_held:
        return reply
    reply = guarded_reply(guardrails, reply)
    if stream_to is not None and reply.message.text:
        stream_to(reply.message.text)
    return reply
