"""Checks of tools of servers: each defect is found by its check, and a server without one has no findings."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import Session, open_session

from .conftest import BUDGET, SERVERS, silent_target, target

DEFECTS = {
    "updates_a_card": ("null_arguments_are_refused", "null"),
    "traced": ("errors_carry_no_detail", "traceback"),
    "names_file": ("errors_carry_no_detail", "a path of the machine"),
    "escapes": ("paths_stay_inside", "returned the content of a file outside"),
    "follows_links": ("links_stay_inside", "a link that leads outside"),
    "counts_lines": ("paths_stay_inside", "read a file outside"),
    "hashes_links": ("links_stay_inside", "read a file outside"),
    "counts_words": ("paths_stay_inside", "a folder outside"),
    "count_headlines": ("xml_entities_are_refused", "made the tool read a file"),
    "measure_drawing": ("xml_entities_are_refused", "made the tool read a file"),
    "tells_environment": ("results_hold_no_environment", "AWS_SECRET_ACCESS_KEY"),
    "shell": ("shell_text_is_quoted", "shell run it"),
    "options": ("values_are_no_options", "as an option"),
    "sorts_a_file": ("values_are_no_options", "an option of 'sort'"),
    "finds_lines": ("values_are_no_options", "an option of 'grep'"),
    "lists_remote": ("values_are_no_options", "an option of 'git'"),
    "adds_note": ("writers_keep_to_their_own_files", "replaced the changed file 'copied.md'"),
    "page_of": ("paths_stay_inside", "returned the content of a file outside"),
    "keeps_text": ("writers_keep_to_their_own_files", "replaced the changed file"),
    "adds_page": ("writers_keep_to_their_own_files", "replaced the changed file"),
    "sorts_books": ("sql_values_are_bound", "part of an SQL statement: 'CASE WHEN"),
    "sorts_in_a_direction": ("sql_values_are_bound", "part of an SQL statement"),
    "takes_some_books": ("sql_values_are_bound", "part of an SQL statement"),
    "shows_a_column": ("sql_values_are_bound", "part of an SQL statement"),
    "finds_places": ("values_are_no_options", "an option of 'grep'"),
    "describes_books": ("sql_values_are_bound", "part of an SQL statement"),
    "sorts_by_first_word": ("sql_values_are_bound", "part of an SQL statement"),
    "sorts_by_two_words": ("sql_values_are_bound", "part of an SQL statement"),
    "sorts_by_quoted": ("sql_values_are_bound", "part of an SQL statement"),
    "renames_over": ("writers_keep_to_their_own_files", "destructiveHint false, but it replaced"),
    "compare_files": ("failure_is_not_success", "'Error: one of the files"),
    "distinct_lines": ("time_grows_with_the_input", "four times the input took"),
    "missing_key": ("choices_are_handled", "offers 'soft'"),
    "evaluates": ("text_is_not_executed", "ran it as code"),
    "template": ("text_is_no_template", "computed the product"),
    "fetches": ("requests_stay_public", "connected to 127.0.0.1"),
    "fetches_but_not_here": ("requests_stay_public", "connected to 169.254.169.254"),
    "reads_urls": ("local_schemes_are_refused", "read a local file"),
    "measures_urls": ("local_schemes_are_refused", "read a local file"),
    "hangs": ("valid_calls_return", "did not answer a call within 1.5 s"),
    "breaks_schema": ("structured_results_match", "output schema at 'total'"),
    "averages": ("structured_results_match", "output schema at 'mean'"),
    "refuses_itself": ("structured_results_match", "breaks the tool's own output schema"),
    "forgets_structure": ("structured_results_match", "had no structuredContent"),
    "prints": ("results_are_json", "'called with 5' to stdout"),
    "prints_and_refuses": ("results_are_json", "'refused a word' to stdout"),
    "silent": ("error_dicts_are_well_formed", "without a text"),
    "dressed": ("failure_is_not_success", "'Error: there is no such word'"),
    "crashes": ("valid_calls_do_not_crash", "'NoneType' object has no attribute"),
    "create_page": ("writers_keep_to_their_own_files", "destructiveHint false, but it replaced"),
    "leaves_children": ("resources_are_given_back", "another child process"),
    "leaves_descriptors": ("resources_are_given_back", "another file descriptor"),
    "notes_first": ("nothing_happens_before_a_grant", "was refused, but had already changed"),
    "gives_nan": ("results_are_json", "contains NaN"),
    "internal": ("valid_calls_do_not_crash", "Internal error (-32603)"),
    "hides_missing": ("failure_is_not_success", "there is no such ticket"),
    "lacks_an_argument": ("choices_are_handled", "offers 'soft'"),
    "spread": ("valid_calls_do_not_crash", "without a reason"),
    "untold": ("valid_calls_do_not_crash", "'Error executing tool untold' without a reason"),
    "unpacks": ("archives_stay_inside", "climbs out with '..'"),
    "concatenates": ("sql_values_are_bound", "a quote ended an SQL literal"),
    "runs_scripts": ("sql_values_are_bound", "created that table"),
    "reads_by_first_word": ("readers_change_no_files", "'data.db'"),
    "fills": ("text_is_no_template", "attributes of its own objects"),
    "drafts_mail": ("text_is_no_template", "a header or field of its own"),
    "evaluates_alone": ("text_is_not_executed", "ran it as code"),
    "tidies_up": ("readers_change_no_files", "deleted the file 'nothing.txt'"),
    "moves_anywhere": ("paths_stay_inside", "created a file"),
    "reads_below_like_named": ("paths_stay_inside", "whose name begins like the workspace's"),
    "pads": ("memory_is_bounded", "MB more memory"),
    "matches_many_ways": ("expressions_take_bounded_time", "an expression of the server takes exponential time"),
    "works_out": ("expressions_take_bounded_time", "'9**9**9'"),
    "runs_allowed": ("shell_text_is_quoted", "refuses to run '/usr/bin/touch'"),
    "tells_errno": ("errors_carry_no_detail", "a system error with an absolute path"),
    "copies_over": ("writers_keep_to_their_own_files", "destructiveHint false, but it replaced"),
    "writes_although_reader": ("readers_change_no_files", "'history.txt'"),
    "leaves_files": ("temporary_files_are_removed", "another temporary file"),
    "rewrites_profile": ("writers_keep_to_their_own_files", "'~/.bashrc'"),
    "unknown_choice": ("choices_are_handled", "offers 'soft'"),
    "takes_any_shape": ("wrong_shapes_are_refused", "object has no attribute"),
    "refuses_its_edge": ("valid_arguments_are_accepted", "allows 10 for 'count'"),
    "forgets_zero": ("valid_arguments_are_accepted", "allows 0 for 'quantity'"),
    "takes_halves": ("wrong_types_are_refused", "for the whole number 'count'"),
    "ignores_inner_rules": ("schema_and_model_agree", "succeeded"),
    "waits_for_pipes": ("special_files_do_not_block", "a named pipe named by 'path'"),
    "unstable": ("result_keys_are_stable", "'extra' is not always there"),
    "huge": ("result_size_is_bounded", "more than 1048576"),
}
#: The same where the server's interpreter reports nothing.
DEFECTS_OF_A_SILENT_SERVER = {
    "shell": ("shell_text_is_quoted", "shell run it"),
    "options": ("values_are_no_options", "which wrote a file"),
    "sorts_a_file": ("values_are_no_options", "as an option"),
    "finds_lines": ("values_are_no_options", "which answered 'Usage: grep [OPTION]"),
    "lists_remote": ("values_are_no_options", "as an option, which answered"),
    "finds_places": ("values_are_no_options", "the tool found the same as for"),
    "fetches": ("requests_stay_public", "connected to 127.0.0.1"),
    "reads_urls": ("local_schemes_are_refused", "read a local file"),
}
#: Of these nothing tells but the kernel.
SEEN_ON_LINUX = ("measures_urls", "counts_lines", "hashes_links", "counts_words", "count_headlines", "measure_drawing")
LENIENT = (
    "missing_arguments_are_refused",
    "wrong_types_are_refused",
    "out_of_range_arguments_are_refused",
    "null_arguments_are_refused",
)
#: What is worth asking of each good tool; each of these finds a defect above.
QUICK = (
    "call_returns",
    "results_are_json",
    "structured_results_match",
    "missing_arguments_are_refused",
    "wrong_types_are_refused",
    "valid_arguments_are_accepted",
    "failure_is_not_success",
    "errors_carry_no_detail",
    "valid_calls_do_not_crash",
    "readers_change_no_files",
    "valid_calls_return",
)
OF_FILES = ("paths_stay_inside", "links_stay_inside", "special_files_do_not_block")


def judged(session, tool, check):
    index = next(index for index, facts in enumerate(session.tools) if facts.name == tool)
    return session.run(index, all_checks()[check])


@pytest.mark.in_turns
@pytest.mark.parametrize("tool", DEFECTS)
def test_a_defect_is_found_by_its_check(broken, tool):
    check, says = DEFECTS[tool]
    if tool in SEEN_ON_LINUX and sys.platform != "linux":
        pytest.skip("this system does not tell which files are read")

    [result] = judged(broken, tool, check)

    assert (result.status, says in result.message) == ("failed", True), result.message
    assert result.arguments is not None


@pytest.fixture(scope="module")
def silent() -> Iterator[Session]:
    with open_session(
        silent_target("broken.py", "all", "{workspace}"), budget=BUDGET, allow_destructive=True
    ) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/injection", "tests/mcp_targets/servers/broken.py"
)
@pytest.mark.parametrize("tool", DEFECTS_OF_A_SILENT_SERVER)
def test_a_defect_is_found_without_a_report_of_the_interpreter(silent, tool):
    check, says = DEFECTS_OF_A_SILENT_SERVER[tool]

    [result] = judged(silent, tool, check)

    assert (result.status, says in result.message) == ("failed", True), result.message


@pytest.mark.parametrize("check", LENIENT)
def test_a_server_that_validates_nothing_is_found(broken, check):
    [result] = judged(broken, "lenient", check)

    assert result.status == "failed"
    assert "succeeded" in result.message


@pytest.mark.parametrize("check", LENIENT)
def test_a_server_that_validates_passes(broken, check):
    [result] = judged(broken, "crashes" if check != "out_of_range_arguments_are_refused" else "breaks_schema", check)

    assert result.status == "passed"


@pytest.mark.in_turns("pytest_forge/targets/mcp", "tests/mcp_targets/servers/good.py")
@pytest.mark.parametrize("tool", ["read_note", "list_notes", "write_note", "now", "add", "shout", "factorial"])
def test_a_good_tool_has_no_findings(good, tool):
    index = next(index for index, facts in enumerate(good.tools) if facts.name == tool)
    good.judge_together(index, [all_checks()[check] for check in QUICK])
    found = [result for check in QUICK for result in judged(good, tool, check)]

    assert [(result.check, result.message) for result in found if result.status in ("failed", "error")] == []
    assert sum(result.status == "passed" for result in found) >= 6


def test_a_wait_as_long_as_an_argument_asks_is_no_hanging_call(good):
    [result] = judged(good, "rest", "valid_calls_return")

    assert result.status != "failed", result.message


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/confinement", "tests/mcp_targets/servers/good.py"
)
@pytest.mark.parametrize("check", OF_FILES)
@pytest.mark.parametrize("tool", ["read_note", "write_note"])
def test_a_confined_tool_has_no_findings(good, tool, check):
    [result] = judged(good, tool, check)

    assert result.status == "passed", result.message


def test_an_input_that_is_refused_half_way_tells_nothing_about_growth(good):
    [result] = judged(good, "stretch", "time_grows_with_the_input")

    # On a busy machine there may be no time for all of it.
    assert result.status in ("passed", "not_applicable") or result.code == "not_enough_seen", result.message


@pytest.fixture(scope="module")
def slow() -> Iterator[Session]:
    budget = Budget(load_s=20, call_s=1, check_s=3)
    with open_session(target("slow.py"), allow_destructive=True, budget=budget) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/targets/mcp", "pytest_forge/engine/enough.py", "tests/mcp_targets/servers/slow.py")
@pytest.mark.parametrize(
    "check",
    [
        *("shell_text_is_quoted", "sql_values_are_bound", "failure_is_not_success"),
        *("calls_at_once_agree", "valid_calls_do_not_crash"),
    ],
)
def test_a_slow_server_is_left_before_the_time_of_a_check_is_up(slow, check):
    [result] = judged(slow, "look_up", check)

    assert (result.status, result.code) == ("error", "not_enough_seen"), result.message


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp",
    "pytest_forge/checks/robustness/concurrent_calls",
    "tests/mcp_targets/servers/threaded.py",
)
@pytest.mark.parametrize(
    ("tool", "says"),
    [
        ("gives_numbers", "two got the same number"),
        ("mixes_words_up", "the answer of another"),
        ("loses_ids", "under the id of another"),
        ("gives_numbers_or_refuses", ""),
        ("gives_numbers_in_turn", ""),
        ("signs_book", "two got the same 'number'"),
        ("signs_book_in_turn", ""),
        ("shouts", ""),
        ("tells_the_time", ""),
        ("tells_the_tick", ""),
        ("books_seat", "do not count in what 'list_booked' answers"),
        ("books_table", ""),
        ("books_bed_later", ""),
        ("books_room", ""),
        ("lends_umbrella", "do not count in what 'list_stock' answers"),
        ("lends_map", ""),
        ("pours", "do not count in what 'pours' answers"),
        ("pours_in_turn", ""),
        ("prints_page", ""),
        ("leases_boat", "but only 1 in turn"),
        ("leases_boat_in_turn", ""),
        ("leases_raft", "but only 1 in turn"),
        ("leases_raft_in_turn", ""),
        ("takes_tents", "but only 2 in turn"),
        ("takes_tents_in_turn", ""),
        ("marks_boat", ""),
        ("rings_bell", ""),
        ("keeps_page", "but only 1 in turn"),
        ("keeps_page_of_its_own", ""),
    ],
)
def test_calls_that_are_sent_together_get_their_own_answers(threaded, tool, says):
    [result] = judged(threaded, tool, "calls_at_once_agree")

    assert result.status == ("failed" if says else "passed"), result.message
    assert says in result.message


@pytest.mark.parametrize(("mode", "says"), [("at_once", "two got the same 'bike'"), ("in_turn", "")])
def test_different_calls_that_are_sent_together_take_different_records(served, mode, says):
    with served("rides.py", mode, allow_destructive=True) as session:
        [result] = judged(session, "take_bike", "calls_at_once_agree")

    assert result.status == ("failed" if says else "passed"), result.message
    assert says in result.message


@pytest.mark.in_turns("pytest_forge/targets/mcp", "tests/mcp_targets/servers/good.py")
@pytest.mark.parametrize("tool", ["read_note", "write_note", "shout"])
@pytest.mark.parametrize("check", ["resources_are_given_back", "calls_at_once_agree", "nothing_happens_before_a_grant"])
def test_a_server_that_keeps_calls_apart_passes(good, tool, check):
    [result] = judged(good, tool, check)

    assert result.status == "passed" or (tool, check) == ("read_note", "nothing_happens_before_a_grant"), result.message


def test_what_a_server_does_not_show_is_not_judged(good):
    [result] = judged(good, "add", "process_state_is_left_alone")

    assert result.status == "not_applicable"
    assert "own process" in result.message


def test_a_server_that_was_told_no_folder_has_promised_none(served):
    with served("broken.py", "escapes", allow_destructive=True) as session:
        [result] = judged(session, "escapes", "paths_stay_inside")

    assert result.status == "not_applicable"
    assert "{workspace}" in result.message


def test_a_server_that_was_told_a_folder_around_it_may_read_there(served):
    with served("broken.py", "escapes", "{workspace}", "--also={workspace}/..", allow_destructive=True) as session:
        [result] = judged(session, "escapes", "paths_stay_inside")

    assert result.status == "not_applicable"
    assert "more than the workspace" in result.message


#: A server that reserves 64 GiB of addresses whenever it starts, as Node does for WebAssembly, and uses none of them.
RESERVING = """
import mmap, runpy, sys
sys.path.insert(0, {folder!r})
reserved = mmap.mmap(-1, 64 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
runpy.run_path({folder!r} + "/good.py", run_name="__main__")
"""


def test_a_server_started_again_for_a_check_may_reserve_addresses(tmp_path):
    server = tmp_path / "reserving.py"
    server.write_text(RESERVING.format(folder=str(SERVERS)))
    with open_session(
        f"mcp:python {server} {{workspace}}", budget=BUDGET, base=tmp_path, allow_destructive=True
    ) as session:
        names = [tool.name for tool in session.tools]
        results = session.run(names.index("list_notes"), all_checks()["equal_calls_agree"])
    assert [(result.status, result.message) for result in results] == [("passed", "")]
