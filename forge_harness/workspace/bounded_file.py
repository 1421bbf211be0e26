"""BoundedFile: a file that fails when it is read past a limit.

The size from `os.fstat` is not reliable: a log grows, and files of ``/proc`` report a size of 0. So the bytes are
counted while they are read.
"""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

from .refusals import refused, too_large

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["BoundedFile"]

_CHUNK_BYTES = 1024 * 1024


class BoundedFile(io.RawIOBase):
    """A raw, readable, seekable file over a descriptor that it owns.

    Args:
        descriptor: Open for reading; closed with the file.
        path: The path as the caller gave it, for messages.
        max_bytes: The offset in the file where reading fails.

    Raises:
        FileTooLargeError: By the read that reaches a byte past *max_bytes*.
        WorkspaceError: By a read that the file system refuses.
    """

    def __init__(self, descriptor: int, path: str, max_bytes: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._path = path
        self._max_bytes = max_bytes
        self._offset = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor."""
        self._check_open()
        return self._descriptor

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Move to *offset*; past the end is allowed and reads nothing."""
        self._check_open()
        self._offset = os.lseek(self._descriptor, offset, whence)
        return self._offset

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill *buffer* with one read of the kernel; 0 at the end."""
        self._check_open()
        view = memoryview(buffer).cast("B")
        # One byte more than allowed is read: it tells a file that is too large from one that ends at the limit.
        view = view[: max(self._max_bytes + 1 - self._offset, 1)]
        try:
            count = os.readv(self._descriptor, [view]) if view else 0
        except OSError as error:
            raise refused(self._path, error) from None
        self._count(count)
        return count

    def readall(self) -> bytes:
        """Read to the end, without copies: a file that does not grow meanwhile comes in one piece."""
        self._check_open()
        size = os.fstat(self._descriptor).st_size
        pieces: list[bytes] = []
        while True:
            most = max(min(max(size - self._offset, _CHUNK_BYTES), self._max_bytes - self._offset), 0)
            try:
                piece = os.read(self._descriptor, most + 1)
            except OSError as error:
                raise refused(self._path, error) from None
            if not piece:
                return pieces[0] if len(pieces) == 1 else b"".join(pieces)
            self._count(len(piece))
            pieces.append(piece)

    def _count(self, read: int) -> None:
        self._offset += read
        if read and self._offset > self._max_bytes:
            raise too_large(self._path, self._max_bytes)

    def close(self) -> None:
        """Close the descriptor once."""
        if not self.closed:
            try:
                super().close()
            finally:
                os.close(self._descriptor)

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError("The file is closed. Open it again.")
