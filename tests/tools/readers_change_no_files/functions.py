"""Functions that resemble those that break readers_change_no_files, and keep it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ..marks import keeps


@keeps("readers_change_no_files", "processes_need_the_tier_execute")
def runs_undeclared(name: str) -> str:
    """Look a city up with a program.

    Args:
        name: Name of the city.
    """
    return subprocess.run(["echo", name], capture_output=True, text=True, check=True).stdout


@keeps("readers_change_no_files", "processes_need_the_tier_execute")
def writes_undeclared(name: str) -> str:
    """Write a city down.

    Args:
        name: Name of the city.
    """
    Path("city.txt").write_text(name)
    return name
