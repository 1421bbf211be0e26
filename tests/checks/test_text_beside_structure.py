"""Fields that the text of a server's result shows, and its structured content leaves out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_forge.checks.results.text_beside_structure import field_in_text_alone

CARD = {"name": "Ann", "team": "Sales"}
RECORD = {**CARD, "salary": 61000}


@pytest.mark.parametrize(
    ("shown", "structured", "expected"),
    [
        ([RECORD], CARD, "salary"),
        ([RECORD, RECORD], {"result": [CARD, CARD]}, "[].salary"),
        ([[RECORD]], {"result": [CARD]}, "[].salary"),
        ([RECORD], {"result": [CARD]}, "[].salary"),
        ([{"card": RECORD, "at": 1}], {"card": CARD, "at": 1}, "card.salary"),
        ([CARD], CARD, None),
        ([CARD, CARD], {"result": [CARD, CARD]}, None),
        ([CARD], {**CARD, "nickname": None}, None),
        ([{"Name": "Ann", "team": "Sales"}], CARD, None),
        ([{"name": "Ann B.", "team": "Sales", "salary": 1}], CARD, None),
        ([{"summary": "1 card", "more": 1}], {"result": [CARD]}, None),
        ([3], {"result": 3}, None),
        ([RECORD], {}, None),
    ],
)
def test_a_field_of_the_text_alone_is_named_by_its_place(shown: list[Any], structured: Any, expected: str | None):
    assert field_in_text_alone([json.dumps(one) for one in shown], structured) == expected


def test_text_for_people_is_not_compared():
    assert field_in_text_alone(["Ann of Sales earns 61000."], CARD) is None
    assert field_in_text_alone([], CARD) is None
