"""Writing a cassette's file: completely or not at all, and by one writer at a time.

    lock the folder > read the present file > write a temporary file next to it > flush it to the disk > rename it

A killed process leaves the old file intact, and at most a temporary file, ``.<name>.….tmp``, which the next
write of the same cassette removes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..exchange import Exchange
from ..foreign.document import CassetteError, read_file
from .folder_lock import locked_folder
from .format import cassette_text, interaction_text
from .tape import Tape, open_tape
from .tape_cache import TapeCache
from .tape_index import index_text

__all__ = ["append_to_tape", "replace_file", "write_tape"]


def write_tape(path: Path, exchanges: Iterable[Exchange], *, metadata: Mapping[str, Any]) -> None:
    """Write a cassette, replacing the present file.

    Args:
        path: The file; folders above it are made.
        exchanges: In the order of replay.
        metadata: About the whole file, as JSON can hold it; ``recorded_at`` applies to exchanges without their own.

    Raises:
        CassetteError: If it cannot be written; the present file stays.
    """
    data = cassette_text(exchanges, metadata).encode()
    with _held(path) as real:
        _replace(real, data)


def replace_file(path: Path, data: bytes) -> None:
    """Write *data*, of any format, replacing the present file.

    Raises:
        CassetteError: If it cannot be written; the present file stays.
    """
    with _held(path) as real:
        _replace(real, data)


def append_to_tape(
    path: Path,
    exchanges: Iterable[Exchange],
    *,
    metadata: Mapping[str, Any],
    cache: TapeCache | None = None,
    chosen: Callable[[Tape], Iterable[Exchange]] | None = None,
) -> None:
    """Add interactions at the end of a cassette; create it if it does not exist.

    The present text stays as it is, in any dialect of YAML; a file in another format is rewritten. Present metadata
    stays, too.

    Args:
        path: The file; folders above it are made.
        exchanges: In the order of replay.
        metadata: About the whole file, as JSON can hold it.
        cache: As in `open_tape`.
        chosen: Takes the present file and returns the interactions to add; None for all of them.

    Raises:
        CassetteError: If it cannot be written, or holds unreadable interactions that would be lost; the present file
            stays.
    """
    added = list(exchanges)
    with _held(path) as real:
        if not _has_content(real):
            _replace(real, cassette_text(added, metadata).encode())
        elif added:
            tape = open_tape(real, cache=cache)
            added = added if chosen is None else list(chosen(tape))
            if added:
                _replace(real, _extended(tape, added, metadata))


def _extended(tape: Tape, added: list[Exchange], metadata: Mapping[str, Any]) -> bytes:
    recorded_at = str(tape.metadata.get("recorded_at", ""))
    if tape.index is not None and len(tape):
        data = read_file(tape.path)
        start, end = tape.index.starts[0], tape.index.starts[-1]
        if data[start : start + 2] == b"- ":
            items = "".join(interaction_text(exchange, recorded_at=recorded_at) for exchange in added).encode()
            before = data[:end] if data[:end].endswith(b"\n") else data[:end] + b"\n"
            extended = before + items + data[end:]
            # The end of a block that keeps its last line breaks is hard to find.
            index = index_text(extended, tape.path)
            if index is not None and len(index) == len(tape) + len(added):
                return extended
    kept = [_kept(tape, number) for number in range(len(tape))]
    return cassette_text([*kept, *added], {**metadata, **tape.metadata}).encode()


def _kept(tape: Tape, number: int) -> Exchange:
    try:
        return tape.exchange(number)
    except CassetteError as error:
        reason = str(error).partition(". ")[0]
        raise CassetteError(
            f"The interaction {number + 1} of {str(tape.path)!r} cannot be kept ({reason}). Record it again."
        ) from None


def _has_content(path: Path) -> bool:
    # A killed recorder leaves an empty file.
    return path.exists() and (not path.is_file() or path.stat().st_size > 0)


@contextmanager
def _held(path: Path) -> Iterator[Path]:
    """Hold the cassette's lock and yield the file's real path; errors of the system become two sentences."""
    try:
        # A link stays; its target is replaced.
        real = Path(os.path.realpath(path))
        real.parent.mkdir(parents=True, exist_ok=True)
        with locked_folder(real.parent):
            yield real
    except OSError as error:
        raise CassetteError(
            f"{str(path)!r} cannot be written ({error.strerror}). {_REMEDIES.get(type(error), _REMEDY)}"
        ) from None


_REMEDY = "Check that there is room on the disk, and that its folder is writable."
_REMEDIES: Mapping[type[OSError], str] = {
    IsADirectoryError: "Name a file, or remove the folder that is in its place.",
    NotADirectoryError: "Name a folder above it, or remove the file that is in its place.",
    FileExistsError: "Name a folder above it, or remove the file that is in its place.",
}


def _replace(path: Path, data: bytes) -> None:
    """Replace the file with *data*; the folder is locked."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    _sweep(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            if path.exists():
                os.fchmod(descriptor, stat.S_IMODE(path.stat().st_mode))
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _flush_folder(path.parent)


def _sweep(path: Path) -> None:
    # Only the holder of the lock has such a file; any other is left by a killed writer.
    with os.scandir(path.parent) as found:
        left = [entry.path for entry in found if entry.name.startswith(f".{path.name}.") and entry.name[-4:] == ".tmp"]
    for name in left:
        with contextlib.suppress(OSError):
            Path(name).unlink()


def _flush_folder(folder: Path) -> None:
    # Otherwise a power failure may lose the rename; some file systems cannot prevent that anyway.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
