"""CriticReport: whether the drafts of a run pass, by what critics found in them.

report = escalate_critic_errors_into_report(CriticReport(), scratchpad.critic_findings)
if not report.passes:
    print(report)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..texts.shown_name import shown_name
from .critic_finding import SEVERITIES, CriticFinding, Severity
from .rules import STAGES, Stage
from .scratchpad import demand, replaced_findings

__all__ = ["CriticReport", "escalate_critic_errors_into_report"]


@dataclass(frozen=True, slots=True)
class CriticReport:
    """Whether the drafts of a run pass. Its text is the summary, then a line for each finding, the worst first.

    Attributes:
        findings: What critics found, of every severity and stage, each once.

    Raises:
        TypeError: If one of them is not a CriticFinding.

    Source: seed 001, "CriticAgent: Severity levels".
    """

    findings: tuple[CriticFinding, ...] = ()

    def __post_init__(self) -> None:
        findings = tuple(dict.fromkeys(self.findings))
        for finding in findings:
            demand(finding, CriticFinding)
        object.__setattr__(self, "findings", findings)

    @property
    def passes(self) -> bool:
        """Whether there is no error; neither a warning nor an info counts."""
        return not self.of("error")

    @property
    def issues(self) -> tuple[str, ...]:
        """The errors, each in a line, for example ``"[critic:builder] exposes is empty"``."""
        return tuple(map(_line, self.of("error")))

    @property
    def diagnosed_stage(self) -> Stage | None:
        """The stage to run again: the first of `STAGES` whose draft has an error, as later drafts are made from it.

        None if the report passes, or if its errors are about other stages.
        """
        failing = {finding.stage for finding in self.of("error")}
        return next((stage for stage in STAGES if stage in failing), None)

    def of(self, severity: Severity) -> tuple[CriticFinding, ...]:
        """Return the findings of one severity, in their order."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def about(self, stage: str) -> CriticReport:
        """Return a report of what was found in the draft of one stage."""
        return replace(self, findings=tuple(finding for finding in self.findings if finding.stage == stage))

    def with_new_draft(self, stage: str, findings: Iterable[CriticFinding]) -> CriticReport:
        """Return the report after *stage* has made a new draft: what was found in the one before is gone.

        Raises:
            TypeError: If one of the findings is not a CriticFinding.
            ValueError: If one of them is of another stage.
        """
        return replace(self, findings=tuple(replaced_findings(self.findings, stage, findings)))

    def summary(self) -> str:
        """Return the outcome in a line, for example ``"critic: ✗ 2 errors, 1 warning"``."""
        errors, warnings = len(self.of("error")), len(self.of("warning"))
        mark = "✓" if self.passes else "✗"
        return f"critic: {mark} {_count(errors, 'error')}, {_count(warnings, 'warning')}"

    def __str__(self) -> str:
        lines = [f"{severity}: {_line(finding)}" for severity in SEVERITIES for finding in self.of(severity)]
        return "\n".join([self.summary(), *lines])


def escalate_critic_errors_into_report(report: CriticReport, findings: Iterable[CriticFinding]) -> CriticReport:
    """Return *report* with *findings*: it no longer passes if one is an error; others are kept and shown.

    Args:
        report: What is known so far; ``CriticReport()`` at the start.
        findings: Those about the drafts as they are now, for example ``scratchpad.critic_findings``.

    Raises:
        TypeError: If one of them is not a CriticFinding.

    Source: seed 001, "error — critical issue. Triggers the repair loop via _escalate_critic_errors_into_report".
    """
    return replace(report, findings=(*report.findings, *findings))


def _line(finding: CriticFinding) -> str:
    return shown_name(f"[critic:{finding.stage}] {finding.message}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
