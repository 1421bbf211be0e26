"""RunState: the conversation, the calls and the cost of one run while it goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..budget.compaction import Summarizer
from ..budget.compactor import Compactor
from ..budget.tokens import check_budget, count_message_tokens, token_budget
from ..corrective import build_corrective_messages, diagnose_tool_failure
from ..cost.run_cost import RunCostTracker
from ..errors import AgentRunStopped
from ..guardrails.guardrails import Guardrails
from ..messages import Message, Reply, Usage
from ..providers.base import Provider
from ..tool import ToolCall, ToolDefinition, ToolDispatchResult
from .agent_run import AgentRun, with_unique_ids
from .tool_round import MAX_CALLS_A_ROUND, ToolRound

__all__ = ["RunState"]

#: The number of identical failures of one call that ends the run.
_MAX_IDENTICAL_FAILURES = 5


class RunState:
    """The state of one run."""

    def __init__(
        self,
        messages: list[Message],
        *,
        provider: Provider,
        definitions: tuple[ToolDefinition, ...],
        round_: ToolRound,
        guardrails: Guardrails | None,
        is_cancelled: Callable[[], bool] | None,
        cost: RunCostTracker,
        compactor: Compactor | None,
        summarizer: Summarizer | None,
        capability_matrix: Mapping[str, Any] | None,
    ) -> None:
        self.messages = messages
        self.definitions = definitions
        self._provider = provider
        self._round = round_
        self._guardrails = guardrails
        self._is_cancelled = is_cancelled
        self._cost = cost
        self._matrix = capability_matrix
        self._budget_tokens = token_budget(provider.model, capability_matrix=capability_matrix)
        self._compactor = compactor or Compactor(
            budget_tokens=self._budget_tokens,
            summarizer=summarizer,
            capability_matrix=capability_matrix,
        )
        # The tracker may include earlier runs.
        self._before = _known_and_unpriced(cost)
        self._ids = {call.id for message in messages for call in message.tool_calls}
        self._calls: list[ToolCall] = []
        self._usage = Usage()
        self._iterations = 0
        self._failures: Counter[tuple[str, str, str]] = Counter()
        self._stop_reason = ""
        self._text = ""

    @cached_property
    def _tool_tokens(self) -> int:
        """Tokens of the definitions; counted only for a model with a name."""
        return count_message_tokens((), self.definitions)

    def go_on(self) -> None:
        """End the run if it was cancelled."""
        if self._is_cancelled is not None and self._is_cancelled():
            raise self.stopped("cancelled", "The run was cancelled. Start it again with its messages to continue.")

    def check_prompt(self) -> None:
        """End the run if a rule denies what the user has written."""
        if self._guardrails is None:
            return
        for message in self.messages:
            refusal = self._guardrails.prompt_refusal(message.text) if message.role == "user" else None
            if refusal is not None:
                raise self.stopped("denied", refusal)

    def make_room(self, iteration: int) -> None:
        """Compact the conversation if that is due; raise if it cannot fit."""
        self.messages = self._compactor.compact(self.messages, iteration=iteration)
        # A summary has a cost, too.
        self._cost.check_limit()
        # The compactor has counted the new messages; the whole is counted again only for the error.
        if self._provider.model and self._compactor.exceeds(self._budget_tokens - self._tool_tokens):
            check_budget(
                self.messages,
                model=self._provider.model,
                provider=self._provider.name,
                tools=self.definitions,
                capability_matrix=self._matrix,
            )

    def take(self, reply: Reply) -> bool:
        """Process the model's turn and run its calls; return whether it was the answer."""
        self._iterations += 1
        self._usage += reply.usage
        self._stop_reason = reply.stop_reason
        message = with_unique_ids(reply.message, self._ids)
        self.messages.append(message)
        self._record_cost(reply)
        if not message.tool_calls:
            self._text = message.text or reply.refusal
            # Anthropic pauses a turn when its own tools take long; the next request continues it.
            return reply.stop_reason != "pause_turn"
        self._calls += message.tool_calls
        results = self._round.run(message.tool_calls)
        self.messages += [
            Message("tool", result.llm_json(), tool_call_id=call.id)
            for call, result in zip(message.tool_calls, results, strict=True)
        ]
        self.go_on()
        self._guide(message.tool_calls, results)
        return False

    def result(self) -> AgentRun:
        """Return the run so far."""
        return AgentRun(
            messages=tuple(self.messages),
            text=self._text,
            tool_calls=tuple(self._calls),
            usage=self._usage,
            cost_usd=self._cost_usd(),
            iterations=self._iterations,
            records=tuple(self._round.records),
            stop_reason=self._stop_reason,
        )

    def stopped(self, reason: str, message: str) -> AgentRunStopped:
        """Return the error that ends the run before the model answers."""
        return AgentRunStopped(message, reason=reason, run=self.result())

    def _cost_usd(self) -> float | None:
        known, unpriced = _known_and_unpriced(self._cost)
        return None if unpriced > self._before[1] else known - self._before[0]

    def _guide(self, calls: Sequence[ToolCall], results: Sequence[ToolDispatchResult]) -> None:
        """Add guidance for the model on the calls that failed."""
        worst = 0
        seen: set[tuple[str, str, str]] = set()
        for number, (call, result) in enumerate(zip(calls, results, strict=True)):
            # A returned error is a failure like any other.
            outcome = result.llm_payload() if result.ok else result
            failed, error_class = diagnose_tool_failure(outcome)
            if not failed:
                continue
            key = (call.name, _as_text(call), error_class)
            # Identical calls in one turn count as one attempt.
            if key in seen:
                continue
            seen.add(key)
            self.messages += build_corrective_messages([call], [outcome])
            if number >= MAX_CALLS_A_ROUND:
                # It was not run; the model sends it again.
                continue
            self._failures[key] += 1
            worst = max(worst, self._failures[key])
        if worst > 1:
            self.messages.append(Message("user", _REPEATED.format(times=worst)))
        if worst >= _MAX_IDENTICAL_FAILURES:
            raise self.stopped(
                "repeated_failure",
                f"The model made the same failing call {worst} times. Change the prompt or the tool.",
            )

    def _record_cost(self, reply: Reply) -> None:
        self._cost.record_reply(reply, provider=self._provider.name, model=self._provider.model)
        self._cost.check_limit()


def _known_and_unpriced(cost: RunCostTracker) -> tuple[float, int]:
    counted = cost.breakdown()
    return counted.known_usd, sum(row.unpriced_calls for row in counted.rows)


_REPEATED = (
    "An identical call has now failed {times} times. Sending it again will not help: "
    "change the arguments, use another tool, or answer with what you have."
)


def _as_text(call: ToolCall) -> str:
    if call.malformed_arguments is not None:
        return call.malformed_arguments
    return json.dumps(call.arguments, sort_keys=True, default=repr)
