"""Call sequence: calls of one tool or several, in one child; each call sees the effects of those before it."""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Sequence
from typing import Any

from forge_harness import diagnose_tool_failure

from ..sandbox import Sandbox
from ..targets.call_answer import CallAnswer
from ..targets.found_tool import FoundTool
from ..targets.mcp.tool import McpTool
from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .account import say
from .lines import line_of
from .messages import Announced, Answers, Sealed, ServerLost
from .requests import CallsRequest
from .resources import limit_resources

__all__ = ["run_calls"]


def run_calls(request: CallsRequest, tools: Sequence[FoundTool], sandbox: Sandbox, descriptor: int) -> None:
    """Make the calls and write the verdict, one JSON line with an answer for each, to *descriptor*.

    The number of each call is announced there before it is made, so that the host can name the call that lost the
    process.

    Args:
        request: The calls and their limits.
        tools: The tools of the target.
        sandbox: Where they run.
        descriptor: A pipe to the host.
    """
    limits = request.limits
    # The folder was recreated since the host changed into it.
    os.chdir(sandbox.workspace)
    limit_resources(limits, starts_servers=any(isinstance(tool, McpTool) for _, tool in tools))
    logging.raiseExceptions = False
    random.seed(request.seed)
    answers: list[CallAnswer] = []

    def announce(arguments: Any, _: str) -> None:
        try:
            say(descriptor, line_of(Announced(None if arguments is None else {"number": len(answers)})))
        except OSError:
            # The tool has closed the pipe; the host takes the missing verdict for the loss of the process.
            return

    for index, arguments in request.calls:
        facts, tool = tools[index]
        subject = Subject(facts, tool, sandbox=sandbox, seed=request.seed, call_s=limits.call_s, announce=announce)
        outcome = subject.call(arguments)
        answer = tool.answer if isinstance(tool, McpTool) else None
        if answer is not None and answer.kind == "lost":
            number = {"number": len(answers)}
            say(descriptor, line_of(Sealed(request.nonce, ServerLost(answer.how, answer.said, number))))
            return
        answers.append(_answer(outcome, limits.call_s))
    say(descriptor, line_of(Sealed(request.nonce, Answers(tuple(answers)))))


def _answer(outcome: Outcome, call_s: float) -> CallAnswer:
    result = outcome.result
    if outcome.timed_out:
        return CallAnswer("failed", None, f"The call did not return within {call_s:g} s.")
    if result is None:
        return CallAnswer("failed", None, "The call interrupted the process.")
    if not diagnose_tool_failure(result if not result.ok else result.llm_payload())[0]:
        return CallAnswer("returned", result.llm_payload())
    if not outcome.ran and result.error_type == "ToolValidationError":
        return CallAnswer("refused", result.llm_payload(), result.error_message)
    return CallAnswer("failed", result.llm_payload(), f"The call failed with {outcome.error_type}.")
