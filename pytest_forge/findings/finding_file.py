"""FindingFile: a user's store of past findings, in one file.

    {"version": 1, "findings": [...]}

It is a cache, outside the repository unless the user names a file; an unreadable one is replaced.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

from ..report.atomic_file import write_atomically
from .finding_row import FindingRow, is_sound

__all__ = ["FindingFile"]

_VERSION = 1
_MAX_FINDINGS = 1000
_MAX_BYTES = 4_000_000


class FindingFile:
    """The file of past findings of one user.

    Args:
        path: The file.
        base: The folder that targets are relative to; the file holds the findings of many.

    Attributes:
        warning: Why the file is replaced, in two sentences; empty if it is not.
    """

    def __init__(self, path: Path, *, base: Path) -> None:
        self.warning = ""
        self.base = str(base)
        self._path = path

    def read(self) -> list[FindingRow]:
        """Return all rows; none if the file is missing or damaged."""
        path = self._path
        try:
            if not path.is_file() or path.stat().st_size == 0:
                return []
            value = json.loads(path.read_bytes()) if path.stat().st_size <= _MAX_BYTES else None
        except OSError:
            return []
        except (ValueError, RecursionError):
            value = None
        rows = value.get("findings") if isinstance(value, dict) and value.get("version") == _VERSION else None
        if not isinstance(rows, list) or not all(map(is_sound, rows)):
            self.warning = (
                f"The store of past findings {str(path)!r} is damaged and will be replaced. "
                "Only the memory of earlier findings is lost."
            )
            return []
        return rows[-_MAX_FINDINGS:]

    def write(self, rows: Sequence[FindingRow], *, gone: Sequence[FindingRow]) -> None:
        """Write the file, completely or not at all; a failure is ignored."""
        del gone  # what is not written is gone
        if not (rows or self._path.exists()):
            return
        text = json.dumps({"version": _VERSION, "findings": rows[-_MAX_FINDINGS:]}, indent=1)
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_file() or not self._path.exists():
                write_atomically(self._path, text.encode())
