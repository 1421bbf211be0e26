"""Grants: nothing happens before a call is granted, and the advertised tier and scopes are enforced.

The dispatcher asks for approval. These checks prove that the tool leaves it the chance: no approval can stop what a
tool does in its definition or in its validators, or what it advertises in one place and not in another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from forge_harness import (
    ApprovalDecision,
    AutoApprove,
    Granted,
    RejectAll,
    StepTimeouts,
    TierPolicy,
    ToolTier,
)

from ...observe.in_process import CallObserver
from ...observe.observation import Observation
from ...sandbox import Sandbox
from ...strategies.calls.examples import candidate_arguments
from ...strategies.workspace_files import plant_files
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.witnessed_tool import ValidatingTool
from ..check import check
from .refused_calls import judge_refused_calls

__all__ = [
    "FunctionHandler",
    "nothing_happens_before_a_grant",
    "scopes_are_enforced",
    "tiers_are_enforced",
    "working_arguments",
]

#: Share of a check's time that the compared calls may take.
_SHARE = 0.7
_AT_ONCE = StepTimeouts(decision_s=0.05)


@check(
    family="approval",
    level="MUST",
    source="Forge Tools: three tiers; approval handlers",
    codes={
        "ran_without_grant": "The tool runs although its call was rejected.",
        "acted_before_grant": "Something happens before the call is granted, or although it is refused.",
    },
)
def nothing_happens_before_a_grant(subject: Subject) -> None:
    """A call that is not granted, or whose arguments are refused, changes nothing.

    The approver must still be able to refuse. Work in ``definition()`` or in a validator is done before
    that: it runs even for rejected and malformed calls. Reading is allowed there; writing, deleting, starting a process
    and connecting are not.

    A server's tool is not called before the grant. It is sent calls that work, with one argument of the wrong type or
    out of range: one that it refuses must not have changed files of the workspace, other than those that change with
    every call, such as a log.
    """
    if subject.is_served:
        judge_refused_calls(subject)
        return
    plant_files(subject.sandbox.workspace)
    arguments = working_arguments(subject)
    with _unchanged(subject, "Asking for the definition", None):
        subject.tool.definition()
        executor = getattr(subject.tool, "executor", None)
        if executor is not None:
            executor.definition()
    with _unchanged(subject, "A rejected call", arguments):
        outcome = subject.call(arguments, approval=RejectAll())
    if outcome.ran:
        raise CheckFailure(
            "ran_without_grant",
            "The tool ran although the call was rejected. Start work only in the implementation.",
            arguments=arguments,
        )
    tool, subject.tool = subject.tool, ValidatingTool(subject.tool)
    with _unchanged(subject, "Validating the arguments, without running the tool,", arguments):
        subject.call(arguments, approval=AutoApprove())
    subject.tool = tool
    malformed: list[dict[str, Any]] = [{}, {**arguments, "forge_unknown_field": 1}, {name: [{}] for name in arguments}]
    for refused in malformed:
        with _unchanged(subject, "A call with refused arguments", refused) as judge:
            outcome = subject.call(refused, approval=AutoApprove())
            judge.is_off = outcome.ran


@check(
    family="approval",
    level="MUST",
    source="Forge Tools: the default handlers' table",
    codes={
        "wrong_tier_told": "The approval handler is given a different tier than the model sees.",
        "ran_without_grant": "The tool runs although its call was rejected.",
        "tier_not_enforced": "TierPolicy does not treat the call as its tier requires.",
    },
    unseen="The check judges the dispatcher of Forge Harness, which does not call servers.",
    foreign="The check judges the dispatcher of Forge Harness; the tool is called by its own framework.",
)
def tiers_are_enforced(subject: Subject) -> None:
    """The advertised tier is the tier that is enforced.

    The approval handler decides by the tier it is given. If a tool advertises one tier and passes on another, its
    writes are granted as reads. Every default handler is tried: AutoApprove grants, RejectAll rejects, and TierPolicy
    grants reads and has a person review the rest.
    """
    plant_files(subject.sandbox.workspace)
    arguments = working_arguments(subject)
    advertised = ToolTier(subject.facts.tier) if subject.facts.tier else ToolTier.EXECUTE
    asked: list[ToolTier] = []

    def note(_: str, __: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        asked.append(tier)
        return Granted()

    subject.call(arguments, approval=FunctionHandler(note))
    subject.call(arguments, approval=FunctionHandler(note))
    wrong = [tier for tier in asked if tier is not advertised]
    if wrong:
        raise CheckFailure(
            "wrong_tier_told",
            f"The tool advertises the tier {advertised.value!r}, but the approval handler got {wrong[0].value!r}.",
            arguments=arguments,
        )
    if subject.call(arguments, approval=RejectAll()).ran:
        raise CheckFailure(
            "ran_without_grant", "The tool ran although RejectAll rejected the call.", arguments=arguments
        )
    ran = subject.call(arguments, approval=TierPolicy(), timeouts=_AT_ONCE).ran
    if ran is not (advertised is ToolTier.READ):
        told = "ran without a review" if ran else "was held back"
        raise CheckFailure(
            "tier_not_enforced",
            f"Under TierPolicy, a call of this {advertised.value} tool {told}.",
            arguments=arguments,
        )


@check(
    family="approval",
    level="MUST",
    source="Forge Tools: execution path, step 2",
    codes={
        "scope_not_enforced": "The tool runs without a scope that it advertises.",
        "scope_refused": "The tool does not run for an agent with every scope.",
    },
    unseen="The check judges the dispatcher of Forge Harness, which does not call servers.",
    foreign="The check judges the dispatcher of Forge Harness; the tool is called by its own framework.",
)
def scopes_are_enforced(subject: Subject) -> None:
    """A call by an agent that lacks one of the advertised scopes does not run.

    Operators review the scopes in the definition. A tool that requires fewer scopes than it advertises is open to
    agents that the operator means to exclude.
    """
    scopes = subject.facts.required_scopes
    if not scopes:
        raise NotApplicable("The tool requires no scopes.")
    plant_files(subject.sandbox.workspace)
    arguments = working_arguments(subject, scopes=scopes)
    for missing in subject.patience(_SHARE).each(scopes):
        held = [scope for scope in scopes if scope != missing]
        if subject.call(arguments, scopes=held).ran:
            raise CheckFailure(
                "scope_not_enforced",
                f"The tool advertises the scope {missing!r}, but ran without it. Require it in every call.",
                about=missing,
                arguments=arguments,
            )
    if not subject.call(arguments, scopes=scopes).ran:
        raise CheckFailure(
            "scope_refused",
            "The tool did not run for an agent with every advertised scope. Advertise the scopes it requires.",
            arguments=arguments,
        )


class FunctionHandler:
    """An approval handler made of a function."""

    def __init__(self, approve: Callable[[str, Mapping[str, Any], ToolTier], ApprovalDecision]) -> None:
        self._approve = approve

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        return self._approve(tool_name, arguments, tier)


class _Judge:
    """Whether the block inside `_unchanged` is judged."""

    is_off = False


@contextmanager
def _unchanged(subject: Subject, what: str, arguments: Mapping[str, Any] | None) -> Iterator[_Judge]:
    judge = _Judge()
    with CallObserver(subject.sandbox) as observer:
        yield judge
    if not judge.is_off and (act := _act(subject.sandbox, observer.seen(None))):
        raise CheckFailure("acted_before_grant", f"{what} {act}.", arguments=arguments)


def _act(sandbox: Sandbox, seen: Observation[None]) -> str:
    """Return an effect of a call that was not granted, as a verb phrase; "" for none."""
    for change in reversed(seen.changes.value):
        return f"{change.action} {str(change.path.relative_to(sandbox.root))!r}"
    for event in (event for event in seen.operations.value if event.action in ("execute", "connect")):
        return f"caused {event.event} ({', '.join(event.paths)[:80]!r})"
    return ""


def working_arguments(subject: Subject, **policy: Any) -> dict[str, Any]:
    """Return arguments that reach the implementation: the positive control of every check of approval."""
    for arguments in candidate_arguments(subject.schema):
        if subject.call(arguments, **policy).ran:
            return arguments
    raise CouldNotRun("No call that fits the schema reached the implementation. Give the fields examples.")
