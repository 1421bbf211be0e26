"""FindingStore: findings of earlier runs, judged first in the next one.

    {"version": 1,
     "findings": [{"base": "/home/me/shop", "target": "shop.py:fetch", "tool": "fetch", "check": "errors_are_scrubbed",
                   "id": "fetch[errors_are_scrubbed]#path_in_error", "seed": 7, "arguments": {"path": "/nowhere"}}]}

``before`` holds the calls to make before the one with these arguments; both may be missing.

A finding that no longer shows when it is judged again is removed. The store decides the order of a run, and further
seeds for a check. It is a cache, outside the repository unless the user names a file; an unreadable one is replaced.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..engine.past_finding import PastFinding
from ..report.atomic_file import write_atomically
from ..verdict import CheckResult

__all__ = ["FindingStore", "default_store", "store_at"]

_VERSION = 1
_MAX_FINDINGS = 1000
_MAX_BYTES = 4_000_000
_MAX_CALLS_TEXT = 3_000
_TEXTS = ("base", "target", "tool", "check", "id")

#: Folder, target, tool and check.
Place = tuple[str, str, str, str]


def default_store() -> Path | None:
    """Return the place of this user's store; None without a home directory."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(named) if Path(named).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return root / "forge-harness" / "findings.json"


class FindingStore:
    """The findings of earlier runs in one folder.

    Args:
        path: The file; None for an empty store that is not saved.
        base: The folder that targets are relative to.

    Attributes:
        warning: Why the file is replaced, in two sentences; empty if it is not.
    """

    def __init__(self, path: Path | None, *, base: Path) -> None:
        self.warning = ""
        self._path = path
        self._base = str(base)
        self._found: dict[Place, tuple[str, PastFinding]] = {}
        if path is not None:
            self._read(path)

    def seed(self, target: str, tool: str, check: str) -> int | None:
        """Return the seed of the past finding; None if there is none."""
        known = self.finding(target, tool, check)
        return None if known is None else known.seed

    def finding(self, target: str, tool: str, check: str) -> PastFinding | None:
        """Return the past finding of a check in a tool; None if there is none."""
        known = self._found.get((self._base, target, tool, check))
        return None if known is None else known[1]

    def has(self, target: str, tool: str) -> bool:
        """Whether the tool has past findings."""
        return any(place[:3] == (self._base, target, tool) for place in self._found)

    def learn(self, results: Iterable[CheckResult]) -> None:
        """Update the store from the verdicts of a run: keep findings, and remove those that no longer show."""
        for result in results:
            place = (self._base, result.target, result.tool, result.check)
            # An error says nothing about a finding, and static checks need no seed.
            if result.status == "error" or not result.was_made or result.is_stale or result.family == "definition":
                continue
            self._found.pop(place, None)
            if result.id:
                self._found[place] = (result.id, PastFinding(result.seed, result.arguments, result.before))

    def save(self) -> None:
        """Write the file, completely or not at all; a failure is ignored."""
        if self._path is None or not (self._found or self._path.exists()):
            return
        rows = [_row(place, *found) for place, found in self._found.items()]
        text = json.dumps({"version": _VERSION, "findings": rows[-_MAX_FINDINGS:]}, indent=1)
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_file() or not self._path.exists():
                write_atomically(self._path, text.encode())

    def _read(self, path: Path) -> None:
        try:
            if not path.is_file() or path.stat().st_size == 0:
                return
            value = json.loads(path.read_bytes()) if path.stat().st_size <= _MAX_BYTES else None
        except OSError:
            return
        except (ValueError, RecursionError):
            value = None
        rows = value.get("findings") if isinstance(value, dict) and value.get("version") == _VERSION else None
        if not isinstance(rows, list) or not all(_is_sound(row) for row in rows):
            self.warning = (
                f"The store of past findings {str(path)!r} is damaged and will be replaced. "
                "Only the memory of earlier findings is lost."
            )
            return
        for row in rows[-_MAX_FINDINGS:]:
            base, target, tool, check, identifier = (row[key] for key in _TEXTS)
            past = PastFinding(row["seed"], row.get("arguments"), row.get("before") or ())
            self._found[(base, target, tool, check)] = (identifier, past)


def _is_sound(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(key), str) for key in _TEXTS)
        and type(row.get("seed")) is int
        and isinstance(row.get("arguments"), dict | None)
        and isinstance(row.get("before", []), list)
        and all(_is_call(call) for call in row.get("before", []))
    )


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("tool"), str) and isinstance(value.get("arguments"), dict)


def _row(place: Place, identifier: str, past: PastFinding) -> dict[str, Any]:
    row: dict[str, Any] = dict(zip(_TEXTS, (*place, identifier), strict=True)) | {"seed": past.seed}
    # A call that is too long to keep is found again with the seed.
    if past.arguments is not None and len(json.dumps([past.arguments, list(past.before)])) <= _MAX_CALLS_TEXT:
        row["arguments"] = past.arguments
        if past.before:
            row["before"] = list(past.before)
    return row


def store_at(word: str | None, default: Path | None, *, base: Path) -> FindingStore:
    """Return the store that the user names: a file, ``off``, or empty for the default place."""
    if word == "off":
        return FindingStore(None, base=base)
    return FindingStore(base / word if word else default, base=base)
