"""Script tools as a target: a folder or a file of them, listed, checked and called without importing them."""

from __future__ import annotations

import json
import re

import pytest

SEED = '''"""
Tool: my_custom_tool
Description: Does something useful.
Input:
  query (str): The search query.
  limit (int): Maximum results.
Output:
  results (list): The search results.
"""
import json
import sys

def execute(args: dict) -> str:
    query = args.get("query", "")
    return json.dumps({"results": [f"Result for: {query}"]})

if __name__ == "__main__":
    input_data = json.loads(sys.stdin.read())
    print(execute(input_data))
'''


@pytest.fixture
def tools(folder):
    (folder / "tools").mkdir()
    (folder / "tools" / "tool_mine.py").write_text(SEED)
    return folder / "tools"


@pytest.mark.requirement("custom:found-in-the-tools-folder")
def test_the_file_of_the_seed_is_listed_and_checked(forge, tools):
    listed, lines, _ = forge("tool", "list", "tools/")
    code, out, err = forge("check", "tools/", "--checks", "declaration_is_accepted,wrong_types_are_refused")

    assert (listed, re.split("  +", lines.strip())) == (
        0,
        ["my_custom_tool", "execute", "script", "Does something useful."],
    )
    assert (code, err) == (0, "")
    assert out.startswith("No findings in 1 tool; 2 passed")


def test_a_bad_file_is_a_finding_and_the_good_ones_are_checked(forge, tools, folder):
    marker = folder / "imported"
    (tools / "prose.py").write_text(f"'''Helpers.'''\nopen({str(marker)!r}, 'w')\n")
    (tools / "broken.py").write_text(f"open({str(marker)!r}, 'w')\ndef (")

    code, out, _ = forge("check", "tools/", "--checks", "declaration_is_accepted", "--format", "json")

    found = {result["tool"]: (result["status"], result["message"]) for result in json.loads(out)["results"]}
    assert (code, marker.exists()) == (1, False)
    assert found["<tools/broken.py>"] == (
        "failed",
        "'tools/broken.py', line 2, is not valid Python. Correct it, or take it away.",
    )
    assert found["<tools/prose.py>"][1].startswith("'tools/prose.py' does not begin with a docstring")
    assert found["my_custom_tool"][0] == "passed"


def test_every_bad_file_is_listed_with_its_reason(forge, tools):
    for number in range(20):
        (tools / f"bad_{number}.py").write_text("def (")

    _, out, _ = forge("tool", "list", "tools/")

    lines = out.strip().splitlines()
    told = [line for line in lines if line.endswith("line 1, is not valid Python. Correct it, or take it away.")]
    assert (len(lines), len(told)) == (21, 20)
    assert "my_custom_tool" in out


def test_a_bad_file_that_no_check_looks_at_leaves_the_run_incomplete(forge, tools):
    (tools / "broken.py").write_text("def (")

    code, out, _ = forge("check", "tools/", "--checks", "wrong_types_are_refused")

    assert code == 2
    assert "'tools/broken.py', line 1, is not valid Python." in out


def test_one_file_is_checked_and_a_plain_module_stays_one(forge, tools):
    (tools / "plain.py").write_text("def twice(number: int) -> int:\n    '''Double it.'''\n    return 2 * number\n")

    kinds = [
        json.loads(forge("tool", "list", target, "--format", "json")[1])[0]["kind"]
        for target in ("tools/tool_mine.py", "tools/plain.py")
    ]

    assert kinds == ["script", "function"]


def test_a_folder_without_tools_is_told(forge, folder):
    (folder / "nothing").mkdir()

    code, _, err = forge("check", "nothing/")

    assert code == 2
    assert err.startswith("forge: 'nothing/' declares no tools. Put scripts with a docstring schema")


def test_pytest_checks_a_folder_of_scripts(pytester):
    pytester.mkdir("tools").joinpath("tool_mine.py").write_text(SEED)
    pytester.path.joinpath("tools", "broken.py").write_text("def (")

    result = pytester.runpytest(
        "-p", "no:randomly", "--forge-tools", "tools/", "--forge-checks", "declaration_is_accepted"
    )

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*'tools/broken.py', line 1, is not valid Python. Correct it, or take it away.*"])
