from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from corpus import MODULES, module_of, samples

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.selection import select_checks
from pytest_forge.engine.session import open_session
from pytest_forge.verdict import CheckResult

IDS = tuple(name for name, check in all_checks().items() if check.family == "confinement")
#: Checks that any tool without a limit breaks, confined or not.
LIMITS = ["reads_are_bounded", "special_files_do_not_block"]

Judge = Callable[[str, str, str], CheckResult]
JudgeAll = Callable[[str, str, tuple[str, ...]], dict[str, CheckResult]]
Judged = Callable[[str, list[str]], dict[str, CheckResult]]


def flagged(results: Iterable[CheckResult]) -> dict[str, str]:
    return {result.check: result.message for result in results if result.status in ("failed", "error")}


def test_a_tool_without_any_defence_is_one_finding(judge_all: JudgeAll) -> None:
    results = judge_all(module_of("no_check"), "no_check", IDS)

    assert [check for check, result in results.items() if result.status == "failed"] == ["paths_stay_inside"]


def test_a_later_item_of_a_list_is_tried(judge: Judge) -> None:
    result = judge(module_of("first_checked"), "first_checked", "paths_stay_inside")

    assert result.arguments is not None
    assert len(result.arguments["paths"]) == 2


NEVER_READS = """
from pydantic import BaseModel, Field
from forge_harness import forge_tool

class ReadArgs(BaseModel):
    path: str = Field(description="File to read, relative to the workspace.")

@forge_tool(args_schema=ReadArgs, tier="read", workspace_root_aware=True, register=False)
def never_reads(args, *, workspace_root):
    'Read a file.'
    return {"error": "unavailable", "message": "The file service is not available."}
"""


EDITS = """
from pydantic import BaseModel, Field
from forge_harness import ToolError, forge_tool
from forge_harness.workspace.workspace import Workspace

class EditArgs(BaseModel):
    path: str = Field(description="Text file in the workspace.", examples=["notes.txt"])
    old_text: str = Field(description="The text to replace.", examples=["foo"])
    new_text: str = Field(description="The text to put there.", examples=["bar"])
    copy_path: str = Field(description="Text file to copy the old text to.", examples=["copy.txt"])

@forge_tool(args_schema=EditArgs, tier="write", workspace_root_aware=True, register=False)
def edit(args, *, workspace_root):
    'Replace a piece of text in a file, and keep a copy.'
    def change(text):
        if args.old_text not in text:
            raise ToolError("The old text is not in the file. Read the file again.", code="not_found")
        return text.replace(args.old_text, args.new_text)
    with Workspace(workspace_root) as workspace:
        workspace.update_text(args.path, change)
    (workspace_root / args.copy_path).write_text(args.old_text)
    return {"path": args.path}
"""


def test_a_tool_works_on_files_that_hold_its_own_examples(judge: Judge, tmp_path: Path) -> None:
    target = str(tmp_path / "tools.py")
    Path(target).write_text(EDITS)

    escape = judge(target, "edit", "paths_stay_inside")
    harmless = judge(target, "edit", "text_is_not_executed")

    assert (escape.status, harmless.status) == ("failed", "passed")
    assert escape.arguments is not None
    assert escape.arguments["old_text"] == "foo"


def test_a_tool_that_refuses_everything_proves_nothing(judge_all: JudgeAll, tmp_path: Path) -> None:
    target = str(tmp_path / "tools.py")
    Path(target).write_text(NEVER_READS)

    results = judge_all(target, "never_reads", IDS)

    assert [check for check, result in results.items() if result.status == "error"] == ["paths_stay_inside"]


@pytest.mark.in_turns
@pytest.mark.requirement("check:file-tools-are-confined")
@pytest.mark.parametrize(
    ("tool", "check"),
    [
        ("reads_whole", "reads_are_bounded"),
        ("swallows_memory_error", "reads_are_bounded"),
        ("iterates_rows", "reads_are_bounded"),
        ("searches_whole", "reads_are_bounded"),
        ("opens_pipes", "special_files_do_not_block"),
        ("search_opens_pipes", "special_files_do_not_block"),
        ("any_type", "file_types_are_allow_listed"),
        ("denied_types", "file_types_are_allow_listed"),
        ("type_of_the_link", "file_types_are_allow_listed"),
    ],
)
def test_a_missing_limit_is_the_only_finding(judge_all: JudgeAll, tool: str, check: str) -> None:
    results = judge_all(module_of(tool), tool, IDS)

    assert flagged(results.values()).keys() == {check}, flagged(results.values())


@pytest.mark.requirement("check:file-tools-are-confined")
def test_a_cap_that_is_none_is_found_by_what_is_read(judge: Judge) -> None:
    result = judge(module_of("reads_far"), "reads_far", "reads_are_bounded")

    assert result.status == "failed"
    assert " MiB of a file of 50 GB" in result.message


RUNS_OUT_ON_THE_SECOND_CALL = """
import time
from pathlib import Path

calls = []

def take(path: str) -> str:
    'Return the beginning of a text file.'
    if Path(path).stat().st_size > 1 << 30:
        calls.append(path)
        try:
            len(calls) > 1 and bytearray(1 << 40)
        except MemoryError:
            return "The file is too large."
        time.sleep(4)
    with open(path) as file:
        return file.read(100)
"""


def test_a_read_that_is_late_once_and_runs_out_of_memory_then_is_found(judged: Judged) -> None:
    result = judged(RUNS_OUT_ON_THE_SECOND_CALL, ["reads_are_bounded"])["reads_are_bounded"]

    assert (result.status, result.code) == ("failed", "unbounded_read"), result.message


READERS = """
from pathlib import Path

FOLDER = Path("notes")

def read_any(path: str) -> str:
    'Return the text of a file.'
    return Path(path).read_text()

def read_note(name: str) -> str:
    'Return the text of a note.'
    return (FOLDER / name).read_text()
"""


@pytest.mark.parametrize(
    ("tool", "check", "code", "level"),
    [
        ("read_any", "root_is_declared", "path_as_given", "SHOULD"),
        ("read_any", "reads_are_bounded", "unbounded_read", "SHOULD"),
        ("read_note", "root_is_declared", "undeclared_root", "MUST"),
        ("reads_path", "root_is_declared", "undeclared_root", "MUST"),
        ("reads_whole", "reads_are_bounded", "unbounded_read", "MUST"),
    ],
)
def test_a_rule_of_forge_harness_is_advice_for_others(
    judge: Judge, tmp_path: Path, tool: str, check: str, code: str, level: str
) -> None:
    readers = tmp_path / "readers.py"
    readers.write_text(READERS)

    result = judge(str(readers) if tool in READERS else module_of(tool), tool, check)

    assert (result.status, result.code, result.level) == ("failed", code, level), result.message


def test_advice_is_left_out_with_level_must(tmp_path: Path) -> None:
    readers = tmp_path / "readers.py"
    readers.write_text(READERS)

    with open_session(f"{readers}:read_any", budget=BUDGETS["quick"]) as session:
        [check] = select_checks(include=["root_is_declared"], level="must")
        [result] = session.run(0, check)

    assert (result.status, result.code) == ("not_applicable", ""), result.message


@pytest.mark.in_turns
@pytest.mark.parametrize("tool", ["appends_to_pipes", "any_type_by_design", "any_type_of_the_users"])
def test_a_limit_that_is_no_promise_of_the_tool_is_not_asked_for(judge_all: JudgeAll, tool: str) -> None:
    assert flagged(judge_all(module_of(tool), tool, IDS).values()) == {}


@pytest.mark.in_turns
@pytest.mark.requirement("check:file-access-is-declared")
@pytest.mark.parametrize(
    ("module", "tool"),
    [
        (str(module), sample.tool)
        for module in MODULES
        for sample in samples(module)
        if sample.checks == ("root_is_declared",) and sample.is_broken
    ],
)
def test_undeclared_access_is_found_once(judge_all: JudgeAll, module: str, tool: str) -> None:
    results = judge_all(module, tool, tuple(check for check in IDS if check not in LIMITS))

    assert list(flagged(results.values())) == ["root_is_declared"], flagged(results.values())


def test_a_tool_that_pauses_between_its_attempts_is_judged(judge: Judge) -> None:
    result = judge(module_of("tries_again"), "tries_again", "root_is_declared")

    assert (result.status, result.message) == ("passed", "")


def test_a_legacy_tool_that_ignores_the_root_it_is_given_leads_out(judge_all: JudgeAll) -> None:
    results = judge_all(module_of("legacy_lister"), "legacy_lister", IDS)

    assert list(flagged(results.values())) == ["paths_stay_inside"], flagged(results.values())


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("function", "failing"),
    [
        ("read_anything", [*LIMITS, "root_is_declared"]),
        ("read_inside", []),
        ("read_below_cwd", LIMITS),
        ("shout", []),
    ],
)
def test_plain_functions_are_judged_as_tools_are(judge_all: JudgeAll, function: str, failing: list[str]) -> None:
    results = judge_all(module_of(function), function, IDS)

    assert sorted(flagged(results.values())) == sorted(failing), flagged(results.values())


def test_a_count_of_what_is_listed_outside_is_found_by_the_listing(judge: Judge) -> None:

    result = judge(module_of("count_matches"), "count_matches", "paths_stay_inside")

    assert (result.status, result.code) == ("failed", "path_traversal"), result.message
