"""Names of arguments that limit the time of a call."""

import pytest

from pytest_forge.profile.time_limits import limits_time


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("timeout", True),
        ("timeout_seconds", True),
        ("read_timeout_s", True),
        ("max_wait", True),
        ("deadline", True),
        ("timeout_ms", False),
        ("wait", False),
        ("limit", False),
        ("max_items", False),
    ],
)
def test_a_time_limit_is_known_by_its_name(name, expected):
    assert limits_time(name) is expected
