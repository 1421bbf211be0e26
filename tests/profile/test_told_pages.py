"""Which words say that the last page leads no further."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_pages import told_last_page
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("next_offset is a number only if there are further episodes.", True),
        ("`cursor` is null on the last page.", False),
        ("next_offset is null on the last\npage.", True),
        ("When no more rows are left, next_offset is omitted.", True),
        ("Call again with next_offset until it is null.", False),
        ("next_offset may be null on the last page.", False),
    ],
)
def test_the_last_page_is_told_of_the_key(says, is_told):
    assert bool(told_last_page(ToolFacts("rows", "tools.py", "function", says, {}), "next_offset")) == is_told
