"""Seed 004, Tools (registry, executors, tiers, approval): one row a promise."""

from __future__ import annotations

from .requirement import Requirement


def row(sentence: str, behaviour: str, deferred: str | None = None) -> Requirement:
    return Requirement(f"seed 004: {sentence}", behaviour, deferred)


REQUIREMENTS: dict[str, Requirement] = {
    # Registering
    "executor:fn-is-the-simplest-path": row(
        "Registering a tool, 'FnToolExecutor::new(name, handler)'", "A name and a function make a tool."
    ),
    "executor:fn-wraps-async-handlers": row(
        "Built-in executors, 'wrap an async closure'", "An async handler is awaited."
    ),
    "executor:any-object-of-the-shape": row(
        "Registering a tool, 'implement the ToolExecutor trait'",
        "Any object with name, definition and execute is a tool.",
    ),
    "executor:mock-for-tests": row(
        "Built-in executors, 'MockToolExecutor — for tests'",
        "A mock returns or raises what it was told, and remembers what it was asked.",
    ),
    "executor:builder-runs-elsewhere": row(
        "Built-in executors, 'tool definitions whose execution lives elsewhere'",
        "A builder hands name and arguments to whoever executes them.",
    ),
    # Definitions and tiers
    "definition:five-fields": row(
        "ToolDefinition", "A definition holds name, description, input_schema, tier and required_scopes."
    ),
    "definition:registry-produces-them": row(
        "ToolDefinition, 'The registry produces these from your registered executors'",
        "A registry gives the definitions of its tools.",
    ),
    "definition:passed-to-the-agent": row(
        "ToolDefinition, 'Pass them to the agent'",
        "A run is given a registry of tools, and offers the model their definitions as they are.",
    ),
    "tier:three-tiers": row("Three tiers", "There are read, write and execute, in this order."),
    "tier:undeclared-is-the-strictest": row(
        "introduction, 'classified by tier'", "A tool whose author chose no tier counts as execute."
    ),
    # Approval
    "approval:auto-approve-grants": row("handlers table, AutoApprove", "AutoApprove grants every tier."),
    "approval:reject-all-rejects": row("handlers table, RejectAll", "RejectAll rejects every tier."),
    "approval:tier-policy-reviews": row(
        "handlers table, TierPolicy", "TierPolicy grants reads and reviews writes and executions."
    ),
    "approval:custom-handlers": row(
        "Approval handlers, 'A custom handler for a chat product'",
        "A handler, sync or async, sees the tool's name, the arguments and the tier.",
    ),
    "approval:deferral-parks-the-call": row(
        "'DeferredToHuman parks the tool call'", "A deferred call waits, and whoever listens is told."
    ),
    "approval:submit-approval-decides": row(
        "'until a submit_approval(request_id, decision) arrives'", "submit_approval ends the wait, either way."
    ),
    "approval:other-calls-go-on": row(
        "'other invocations continue'", "Other calls go on while one is parked, and each is decided for itself."
    ),
    "approval:deadline-denies": row(
        "Execution path, 'Each step has a configurable timeout'", "When nobody decides in time, the call is denied."
    ),
    "approval:early-decisions-count": row(
        "'until a submit_approval(request_id, decision) arrives'",
        "A decision that arrives before the handler has returned is not lost.",
    ),
    "approval:unknown-ids-are-refused": row(
        "'submit_approval(request_id, decision)'", "A decision on an unknown or decided request is an error."
    ),
    "approval:executed-is-approved": row(
        "introduction, 'approved per-call'",
        "The arguments executed are the arguments approved, whoever changes a copy.",
    ),
    "approval:no-effect-before-a-grant": row(
        "Execution path, 4, 'If granted, calls executor.execute(input)'", "Nothing but a grant runs a tool."
    ),
    "loop:pauses-on-a-parked-call": row(
        "'The agent's loop pauses on that invocation'", "The loop waits for the parked call of its turn."
    ),
    # Execution path
    "dispatch:path-order": row(
        "Execution path, 1 to 5",
        "Look-up, scopes, approval, execution, record: in this order; a refusal ends it.",
    ),
    "dispatch:scopes": row(
        "Execution path, 2, 'contains all required_scopes'", "A call is refused unless every required scope is held."
    ),
    "record:every-call-leaves-one": row(
        "Execution path, 5, 'Records a ToolInvocationRecord (success / failed / timeout / rejected)'",
        "Every call leaves one record of its outcome.",
    ),
    "loop:appends-the-result": row(
        "Execution path, 6, 'Appends the result to the message list'",
        "The next request ends with the result of each call, in their order and under their ids.",
    ),
    "dispatch:every-step-has-a-timeout": row(
        "Execution path, 'Each step has a configurable timeout'", "Each step ends at its own limit."
    ),
    "dispatch:hung-tool-does-not-hang-the-caller": row(
        "Execution path, 'timeout'",
        "A tool past its limit is left behind or cancelled; the caller goes on, and calls that share nothing with it.",
    ),
    "dispatch:system-exit-is-contained": row("Execution path, 5, 'failed'", "A tool cannot end the process."),
    "dispatch:keyboard-interrupt": row(
        "Execution path, 5, 'Records a ToolInvocationRecord'",
        "An interrupt of the user propagates from the main thread and leaves a record; elsewhere it is contained.",
    ),
    "executor:web-primitives": row(
        "Built-in executors, 'For HTTP-style tools, see forge-web'",
        "Web fetching is a tool of the registry.",
    ),
    "mcp:register-mcp-tools": row(
        "MCP tools, 'register_mcp_tools(&mcp, &registry)'",
        "The tools of an MCP server register themselves.",
    ),
}
