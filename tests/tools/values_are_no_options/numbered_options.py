"""Functions that run a program with a number as its last option, or in a folder."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Branch = Annotated[str, Field(min_length=1, max_length=100, description="Branch or commit.")]
Place = Annotated[str, Field(max_length=100, description="Folder of the workspace.")]


def _output(words: list[str]) -> str:
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        raise ValueError("the program did not answer") from None
    if done.returncode:
        raise ValueError("the program knows no such name")
    return done.stdout.decode("utf-8", "replace")[:2_000]


@breaks("values_are_no_options")
def newest_commits(branch: Branch) -> str:
    """Show the three newest commits of a branch."""
    return _output(["git", "log", "--oneline", "-3", branch, "--"])


@keeps("values_are_no_options")
def newest_changes(branch: Branch) -> str:
    """Show the three newest commits of a branch."""
    if branch.startswith("-"):
        raise ValueError("a branch does not begin with a dash")
    return _output(["git", "log", "--oneline", "-3", branch, "--"])


@breaks("values_are_no_options")
def sizes_of_folder(folder: Place) -> str:
    """Show the sizes of the files in a folder."""
    root = Path.cwd().resolve()
    if "\0" in folder or not (root / folder).resolve().is_relative_to(root) or not (root / folder).is_dir():
        raise ValueError("there is no such folder")
    return _output(["du", folder])
