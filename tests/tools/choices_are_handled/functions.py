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


_PARTS = {"morning": (6, 12), "noon": (12, 14), "evening": (17, 22)}
_NEXT = {"open": ("waiting", "closed"), "waiting": ("open", "closed"), "closed": ()}


@breaks("choices_are_handled")
def hours_of(
    day: Annotated[int, Field(ge=1, le=31, description="Day of the month.")],
    part: Annotated[Literal["morning", "noon", "evening", "night"], Field(description="Part of the day.")] = "noon",
) -> dict[str, int]:
    """Return the first and the last hour of a part of a day."""
    if part not in _PARTS:
        raise ValueError("part is one of morning, noon, evening and night")
    first, last = _PARTS[part]
    return {"day": day, "first": first, "last": last}


@keeps("choices_are_handled")
def move_ticket(
    number: Annotated[int, Field(ge=1, le=500, description="Number of the ticket; all of them are open.")],
    state: Annotated[Literal["open", "waiting", "closed"], Field(description="The new state.")],
) -> dict[str, Any]:
    """Give a ticket a new state."""
    if state not in _NEXT:
        raise ValueError("state is one of open, waiting and closed")
    if state not in _NEXT["open"]:
        raise ValueError(f"the ticket cannot be given the state {state}")
    return {"number": number, "state": state}


@breaks("choices_are_handled")
def first_primes(count: Annotated[int, Field(description="How many primes.")] = 50) -> list[int]:
    """Return the first primes."""
    if count not in range(1, 50):
        raise ValueError("count is a number from 1 to 50")
    found: list[int] = []
    number = 2
    while len(found) < count:
        found += [number] * all(number % prime for prime in found)
        number += 1
    return found


@keeps("choices_are_handled")
def first_squares(count: Annotated[int, Field(description="How many squares.")] = 50) -> list[int]:
    """Return the first squares."""
    if count not in range(1, 51):
        raise ValueError("count is a number from 1 to 50")
    return [number * number for number in range(1, count + 1)]


_BERTHS: dict[str, str] = {}


@keeps("choices_are_handled", judged=True)
def take_berth(
    boat: Annotated[str, Field(max_length=30, description="Name of the boat.")],
    pier: Annotated[Literal["north", "south"], Field(description="The pier.")],
) -> dict[str, str]:
    """Give a boat its berth; it keeps the one that it has."""
    if boat in _BERTHS:
        raise ValueError("the boat has a berth already")
    _BERTHS[boat] = pier
    return {"boat": boat, "pier": pier}
