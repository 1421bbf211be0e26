"""Functions with a time limit: in two of them it is not looked at."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Name = Annotated[str, Field(max_length=60, description="Name of the file.")]


@breaks("valid_calls_return")
def await_file(name: _Name, timeout: Annotated[float, Field(ge=0, le=60, description="Longest wait, s.")] = 5) -> Any:
    """Wait until there is a file."""
    for _ in range(30):
        if Path(name).exists():
            return {"found": True}
        time.sleep(0.4)
    return {"found": False}


@breaks("valid_calls_return")
def await_quiet(max_wait_seconds: Annotated[int, Field(ge=1, le=60, description="Longest wait.")] = 30) -> Any:
    """Wait until no file changes any more."""
    until = time.monotonic() + 15
    while time.monotonic() < until:
        time.sleep(1)
    return {"quiet": True}


@keeps("valid_calls_return")
def await_file_in_time(
    name: _Name, timeout: Annotated[float, Field(ge=0, le=60, description="Longest wait, s.")] = 5
) -> Any:
    """Wait until there is a file."""
    until = time.monotonic() + timeout
    while time.monotonic() < until:
        if Path(name).exists():
            return {"found": True}
        time.sleep(0.1)
    return {"found": False}


@keeps("valid_calls_return")
def set_timeout(timeout: Annotated[float, Field(ge=0, le=60, description="Limit of later steps, s.")] = 5) -> Any:
    """Set the limit of later steps."""
    time.sleep(1)
    return {"timeout": timeout}
