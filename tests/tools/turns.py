"""Turns: a long list of like cases is judged in sixteenths, one a commit; all of it with FORGE_SAMPLES=all."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

__all__ = ["TURNS", "git", "in_turn", "turn"]

#: Into how many parts the cases are divided.
TURNS = 16

Case = TypeVar("Case")


@cache
def turn() -> int | None:
    """Return the part that this commit judges, from 0 on; None for all, as where git does not tell the history."""
    if os.environ.get("FORGE_SAMPLES") == "all" or git("rev-parse", "--is-shallow-repository") != "false":
        return None
    # By the number of commits, a suite that runs at every sixteenth one would judge the same part each time.
    name = git("rev-parse", "HEAD")
    return int(name, 16) % TURNS if name else None


def in_turn(cases: Sequence[Case]) -> Sequence[Case]:
    """Return the cases that this commit judges."""
    return cases if turn() is None else cases[turn() :: TURNS]


def git(*words: str) -> str | None:
    """Return what git prints; None if it fails, or is not installed."""
    try:
        done = subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
