"""Which descriptions promise that what a tool holds stays as it is, and of what they speak."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_stays import told_to_stay
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("name", "description", "words"),
    [
        ("scale", "Scale a plan. The stored plan stays as it is.", {"plan"}),
        ("scale", "Scale a plan for other teams; the saved shift plans are never changed.", {"shift", "plan"}),
        ("scale", "Scale a plan. It does not change the stored plan.", {"plan"}),
        ("scale", "Scale a plan. The plan itself is left unchanged.", {"the", "plan"}),
        ("scale", "Scale a plan. The shift plan is not changed.", {"shift", "plan"}),
        ("scale", "Scale a plan. The plan is not changed by weekends.", set()),
        ("update_plan", "Set a day. The stored days stay as they are.", set()),
        ("scale", "If a team is unknown, the stored plan stays as it is.", set()),
        ("scale", "Scale a plan.\n\nArgs:\n    plan: The stored plan is not changed.", set()),
        ("label", "Label a box; a label that it has stays as it is.", set()),
    ],
)
def test_a_promise_names_what_stays(name, description, words):
    assert told_to_stay(ToolFacts(name, "tools.py", "function", description, {})) == words
