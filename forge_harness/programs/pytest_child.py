"""The child of `test_runner`: runs pytest and writes what came of it to a file.

    python pytest_child.py OUTCOME [OPTION...] [PATH...]

OUTCOME gets a JSON object: the counts of tests by outcome, and the failures. It is written after every test, so that
it tells something if the time is over.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

__all__ = ["Outcomes", "main"]

_MAX_FAILURES = 50
_MAX_CHARACTERS = 4_000
#: Failures beyond those of single tests are told, however many tests there are.
_OUTCOMES = ("passed", "failed", "errors", "skipped", "xfailed", "xpassed")


class Outcomes:
    """A plugin of pytest that counts, and keeps the failures.

    Args:
        path: The file that it writes.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._told: dict[str, Any] = {**dict.fromkeys(_OUTCOMES, 0), "failures": [], "exit_code": None}
        self.write()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count one phase of a test."""
        outcome = _outcome(report)
        if outcome:
            self._add(outcome, report.nodeid, str(report.longrepr or ""))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a file that cannot be collected."""
        if report.failed:
            self._add("errors", report.nodeid, str(report.longrepr or ""))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Keep how pytest ends."""
        self._told["exit_code"] = int(exitstatus)
        self.write()

    def _add(self, outcome: str, test: str, message: str) -> None:
        self._told[outcome] += 1
        if outcome in ("failed", "errors") and len(self._told["failures"]) < _MAX_FAILURES:
            # The end of it has the assertion.
            self._told["failures"].append({"test": test, "message": message[-_MAX_CHARACTERS:]})
        self.write()

    def write(self) -> None:
        """Replace the file by what is known now."""
        with open(f"{self._path}.new", "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123  # early import
            json.dump(self._told, file)
        os.replace(f"{self._path}.new", self._path)  # noqa: PTH105  # as above


def _outcome(report: pytest.TestReport) -> str:
    """Return how a phase counts; empty if it does not."""
    if report.failed:
        return "failed" if report.when == "call" else "errors"
    if report.skipped:
        return "xfailed" if hasattr(report, "wasxfail") else "skipped"
    if report.when != "call":
        return ""
    return "xpassed" if hasattr(report, "wasxfail") else "passed"


def main(outcome: str, arguments: list[str]) -> int:
    """Run pytest with *arguments*; its outcome is in the file *outcome*."""
    import pytest

    return int(pytest.main(arguments, plugins=[Outcomes(outcome)]))


if __name__ == "__main__":
    # Modules are imported from the working folder, not from here.
    sys.path[0] = os.getcwd()  # noqa: PTH109  # early import
    sys.exit(main(sys.argv[1], sys.argv[2:]))
