"""Plain functions, whose tier nobody declared: what they change is no finding, what stays is one."""

import os
import subprocess
from pathlib import Path

_kept = []


def runs_undeclared(name: str) -> str:
    """Look a city up with a program.

    Args:
        name: Name of the city.
    """
    return subprocess.run(["echo", name], capture_output=True, text=True, check=True).stdout


def writes_undeclared(name: str) -> str:
    """Write a city down.

    Args:
        name: Name of the city.
    """
    Path("city.txt").write_text(name)
    return name


def keeps_a_file_open(name: str) -> str:
    """Look a city up.

    Args:
        name: Name of the city.
    """
    _kept.append(open("notes.txt"))
    return name


def sets_a_variable(name: str) -> str:
    """Look a city up.

    Args:
        name: Name of the city.
    """
    os.environ["CITY"] = name
    return name
