"""Each planted defect is found by a check made for it, and good tools pass; judge.py runs the zoo as a whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.check import FAMILIES, Check
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

from .expectation import ZOO, expected_of

DEFECTIVE = {
    (file.stem, name): wanted
    for file in sorted(ZOO.glob("defective/*.py"))
    for name, wanted in expected_of(file).items()
}
GOOD = sorted(ZOO.glob("good/*.py"))
#: Less than people are given, for a suite that is run often.
BUDGET = replace(BUDGETS["quick"], call_s=1.0, check_s=8.0)


#: Defects that no check sees yet, and why.
MISSED: dict[str, str] = {}


class Zoo:
    """The sessions of the modules that were asked for, each opened once."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._sessions: dict[Path, Session] = {}

    def session(self, file: Path) -> Session:
        """Return the module's session."""
        if file not in self._sessions:
            self._sessions[file] = self._stack.enter_context(open_session(str(file), budget=BUDGET))
        return self._sessions[file]


@pytest.fixture(scope="module")
def zoo() -> Iterator[Zoo]:
    with ExitStack() as stack:
        yield Zoo(stack)


def given(session: Session, index: int, arguments: dict[str, Any]) -> list[str]:
    """Return the names of the arguments that are not as the schema's defaults have them."""
    schema = session.tools[index].input_schema
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return [name for name, value in arguments.items() if properties.get(name, {}).get("default", ...) != value]


def checks_of(wanted: tuple[str, ...]) -> list[Check]:
    """Return the checks that an entry of EXPECTED names, those named by id first."""
    named = [all_checks()[name] for name in wanted if name not in FAMILIES]
    return named + [check for check in all_checks().values() if check.family in wanted and check not in named]


def cases() -> Iterator[object]:
    """Yield every eighth defective tool, and those of MISSED, marked as such; judge.py judges all of them."""
    for number, (module, name) in enumerate(DEFECTIVE):
        if number % 8 and name not in MISSED:
            continue
        marks = [pytest.mark.xfail(reason=MISSED[name])] if name in MISSED else []
        yield pytest.param(module, name, id=f"{module}-{name}", marks=marks)


@pytest.mark.parametrize(("module", "name"), list(cases()))
def test_a_planted_defect_is_found(zoo: Zoo, module: str, name: str) -> None:
    session = zoo.session(ZOO / "defective" / f"{module}.py")
    index = [tool.name for tool in session.tools].index(name)

    found = (result for check in checks_of(DEFECTIVE[module, name]) for result in session.run(index, check))

    hit = next((result for result in found if result.status == "failed"), None)
    assert hit is not None
    assert len(given(session, index, hit.arguments or {})) <= 3


def test_good_tools_pass_every_check(zoo: Zoo) -> None:
    """One tool of a module, chosen by a seed; judge.py judges all of them."""
    session = zoo.session(random.Random(3).choice(GOOD))
    index = random.Random(4).randrange(len(session.tools))

    results = [result for check in all_checks().values() for result in session.run(index, check)]

    assert [result for result in results if result.status not in ("passed", "not_applicable")] == []
