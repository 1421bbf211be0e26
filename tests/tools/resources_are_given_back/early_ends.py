"""Functions that open something for their work, and give it back or not where a limit ends the work early."""

from __future__ import annotations

import os
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Most = Annotated[int, Field(ge=1, le=50, description="Most lines to return.")]


def _lines(text: str) -> list[str]:
    return [line for line in (*text.splitlines(), "the end") if line.strip()]


@breaks("resources_are_given_back")
def first_lines(text: str, most: _Most = 20) -> list[str]:
    """Return the first lines of a text, numbered.

    Args:
        text: The text.
        most: Most lines to return.
    """
    log, found = os.open(os.devnull, os.O_WRONLY), []
    for number, line in enumerate(_lines(text), start=1):
        os.write(log, line.encode())
        found.append(f"{number} {line}")
        if len(found) == most:
            return found
    os.close(log)
    return found


@keeps("resources_are_given_back", judged=True)
def top_lines(text: str, most: _Most = 20) -> list[str]:
    """Return the first lines of a text, numbered.

    Args:
        text: The text.
        most: Most lines to return.
    """
    log, found = os.open(os.devnull, os.O_WRONLY), []
    try:
        for number, line in enumerate(_lines(text), start=1):
            os.write(log, line.encode())
            found.append(f"{number} {line}")
            if len(found) == most:
                return found
        return found
    finally:
        os.close(log)
