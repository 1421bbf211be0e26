"""Workspace repository: a git repository for calls that name one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

__all__ = ["plant_repository"]

_FILES = {"README.md": "# Hello\n\nThese are notes.\n", "notes.txt": "hello\nThese are notes.\n"}
_WHO = ("-c", "user.name=forge", "-c", "user.email=forge@localhost", "-c", "commit.gpgsign=false")
_STAGED = "changes.txt"
_STEPS = (
    ("init", "-q", "-b", "main"),
    ("add", *_FILES),
    (*_WHO, "commit", "-q", "-m", "begin"),
    ("config", "user.name", "forge"),
    ("config", "user.email", "forge@localhost"),
    ("add", _STAGED),
)
#: Every repository has the same commits, so that answers of two runs can be compared.
_MOMENT = "2024-01-02T03:04:05+00:00"
_PATIENCE_S = 10.0


def plant_repository(workspace: Path) -> None:
    """Make *workspace* a git repository with a commit and a staged file, unless it is one or git is missing."""
    git = shutil.which("git")
    if git is None or (workspace / ".git").exists():
        return
    for name, text in _FILES.items():
        if not (workspace / name).exists():
            (workspace / name).write_text(text)
    (workspace / _STAGED).write_text("hello\n")
    environment = {**os.environ, "GIT_AUTHOR_DATE": _MOMENT, "GIT_COMMITTER_DATE": _MOMENT}
    for words in _STEPS:
        done = subprocess.run(  # noqa: S603  # our own words
            [git, *words], cwd=workspace, env=environment, capture_output=True, check=False, timeout=_PATIENCE_S
        )
        if done.returncode != 0:
            return
