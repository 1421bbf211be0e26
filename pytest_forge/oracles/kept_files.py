"""KeptFiles: the files of the workspace before calls that create, move or remove some."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from .file_tree import contents_below

__all__ = ["KeptFiles"]

#: Largest size and number of files that are restored.
_MAX_BYTES, _MAX_FILES = 1 << 20, 200


class KeptFiles:
    """A backup of a workspace, for calls that would work only once.

    Args:
        workspace: The folder.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._contents = contents_below(workspace, max_bytes=_MAX_BYTES, most=_MAX_FILES)
        self._known = set(self._entries())

    def put_back(
        self,
        calls: Iterable[Mapping[str, Any]] = (),
        *,
        names: Iterable[str] = (),
        among: Collection[Path] | None = None,
    ) -> None:
        """Restore missing files, and remove new ones that are named; leave a server's own files, which are open.

        Args:
            calls: Calls whose texts name new files, with or without an ending.
            names: Other such names.
            among: The new files; by default, all that were not there before.
        """
        texts = [value for call in calls for value in call.values() if isinstance(value, str)]
        named = {PurePath(text).name for text in (*names, *texts)} | {PurePath(text).stem for text in texts}
        for path in self._entries() if among is None else [path for path in self._entries() if path in among]:
            if path not in self._known and {path.name, path.stem} & named:
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
        for path, content in self._contents.items():
            with suppress(OSError):
                if not path.exists():
                    path.write_bytes(content)

    def restore(self) -> None:
        """Restore the files that were there, and remove all new ones; the server must have just been started."""
        for path in self._entries()[::-1]:
            if path not in self._known:
                with suppress(OSError):
                    (os.rmdir if path.is_dir() and not path.is_symlink() else os.unlink)(path)
        for path, content in self._contents.items():
            with suppress(OSError):
                if not path.is_file() or path.read_bytes() != content:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)

    def _entries(self) -> list[Path]:
        return [Path(place, name) for place, folders, files in os.walk(self._workspace) for name in folders + files]
