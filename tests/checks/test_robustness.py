"""The family robustness: the finding is as small as it can be."""

from __future__ import annotations

import re

from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session


def test_the_finding_is_the_smallest_call_and_names_the_line() -> None:
    name = "valid_calls_do_not_crash__remainder"

    with open_session(f"{module_of(name)}:{name}", budget=BUDGETS["quick"]) as session:
        [finding] = session.run(0, all_checks()["valid_calls_do_not_crash"])

    assert finding.arguments == {"total": 0, "people": 7}
    assert re.search(r"ZeroDivisionError at line \d+ \(return .*args\.people - 7", finding.message)
