"""Every sample tool meets its mark: a broken one is found by its check, a good one is left alone by those it names.

A commit judges a sixteenth of the tools, chosen by its hash. Tools whose module, or whose check's module, differs from
the commit before are judged at once; a module without a tool to judge is not opened.
All are judged with `FORGE_SAMPLES=all`, and where git does not tell the history.

`tests/tools/judge.py` judges every tool by every check.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from corpus import MODULES, ROOT, Sample, samples
from turns import TURNS, git, turn

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

#: Checks whose broken tools do not return: they are waited for several times, and for nothing.
ENDLESS = {"valid_calls_return", "call_returns", "event_loop_is_not_blocked"}


@cache
def changed() -> frozenset[Path]:
    """Return the files that differ from those of the commit before."""
    names = git("diff", "--name-only", "--no-relative", "HEAD~1") or ""
    return frozenset(ROOT.parents[1] / name for name in names.splitlines())


def judged_now(all_of_module: tuple[Sample, ...]) -> list[Sample]:
    """Return the samples of a module that this commit judges."""
    return [sample for sample in all_of_module if _is_due(sample, all_of_module) or concerns(sample, changed())]


def modules_judged_now() -> list[Path]:
    """Return the modules of which this commit judges a sample; the others are not opened."""
    return [module for module in MODULES if judged_now(samples(module))]


def _is_due(sample: Sample, all_of_module: tuple[Sample, ...]) -> bool:
    alike = [other for other in all_of_module if other.is_broken == sample.is_broken]
    # Most modules have two tools of a kind or three, so that equal turns would crowd.
    shift = zlib.crc32(f"{sample.module.parent.name}/{sample.module.stem}".encode())
    return turn() in (None, (shift + alike.index(sample)) % TURNS)


def concerns(sample: Sample, files: frozenset[Path]) -> bool:
    """Return whether one of the files declares the sample, or a check that it names."""
    checks = (sys.modules[all_checks()[check].judge.__module__].__file__ for check in sample.checks)
    return not files.isdisjoint({sample.module, *(Path(file) for file in checks if file)})


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
@pytest.mark.parametrize("module", modules_judged_now(), ids=lambda module: f"{module.parent.name}-{module.stem}")
def test_each_tool_meets_its_mark(module: Path) -> None:
    mine = samples(module)
    budget = BUDGETS["quick"]
    if any(sample.is_broken and ENDLESS & set(sample.checks) for sample in mine):
        budget = replace(budget, call_s=0.7)

    with open_session(str(module), budget=budget) as session:
        names = [tool.name for tool in session.tools]
        troubles = [
            found for sample in judged_now(mine) if sample.budget == "quick" for found in trouble(session, sample)
        ]

    assert troubles == []
    assert sorted(names) == sorted(sample.tool for sample in mine)


def test_the_parts_together_hold_each_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.changed", frozenset)
    judged: set[Sample] = set()
    for number in range(TURNS):
        monkeypatch.setattr(f"{__name__}.turn", lambda number=number: number)
        judged |= {sample for module in MODULES for sample in judged_now(samples(module))}

    assert judged == {sample for module in MODULES for sample in samples(module)}


def test_a_module_is_opened_if_one_of_its_samples_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.changed", lambda: frozenset(MODULES[3:5]))
    monkeypatch.setattr(f"{__name__}._is_due", lambda sample, _: sample.module == MODULES[0])

    assert modules_judged_now() == [MODULES[0], *MODULES[3:5]]


def test_a_change_of_a_module_or_a_check_concerns_its_samples_alone() -> None:
    first, other = MODULES[0], MODULES[-1]
    sample = samples(first)[0]
    check = sys.modules[all_checks()[sample.checks[0]].judge.__module__].__file__

    assert concerns(sample, frozenset({first}))
    assert concerns(sample, frozenset({Path(str(check))}))
    assert not concerns(sample, frozenset({other, ROOT / "corpus.py"}))
