"""Abandoned children: processes that run on though nothing holds them, so that nobody can wait for them or end them."""

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
    """Return the children of this process that run and whose `subprocess.Popen` is gone: number to program.

    A child in a session of its own is meant to live on by itself.

    Args:
        known: Numbers of children that are of no interest.
        told: A text; a child whose number stands in it can be ended by whoever reads it.
        places: Folders whose files may hold such numbers as well.
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
    """End children that were found, and wait for them."""
    for child in _dropped():
        if child.pid in numbers:
            child.kill()
            child.wait()


def _dropped() -> list[subprocess.Popen[bytes]]:
    # Where the standard library keeps what went away while its process was running, to wait for it some time.
    return list(getattr(subprocess, "_active", None) or ())


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None


def _is_kept(child: subprocess.Popen[bytes]) -> bool:
    """Tell whether anything holds the child's number, the very object that it was given."""
    # The attribute, and the argument of this call.
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
