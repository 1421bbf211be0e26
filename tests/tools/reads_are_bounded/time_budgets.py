"""A function that reads a file for as long as it is told, and no longer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import keeps

Seconds = Annotated[int, Field(ge=1, le=30, description="Time budget in seconds.")]


@keeps("reads_are_bounded", judged=True)
def count_lines(path: str, seconds: Seconds = 10) -> dict[str, object]:
    """Count the lines of a text file, as far as the time allows.

    Args:
        path: Path of the file, e.g. "list.txt".
    """
    source = (Path.cwd() / path).resolve()
    if not source.is_relative_to(Path.cwd().resolve()) or not source.is_file():
        raise ValueError("There is no such file.")
    until, lines = time.monotonic() + seconds, 0
    with source.open("rb") as stream:
        while line := stream.readline(10_000):
            lines += line.endswith(b"\n")
            if time.monotonic() > until:
                return {"lines": lines, "complete": False}
    return {"lines": lines, "complete": True}
