"""The memory of a server is judged for numbers in texts as well, also where the call is refused afterwards."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("index", "status"), [(0, "failed"), (1, "passed")])
def test_a_span_is_compared_before_it_is_written_out(served, index, status):
    with served("written_spans.py", allow_destructive=True) as session:
        [found] = session.run(index, all_checks()["memory_is_bounded"])

    assert found.status == status, found.message
