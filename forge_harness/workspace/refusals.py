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
    ToolError,
    WorkspaceError,
)

__all__ = [
    "changed_meanwhile",
    "exists",
    "forbidden",
    "kept",
    "not_regular",
    "outside",
    "refused",
    "shown",
    "told_refusal",
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

# The errors that a model can mend by another path, each with the code of its `ToolError`.
_CODES = {
    errno.EISDIR: "is_directory",
    errno.ENAMETOOLONG: "name_too_long",
    errno.ENODEV: "not_a_file",
    errno.ENOTDIR: "not_a_directory",
    errno.ENOTEMPTY: "not_empty",
    errno.ENXIO: "not_a_file",
}

# What a model reads: no path, for that of a step may be another one than the model gave.
_TOLD = {
    "is_directory": ("names a folder, not a file", "Name a file"),
    "link": ("names a link, and links are not changed", "Name the file itself"),
    "name_too_long": ("has a name that is too long", "Choose a shorter one"),
    "not_a_directory": ("uses a file as a folder", "Choose a path whose upper names are folders"),
    "not_a_file": ("names something that is not a regular file", "Name an ordinary file"),
    "not_empty": ("would delete a folder that is not empty", "Delete what is in it first"),
}


def shown(path: str) -> str:
    """Quote *path* for a message: at most 200 characters, with unprintable ones escaped."""
    return repr(path if len(path) <= _SHOWN_CHARACTERS else path[:_SHOWN_CHARACTERS] + "...")


def outside(path: str) -> PathTraversalError:
    """Return the error for a *path* that leads outside, by its text or by a link."""
    return PathTraversalError(
        f"The path {shown(path)} leads outside the workspace. Use a path relative to the workspace."
    )


def forbidden(
    path: str, reason: str | int, *, code: str | None = None, original_error: OSError | None = None
) -> ForbiddenPathError:
    """Return the error for a forbidden *path*.

    Args:
        path: As the caller gave it.
        reason: Completes the sentence, or is an errno of `_REASONS`.
        code: For `told_refusal`; the one of the errno is known.
        original_error: For the log.
    """
    clause = reason if isinstance(reason, str) else _REASONS[reason]
    code = code if isinstance(reason, str) else _CODES.get(reason)
    return ForbiddenPathError(
        f"The path {shown(path)} {clause}. Choose another path inside the workspace.",
        original_error=original_error,
        context={} if code is None else {"code": code},
    )


def told_refusal(
    error: ForbiddenPathError, subject: str = "The path", note: str = ""
) -> ForbiddenPathError | ToolError:
    """Return what a tool raises in place of *error*: a sentence for the model where another path mends it.

    Args:
        error: From a `Workspace`; one without such a sentence is returned itself.
        subject: The beginning of the sentence.
        note: Its end.
    """
    code = error.context.get("code")
    if code is None:
        return error
    clause, remedy = _TOLD[code]
    return ToolError(f"{subject} {clause}. {remedy}{note}.", code=code)


def kept(path: str) -> ForbiddenPathError:
    """Return the error for a *path* that the workspace keeps to itself, see `own_names`."""
    return forbidden(path, "is kept for the tools themselves")


def not_regular(path: str, mode: int) -> ForbiddenPathError:
    """Return the error for a *path* that is not a regular file; *mode* is ``st_mode``."""
    if stat.S_ISDIR(mode):
        return forbidden(path, errno.EISDIR)
    if stat.S_ISLNK(mode):
        return forbidden(path, "is a link, not a file", code="link")
    return forbidden(path, errno.ENODEV)


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
