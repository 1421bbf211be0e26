"""Readers of a server that lead out of the folder in which its other tools keep files are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("tool", ["search_scores", "read_score"])
@pytest.mark.parametrize(
    ("mode", "status"), [("by_pattern", "failed"), ("closed", "passed"), ("anywhere", "not_applicable")]
)
def test_a_reader_stays_in_the_folder_of_the_server(served, tool, mode, status):
    with served("score_folder.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["paths_stay_inside"])

    assert result.status == status, result.message
    assert result.code.partition(":")[0] == ("path_traversal" if status == "failed" else result.code)


def test_a_reader_does_not_take_another_folder_for_its_own(served):
    with served("score_folder.py", "alike", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("read_score")
        [result] = session.run(index, all_checks()["paths_stay_inside"])

    assert (result.status, result.code.partition(":")[0]) == ("failed", "path_traversal"), result.message
    assert "shelf-other" in str(result.arguments)


@pytest.mark.parametrize(
    ("mode", "status"), [("absolute", "failed"), ("steps", "failed"), ("closed", "passed"), ("anywhere", "passed")]
)
def test_a_reader_stays_in_a_folder_that_is_there_from_the_start(served, mode, status):
    with served("songs.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("sing")
        [result] = session.run(index, all_checks()["paths_stay_inside"])

    assert (result.status, result.code.partition(":")[0]) == (status, "path_traversal" if status == "failed" else "")
