"""The recorded cases, counted: how many rows a block has, how many pass, and how many of these deviate.

    python tests/harness/builtin_tools/rows.py

It runs the tests of the blocks. A row that is not a parameter of its own counts as passed if its whole module passes.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

_TESTS = Path(__file__).parent.parent
_ROW = re.compile(r"\[([A-Z_]+)-\d+-")


class Rows:
    """A plugin that counts the rows of a run."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.failed_modules: set[str] = set()
        self.modules: dict[str, Any] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Keep the modules, which hold the blocks."""
        for item in session.items:
            if isinstance(item, pytest.Function):
                self.modules[item.nodeid.partition("::")[0]] = item.module

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a row when it was called, or failed before."""
        row = _ROW.search(report.nodeid)
        if report.failed:
            self.failed_modules.add(report.nodeid.partition("::")[0])
        if row is not None and (report.when == "call" or report.failed):
            (self.failed if report.failed else self.passed)[row[1]] += 1

    def counts(self, block: str) -> tuple[int, int]:
        """Return how many rows of a block pass and fail."""
        if block in self.passed or block in self.failed:
            return self.passed[block], self.failed[block]
        for name, module in self.modules.items():
            if hasattr(module, block):
                value = getattr(module, block)
                rows = 1 if isinstance(value, str) else len(value)
                return (0, rows) if name in self.failed_modules else (rows, 0)
        return 0, 0


def main() -> int:
    """Print the table, and return how many rows fail."""
    rows = Rows()
    places = [_TESTS / name for name in ("builtin_tools", "egress", "script_tools", "test_project_egress.py")]
    pytest.main(["-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", *map(str, places)], plugins=[rows])
    shared = next(module for name, module in rows.modules.items() if name.endswith("test_deviations.py"))
    deviating = Counter(deviation.block for deviation in shared.DEVIATIONS)
    print(f"\n{'block':<24} {'rows':>5} {'pass':>5} {'of them deviate':>16} {'fail':>5}")
    total: Counter[str] = Counter()
    for block in shared.BLOCKS:
        passed, failed = rows.counts(block)
        print(f"{block:<24} {passed + failed:>5} {passed:>5} {deviating[block] or '':>16} {failed or '':>5}")
        total.update(passed=passed, failed=failed, deviating=deviating[block])
    passed, failed = total["passed"], total["failed"]
    print(f"{len(shared.BLOCKS)} blocks{'':<15} {passed + failed:>5} {passed:>5} {total['deviating']:>16} {failed:>5}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
