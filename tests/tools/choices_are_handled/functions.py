"""Functions that break choices_are_handled, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps


@breaks("choices_are_handled")
def choices_are_handled__plain(
    text: Annotated[str, Field(description="A text.", max_length=50)],
    style: Annotated[Literal["upper", "lower", "title"], Field(description="How to write it.")] = "upper",
) -> Any:
    """Write a text in another style."""
    return {"text": {"upper": str.upper, "lower": str.lower}[style](text)}


@keeps("choices_are_handled", "valid_calls_do_not_crash")
def compare_versions(
    first: Annotated[str, Field(pattern=r"^\d{1,4}(\.\d{1,4}){0,3}$", description="A version, such as 1.2.3.")],
    second: Annotated[str, Field(pattern=r"^\d{1,4}(\.\d{1,4}){0,3}$", description="Another version.")],
) -> dict[str, int]:
    """Compare two versions: -1, 0 or 1."""
    left, right = ([int(part) for part in version.split(".")] for version in (first, second))
    return {"order": (left > right) - (left < right)}
