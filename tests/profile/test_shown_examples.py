"""The examples in a refusal."""

from __future__ import annotations

import pytest

from pytest_forge.profile.shown_examples import examples_in


@pytest.mark.parametrize(
    ("refusal", "examples"),
    [
        ("Error: invalid amount 'hello', expected something like -12.50", ["-12.50"]),
        ('Unknown colour. Try one such as "dark red", or "blue".', ["dark red"]),
        ("A period is needed, e.g. 2024-Q3.", ["2024-Q3"]),
        ("The form is wrong (for example: `A-17`).", ["A-17"]),
        ("It does not look like a date.", []),
        ("Such words are unlike these.", []),
        ("not found", []),
    ],
)
def test_the_examples_of_a_refusal_are_read(refusal: str, examples: list[str]) -> None:
    assert examples_in(refusal) == examples
