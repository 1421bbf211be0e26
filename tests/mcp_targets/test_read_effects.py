"""Readers of a server that use up or keep what later calls need, and readers that only look as if they did."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


def judged(session, tool):
    index = [facts.name for facts in session.tools].index(tool)
    [result] = session.run(index, all_checks()["equal_calls_agree"])
    return result


@pytest.mark.parametrize(
    ("mode", "tool", "says"),
    [
        ("takes", "preview_ticket", "uses up a number of 'draw_ticket'"),
        ("takes", "inspect_voucher", "'redeem_voucher' refuses"),
        ("looks", "preview_ticket", ""),
        ("looks", "inspect_voucher", ""),
    ],
)
def test_what_a_reader_uses_up_for_a_writing_tool_is_found(served, mode, tool, says):
    with served("previews.py", mode, allow_destructive=True) as session:
        result = judged(session, tool)

    assert (result.status, says in result.message) == ("failed" if says else "passed", True), result.message


@pytest.mark.parametrize(("mode", "status"), [("shares", "failed"), ("copies", "passed")])
def test_an_optional_argument_that_another_reader_shows_is_found(served, mode, status):
    with served("menus.py", mode, allow_destructive=True) as session:
        result = judged(session, "shopping")

    assert result.status == status, result.message


@pytest.mark.parametrize(("mode", "status"), [("removes", "failed"), ("leaves", "passed"), ("counts", "passed")])
def test_a_reader_that_removes_what_is_past_is_found(served, mode, status):
    with served("loans_due.py", mode, allow_destructive=True) as session:
        result = judged(session, "loans_due")

    assert result.status == status, result.message


@pytest.mark.parametrize(("mode", "status"), [("takes_out", "failed"), ("copies", "passed")])
def test_a_switch_that_takes_something_out_is_found(served, mode, status):
    with served("laps.py", mode, allow_destructive=True) as session:
        result = judged(session, "mean_lap")

    assert result.status == status, result.message


@pytest.mark.parametrize("tool", ["print_label", "cut_label"])
@pytest.mark.parametrize(("mode", "status"), [("shares", "failed"), ("copies", "passed")])
def test_options_of_one_call_that_stay_in_what_the_server_holds_are_found(served, mode, status, tool):
    with served("labels.py", mode, allow_destructive=True) as session:
        result = judged(session, tool)

    assert result.status == status, result.message


@pytest.mark.parametrize(("mode", "status"), [("shares", "failed"), ("copies", "passed")])
def test_a_list_that_one_of_several_calls_extends_is_found(served, mode, status):
    with served("members_in_common.py", mode, allow_destructive=True) as session:
        result = judged(session, "members_of_both")

    assert result.status == status, result.message


@pytest.mark.parametrize(("mode", "status"), [("shares", "failed"), ("copies", "passed")])
def test_a_list_of_changes_that_names_what_another_reader_shows_is_found(served, mode, status):
    with served("stage_lamps.py", mode, allow_destructive=True) as session:
        result = judged(session, "try_levels")

    assert result.status == status, result.message
