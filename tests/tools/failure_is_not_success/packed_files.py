"""Functions that pack the files of a folder and of the folders below it."""

from __future__ import annotations

import re
import tarfile
import zipfile
from pathlib import Path

from ..marks import breaks, keeps


def _found(folder: str) -> list[Path]:
    base = Path(folder)
    if not re.fullmatch(r"[a-z0-9-]{1,40}", folder) or not base.is_dir() or base.is_symlink():
        raise ValueError("folder must be a folder here.")
    found = sorted(path for path in base.rglob("*") if path.is_file() and not path.is_symlink())
    if not found:
        raise ValueError("The folder is empty.")
    return found


@breaks("failure_is_not_success")
def pack_folder(folder: str) -> dict:
    """Pack the files of a folder, and of those below it, into a tar archive.

    Args:
        folder: The name of the folder, for example "docs".
    """
    found = _found(folder)
    with tarfile.open(f"{folder}.tar", "w") as archive:
        for path in found:
            archive.add(path, path.name, recursive=False)
    return {"archive": f"{folder}.tar", "files": len(found)}


@keeps("failure_is_not_success", judged=True)
def pack_tree(folder: str) -> dict:
    """Pack the files of a folder, and of those below it, into a tar archive, each under its path.

    Args:
        folder: The name of the folder, for example "docs".
    """
    found = _found(folder)
    with tarfile.open(f"{folder}-tree.tar", "w") as archive:
        for path in found:
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
    return {"archive": f"{folder}-tree.tar", "files": len(found)}


@keeps("failure_is_not_success", judged=True)
def pack_numbered(folder: str) -> dict:
    """Pack the files of a folder, and of those below it, into one level of a zip archive; equal names get a number.

    Args:
        folder: The name of the folder, for example "docs".
    """
    found, names = _found(folder), set[str]()
    with zipfile.ZipFile(f"{folder}-flat.zip", "w", strict_timestamps=False) as archive:
        for number, path in enumerate(found):
            name = path.name if path.name not in names else f"{path.stem}-{number}{path.suffix}"
            names.add(name)
            archive.write(path, name)
    return {"archive": f"{folder}-flat.zip", "files": len(found)}


@keeps("failure_is_not_success", judged=True)
def pack_names(folder: str) -> dict:
    """Pack the files of a folder into one level of a zip archive, and tell which ones have a name that is there.

    Args:
        folder: The name of the folder, for example "docs".
    """
    kept: dict[str, Path] = {}
    left = [path.as_posix() for path in _found(folder) if kept.setdefault(path.name, path) != path]
    with zipfile.ZipFile(f"{folder}-names.zip", "w", strict_timestamps=False) as archive:
        for name, path in kept.items():
            archive.write(path, name)
    return {"archive": f"{folder}-names.zip", "left_out": left}
