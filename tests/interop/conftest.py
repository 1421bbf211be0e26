"""What the tests of frameworks share: the same functions, wrapped by each, and what the checks say of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from forge_harness import Tool
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.module_tools import load_module_tools
from pytest_forge.verdict import CheckResult

#: The functions: one without a defect, and one for each of the checks below.
FUNCTIONS = '''
import os
from pathlib import Path

def add_tax(price: float, rate: float = 0.2) -> dict:
    """Return a price with tax added.

    Args:
        price: The price without tax.
        rate: The tax rate, as a fraction.
    """
    return {"total": round(price * (1 + rate), 2)}

def go_to(folder: str) -> str:
    """Return the name of the working directory after a change to it.

    Args:
        folder: The name of the folder.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    return Path.cwd().name

def evaluate(expression: str) -> str:
    """Return the value of an arithmetic expression.

    Args:
        expression: The expression, such as 2 + 3.
    """
    return str(eval(expression))

def read_note(name: str) -> str:
    """Return the text of a note.

    Args:
        name: The name of the note's file.
    """
    return Path("notes", name).read_text()

def count_lines(file: str) -> dict:
    """Return the number of lines of a file.

    Args:
        file: The name of the file.
    """
    try:
        return {"lines": len(Path(file).name and open(Path(file).name).readlines())}
    except OSError as error:
        return {"error": "io", "message": f"Not read: {error}"}

def tool_a(text: str) -> str:
    """tool_a

    Args:
        text: A text in any case.
    """
    return text.upper()
'''

#: The checks, and the code that each finds in one of the functions.
DEFECTS = {
    "go_to": {"process_state_is_left_alone": "state_changed"},
    "evaluate": {"text_is_not_executed": "code_injection"},
    "read_note": {"root_is_declared": "undeclared_root"},
    "count_lines": {"errors_carry_no_detail": "exception_text_in_answer"},
    "tool_a": {"description_is_useful": "description_not_useful"},
    "add_tax": {},
}
#: Made of the tool without a defect: what a framework does to a call must not look like a defect of its author.
OF_GOOD = (
    *("missing_arguments_are_refused", "wrong_types_are_refused", "unknown_fields_are_refused", "root_is_closed"),
    *("valid_arguments_are_accepted", "null_arguments_are_refused", "tier_is_declared"),
    *("scopes_are_enforced", "schema_is_valid", "name_is_snake_case", "fields_are_described"),
)


@pytest.fixture(scope="module", autouse=True)
def framework(request: pytest.FixtureRequest) -> None:
    """Imports the framework of a module once its tests run, in one worker alone; skips them where it is missing."""
    if name := getattr(request.module, "FRAMEWORK", ""):
        pytest.importorskip(name)


@pytest.fixture
def findings(tmp_path: Path) -> Callable[[str], dict[str, dict[str, str]]]:
    """Returns the codes that the checks find in the functions, wrapped by a framework in a module of the given text."""

    def run(wrapping: str) -> dict[str, dict[str, str]]:
        (tmp_path / "functions.py").write_text(FUNCTIONS)
        (tmp_path / "wrapped.py").write_text(wrapping)
        found: dict[str, dict[str, str]] = {}
        with open_session("wrapped.py", base=tmp_path, budget=BUDGETS["quick"]) as session:
            for index, facts in enumerate(session.tools):
                assert (facts.kind, facts.left_out) == ("interop", "")
                checks = tuple(DEFECTS[facts.name]) or OF_GOOD
                session.judge_together(index, [all_checks()[check] for check in checks])
                results = [session.run(index, all_checks()[check])[0] for check in checks]
                found[facts.name] = {one.check: one.code or one.message for one in results if _is_bad(one)}
        return found

    return run


@pytest.fixture
def codes(tmp_path: Path) -> Callable[[str, str], dict[str, str]]:
    """Returns the code that a check finds in each tool of a module of the given text."""

    def run(text: str, check: str) -> dict[str, str]:
        (tmp_path / "judged.py").write_text(text)
        with open_session("judged.py", base=tmp_path, budget=BUDGETS["quick"]) as session:
            tools = enumerate(session.tools)
            return {facts.name: session.run(index, all_checks()[check])[0].code or "" for index, facts in tools}

    return run


def _is_bad(result: CheckResult) -> bool:
    return result.status not in ("passed", "not_applicable")


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[..., dict[str, tuple[ToolFacts, Tool]]]:
    """Returns the tools of a module of the given text by name, each with its facts, in this process."""

    def run(text: str, attribute: str = "") -> dict[str, tuple[ToolFacts, Tool]]:
        # A name of its own: modules of other tests stay imported.
        path = tmp_path / f"module_{next(_numbers)}.py"
        path.write_text(text)
        target = f"{path.name}:{attribute}" if attribute else path.name
        return {facts.name: (facts, tool) for facts, tool in load_module_tools(target, base=tmp_path)}

    return run


_numbers = itertools.count(1)
