"""Functions that make a digest of a file: a part at a time, or of all that they have read at once."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..marks import breaks, keeps


@breaks("reads_are_bounded")
def whole_checksum(path: str) -> str:
    """Return the SHA-256 of a file.

    Args:
        path: The file, such as notes.txt.
    """
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@keeps("reads_are_bounded")
def checksum(path: str) -> str:
    """Return the SHA-256 of a file.

    Args:
        path: The file, such as notes.txt.
    """
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while block := file.read(1 << 16):
            digest.update(block)
    return digest.hexdigest()
