"""The rules of a report: what the checks of its verdicts say about themselves."""

from __future__ import annotations

from collections.abc import Iterable

from ..checks.catalogue import all_checks
from ..report.rule import Rule
from ..verdict import CheckResult

__all__ = ["rules_of"]


def rules_of(results: Iterable[CheckResult]) -> dict[str, Rule]:
    """Return the rule of each check that has a verdict, by id."""
    known = all_checks()
    found = {result.check: known[result.check] for result in results if result.check in known}
    return {
        name: Rule(name, check.family, check.level, check.promise, check.reason, check.source, check.codes)
        for name, check in found.items()
    }
