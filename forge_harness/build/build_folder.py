"""The folder of a build: written whole beside the old one, and then put in its place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..errors import CommandError

__all__ = ["MANIFEST", "write_build"]

#: The file by which a folder is known as a build.
MANIFEST = "build-manifest.json"


def write_build(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace *folder* by one with *files*; if that fails, it is as it was.

    Args:
        folder: A build, an empty folder, or a path where nothing exists.
        files: The bytes of each file, by its path in the folder.

    Raises:
        CommandError: If something else is there, or it cannot be written.
    """
    if folder.is_symlink() or (folder.exists() and not _is_build(folder)):
        raise CommandError(
            f"{str(folder)!r} is not a build, and would be replaced. Choose another folder with --output, or move it."
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".forge-build-", dir=folder.parent) as temporary:
            new, old = Path(temporary) / "new", Path(temporary) / "old"
            new.mkdir()
            for name, data in files.items():
                path = new / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            if folder.exists():
                folder.rename(old)
            try:
                new.rename(folder)
            except OSError:
                if old.exists():
                    old.rename(folder)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise CommandError(
            f"The build cannot be written to {str(folder)!r} ({error.strerror}). Choose another folder with --output."
        ) from None


def _is_build(folder: Path) -> bool:
    return folder.is_dir() and ((folder / MANIFEST).is_file() or not any(folder.iterdir()))
