"""Functions that break resources_are_given_back, and one that resembles them and keeps it."""

from __future__ import annotations

import os
import stat
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_kept = []


@breaks("resources_are_given_back")
def keeps_a_file_open(name: str) -> str:
    """Look a city up.

    Args:
        name: Name of the city.
    """
    _kept.append(open("notes.txt"))
    return name


def _opened(name: str) -> int:
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise ValueError("the name is not that of a file")
    return descriptor


@breaks("resources_are_given_back")
def first_letters(file: Annotated[str, Field(max_length=100, description="Name of a file.")]) -> dict[str, str]:
    """Return the first letters of a file."""
    try:
        descriptor = _opened(file)
    except OSError:
        raise ValueError("there is no such file") from None
    try:
        return {"letters": os.read(descriptor, 20).decode("latin-1")}
    finally:
        os.close(descriptor)


@keeps("resources_are_given_back")
def letters_of_file(file: Annotated[str, Field(max_length=100, description="Name of a file.")]) -> dict[str, str]:
    """Return the first letters of a file."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        raise ValueError("there is no such file") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("the name is not that of a file")
        return {"letters": os.read(descriptor, 20).decode("latin-1")}
    finally:
        os.close(descriptor)
