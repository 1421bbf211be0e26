"""Compressed files: a small file that unpacks to hundreds of megabytes."""

from __future__ import annotations

import gzip
import os
import resource
from functools import partial
from pathlib import Path
from typing import Any

from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.own_world import own_world
from ..calls.plausible_calls import plausible_calls

__all__ = ["judge_compressed_files"]

_ENDING = ".gz"
_LINE = b"2024-01-01 12:00:00 INFO hello\n"
_BLOCK = _LINE * 32_768
#: Of about a megabyte each, which compress to a few kilobytes.
_BLOCKS = 240
_MOST_BYTES = 120 << 20
_MAX_CALLS = 3


def judge_compressed_files(subject: Subject) -> None:
    """Judge that a tool which reads a compressed file does not unpack all of it into memory.

    Raises:
        CheckFailure: If it does.
    """
    names = [] if subject.is_served else [name for name in own_world(subject).files if name.endswith(_ENDING)]
    for name in names[:1]:
        calls = [call for call in plausible_calls(subject, limit=_MAX_CALLS) if Path(name).name in repr(call)]
        for call in calls[:1]:
            path = subject.sandbox.workspace / name
            # Members of a compressed file follow each other.
            path.write_bytes(gzip.compress(_BLOCK, mtime=0) * _BLOCKS)
            size = path.stat().st_size
            peak = in_a_copy(partial(_peak, subject, call), limit_s=3 * subject.call_s)
            os.chdir(subject.sandbox.workspace)
            subject.renew()
            if peak is not None and peak > _MOST_BYTES:
                raise CheckFailure(
                    "unbounded_unpacking",
                    f"A compressed file of {size // 1024} KiB took {peak >> 20} MiB of memory. Read it in parts, and "
                    "stop at a cap.",
                    arguments=call,
                )


def _peak(subject: Subject, call: dict[str, Any]) -> int:
    """Return by how many bytes the peak of the process's memory grew with a call."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with fake_sleep():
        subject.call(call)
    # In kilobytes, except on macOS.
    unit = 1 if os.uname().sysname == "Darwin" else 1024
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit
