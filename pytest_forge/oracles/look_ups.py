"""LookUps: the paths whose status a call asked for, which raises no audit events."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Self

__all__ = ["LookUps"]


class LookUps:
    """The paths passed to `os.stat` and functions based on it while it is entered.

    It replaces functions of `os` for all threads, so it is for throw-away processes.

    Attributes:
        names: Paths as given, oldest first; descriptors are left out.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._originals: dict[str, Any] = {}

    def __enter__(self) -> Self:
        for name in ("stat", "lstat", "access"):
            self._originals[name] = getattr(os, name)
            setattr(os, name, self._noting(self._originals[name]))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, original in self._originals.items():
            setattr(os, name, original)

    def _noting(self, original: Any) -> Any:
        def look_up(path: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(path, str | bytes | os.PathLike):
                self.names.append(os.fsdecode(path))
            return original(path, *args, **kwargs)

        return look_up
