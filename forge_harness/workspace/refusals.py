"""The messages that refuse a path.

One place decides what a message says about a file: the path as the caller gave it, cut and with control characters
escaped; never its real location, and never the text of an `OSError`. The original error is kept with the message, for
the log. Source: seed 000, "Security: workspace confinement"; DESIGN 3.1, decision 5.
"""

from __future__ import annotations

import contextlib
import errno
import stat
from collections.abc import Iterator

from ..errors import (
    FileChangedError,
    FileTooLargeError,
    ForbiddenPathError,
    PathExistsError,
    PathNotFoundError,
    PathTraversalError,
    WorkspaceError,
)

__all__ = [
    "changed_meanwhile",
    "exists",
    "forbidden",
    "not_regular",
    "outside",
    "refused",
    "shown",
    "too_large",
    "translated",
]

_SHOWN_CHARACTERS = 200

_REASONS = {
    errno.EACCES: "cannot be accessed",
    errno.EILSEQ: "is not a name that this file system accepts",
    errno.EINVAL: "is not a name that this file system accepts",
    errno.EISDIR: "is a folder, not a file",
    errno.ELOOP: "leads through too many links, or through a forbidden one",
    errno.ENAMETOOLONG: "is too long",
    errno.ENODEV: "is not a regular file",
    errno.ENOTDIR: "uses a file as a folder",
    errno.ENXIO: "is not a regular file",
    errno.ENOTEMPTY: "is not an empty folder",
    errno.EPERM: "cannot be accessed",
    errno.EROFS: "is on a read-only file system",
    errno.EXDEV: "is on another file system, so files cannot be moved there",
}


def shown(path: str) -> str:
    """Quote *path* for a message: at most 200 characters, with unprintable ones escaped."""
    return repr(path if len(path) <= _SHOWN_CHARACTERS else path[:_SHOWN_CHARACTERS] + "...")


def outside(path: str) -> PathTraversalError:
    """Return the error for a *path* that leads outside, by its text or by a link."""
    return PathTraversalError(
        f"The path {shown(path)} leads outside the workspace. Use a path relative to the workspace."
    )


def forbidden(path: str, reason: str | int, *, original_error: OSError | None = None) -> ForbiddenPathError:
    """Return the error for a forbidden *path*; *reason* completes the sentence, or is an errno of `_REASONS`."""
    clause = _REASONS[reason] if isinstance(reason, int) else reason
    return ForbiddenPathError(
        f"The path {shown(path)} {clause}. Choose another path inside the workspace.", original_error=original_error
    )


def not_regular(path: str, mode: int) -> ForbiddenPathError:
    """Return the error for a *path* that is not a regular file; *mode* is ``st_mode``."""
    if stat.S_ISDIR(mode):
        return forbidden(path, errno.EISDIR)
    return forbidden(path, "is a link, not a file" if stat.S_ISLNK(mode) else errno.ENODEV)


def too_large(path: str, max_bytes: int) -> FileTooLargeError:
    """Return the error for a file of more than *max_bytes* bytes."""
    return FileTooLargeError(
        f"The file {shown(path)} is larger than the limit of {max_bytes} bytes. Choose a smaller file."
    )


def changed_meanwhile(path: str) -> FileChangedError:
    """Return the error for a file that another program changed between reading and writing it."""
    return FileChangedError(
        f"The file {shown(path)} was changed by another program meanwhile. Read it again, then repeat the change."
    )


def exists(path: str, *, original_error: OSError | None = None) -> PathExistsError:
    """Return the error for a *path* that should have been new."""
    return PathExistsError(
        f"The path {shown(path)} already exists. Choose another path inside the workspace.",
        original_error=original_error,
    )


def refused(path: str, error: OSError) -> WorkspaceError:
    """Return our error for an error of the kernel: missing, forbidden, or another, such as a full disk."""
    if error.errno == errno.ENOENT:
        return PathNotFoundError(
            f"Nothing exists at the path {shown(path)}. List the workspace and use a path from the listing.",
            original_error=error,
        )
    if error.errno == errno.EEXIST:
        return exists(path, original_error=error)
    if error.errno in _REASONS:
        return forbidden(path, error.errno, original_error=error)
    code = errno.errorcode.get(error.errno or 0, "an unknown error")
    return WorkspaceError(
        f"The file system could not serve the path {shown(path)} ({code}). Free the exhausted resource, or try again.",
        original_error=error,
    )


@contextlib.contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn every `OSError` of the block into our own error."""
    try:
        yield
    except WorkspaceError:
        raise
    except OSError as error:
        raise refused(path, error) from None
