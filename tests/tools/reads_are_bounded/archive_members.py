"""Functions that show a member of a ZIP archive."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from ..marks import breaks, keeps

_SCANS = Path("scans")
_MOST = 4_000
_BROKEN = (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError)


def _checked(archive: str) -> Path:
    path = _SCANS / archive
    if "/" in archive or not archive.endswith(".zip") or not path.is_file():
        raise ValueError("There is no such archive.")
    return path


@breaks("reads_are_bounded")
def beginning_of_scan(archive: str, page: str) -> dict[str, str]:
    """Show the beginning of a page of a scan, up to 4000 letters.

    Args:
        archive: An archive in the folder scans, such as "letters.zip".
        page: The name of the page in the archive, such as "page_1.txt".
    """
    try:
        with zipfile.ZipFile(_checked(archive)) as scan:
            text = scan.read(page).decode("utf-8", "replace")
    except (*_BROKEN, KeyError):
        raise ValueError("The page cannot be read.") from None
    return {"text": text[:_MOST]}


@keeps("reads_are_bounded", judged=True)
def beginning_of_scan_in_part(archive: str, page: str) -> dict[str, str]:
    """Show the beginning of a page of a scan, up to 4000 letters.

    Args:
        archive: An archive in the folder scans, such as "letters.zip".
        page: The name of the page in the archive, such as "page_1.txt".
    """
    try:
        with zipfile.ZipFile(_checked(archive)) as scan, scan.open(page) as file:
            text = file.read(_MOST).decode("utf-8", "replace")
    except (*_BROKEN, KeyError):
        raise ValueError("The page cannot be read.") from None
    return {"text": text}


@keeps("reads_are_bounded", judged=True)
def pages_of_scan(archive: str) -> dict[str, object]:
    """List the pages of a scan with their sizes, up to 100.

    Args:
        archive: An archive in the folder scans, such as "letters.zip".
    """
    try:
        with zipfile.ZipFile(_checked(archive)) as scan:
            return {"pages": [[info.filename[:100], info.file_size] for info in scan.infolist()[:100]]}
    except _BROKEN:
        raise ValueError("The archive cannot be read.") from None
