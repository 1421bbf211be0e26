"""The family errors: what a failing tool says, on tools with one defect each and on tools without."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.verdict import CheckResult

IDS = ("errors_carry_no_detail", "results_hold_no_environment", "exits_are_contained")


def judge(session: Session, name: str) -> dict[str, CheckResult]:
    index = next(index for index, tool in enumerate(session.tools) if tool.name == name)
    session.judge_together(index, [all_checks()[check] for check in IDS])
    return {result.check: result for check in IDS for result in session.run(index, all_checks()[check])}


def test_the_finding_names_the_line_the_exception_and_the_key() -> None:
    module = module_of("leak_database")
    lines = Path(module).read_text().splitlines()
    line = lines.index('        connection = sqlite3.connect(":memory:")') + 1

    with open_session(module, budget=BUDGETS["quick"]) as session:
        finding = judge(session, "leak_database")["errors_carry_no_detail"]

    assert finding.message == (
        f'After a sqlite3.Error at line {line} (connection = sqlite3.connect(":memory:")), '
        "the result's 'message' held the exception's text. Return a message of your own."
    )
    assert set(finding.arguments or {}) >= {"city"}


def test_a_tool_that_accepts_no_call_is_not_passed(tmp_path: Path) -> None:
    tool = tmp_path / "impossible.py"
    tool.write_text(
        "from forge_harness import FnToolExecutor\n"
        "number = {'type': 'integer', 'minimum': 5, 'maximum': 4}\n"
        "schema = {'type': 'object', 'properties': {'x': number}, 'required': ['x']}\n"
        "impossible = FnToolExecutor('impossible', lambda arguments: 1, description='D.', input_schema=schema)\n"
    )

    with open_session(str(tool), budget=BUDGETS["quick"]) as session:
        results = judge(session, "impossible")

    assert {result.status for result in results.values()} == {"error"}


def test_a_handler_in_another_module_of_the_project_is_reached(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "store.py").write_text(
        "import sqlite3\n\n\ndef total():\n    try:\n        return {'total': 3}\n"
        "    except sqlite3.DatabaseError as error:\n        return {'error': 'database', 'message': f'{error}'}\n"
    )
    (package / "tools.py").write_text(
        "from . import store\n\n\n"
        "def order_total(customer: str) -> dict:\n    '''Return a total.'''\n    return store.total()\n"
    )

    with open_session("shop.tools:order_total", budget=BUDGETS["quick"], base=tmp_path) as session:
        finding = judge(session, "order_total")["errors_carry_no_detail"]

    assert finding.status == "failed"
    assert "sqlite3.DatabaseError at line 6 of store.py" in finding.message


def test_the_verdict_does_not_depend_on_the_seed() -> None:
    target = "pytest_forge.checks.examples.errors_carry_no_detail:fixed"

    statuses = set()
    for seed in range(3):
        with open_session(target, budget=BUDGETS["quick"], seed=seed) as session:
            statuses |= {result.status for result in judge(session, "fixed").values()}

    assert statuses == {"passed"}


RETURNS_ITS_FAILURE = """
from pathlib import Path

def first_line(path: str) -> str:
    '''Return the first line of a file.

    Args:
        path: The file.
    '''
    try:
        return Path(path).read_text().splitlines()[0]
    except Exception as e:
        return {answer}
"""


@pytest.mark.parametrize(
    ("answer", "found"),
    [('f"Error: {e}"', "errors_carry_no_detail"), ('"Error: it cannot be read."', "failure_is_not_success")],
)
def test_a_failure_returned_in_the_words_of_its_exception_is_one_finding(tmp_path, answer, found):
    path = tmp_path / "tool.py"
    path.write_text(RETURNS_ITS_FAILURE.replace("{answer}", answer))
    ids = ("failure_is_not_success", "errors_carry_no_detail", "results_hold_no_environment")

    with open_session(f"{path}:first_line", budget=BUDGETS["quick"]) as session:
        session.judge_together(0, [all_checks()[check] for check in ids])
        results = [session.run(0, all_checks()[check])[-1] for check in ids]

    assert [result.check for result in results if result.status == "failed"] == [found]
    assert all(result.follows == found for result in results if result.status == "error")


RUNS_CODE = """
import contextlib
import io
from pathlib import Path

def without_fence(code: str) -> str:
    return code.strip().removeprefix('```python').removesuffix('```')

def run_python(code: str) -> str:
    '''Run Python code and return what it prints, or the error that it ends with.

    Args:
        code: The code, such as print(6 * 7).
    '''
    printed = io.StringIO()
    try:
        cleaned = without_fence(code)
        with contextlib.redirect_stdout(printed):
            exec(cleaned, {})
    except Exception as error:
        return repr(error)
    return printed.getvalue()

def run_saved(name: str) -> str:
    '''Run a saved Python program of the workspace, and return what it prints.

    Args:
        name: The name of its file, such as hello.py.
    '''
    printed = io.StringIO()
    try:
        code = Path(Path(name).name).read_text()
    except OSError as error:
        return f'Not read: {error}'
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    return printed.getvalue()
"""


def test_the_errors_of_code_that_the_call_gives_are_its_answer(tmp_path: Path) -> None:
    (tmp_path / "runners.py").write_text(RUNS_CODE)

    with open_session("runners.py", budget=BUDGETS["quick"], base=tmp_path) as session:
        findings = {name: judge(session, name)["errors_carry_no_detail"] for name in ("run_python", "run_saved")}

    assert findings["run_python"].status == "passed"
    # What the file system says is not of the code.
    assert findings["run_saved"].code == "exception_text_in_answer"
