"""Abandoned children: child processes that still run, but can no longer be waited for or ended."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from .file_tree import contents_below

__all__ = ["abandoned_children", "end_abandoned"]

_MAX_FILE = 10_000
_MAX_FILES = 200


def abandoned_children(known: Iterable[int], *, told: str, places: Iterable[Path]) -> dict[int, str]:
    """Return the running children of this process whose `subprocess.Popen` object is gone: process id to program.

    A child in its own session is meant to outlive the call, and is left out.

    Args:
        known: Process ids to leave out.
        told: The answer of the call; a child whose id is in it can be ended by the caller.
        places: Folders whose files may contain such ids too.
    """
    gc.collect()
    found = {}
    for child in _dropped():
        if child.pid in known or child.poll() is not None or _session(child.pid) != os.getsid(0) or _is_kept(child):
            continue
        number = re.compile(rf"(?<!\d){child.pid}(?!\d)")
        if not number.search(told) and not any(number.search(text) for text in _texts(places)):
            found[child.pid] = _program(child.args)
    return found


def end_abandoned(numbers: Iterable[int]) -> None:
    """Kill children that were found, and wait for them."""
    for child in _dropped():
        if child.pid in numbers:
            child.kill()
            child.wait()


def _dropped() -> list[subprocess.Popen[bytes]]:
    # The standard library's list of Popen objects that were deleted while their process was running.
    return list(getattr(subprocess, "_active", None) or ())


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None


def _is_kept(child: subprocess.Popen[bytes]) -> bool:
    """Tell whether anything still refers to the child's pid object."""
    # Two references are the attribute, and the argument of getrefcount.
    return sys.getrefcount(child.pid) > 2


def _texts(places: Iterable[Path]) -> list[str]:
    found: list[str] = []
    for place in places:
        contents = contents_below(place, max_bytes=_MAX_FILE, most=_MAX_FILES - len(found))
        found += [content.decode(errors="replace") for content in contents.values()]
    return found


def _program(args: object) -> str:
    words = args if isinstance(args, list | tuple) and args else [args]
    return Path(os.fsdecode(words[0])).name if isinstance(words[0], str | bytes | os.PathLike) else ""
