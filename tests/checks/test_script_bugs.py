"""Bugs of scripts: what ends a script for a valid call, and means a mistake of its author."""

import shutil

import pytest

from forge_harness import ToolRegistry, load_script_tools
from pytest_forge.checks.calls.bugs import BugFinder
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.subject import Subject

DECLARED = "Tool: probe\nInput:\n  count (int): A number.\nOutput:\n  half (int): Its half.\n"
PYTHON = f'"""\n{DECLARED}"""\nimport json, sys\ncount = json.load(sys.stdin)["count"]\n'
MISFIT = "The script of 'probe' printed a result that does not fit its declared output"
NODE = f"/*\n{DECLARED}*/\n"


def bug_of(folder, name, text):
    (folder / name).write_text(text)
    [tool], _ = load_script_tools(folder / name, registry=ToolRegistry())
    with temporary_sandbox(seed=0) as sandbox:
        subject = Subject(found_facts(tool, name, "script"), tool, sandbox=sandbox)
        bug = BugFinder(subject).in_outcome(subject.call({"count": 0}, call_s=10.0))
    return None if bug is None else str(bug)


@pytest.mark.parametrize(
    ("code", "bug"),
    [
        ("print(json.dumps({'half': 1 // count}))", "ZeroDivisionError at probe.py:10"),
        ("print(json.dumps({'half': {}[count]}))", "KeyError at probe.py:10"),
        ("print(json.dumps({'half': 'none'}))", f"ToolError ({MISFIT}: 'half' is of another type)"),
        ("print(json.dumps({'half': count // 2}))", None),
        ("print(json.dumps({'error': 'too_small', 'message': 'It is 0. Send 1.'})); sys.exit(1)", None),
        ("open('missing.txt')", None),
        ("raise ValueError(count)", None),
        ("sys.exit(2)", None),
    ],
)
def test_an_exception_that_means_a_bug_is_one_in_a_script_as_well(code, bug, tmp_path):
    assert bug_of(tmp_path, "probe.py", PYTHON + code) == bug


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize(
    ("code", "bug"), [("console.log(given.count)", "ReferenceError"), ("throw new Error('no')", None)]
)
def test_a_script_of_node_is_judged_by_its_own_names(code, bug, tmp_path):
    assert bug_of(tmp_path, "probe.js", NODE + code) == bug
