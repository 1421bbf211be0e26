"""Functions that return as many of something as they are asked for, whose descriptions alone say that 0 is a number."""

from __future__ import annotations

import collections
from typing import Any

from ..marks import breaks, keeps

_CATCH = ["cod", "hake", "eel", "cod", "plaice", "sole", "cod", "eel", "turbot", "hake"]


@breaks("choices_are_handled")
def newest_catch(number: int = 4) -> dict[str, Any]:
    """Return the fish that were caught last.

    Args:
        number: How many of them to return, 0 to 40; with 0, they are only counted.
    """
    _check(number, 40)
    return {"caught": len(_CATCH), "newest": _CATCH[-number:]}


@keeps("choices_are_handled")
def latest_catch(number: int = 4) -> dict[str, Any]:
    """Return the fish that were caught last.

    Args:
        number: How many of them to return, 0 to 40; with 0, they are only counted.
    """
    _check(number, 40)
    return {"caught": len(_CATCH), "newest": _CATCH[-number:] if number else []}


@breaks("choices_are_handled")
def usual_catch(kinds: int) -> dict[str, Any]:
    """Return the kinds of fish that are caught most often.

    Args:
        kinds: Number of kinds, between 0 and 20.
    """
    _check(kinds, 20)
    return {"kinds": [kind for kind, _ in collections.Counter(_CATCH).most_common(kinds or None)]}


@keeps("choices_are_handled")
def common_catch(kinds: int) -> dict[str, Any]:
    """Return the kinds of fish that are caught most often.

    Args:
        kinds: Number of kinds, between 0 and 20; 0 gives all of them.
    """
    _check(kinds, 20)
    return {"kinds": [kind for kind, _ in collections.Counter(_CATCH).most_common(kinds or None)]}


@keeps("choices_are_handled")
def some_catch(kinds: int = 3) -> dict[str, Any]:
    """Return the kinds of fish that are caught most often; as many as there are unless a number is given.

    Args:
        kinds: Number of kinds.
    """
    return {"kinds": [kind for kind, _ in collections.Counter(_CATCH).most_common(max(kinds, 0) or None)]}


@keeps("choices_are_handled")
def catch_without(left_out: int) -> dict[str, Any]:
    """Return the fish that were caught, without the last ones.

    Args:
        left_out: How many of the last ones to leave out, 0 to 10.
    """
    _check(left_out, 10)
    return {"fish": _CATCH[: len(_CATCH) - left_out]}


def _check(number: int, most: int) -> None:
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"The number must be 0 to {most}.")
