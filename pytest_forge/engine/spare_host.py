"""Spare hosts: hosts that import what they need while the command does the same.

The imports take as long in both processes as all else that a check of a small tool needs.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys

from ..sandbox import machine_variables

__all__ = ["host_command", "import_path", "start_spare", "take_spare"]

#: By hash seed, which a process is given when it starts, and whether they only list the tools.
_spares: dict[tuple[int, bool], subprocess.Popen[bytes]] = {}


def start_spare(hash_seed: int, *, lists_only: bool = False) -> None:
    """Start a host that waits for its introduction, which brings the other variables of its environment.

    Args:
        hash_seed: Of the host that will be asked for.
        lists_only: Whether it will only list the tools; else it imports the checks.
    """
    if (hash_seed, lists_only) in _spares:
        return
    atexit.register(_end, hash_seed, lists_only)
    _spares[hash_seed, lists_only] = subprocess.Popen(  # noqa: S603  # our own interpreter and module
        [*host_command(), "--spare", *(["--lists"] if lists_only else [])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env={**machine_variables(hash_seed=hash_seed), **import_path()},
        start_new_session=True,
    )


def take_spare(hash_seed: int, *, lists_only: bool = False) -> subprocess.Popen[bytes] | None:
    """Return a spare host; None if there is none."""
    return _spares.pop((hash_seed, lists_only), None)


def host_command() -> list[str]:
    """Return the command of a host."""
    return [sys.executable, "-m", "pytest_forge.engine.host"]


def import_path() -> dict[str, str]:
    """Return the variable with which a host can import us."""
    return {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}


def _end(hash_seed: int, lists_only: bool) -> None:
    spare = take_spare(hash_seed, lists_only=lists_only)
    if spare is not None:
        # Closing its input ends it.
        spare.communicate()
