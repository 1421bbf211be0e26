"""Good tools of servers that look as if they had a defect have no finding of any check that calls them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from turns import in_turn

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import Session, open_session

from .conftest import BUDGET, silent_target, target

#: The look-alikes, each with the check that must have judged it.
JUDGED = {
    "refuses_with_reason": "valid_calls_do_not_crash",
    "unpack_flat": "archives_stay_inside",
    "unpack_aside": "archives_stay_inside",
    "find_person": "sql_values_are_bound",
    "count_signs": "sql_values_are_bound",
    "select_rows": "readers_change_no_files",
    "fill_in": "text_is_no_template",
    "compute": "text_is_not_executed",
    "divide_out": "valid_calls_do_not_crash",
    "move_inside": "writers_keep_to_their_own_files",
    "log_into": "writers_keep_to_their_own_files",
    "pad": "memory_is_bounded",
    "match_one_way": "expressions_take_bounded_time",
    "run_allowed": "call_returns",
    "run_anything": "call_returns",
    "name_entry": "valid_calls_do_not_crash",
    "size_of": "errors_carry_no_detail",
    "find_lines": "values_are_no_options",
    "say_words": "values_are_no_options",
    "remember_asked": "paths_stay_inside",
    "hash_note": "paths_stay_inside",
    "count_opened": "links_stay_inside",
    "name_beside_index": "paths_stay_inside",
    "name_page": "local_schemes_are_refused",
    "hash_folder": "paths_stay_inside",
    "fetch_public": "requests_stay_public",
    "feed_headlines": "xml_entities_are_refused",
    "drawing_titles": "xml_entities_are_refused",
    "add_note": "writers_keep_to_their_own_files",
    "sort_by_list": "sql_values_are_bound",
    "sort_by_first_word": "sql_values_are_bound",
    "sort_in_memory": "sql_values_are_bound",
    "sort_by_pattern": "sql_values_are_bound",
    "echo_order": "sql_values_are_bound",
    "sort_without_comments": "sql_values_are_bound",
    "sort_by_escaped": "sql_values_are_bound",
    "describe_table": "sql_values_are_bound",
    "rename_inside": "writers_keep_to_their_own_files",
    "make_folder": "paths_stay_inside",
    "read_profile": "results_are_json",
}
#: Those that a word excuses from it, which is told.
EXCUSED = {"fill_in": "template"}
#: Those that are like one of the others but for what their own check looks at: they are judged by its family alone.
SIBLINGS = {
    *("count_signs", "sort_by_first_word", "sort_in_memory", "sort_by_pattern", "echo_order", "sort_without_comments"),
    *("sort_by_escaped", "describe_table", "say_words"),
    *(
        "fetch_public",
        "hash_note",
        "hash_folder",
        "name_beside_index",
        "unpack_aside",
        "drawing_titles",
        "rename_inside",
    ),
}


#: Those that answer as if a program had read an option, and what excuses them.
LIKE_PROGRAMS = {
    "find_lines": "",
    "refuse_options": "",
    "ask_manual": "Not judged: the word 'manual'",
    "say_words": "",
    "find_all_but": "",
    "find_alike": "",
}


@pytest.fixture(scope="module")
def look_alikes() -> Iterator[Session]:
    with open_session(target("look_alikes.py", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns
@pytest.mark.parametrize("tool", in_turn([*JUDGED]))
def test_a_look_alike_has_no_findings(look_alikes, tool):
    index = [facts.name for facts in look_alikes.tools].index(tool)
    family = all_checks()[JUDGED[tool]].family
    served = [
        check
        for check in all_checks().values()
        if not check.is_static and not check.unseen and (tool not in SIBLINGS or check.family == family)
    ]

    look_alikes.judge_together(index, served)
    found = {check.id: result for check in served for result in look_alikes.run(index, check)}

    assert [(result.check, result.message) for result in found.values() if result.status in ("failed", "error")] == []
    own = found[JUDGED[tool]]
    assert own.status == ("not_applicable" if tool in EXCUSED else "passed"), own.message
    assert tool not in EXCUSED or f"Not judged: the word {EXCUSED[tool]!r}" in own.message


@pytest.fixture(scope="module")
def silent() -> Iterator[Session]:
    with open_session(silent_target("look_alikes.py", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/injection/process.py", "tests/mcp_targets/servers/look_alikes.py"
)
@pytest.mark.parametrize("tool", LIKE_PROGRAMS)
def test_an_answer_like_that_of_a_program_is_no_finding(silent, tool):
    index = [facts.name for facts in silent.tools].index(tool)

    [result] = silent.run(index, all_checks()["values_are_no_options"])

    assert result.status == ("not_applicable" if LIKE_PROGRAMS[tool] else "passed"), result.message
    assert LIKE_PROGRAMS[tool] in result.message
