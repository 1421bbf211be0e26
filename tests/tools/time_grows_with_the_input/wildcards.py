"""Functions that match names with wildcards, by trying every way and by going back to the last wildcard only."""

from __future__ import annotations

import fnmatch
import re
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Names = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=50, description="Names to choose from.")]
Mask = Annotated[str, Field(min_length=1, max_length=40, description="Mask: * stands for any letters, as in a*.txt.")]


def _tries(mask: str, name: str) -> bool:
    if not mask:
        return not name
    if mask[0] == "*":
        return any(_tries(mask[1:], name[start:]) for start in range(len(name) + 1))
    return bool(name) and mask[0] == name[0] and _tries(mask[1:], name[1:])


def _goes_back(mask: str, name: str) -> bool:
    at = here = 0
    star, taken = -1, 0
    while here < len(name):
        if at < len(mask) and mask[at] == "*":
            star, taken, at = at, here, at + 1
        elif at < len(mask) and mask[at] == name[here]:
            at, here = at + 1, here + 1
        elif star >= 0:
            at, taken = star + 1, taken + 1
            here = taken
        else:
            return False
    return set(mask[at:]) <= {"*"}


@breaks("time_grows_with_the_input")
def names_tried(names: Names, mask: Mask) -> list[str]:
    """Return the names that a mask fits."""
    return [name for name in names if _tries(mask, name)]


@breaks("time_grows_with_the_input")
def is_like(title: Annotated[str, Field(max_length=200, description="A title.")], mask: Mask) -> bool:
    """Tell whether a mask fits a title."""
    return re.fullmatch(re.escape(mask).replace(r"\*", ".*"), title) is not None


@keeps("time_grows_with_the_input")
def names_found(names: Names, mask: Mask) -> list[str]:
    """Return the names that a mask fits."""
    return [name for name in names if _goes_back(mask, name)]


@keeps("time_grows_with_the_input")
def names_of_shell(names: Names, mask: Mask) -> list[str]:
    """Return the names that a mask fits."""
    if mask.count("*") > 3:
        raise ValueError("A mask has three stars at most.")
    return fnmatch.filter(names, mask)


_TITLES = ("annual report", "minutes of the board", f"draft {'x' * 500}", "budget")


@breaks("time_grows_with_the_input")
def titles_tried(mask: Mask) -> list[int]:
    """Return the numbers of the titles that a mask fits."""
    expression = re.compile(".*".join(map(re.escape, mask.split("*"))) + "$")
    return [number for number, title in enumerate(_TITLES) if expression.match(title)]


@keeps("time_grows_with_the_input")
def titles_found(mask: Mask) -> list[int]:
    """Return the numbers of the titles that a mask fits."""
    return [number for number, title in enumerate(_TITLES) if _goes_back(mask, title)]


@keeps("time_grows_with_the_input")
def titles_of_shell(mask: Mask) -> list[int]:
    """Return the numbers of the titles that a mask fits, with two stars at most."""
    if mask.count("*") > 2:
        raise ValueError("A mask has two stars at most.")
    return [number for number, title in enumerate(_TITLES) if fnmatch.fnmatchcase(title, mask)]
