"""The sentences in which a path is refused.

One place decides what may be said about a file: the path as the caller gave it, cut and with control characters
escaped, never where it lies on this machine and never the text of an `OSError`. The original error is kept beside the
sentence, for the log. Source: seed 000, "Security: workspace confinement"; DESIGN 3.1, decision 5.
"""

from __future__ import annotations

import contextlib
import errno
import stat
from collections.abc import Iterator

from ..errors import FileTooLargeError, ForbiddenPathError, PathNotFoundError, PathTraversalError, WorkspaceError

__all__ = ["forbidden", "not_regular", "outside", "refused", "shown", "too_large", "translated"]

_SHOWN_CHARACTERS = 200

_REASONS = {
    errno.EACCES: "may not be accessed",
    errno.EEXIST: "exists already",
    errno.EILSEQ: "is no name that this file system takes",
    errno.EINVAL: "is no name that this file system takes",
    errno.EISDIR: "is a folder, not a file",
    errno.ELOOP: "leads through too many links, or through one that may not be followed",
    errno.ENAMETOOLONG: "is too long",
    errno.ENODEV: "is no ordinary file",
    errno.ENOTDIR: "uses something as a folder that is none",
    errno.ENXIO: "is no ordinary file",
    errno.EPERM: "may not be accessed",
    errno.EROFS: "lies where nothing can be written",
    errno.EXDEV: "lies on another file system, so that nothing can be moved there",
}


def shown(path: str) -> str:
    """Quote *path* for a message: at most 200 characters, whatever cannot be printed escaped."""
    return repr(path if len(path) <= _SHOWN_CHARACTERS else path[:_SHOWN_CHARACTERS] + "...")


def outside(path: str) -> PathTraversalError:
    """Say that *path* leads outside, by its text or by a link."""
    return PathTraversalError(
        f"The path {shown(path)} leads outside the workspace. Use a path relative to the workspace."
    )


def forbidden(path: str, reason: str | int, *, original_error: OSError | None = None) -> ForbiddenPathError:
    """Say why *path* may not be used: *reason* completes the sentence, or is an errno that has a sentence here."""
    clause = _REASONS[reason] if isinstance(reason, int) else reason
    return ForbiddenPathError(
        f"The path {shown(path)} {clause}. Choose another path inside the workspace.", original_error=original_error
    )


def not_regular(path: str, mode: int) -> ForbiddenPathError:
    """Say what stands at *path* instead of a regular file; *mode* is ``st_mode``."""
    if stat.S_ISDIR(mode):
        return forbidden(path, errno.EISDIR)
    return forbidden(path, "is a link, not a file" if stat.S_ISLNK(mode) else errno.ENODEV)


def too_large(path: str, max_bytes: int) -> FileTooLargeError:
    """Say that the file has more than *max_bytes* bytes."""
    return FileTooLargeError(
        f"The file {shown(path)} is larger than the limit of {max_bytes} bytes. Choose a smaller file."
    )


def refused(path: str, error: OSError) -> WorkspaceError:
    """Put the kernel's refusal into our words: missing, forbidden, or (a full disk) neither of them."""
    if error.errno == errno.ENOENT:
        return PathNotFoundError(
            f"Nothing exists at the path {shown(path)}. List the workspace and use a path from the listing.",
            original_error=error,
        )
    if error.errno in _REASONS:
        return forbidden(path, error.errno, original_error=error)
    code = errno.errorcode.get(error.errno or 0, "an unknown error")
    return WorkspaceError(
        f"The file system could not serve the path {shown(path)} ({code}). Free what is exhausted, or try again.",
        original_error=error,
    )


@contextlib.contextmanager
def translated(path: str) -> Iterator[None]:
    """Let no `OSError` out of the block but our own."""
    try:
        yield
    except WorkspaceError:
        raise
    except OSError as error:
        raise refused(path, error) from None
