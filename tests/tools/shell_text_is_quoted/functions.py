"""Functions that break shell_text_is_quoted, and one that resembles them and keeps it."""

from __future__ import annotations

import shlex
import subprocess
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("shell_text_is_quoted")
def find_files(pattern: str, folder: str = ".") -> str:
    """Find files by name; breaks shell_text_is_quoted.

    Args:
        pattern: Part of the name.
        folder: Where to look.
    """
    return subprocess.run(
        f"find {shlex.quote(folder)} -name *{pattern}*", shell=True, stdout=subprocess.PIPE, text=True
    ).stdout


@breaks("shell_text_is_quoted", "values_are_no_options")
def show_manual(
    topic: Annotated[str, Field(max_length=60, description="Topic of the manual.")] = "ls",
) -> dict[str, str]:
    """Show the first lines of a topic of the manual."""
    done = subprocess.run(f"echo manual of {topic} | head -5", shell=True, capture_output=True, text=True, timeout=10)
    return {"text": done.stdout[:1000]}


@breaks("shell_text_is_quoted")
def run_program(command: str) -> str:
    """Run one of the programs echo, date and seq.

    Args:
        command: The program and its words, as 'echo hello'.
    """
    if command.split()[:1] not in (["echo"], ["date"], ["seq"]):
        raise ValueError("Only echo, date and seq are allowed.")
    return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=10).stdout[:1000]


@keeps("shell_text_is_quoted")
def run_known_program(command: str) -> str:
    """Run one of the programs echo, date and seq.

    Args:
        command: The program and its words, as 'echo hello'.
    """
    words = shlex.split(command)
    if words[:1] not in (["echo"], ["date"], ["seq"]):
        raise ValueError("Only echo, date and seq are allowed.")
    return subprocess.run(words, capture_output=True, text=True, timeout=10).stdout[:1000]
