"""Which descriptions say that a key with other arguments is refused."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_reuse import told_reuse
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("description", "is_told"),
    [
        ("Pays. A request_id that was used for other details is refused.", True),
        ("Reusing a key with different arguments is an error.", True),
        ("A key that was used for another job is rejected.", True),
        ("The same request key with other details is refused.", True),
        ("The same key with the same details is answered as before.", False),
        ("A key that was used for another job is not refused.", False),
        ("A key that is used by another account is told.", False),
        ("A room that was used for another event is refused.", False),
        ("Pays once for each key.", False),
    ],
)
def test_a_promise_names_a_key_its_other_use_and_the_refusal(description, is_told):
    assert (told_reuse(ToolFacts("pay", "tools.py", "function", description, {})) is not None) == is_told
