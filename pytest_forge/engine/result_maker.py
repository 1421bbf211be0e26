"""ResultMaker: makes the result that reports, baselines and stores hold from a verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import Struct, field

from ..checks.check import Check
from ..checks.definition.locked import LOCK_CHECKS
from ..finding_id import FindingId, finding_id, names_in, old_finding_id
from ..targets.facts import ToolFacts
from ..verdict import NOT_JUDGED, CheckResult
from .budget import Budget
from .hidden import hidden, hidden_in
from .messages import Verdict
from .placeholder import with_placeholder
from .reproduction import reproduce_line

__all__ = ["SURVIVAL_CHECK", "ResultMaker"]

#: The check that reports a lost process, whichever check lost it.
SURVIVAL_CHECK = "call_returns"
_LEFT_OUT = "Not judged: what it would be blamed for is a SHOULD for this tool, and --level must leaves it out."


class ResultMaker(Struct, frozen=True):
    """The common parts of a session's results.

    Attributes:
        budget: Time and memory a check may take.
        seed: The source of random choices.
        base: Folder that relative paths start from.
        variables: Environment variables that the tools see.
        root: The sandbox's folder, which a placeholder replaces in reports; None without a sandbox.
        secrets: Values that no result may show.
        lock: The lock file of the run; empty for none.
    """

    budget: Budget
    seed: int
    base: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    root: Path | None = None
    secrets: Sequence[str] = ()
    lock: str = ""

    def make(
        self,
        tool: ToolFacts,
        judged: Check,
        verdict: Verdict,
        *,
        seconds: float = 0.0,
        was_made: bool = True,
    ) -> CheckResult:
        """Return the result; one whose code the check does not declare is an error.

        Args:
            tool: The tool.
            judged: The check.
            verdict: How the check ended.
            seconds: Wall time of the check.
            was_made: Whether the check ran at all.
        """
        status, message, code, arguments, before = (
            verdict.status,
            verdict.message,
            verdict.code,
            verdict.arguments,
            verdict.before,
        )
        if status == "failed" and judged.codes and code not in judged.codes:
            message = f"The check reported the code {code!r}, which it does not declare. Add it to its codes."
            status, code, arguments = "error", "", None
        level = judged.level_of(code, tool.kind)
        if status == "failed" and judged.musts_only and level == "SHOULD":
            status, message, code, arguments, before = "not_applicable", _LEFT_OUT, "", None, ()
        if self.root is not None:
            message, arguments = with_placeholder(message, arguments, self.root)
            _, before = with_placeholder("", list(before), self.root)
        message, arguments, before = (
            hidden(message, self.secrets),
            hidden_in(arguments, self.secrets),
            hidden_in(before, self.secrets),
        )
        result = CheckResult(
            tool=tool.name,
            target=tool.target,
            check=judged.id,
            family=judged.family,
            level=level,
            status=status,
            message=message,
            arguments=None if arguments is None else dict(arguments),
            seconds=round(seconds, 6),
            code=code,
            follows=verdict.follows,
            seed=self.seed,
            before=before,
            was_made=was_made,
        )
        return (
            self._named(result, tool, judged, hidden(verdict.about, self.secrets))
            if status in {"failed", "error"}
            else result
        )

    def _named(self, result: CheckResult, tool: ToolFacts, judged: Check, about: str) -> CheckResult:
        """Return a finding or an error with its id and the command that reproduces it."""
        is_finding = result.status == "failed"
        message, arguments = result.message, result.arguments
        code = result.code or (judged.id if is_finding else NOT_JUDGED)
        identifier = str(finding_id(tool.name, judged.id, code, about))
        old = str(old_finding_id(tool.name, judged.id, message, names=names_in(tool.input_schema)))
        return replace(
            result,
            id=identifier,
            code=code,
            old_id=old if is_finding else "",
            reproduce=reproduce_line(
                tool.target,
                identifier if is_finding else str(FindingId(tool.name, judged.id)),
                judged,
                seed=self.seed,
                budget=self.budget,
                base=self.base,
                variables=self.variables,
                secrets=self.secrets,
                lock=self.lock if judged.id in LOCK_CHECKS else "",
                allow_destructive=tool.needs_permission and judged.family != "definition",
                # Another check may have made the call; this one would not make it.
                call=arguments if is_finding and judged.id == SURVIVAL_CHECK else None,
            ),
        )
