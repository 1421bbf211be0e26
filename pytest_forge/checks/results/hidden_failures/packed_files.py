"""Packed files: an archive in which files of one name, from different folders, take each other's place.

pack("reports")     a/east.txt and b/west.txt     both are in the archive
pack("reports")     a/same.txt and b/same.txt     one name twice: unpacking it leaves one file
"""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from ....oracles.file_tree import contents_below
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.worlds.fresh_world import make_fresh

__all__ = ["judge_packed_files"]

_MAX_BYTES, _MAX_FILES = 1 << 20, 200
_FOLDERS = ("qx-east", "qx-west")
_DIFFERENT, _SAME = ("qx-first", "qx-second"), ("qx-first", "qx-first")


def judge_packed_files(subject: Subject, call: dict[str, Any]) -> None:
    """Judge that an archive has two files below a folder also if they have the same name.

    Args:
        subject: A function that may write.
        call: A call that works.

    Raises:
        CheckFailure: If it has both of two names, and one of two files with one name.
    """
    different = _packed(subject, call, _DIFFERENT)
    # What is sought by its ending is packed in any case.
    if different != 2 or _packed(subject, call, _SAME) != 1:
        return
    raise CheckFailure(
        "file_overwritten",
        "Of two files with one name in different folders, the archive that the call has made can give back one. Pack "
        "each file under its path below the folder.",
        arguments=call,
    )


def _packed(subject: Subject, call: dict[str, Any], stems: tuple[str, str]) -> int:
    """Return how many of two new files an archive that a call has made gives back."""

    def made() -> int:
        make_fresh([subject])
        workspace = subject.sandbox.workspace
        known = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
        for beside in {path.parent: path for path in known if path.parent != workspace}.values():
            for folder, stem in zip(_FOLDERS, stems, strict=True):
                path = beside.parent / folder / f"{stem}{beside.suffix}"
                path.parent.mkdir(exist_ok=True)
                path.write_text(folder)
        before = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
        with fake_sleep():
            outcome = subject.call(call)
        # It may say which file it has left out.
        is_told = any(folder in outcome.text for folder in _FOLDERS)
        is_done = outcome.succeeded and not is_told
        after = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES) if is_done else {}
        new = [content for path, content in after.items() if before.get(path) != content]
        return max((len(_ours(content)) for content in new), default=0)

    found = in_a_copy(made, limit_s=2 * subject.call_s, tell=subject.has_left)
    os.chdir(subject.sandbox.workspace)
    return found if isinstance(found, int) else 0


def _ours(content: bytes) -> set[str]:
    """Return the names of our files in an archive, each once; empty for anything else."""
    names: list[str] = []
    with suppress(zipfile.BadZipFile, OSError, ValueError), zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
    if not names:
        with suppress(tarfile.TarError, OSError, EOFError), tarfile.open(fileobj=io.BytesIO(content)) as tar:
            names = tar.getnames()
    return {str(PurePosixPath(name)) for name in names if Path(name).stem.startswith(_DIFFERENT)}
