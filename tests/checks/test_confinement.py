from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.verdict import CheckResult

HERE = Path(__file__).resolve().parent
IDS = [name for name, check in all_checks().items() if check.family == "confinement"]

Judge = Callable[[str, str, str], CheckResult]


def names(source: str, *, until: str = "", after: str = "") -> list[str]:
    """Return the names of the tools that a module declares, in order, between two of them."""
    text = (HERE / "tools" / f"{source}.py").read_text()
    found = [line.split('"')[1] for line in text.splitlines() if line.startswith('@tool("')]
    return found[found.index(after) if after else 0 : found.index(until) if until else None]


def flagged(results: Iterable[CheckResult]) -> dict[str, str]:
    return {result.check: result.message for result in results if result.status in ("failed", "error")}


def tools(name: str) -> str:
    return str(HERE / "tools" / f"{name}.py")


@pytest.mark.parametrize("tool", names("confined_tools"))
def test_a_confined_tool_is_not_flagged(judge: Judge, tool: str) -> None:
    results = [judge(tools("confined_tools"), tool, check) for check in IDS]

    assert flagged(results) == {}


@pytest.mark.parametrize("tool", names("confined_tools", until="json_pointer"))
def test_a_tool_on_files_is_judged_and_not_passed_over(judge: Judge, tool: str) -> None:
    assert judge(tools("confined_tools"), tool, "links_stay_inside").status == "passed"


@pytest.mark.parametrize("tool", names("confined_tools", after="json_pointer", until="read_note"))
def test_an_argument_that_only_looks_like_a_path_is_none(judge: Judge, tool: str) -> None:
    assert judge(tools("confined_tools"), tool, "paths_stay_inside").status == "not_applicable"


BY_LINKS_ONLY = {
    *names("escaping_tools", after="normpath_only", until="reads_own_folder"),
    "absolute_prefix",
    "lists_own_folder",
    "waits_before_it_writes",
    "waits_before_it_reads",
    "opens_it_again_and_again",
}


@pytest.mark.requirement("check:file-tools-are-confined")
@pytest.mark.parametrize("tool", [name for name in names("escaping_tools") if name not in BY_LINKS_ONLY])
def test_a_path_that_leads_out_is_found(judge: Judge, tool: str) -> None:
    result = judge(tools("escaping_tools"), tool, "paths_stay_inside")

    assert result.status == "failed", result.message
    assert result.arguments


@pytest.mark.parametrize("tool", sorted(BY_LINKS_ONLY))
def test_a_link_that_leads_out_is_found(judge: Judge, tool: str) -> None:
    assert judge(tools("escaping_tools"), tool, "links_stay_inside").status == "failed"
    assert judge(tools("escaping_tools"), tool, "paths_stay_inside").status in ("passed", "not_applicable")


def test_a_tool_without_any_defence_is_one_finding(judge: Judge) -> None:
    results = {check: judge(tools("escaping_tools"), "no_check", check).status for check in IDS}

    assert [check for check, status in results.items() if status == "failed"] == ["paths_stay_inside"]


def test_a_later_item_of_a_list_is_tried(judge: Judge) -> None:
    result = judge(tools("escaping_tools"), "first_checked", "paths_stay_inside")

    assert result.arguments is not None
    assert len(result.arguments["paths"]) == 2


def test_a_tool_that_refuses_everything_proves_nothing(judge: Judge) -> None:
    statuses = [judge(tools("unlimited_tools"), "never_reads", check).status for check in IDS]

    assert statuses.count("error") == 1
    assert judge(tools("unlimited_tools"), "never_reads", "paths_stay_inside").status == "error"


@pytest.mark.requirement("check:file-tools-are-confined")
@pytest.mark.parametrize(
    ("tool", "check"),
    [
        ("reads_whole", "reads_are_bounded"),
        ("swallows_memory_error", "reads_are_bounded"),
        ("iterates_rows", "reads_are_bounded"),
        ("hashes_whole", "reads_are_bounded"),
        ("searches_whole", "reads_are_bounded"),
        ("opens_pipes", "special_files_do_not_block"),
        ("search_opens_pipes", "special_files_do_not_block"),
        ("any_type", "file_types_are_allow_listed"),
        ("denied_types", "file_types_are_allow_listed"),
        ("type_of_the_link", "file_types_are_allow_listed"),
    ],
)
def test_a_missing_limit_is_the_only_finding(judge: Judge, tool: str, check: str) -> None:
    results = {other: judge(tools("unlimited_tools"), tool, other) for other in IDS}

    assert flagged(results.values()).keys() == {check}, flagged(results.values())


@pytest.mark.requirement("check:file-tools-are-confined")
def test_a_cap_that_is_none_is_found_by_what_is_read(judge: Judge) -> None:
    result = judge(tools("unlimited_tools"), "reads_far", "reads_are_bounded")

    assert result.status == "failed"
    assert " MiB of a file of 50 GB" in result.message


@pytest.mark.parametrize("tool", ["appends_to_pipes", "any_type_by_design", "any_type_of_the_users"])
def test_a_limit_that_is_no_promise_of_the_tool_is_not_asked_for(judge: Judge, tool: str) -> None:
    results = [judge(tools("unlimited_tools"), tool, check) for check in IDS]

    assert flagged(results) == {}


@pytest.mark.requirement("check:file-access-is-declared")
@pytest.mark.parametrize("tool", [*names("undeclared_tools"), "executor_reader"])
def test_undeclared_access_is_the_only_finding(judge: Judge, tool: str) -> None:
    results = {check: judge(tools("undeclared_tools"), tool, check) for check in IDS}

    assert list(flagged(results.values())) == ["root_is_declared"], flagged(results.values())


def test_a_tool_that_pauses_between_its_attempts_is_judged(judge: Judge) -> None:
    result = judge(tools("good_robustness"), "tries_again", "root_is_declared")

    assert (result.status, result.message) == ("passed", "")


def test_a_legacy_tool_that_ignores_the_root_it_is_given_leads_out(judge: Judge) -> None:
    results = {check: judge(tools("undeclared_tools"), "legacy_lister", check) for check in IDS}

    assert list(flagged(results.values())) == ["paths_stay_inside"], flagged(results.values())


@pytest.mark.parametrize(
    ("function", "failing"),
    [("read_anything", ["root_is_declared"]), ("read_inside", []), ("read_below_cwd", []), ("shout", [])],
)
def test_plain_functions_are_judged_as_tools_are(judge: Judge, function: str, failing: list[str]) -> None:
    results = {check: judge(tools("plain_functions"), function, check) for check in IDS}

    assert list(flagged(results.values())) == failing, flagged(results.values())
