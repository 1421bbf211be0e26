"""Plain functions with one defect each; the name before the two underscores is the check that must find it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field


def valid_calls_do_not_crash__plain(words: Annotated[list[str], Field(description="Words.", max_length=20)]) -> Any:
    """Return the word that is first, and how often it is there."""
    first = words[0]
    return {"first": first, "count": words.count(first)}


def choices_are_handled__plain(
    text: Annotated[str, Field(description="A text.", max_length=50)],
    style: Annotated[Literal["upper", "lower", "title"], Field(description="How to write it.")] = "upper",
) -> Any:
    """Write a text in another style."""
    return {"text": {"upper": str.upper, "lower": str.lower}[style](text)}


def equal_calls_agree__plain_letters(text: Annotated[str, Field(description="A text.", max_length=200)]) -> Any:
    """List the letters of a text."""
    return {"letters": list({letter for letter in text if letter.isalpha()})}


def _merged(labels: list[str], into: list[str] = []) -> list[str]:  # noqa: B006  # the defect
    for label in labels:
        if label not in into:
            into.append(label)
    return into


def equal_calls_agree__default_of_a_helper(
    labels: Annotated[list[Annotated[str, Field(max_length=40)]], Field(description="Labels.", max_length=20)],
) -> Any:
    """Drop repeated labels."""
    return {"labels": _merged(labels)}
