"""Tools that unpack an argument, or a file that they have made themselves."""

from __future__ import annotations

import base64
import gzip
import zlib
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_MOST = 64 << 10


@breaks("reads_are_bounded")
def count_packed_words(packed_base64: str) -> dict[str, int]:
    """Count the words of a text that was packed with zlib.

    Args:
        packed_base64: The packed text in base64.
    """
    try:
        text = zlib.decompress(base64.b64decode(packed_base64, validate=True))
    except (ValueError, zlib.error):
        raise ValueError("packed_base64 must be a packed text in base64.") from None
    return {"words": len(text[:_MOST].split())}


@breaks("reads_are_bounded")
def first_line_of_diary(name: str) -> dict[str, Any]:
    """Show the first line of a packed diary in the folder diaries, which is made with a sample.

    Args:
        name: Name of a file there, such as sample.gz.
    """
    folder = Path("diaries")
    if not folder.exists():
        folder.mkdir()
        (folder / "sample.gz").write_bytes(gzip.compress(b"dear diary\n"))
    path = folder / Path(name).name
    if not name.endswith(".gz") or not path.is_file():
        raise ValueError("There is no such diary.")
    with gzip.open(path) as diary:
        return {"line": diary.read()[:200].decode(errors="replace")}


@keeps("reads_are_bounded")
def count_packed_words_in_part(packed_base64: str) -> dict[str, int]:
    """Count the words at the beginning of a text that was packed with zlib.

    Args:
        packed_base64: The packed text in base64.
    """
    try:
        text = zlib.decompressobj().decompress(base64.b64decode(packed_base64, validate=True), _MOST)
    except (ValueError, zlib.error):
        raise ValueError("packed_base64 must be a packed text in base64.") from None
    return {"words": len(text.split())}


@keeps("reads_are_bounded")
def check_packed_text(packed_base64: str) -> dict[str, int]:
    """Return the checksum of a packed text, as zlib computes it, without unpacking it.

    Args:
        packed_base64: The packed text in base64.
    """
    try:
        return {"checksum": zlib.crc32(base64.b64decode(packed_base64, validate=True))}
    except ValueError:
        raise ValueError("packed_base64 must be in base64.") from None
