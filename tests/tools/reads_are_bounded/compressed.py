"""Functions that read compressed files."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Packed = Annotated[str, Field(max_length=100, description="A .gz file of the workspace.")]


def _packed(path: str) -> Path:
    root = Path.cwd().resolve()
    try:
        place = (root / path).resolve()
        if not place.is_relative_to(root) or not place.is_file() or place.stat().st_size > 5_000_000:
            raise ValueError("there is no such file of up to 5 MB")
    except (OSError, RuntimeError):
        raise ValueError("there is no such file of up to 5 MB") from None
    return place


@breaks("reads_are_bounded")
def count_events(path: Packed) -> int:
    """Count the lines with an error in a compressed log."""
    try:
        with gzip.open(_packed(path), "rb") as opened:
            events = opened.read().split(b"\n")
    except (OSError, EOFError, zlib.error):
        raise ValueError("the file cannot be unpacked") from None
    return sum(b"ERROR" in line for line in events)


@keeps("reads_are_bounded")
def count_failures(path: Packed) -> int:
    """Count the lines with an error in the first 20 MB of a compressed log."""
    try:
        with gzip.open(_packed(path), "rb") as opened:
            events = opened.read(20_000_000).split(b"\n")
    except (OSError, EOFError, zlib.error):
        raise ValueError("the file cannot be unpacked") from None
    return sum(b"ERROR" in line for line in events)


@breaks("reads_are_bounded")
def unpacked_size(path: Packed) -> int:
    """Return the size of a compressed file once it is unpacked."""
    try:
        return len(gzip.decompress(_packed(path).read_bytes()))
    except (OSError, EOFError, zlib.error):
        raise ValueError("the file cannot be unpacked") from None
