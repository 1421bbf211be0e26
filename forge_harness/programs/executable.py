"""What the file of a program shows: whether it may run code or other programs that nobody has listed.

A list of names would never be complete. The file of a program tells which functions of the C library it calls, and a
program starts another one by a few of them only. What a file does not show counts as that it does.
"""

from __future__ import annotations

import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Executable", "read_executable"]

#: The functions of POSIX and of the C library that start a program.
_STARTING = frozenset(
    {
        *(b"execl", b"execle", b"execlp", b"execv", b"execve", b"execveat", b"execvp", b"execvpe", b"fexecve"),
        *(b"popen", b"posix_spawn", b"posix_spawnp", b"system", b"wordexp"),
    }
)
#: Libraries without work of their own.
_OF_THE_SYSTEM = (b"libc.", b"libm.", b"libdl.", b"libpthread.", b"librt.", b"ld-", b"linux-vdso")
#: A program that imports fewer functions than this leaves its work to its libraries.
_OF_A_STUB = 32

_MAGIC, _MACH_O = b"\x7fELF", (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_LONG, _LITTLE = 2, 1
_SECTION, _SYMBOL, _DYNAMIC = struct.Struct("<IIQQQQIIQQ"), struct.Struct("<IBBHQQ"), struct.Struct("<QQ")
_LINKED, _DYNAMIC_SYMBOLS, _NEEDED, _LOADER = 6, 11, 1, 3
_SHEBANG_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Executable:
    """What the file of a program shows.

    Args:
        runs_code: Why it may run code or other programs, as the end of a sentence; empty if it does not.
        loader: The program that the kernel loads it with: the loader of shared libraries, or the interpreter of a
            script; None if there is none.
        is_script: Whether it is a text that an interpreter runs.
        looked_up: The name that a script has its interpreter look up, as in ``#!/usr/bin/env python3``.
    """

    runs_code: str
    loader: Path | None = None
    is_script: bool = False
    looked_up: str = ""


def read_executable(file: Path) -> Executable:
    """Return what the file of a program shows.

    Raises:
        OSError: If it cannot be read.
    """
    with file.open("rb") as stream:
        if os.fstat(stream.fileno()).st_size == 0:
            return Executable("is an empty file")
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            if data[:2] == b"#!":
                return _read_script(data[2:_SHEBANG_BYTES].partition(b"\n")[0].split())
            if data[:4] in _MACH_O:
                # Apple's names of functions begin with a line.
                starts = any(data.find(b"\0_%b\0" % name) >= 0 for name in _STARTING)
                return Executable("can start other programs" if starts else "")
            try:
                return _read_elf(data)
            except (struct.error, ValueError, IndexError):
                return Executable("is of a kind that does not show what it starts")


def _read_script(words: list[bytes]) -> Executable:
    """Return what the first line of a script tells."""
    names = [os.fsdecode(word) for word in words]
    # Options and variables of `env` stand before the name.
    looked_up = next((name for name in names[1:] if not name.startswith("-") and "=" not in name), "")
    return Executable(
        "is a script, which an interpreter runs",
        Path(names[0]) if names else None,
        is_script=True,
        looked_up=looked_up if names and Path(names[0]).name == "env" else "",
    )


def _read_elf(data: mmap.mmap) -> Executable:
    """Read the tables of an ELF file. Reference: https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html ."""
    if data[:4] != _MAGIC or data[4] != _LONG or data[5] != _LITTLE:
        return Executable("is of a kind that does not show what it starts")
    segments_at, sections_at = struct.unpack_from("<QQ", data, 0x20)
    segment_size, segments, section_size, sections = struct.unpack_from("<HHHH", data, 0x36)
    loader = None
    for at in range(segments_at, segments_at + segments * segment_size, segment_size):
        kind, _, offset, _, _, size = struct.unpack_from("<IIQQQQ", data, at)
        if kind == _LOADER:
            loader = Path(os.fsdecode(data[offset : offset + size].rstrip(b"\0")))
    table = [_SECTION.unpack_from(data, sections_at + number * section_size) for number in range(sections)]
    imported, libraries = set[bytes](), set[bytes]()
    for _, kind, _, _, offset, size, link, _, _, _ in table:
        if kind == _DYNAMIC_SYMBOLS:
            for at in range(offset, offset + size, _SYMBOL.size):
                name, _, _, section, _, _ = _SYMBOL.unpack_from(data, at)
                if not section:
                    imported.add(_text(data, table[link][4] + name))
        elif kind == _LINKED:
            for at in range(offset, offset + size, _DYNAMIC.size):
                tag, value = _DYNAMIC.unpack_from(data, at)
                if tag == _NEEDED:
                    libraries.add(_text(data, table[link][4] + value))
    if not imported:
        return Executable("is linked statically, so that its file does not show what it starts", loader)
    if imported & _STARTING:
        return Executable("can start other programs", loader)
    if len(imported) < _OF_A_STUB and not all(name.startswith(_OF_THE_SYSTEM) for name in libraries):
        return Executable("leaves its work to a library, so that its file does not show what it starts", loader)
    return Executable("", loader)


def _text(data: mmap.mmap, at: int) -> bytes:
    end = data.find(b"\0", at)
    if end < 0:
        raise ValueError
    return data[at:end]
