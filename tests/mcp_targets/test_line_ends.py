"""Signs that end a line are found in what a server writes for its own reader."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "status"), [("feeds", "failed"), ("all", "passed"), ("lines", "passed")])
def test_a_sign_that_ends_a_line_for_the_reader_is_found(served, way, status):
    with served("logbook.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["text_is_no_template"])

    assert found.status == status, found.message
