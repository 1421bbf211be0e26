import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_forge.findings.regression_test import RegressionTestError, check_test_place, write_tests
from pytest_forge.report.python_text import python_text
from pytest_forge.report.snippet import snippet_lines
from pytest_forge.verdict import CheckResult

BROKEN = """
def rows(table: str) -> dict:
    '''Return the rows of a table.'''
    return {"rows": {1, 2}}
"""
FOUND = CheckResult(
    "fetch",
    "shop.py:fetch",
    "results_are_json",
    "results",
    "MUST",
    "failed",
    "It returned 'x'.",
    {"path": 'it\'s "q"', "n": [1.5, None, float("inf")]},
    "forge check shop.py:fetch --replay 'fetch[results_are_json]#0123abcd' --seed 3 --budget deep --env KEY"
    " --check-module rules --allow-destructive",
    id="fetch[results_are_json]#0123abcd",
)


def test_a_written_test_fails_today_and_passes_once_it_is_fixed(pytester):
    pytester.makepyfile(row_tools=BROKEN)
    (pytester.path / "tests").mkdir()
    words = ("--forge-tools", "row_tools.py", "--forge-checks", "results_are_json", "--forge-write-tests", "tests")

    written = pytester.runpytest(*words)
    again = pytester.runpytest(*words)

    written.stdout.fnmatch_lines(["Wrote 1 test to 'tests'."])
    again.stdout.fnmatch_lines(["Wrote 0 tests to *"])
    (file,) = (pytester.path / "tests").glob("*.py")
    failed = pytester.runpytest(file, "-p", "no:cacheprovider")
    failed.assert_outcomes(failed=1)
    failed.stdout.fnmatch_lines(["*rows breaks results_are_json (MUST)"])
    (pytester.path / "row_tools.py").write_text(BROKEN.replace("{1, 2}", "[1, 2]"))
    pytester.runpytest(file, "-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_tests_are_written_to_a_file_that_is_named(pytester):
    pytester.makepyfile(row_tools=BROKEN)
    words = ("--forge-tools", "row_tools.py", "--forge-checks", "results_are_json", "--forge-write-tests")

    written = pytester.runpytest(*words, "test_found.py")

    written.stdout.fnmatch_lines(["Wrote 1 test to 'test_found.py'."])
    assert "results_are_json" in (pytester.path / "test_found.py").read_text()


def test_what_is_written_is_formatted_and_says_what_was_found(tmp_path):
    write_tests(
        [FOUND, replace(FOUND, tool="odd name!\n", id="odd name!\n[results_are_json]#99999999")],
        tmp_path,
        base=tmp_path,
    )
    files = sorted(tmp_path.iterdir())

    assert [file.name for file in files] == ["test_forge_fetch.py", "test_forge_odd_name__.py"]
    for file in files:
        for command in (["format", "--diff"], ["check", "--select", "E,F,I,W,D100,ANN"]):
            done = subprocess.run(
                [sys.executable, "-m", "ruff", *command, "--isolated", str(file)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr
    text = files[0].read_text()
    assert "# It returned 'x'." in text
    call = ast.parse(text).body[-1].body[0].value
    assert [ast.literal_eval(word) for word in call.args] == ["shop.py:fetch", "fetch[results_are_json]"]
    assert {word.arg: ast.unparse(word.value) for word in call.keywords} == {
        "base": "BASE",
        "seed": "3",
        "budget": "'deep'",
        "check_modules": "['rules']",
        "variables": "['KEY']",
        "allow_destructive": "True",
    }


def test_tests_are_only_ever_added(tmp_path):
    place = tmp_path / "test_found.py"
    write_tests([FOUND], place, base=tmp_path)
    mine = place.read_text() + "\n\ndef test_mine() -> None:\n    pass\n"
    place.write_text(mine)

    number = write_tests([FOUND, replace(FOUND, id="fetch[results_are_json]#99999999")], place, base=tmp_path)

    assert number == 1
    assert place.read_text().startswith(mine)
    assert place.read_text().count("\ndef test_") == 3
    compile(place.read_text(), "test_found.py", "exec")


@pytest.mark.parametrize(
    "result",
    [
        replace(FOUND, status="passed", id=""),
        replace(FOUND, status="error", id=""),
        replace(FOUND, id="", reproduce="", is_stale=True),
        replace(FOUND, status="not_applicable", is_accepted=True),
    ],
)
def test_only_findings_get_tests(tmp_path, result):
    assert write_tests([result], tmp_path, base=tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


def test_hostile_words_stay_words(tmp_path):
    evil = '"""\n\x1b[31m\nimport os\n\\'
    found = replace(FOUND, message=evil, tool=evil, arguments={evil: evil}, id=f"{evil}[results_are_json]#0123abcd")

    write_tests([found], tmp_path / "test_found.py", base=tmp_path)
    tree = ast.parse((tmp_path / "test_found.py").read_text())

    assert [type(node).__name__ for node in tree.body] == ["Expr", "ImportFrom", "ImportFrom", "Assign", "FunctionDef"]
    assert ast.literal_eval(tree.body[-1].body[0].value.args[1]) == f"{evil}[results_are_json]"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mine.py", "was not written by --write-tests"),
        ("broken.py", "was not written by --write-tests"),
        ("found.txt", "ends in '.py'"),
        ("missing/found.py", "There is no folder"),
    ],
)
def test_a_place_that_is_no_good_is_refused_in_two_sentences(tmp_path, name, told):
    (tmp_path / "mine.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_bytes(b"\xff(")

    with pytest.raises(RegressionTestError, match=told) as raised:
        check_test_place(tmp_path / name, name=name)

    assert str(raised.value).count(". ") == 1


def test_a_place_that_is_no_good_is_a_usage_error(pytester):
    pytester.makepyfile("def test_mine(): pass")

    result = pytester.runpytest("--forge-write-tests", "found.txt")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: Tests cannot be written to 'found.txt'. *"])


# --- lines to paste -----------------------------------------------------------------------------------

TOOLS = """
from pydantic import BaseModel
from forge_harness import forge_tool

class Args(BaseModel):
    text: str

@forge_tool(args_schema=Args, register=False)
def typed(args: Args) -> dict:
    '''Repeat it.'''
    return {"said": args.text}

def plain(text: str) -> dict:
    '''Repeat it.'''
    return {"said": text}
"""


@pytest.mark.parametrize("kind", ["forge", "function"])
@pytest.mark.parametrize("source", ["shop.py", "shop", "inner/shop.py"])
def test_three_lines_make_the_call(tmp_path, kind, source):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/__init__.py").touch()
    for file in ("shop.py", "inner/shop.py"):
        (tmp_path / file).write_text(TOOLS)
    found = replace(FOUND, target=f"{source}:{'typed' if kind == 'forge' else 'plain'}", arguments={"text": "it's"})

    lines = snippet_lines(found, kind=kind, base=tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert len(lines) == 3
    assert "it's" in done.stdout, done.stderr


def test_three_lines_call_a_tool_of_ours(tmp_path):
    found = replace(
        FOUND, tool="math_calculate", target="forge:builtins:math_calculate", arguments={"expression": "2 * 21"}
    )

    lines = snippet_lines(found, kind="forge", base=tmp_path)
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)

    assert len(lines) == 3
    assert done.stdout == '{"result":42}\n', done.stderr


def test_what_has_no_call_has_no_lines(tmp_path):
    assert snippet_lines(replace(FOUND, arguments=None), kind="forge", base=tmp_path) == []
    assert snippet_lines(FOUND, kind="definition", base=tmp_path) == []
    assert snippet_lines(replace(FOUND, target="shop.py:a;b"), kind="forge", base=tmp_path) == []


@pytest.mark.parametrize("value", [{"a": ['"', "'", 'it\'s "q"', "\n\ud800", None, True, 1.5]}, float("-inf"), "\\"])
def test_a_value_is_written_as_python_reads_it(value):
    assert eval(python_text(value)) == value  # what a generated file would hold


LOSING = """
import os

def halve(n: int) -> int:
    '''Halve a number.'''
    if n == -1:
        os._exit(3)
    return n // 2
"""


def test_a_call_that_another_check_has_lost_fails_its_written_test_and_its_line(pytester):
    pytester.makepyfile(halve_tools=LOSING)
    checks = ("--forge-checks", "call_returns,valid_calls_do_not_crash", "--forge-store", "off")

    pytester.runpytest("--forge-tools", "halve_tools.py", *checks, "--forge-write-tests", "test_halve.py")

    assert '        call={"n": -1},' in (pytester.path / "test_halve.py").read_text()
    pytester.runpytest("test_halve.py", "-p", "no:cacheprovider").assert_outcomes(failed=1)
    line = [
        "halve_tools.py:halve",
        "--replay",
        "halve[call_returns]#call_lost",
        "--call",
        '{"n": -1}',
        "--store",
        "off",
    ]
    assert pytester.run(str(Path(sys.executable).parent / "forge"), "check", *line).ret == 1
