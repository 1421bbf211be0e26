"""Functions that limit the size of what is packed, and those that limit what it contains."""

from __future__ import annotations

import base64
import gzip
import io
import tarfile
import zipfile
import zlib
from pathlib import Path

from ..marks import breaks, keeps

_MOST = 150_000
_MOST_PACKED = 180_000
_BROKEN = (OSError, EOFError, RuntimeError, NotImplementedError, KeyError, zlib.error)


def _book(name: str) -> Path:
    path = Path(name)
    if path.name != name or not path.is_file():
        raise ValueError("There is no such book.")
    return path


@breaks("reads_are_bounded")
def words_of_chapter(book: str, chapter: str) -> dict[str, int]:
    """Count the words of a chapter of up to 150,000 bytes.

    Args:
        book: A ZIP archive in the working directory, such as "book.zip".
        chapter: Name of a text in it, such as "chapter_1.txt".
    """
    try:
        with zipfile.ZipFile(_book(book)) as chapters:
            if sum(info.compress_size for info in chapters.infolist()) > 2 * _MOST:
                raise ValueError("The book is too large.")
            return {"words": len(chapters.read(chapter).decode("utf-8", "replace").split())}
    except (*_BROKEN, zipfile.BadZipFile):
        raise ValueError("The chapter cannot be read.") from None


@keeps("reads_are_bounded", judged=True)
def words_of_short_chapter(book: str, chapter: str) -> dict[str, int]:
    """Count the words of a chapter of up to 150,000 bytes.

    Args:
        book: A ZIP archive in the working directory, such as "book.zip".
        chapter: Name of a text in it, such as "chapter_1.txt".
    """
    try:
        with zipfile.ZipFile(_book(book)) as chapters:
            if chapters.getinfo(chapter).compress_size > _MOST:
                raise ValueError("The chapter is too large.")
            with chapters.open(chapter) as opened:
                text = opened.read(_MOST + 1)
    except (*_BROKEN, zipfile.BadZipFile):
        raise ValueError("The chapter cannot be read.") from None
    if len(text) > _MOST:
        raise ValueError("The chapter is too large.")
    return {"words": len(text.decode("utf-8", "replace").split())}


@breaks("reads_are_bounded")
def longest_entry(bundle: str, entry: str) -> dict[str, int]:
    """Return the length of the longest line of an entry.

    Args:
        bundle: A packed TAR archive in the folder bundles, which is made with a sample, such as "sample.tar.gz".
        entry: Name of a text in it, such as "first.txt".
    """
    folder = Path("bundles")
    if not folder.exists():
        folder.mkdir()
        with tarfile.open(folder / "sample.tar.gz", "w:gz") as made:
            info = tarfile.TarInfo("first.txt")
            info.size = 5
            made.addfile(info, io.BytesIO(b"first"))
    path = folder / Path(bundle).name
    if not bundle.endswith(".tar.gz") or not path.is_file() or path.stat().st_size > 2 * _MOST:
        raise ValueError("There is no such bundle of up to 300,000 bytes.")
    try:
        with tarfile.open(path, "r:gz") as packed:
            opened = packed.extractfile(entry)
            lines = opened.read().splitlines() if opened is not None else []
    except (*_BROKEN, tarfile.TarError):
        raise ValueError("The entry cannot be read.") from None
    return {"longest": max(map(len, lines), default=0)}


@breaks("reads_are_bounded")
def last_line_of_journal(name: str) -> dict[str, str]:
    """Show the last line of a packed journal of up to 300,000 bytes, in the folder journals.

    Args:
        name: Name of a file there, such as sample.gz.
    """
    folder = Path("journals")
    if not folder.exists():
        folder.mkdir()
        (folder / "sample.gz").write_bytes(gzip.compress(b"dear journal\n"))
    path = folder / Path(name).name
    if not name.endswith(".gz") or not path.is_file() or path.stat().st_size > 2 * _MOST:
        raise ValueError("There is no such journal of up to 300,000 bytes.")
    try:
        with gzip.open(path) as journal:
            return {"line": journal.read().decode(errors="replace").strip()[-200:]}
    except _BROKEN:
        raise ValueError("The journal cannot be read.") from None


@breaks("reads_are_bounded")
def letters_of_note(note_base64: str) -> dict[str, int]:
    """Count the letters of a note that was packed with zlib, to 180,000 bytes at most.

    Args:
        note_base64: The packed note in base64.
    """
    try:
        packed = base64.b64decode(note_base64, validate=True)
        if len(packed) > _MOST_PACKED:
            raise ValueError
        return {"letters": len(zlib.decompress(packed).decode("utf-8", "replace").strip())}
    except (ValueError, zlib.error):
        raise ValueError("note_base64 must be a packed note in base64.") from None


@keeps("reads_are_bounded")
def letters_of_short_note(note_base64: str) -> dict[str, int]:
    """Count the letters of a note that was packed with zlib, to 180,000 bytes at most, and has up to 150,000.

    Args:
        note_base64: The packed note in base64.
    """
    try:
        packed = base64.b64decode(note_base64, validate=True)
        if len(packed) > _MOST_PACKED:
            raise ValueError
        text = zlib.decompressobj().decompress(packed, _MOST + 1)
    except (ValueError, zlib.error):
        raise ValueError("note_base64 must be a packed note in base64.") from None
    if len(text) > _MOST:
        raise ValueError("The note is too long.")
    return {"letters": len(text.decode("utf-8", "replace").strip())}
