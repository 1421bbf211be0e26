"""The promises of annotations and arguments of a server are judged by its files and by its reading tools."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def promises():
    with open_session(target("promises.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def records():
    with open_session(target("records.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def phones():
    with open_session(target("phones.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def searches():
    with open_session(target("searches.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def stories():
    with open_session(target("stories.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def indexed():
    with open_session(target("indexed.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def defaults():
    with open_session(target("defaults.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def members():
    with open_session(target("members.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def reads():
    # Readers alone, which a thorough run starts afresh.
    with open_session(
        target("reads.py"), budget=replace(BUDGET, random_calls=1_000), allow_destructive=True
    ) as session:
        yield session


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("add_entry", "repeated_calls_add_nothing", ("failed", "repeat_acts")),
        ("want_entry", "repeated_calls_add_nothing", ("passed", "")),
        ("tag_entry", "repeated_calls_add_nothing", ("failed", "repeat_acts")),
        ("label_entry", "repeated_calls_add_nothing", ("passed", "")),
        ("clear_entries", "dry_runs_change_nothing", ("failed", "dry_run_acted")),
        ("clear_wanted", "dry_runs_change_nothing", ("passed", "")),
        ("price_of", "equal_calls_agree", ("failed", "stale_answer")),
        ("current_price_of", "equal_calls_agree", ("passed", "")),
        ("room_of", "equal_calls_agree", ("passed", "")),
        ("list_entries", "equal_calls_agree", ("passed", "")),
        ("first_entry", "equal_calls_agree", ("failed", "answers_differ")),
    ],
)
def test_a_broken_promise_is_found_and_a_kept_one_is_not_blamed(promises, tool, check, expected):
    assert verdict(promises, tool, check) == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("show_parcel", ("failed", "read_changes_answers")),
        ("weigh_parcel", ("passed", "")),
        ("find_stops", ("failed", "argument_stays")),
        ("find_halts", ("passed", "")),
        ("open_drawer", ("failed", "read_stores")),
        ("count_drawer", ("passed", "")),
        ("peek_drawer", ("passed", "")),
        ("label_usage", ("failed", "read_stores")),
        ("timetable", ("failed", "incomplete_cache_key")),
        ("plan", ("passed", "")),
        ("fence", ("failed", "incomplete_cache_key")),
        ("hedge", ("passed", "")),
        ("berth", ("failed", "incomplete_cache_key")),
        ("tariff", ("passed", "")),
    ],
)
def test_a_reader_leaves_what_later_calls_answer(reads, tool, expected):
    assert verdict(reads, tool, "equal_calls_agree") == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("switch_off", ("failed", "failure_as_success")),
        ("shut_door", ("passed", "")),
        ("drop_note", ("passed", "")),
        ("lower_blind", ("passed", "")),
    ],
)
def test_a_writer_that_finds_nothing_marks_that_as_a_failure(records, tool, expected):
    assert verdict(records, tool, "failure_is_not_success") == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("change_phone", ("failed", "failure_as_success")),
        ("correct_phone", ("passed", "")),
        ("forget_phone", ("passed", "")),
    ],
)
def test_a_writer_answers_for_what_does_not_exist_in_another_way_than_for_what_it_changes(phones, tool, expected):
    assert verdict(phones, tool, "failure_is_not_success") == expected


@pytest.mark.parametrize(
    ("tool", "expected"),
    [("paint_fence", ("failed", "half_made_change")), ("varnish_fence", ("error", "nothing_works"))],
)
def test_a_call_that_does_its_work_and_fails_is_found_though_it_works_only_once(records, tool, expected):
    assert verdict(records, tool, "failing_calls_change_nothing") == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("find_towns", "text_is_no_template", ("failed", "wildcard_injection")),
        ("find_cities", "text_is_no_template", ("passed", "")),
        ("find_words", "text_is_no_template", ("passed", "")),
        ("fill_card", "text_is_no_template", ("failed", "format_string_injection")),
        ("copy_card", "text_is_no_template", ("passed", "")),
        ("sign_card", "text_is_no_template", ("failed", "format_string_injection")),
        ("print_card", "text_is_no_template", ("passed", "")),
        ("month_after", "choices_are_handled", ("failed", "edge_refused")),
        ("week_after", "choices_are_handled", ("not_applicable", "")),
    ],
)
def test_texts_and_days_of_a_server_are_taken_as_they_are(searches, tool, check, expected):
    assert verdict(searches, tool, check) == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("move_books", "failing_calls_change_nothing", ("failed", "half_made_change")),
        ("shift_books", "failing_calls_change_nothing", ("passed", "")),
        ("count_readers", "equal_calls_agree", ("failed", "stale_answer")),
        ("count_now", "equal_calls_agree", ("passed", "")),
        ("share_books", "calls_in_any_order_do_not_crash", ("failed", "crash")),
        ("deal_books", "calls_in_any_order_do_not_crash", ("passed", "")),
        ("mean_weight", "structured_results_match", ("failed", "output_schema_broken")),
    ],
)
def test_what_only_several_calls_show_is_found_and_a_look_alike_is_not_blamed(stories, tool, check, expected):
    assert verdict(stories, tool, check) == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("find_notes", ("failed", "stale_answer")),
        ("search_notes", ("passed", "")),
        ("search_archive", ("passed", "")),
    ],
)
def test_an_answer_may_not_outlast_what_a_removal_takes_away(indexed, tool, expected):
    assert verdict(indexed, tool, "equal_calls_agree") == expected


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("stamp_letter", ("failed", "argument_stays")),
        ("frank_letter", ("passed", "")),
        ("date_letter", ("passed", "")),
    ],
)
def test_a_default_that_a_call_changes_is_found_among_readers_alone(defaults, tool, expected):
    assert verdict(defaults, tool, "equal_calls_agree") == expected


def test_a_reader_may_count_its_calls(defaults):
    assert verdict(defaults, "price_letter", "equal_calls_agree")[0] != "failed"


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("dismiss", ("failed", "change_unmade")),
        ("strike_off", ("passed", "")),
        ("let_go", ("passed", "")),
        ("expel", ("passed", "")),
    ],
)
def test_an_error_of_which_the_description_tells_is_no_ordinary_answer(members, tool, expected):
    assert verdict(members, tool, "failure_is_not_success") == expected


def test_a_server_without_a_tool_that_writes_has_no_state_to_break(reads):
    assert verdict(reads, "tariff", "calls_in_any_order_do_not_crash") == ("not_applicable", "")


def verdict(session, tool, check):
    index = [facts.name for facts in session.tools].index(tool)
    [result] = session.run(index, all_checks()[check])
    return result.status, result.code
