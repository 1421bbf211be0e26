"""Seeds 001, 003 and 004 on the agent loop: one row a promise."""

from __future__ import annotations

from .requirement import Requirement

REQUIREMENTS: dict[str, Requirement] = {
    "loop:parallel-reads-only": Requirement(
        "seed 004: Execution path", "Only calls that are all reads run at the same time."
    ),
    "loop:deferral-lets-others-go-on": Requirement(
        "seed 004: Approval handlers, 'other invocations continue'", "A deferred call does not hold up the others."
    ),
    "loop:every-request-is-retried": Requirement(
        "seed 003: RateLimitError",
        "Each request passes the retry envelope, which keeps the delay asked for.",
    ),
    "loop:never-again-after-the-first-piece": Requirement(
        "seed 003: How errors flow through a run", "What has begun to arrive is not asked for again."
    ),
    "provider:tool-loop-on-the-wire": Requirement(
        "seed 000: get_tool_definitions, 'the shape providers expect'",
        "A conversation with calls and results goes to each provider in its own form, and comes back.",
    ),
    "loop:well-formed-conversations": Requirement(
        "seed 004: Execution path, step 6", "Each call has one result, in order, whatever the model does."
    ),
    "loop:no-tool-above-what-was-granted": Requirement(
        "seed 004: Three tiers", "No tool runs that the approval handler did not grant."
    ),
}
