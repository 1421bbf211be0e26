"""Writers of a server that leave the folder in which its tools keep files, by one of their paths, are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("tool", "mode", "about"),
    [
        ("hand_on", "open_target", "new_tune"),
        ("hand_on", "open_source", "tune"),
        ("save_tune", "open_writer", "tune"),
        ("tear_up", "open_removal", "tune"),
        # The name of another folder begins like that of the drawer.
        ("hand_on", "alike", "new_tune"),
        ("save_tune", "alike", "tune"),
        ("tear_up", "alike", "tune"),
        ("hand_on", "closed", ""),
        ("save_tune", "closed", ""),
        ("tear_up", "closed", ""),
        # The description lets the copy lie anywhere.
        ("hand_on", "told", ""),
    ],
)
def test_a_writer_stays_in_the_folder_of_the_server(served, tool, mode, about):
    with served("tune_drawer.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["paths_stay_inside"])

    if about:
        assert (result.status, result.code) == ("failed", "path_traversal"), result.message
        assert f"in {about!r}" in result.message
    else:
        assert result.status in ("passed", "not_applicable"), result.message


@pytest.mark.parametrize(("mode", "status"), [("alike", "failed"), ("closed", "passed")])
def test_a_writer_of_records_stays_in_the_folder(served, mode, status):
    with served("herbarium.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("print_sheet")
        [result] = session.run(index, all_checks()["paths_stay_inside"])

    assert result.status == status, result.message
