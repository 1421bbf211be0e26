"""Every sample tool meets its mark: a broken one is found by its check, a good one is left alone by those it names.

`tests/tools/judge.py` judges every tool by every check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from corpus import MODULES, Sample, samples

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

#: Checks whose broken tools do not return: they are waited for several times, and for nothing.
ENDLESS = {"valid_calls_return", "call_returns", "event_loop_is_not_blocked"}


def given(session: Session, index: int, arguments: dict[str, Any]) -> list[str]:
    """Return the names of the arguments that differ from the defaults of the schema."""
    schema = session.tools[index].input_schema
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return [name for name, value in arguments.items() if properties.get(name, {}).get("default", ...) != value]


def trouble(session: Session, sample: Sample) -> Iterator[str]:
    """Yield what contradicts the sample's mark."""
    index = [tool.name for tool in session.tools].index(sample.tool)
    session.judge_together(index, [all_checks()[check] for check in sample.checks])
    results = (result for check in sample.checks for result in session.run(index, all_checks()[check]))
    if sample.is_broken:
        seen = []
        for result in results:
            seen.append(f"{result.check}: {result.status}: {result.message}")
            if result.status == "failed":
                if len(given(session, index, result.arguments or {})) > 3:
                    yield f"{sample.tool}: {result.check} is not shown by a small call: {result.arguments}"
                return
        yield f"{sample.tool} is not found: {seen}"
        return
    right = {None: ("passed", "not_applicable"), True: ("passed",), False: ("not_applicable",)}[sample.judged]
    for result in results:
        if result.status not in right:
            yield f"{sample.tool}: {result.check}: {result.status}: {result.message}"


@pytest.mark.requirement("check:exception-text-is-not-quoted")
@pytest.mark.requirement("check:results-have-a-stable-shape")
@pytest.mark.parametrize("module", MODULES, ids=lambda module: f"{module.parent.name}-{module.stem}")
def test_each_tool_meets_its_mark(module: Path) -> None:
    mine = samples(module)
    budget = BUDGETS["quick"]
    if any(sample.is_broken and ENDLESS & set(sample.checks) for sample in mine):
        budget = replace(budget, call_s=0.7)

    with open_session(str(module), budget=budget) as session:
        names = [tool.name for tool in session.tools]
        troubles = [found for sample in mine if sample.budget == "quick" for found in trouble(session, sample)]

    assert troubles == []
    assert sorted(names) == sorted(sample.tool for sample in mine)
