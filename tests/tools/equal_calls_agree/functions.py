"""Functions that break equal_calls_agree."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks


@breaks("equal_calls_agree")
def equal_calls_agree__plain_letters(text: Annotated[str, Field(description="A text.", max_length=200)]) -> Any:
    """List the letters of a text."""
    return {"letters": list({letter for letter in text if letter.isalpha()})}


def _merged(labels: list[str], into: list[str] = []) -> list[str]:  # noqa: B006  # the defect
    for label in labels:
        if label not in into:
            into.append(label)
    return into


@breaks("equal_calls_agree")
def equal_calls_agree__default_of_a_helper(
    labels: Annotated[list[Annotated[str, Field(max_length=40)]], Field(description="Labels.", max_length=20)],
) -> Any:
    """Drop repeated labels."""
    return {"labels": _merged(labels)}
