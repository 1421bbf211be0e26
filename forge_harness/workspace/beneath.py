"""Opening beneath a directory: one primitive with two backends.

::

    open_beneath ── openat2 ── RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS: one system call
                       │
                       │ a link is on the way, the call is missing, or a rename disturbed it
                       ▼
                     walk ──── one component at a time from the directory, O_NOFOLLOW at every step

The kernel handles the common case, a path without links. The walk alone resolves links, so both backends follow and
refuse exactly the same ones, and the real name of the opened file is known without ``/proc``. The walk never passes
``..`` to the kernel: it starts again from the directory, so a folder that is moved or swapped for a link meanwhile
cannot lead it outside.

Only `OSError` leaves this module, with at most one name of a path: ``EXDEV`` if the path leads outside, ``ELOOP`` for
too many links or a forbidden one. Source: seed 000, "Security: workspace confinement".
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import stat
import sys
from collections.abc import Callable, Iterable
from typing import Literal

__all__ = ["MAX_LINKS", "PATH_ONLY", "Backend", "has_openat2", "open_beneath"]

Backend = Literal["openat2", "walk"]

MAX_LINKS = 40
"""The most links to follow for one path; the limit of Linux."""

_O_PATH: int = getattr(os, "O_PATH", 0)

PATH_ONLY = (_O_PATH or os.O_RDONLY | os.O_NONBLOCK) | os.O_CLOEXEC
"""Flags that find a file without opening its content; outside Linux, the closest equivalent."""

_STEP = PATH_ONLY | os.O_DIRECTORY | os.O_NOFOLLOW

# A link's target may go up and down many times; this bounds a hostile one.
_MAX_CLIMBS = 4 * MAX_LINKS

# The same number on every Linux architecture: newer calls are numbered uniformly.
_SYS_OPENAT2 = 437
_RESOLVE_NO_MAGICLINKS = 0x02
_RESOLVE_NO_SYMLINKS = 0x04
_RESOLVE_BENEATH = 0x08

# A rename or mount elsewhere makes openat2 return EAGAIN; after these attempts the walk is used.
_ATTEMPTS = 4
_AGAIN = {errno.EAGAIN, errno.EINTR}
# A sandbox that does not know the call answers EPERM; the walk finds out whether it is the file's own error.
_UNDECIDED = _AGAIN | {errno.ENOSYS, errno.EPERM}
# Errors of O_NOFOLLOW for a link: ELOOP, ENOTDIR with O_DIRECTORY, EMLINK on FreeBSD.
_PERHAPS_A_LINK = {errno.ELOOP, errno.ENOTDIR, errno.EMLINK}


class _OpenHow(ctypes.Structure):
    """The kernel's ``struct open_how``."""

    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


_SIZE_OF_HOW = ctypes.sizeof(_OpenHow)


def open_beneath(
    directory: int, path: str, flags: int, *, backend: Backend, follow_links: bool = True
) -> tuple[int, str]:
    """Open *path* if it is beneath *directory*, and return its real path.

    Args:
        directory: The descriptor to start from; it stays open and belongs to the caller.
        path: Normalised: names separated by single slashes, or ``"."``. A ``..`` is safe, but the returned path is then
            not normalised either.
        flags: As for `os.open`; nothing is ever created, so ``O_CREAT`` is meaningless.
        backend: ``"openat2"`` needs `has_openat2`.
        follow_links: Whether to follow relative links that stay beneath *directory*; absolute ones are never followed.

    Returns:
        The new descriptor, and the path from *directory* with every link resolved.

    Raises:
        OSError: ``EXDEV`` if the path leads outside, ``ELOOP`` for a forbidden link, else the error of the kernel.
    """
    flags |= os.O_CLOEXEC
    if backend == "openat2":
        descriptor = _open_in_kernel(directory, path, flags)
        if descriptor >= 0:
            return descriptor, path
        error = -descriptor
        if error not in _UNDECIDED and not (error == errno.ELOOP and follow_links):
            raise _refusal(error)
    return _walk(directory, path, flags) or _walk_links(directory, path, flags, follow_links=follow_links)


@functools.cache
def has_openat2() -> bool:
    """Tell whether the kernel and the sandbox allow openat2; tested once a process."""
    if not sys.platform.startswith("linux"):
        return False
    root = os.open("/", PATH_ONLY | os.O_DIRECTORY)
    try:
        descriptor = _open_in_kernel(root, ".", PATH_ONLY | os.O_DIRECTORY)
    finally:
        os.close(root)
    if descriptor < 0:
        return False
    os.close(descriptor)
    return True


def _open_in_kernel(directory: int, path: str, flags: int) -> int:
    """Return a descriptor, or the negative errno."""
    # ctypes does not raise an audit event for the call, so we raise the one of os.open.
    sys.audit("open", path, None, flags)
    call = _system_call()
    how = _how(flags)
    name = os.fsencode(path)
    error = errno.EAGAIN
    for _ in range(_ATTEMPTS):
        descriptor: int = call(_SYS_OPENAT2, directory, name, how, _SIZE_OF_HOW)
        if descriptor >= 0:
            return descriptor
        error = ctypes.get_errno()
        if error not in _AGAIN:
            break
    return -error


@functools.cache
def _how(flags: int) -> _OpenHow:
    # One for each set of flags, kept for ever; the kernel only reads it, so threads may share it.
    return _OpenHow(flags, 0, _RESOLVE_BENEATH | _RESOLVE_NO_MAGICLINKS | _RESOLVE_NO_SYMLINKS)


@functools.cache
def _system_call() -> Callable[..., int]:
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_char_p, ctypes.POINTER(_OpenHow), ctypes.c_size_t)
    call.restype = ctypes.c_long
    return call


def _walk(directory: int, path: str, flags: int) -> tuple[int, str] | None:
    """Open a path without links; None if it may hold one, or a ``..``."""
    names = path.split("/")
    name = names.pop()
    if ".." in names or name == "..":
        return None
    here = directory
    try:
        here = _descend(directory, names)
        found = os.open(name, flags | os.O_NOFOLLOW, dir_fd=here)
    except OSError as error:
        if error.errno in _PERHAPS_A_LINK:
            return None
        raise
    finally:
        if here != directory:
            os.close(here)
    if _is_opened_link(found, flags):
        os.close(found)
        return None
    return found, path


def _is_opened_link(descriptor: int, flags: int) -> bool:
    # O_PATH opens the link itself instead of refusing it.
    return bool(flags & _O_PATH) and stat.S_ISLNK(os.fstat(descriptor).st_mode)


def _walk_links(directory: int, path: str, flags: int, *, follow_links: bool) -> tuple[int, str]:
    pending = path.split("/")
    pending.reverse()
    names: list[str] = []  # the path from the directory to `here`, without links
    links = climbs = 0
    here = directory
    try:
        while True:
            name = pending.pop()
            if name == "..":
                # Only a link's target has one. Start from the top again: the parent may have been moved meanwhile.
                levels = 1
                while pending and pending[-1] == "..":
                    pending.pop()
                    levels += 1
                if levels > len(names):
                    raise _refusal(errno.EXDEV)
                climbs += 1
                if climbs > _MAX_CLIMBS:
                    raise _refusal(errno.ELOOP)
                del names[-levels:]
                above, here = here, _descend(directory, names)
                if above != directory:
                    os.close(above)
                name = "."
            if name in (".", ""):
                if not pending:
                    return os.open(".", flags, dir_fd=here), "/".join(names) or "."
                continue
            try:
                if pending:
                    above, here = here, os.open(name, _STEP, dir_fd=here)
                    if above != directory:
                        os.close(above)
                    names.append(name)
                    continue
                found = os.open(name, flags | os.O_NOFOLLOW, dir_fd=here)
            except OSError as error:
                if error.errno not in _PERHAPS_A_LINK:
                    raise
                target = _target(name, here)
                if target is None:
                    raise
            else:
                if not _is_opened_link(found, flags):
                    names.append(name)
                    return found, "/".join(names)
                os.close(found)
                target = _target(name, here)
            links += 1
            if target is None or not follow_links or links > MAX_LINKS:
                raise _refusal(errno.ELOOP)
            if target.startswith("/"):
                raise _refusal(errno.EXDEV)
            pending.extend(reversed(target.split("/")))
    finally:
        if here != directory:
            os.close(here)


def _refusal(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _target(name: str, directory: int) -> str | None:
    try:
        return os.readlink(name, dir_fd=directory)
    except OSError:
        return None  # it is not a link, or was removed


def _descend(directory: int, names: Iterable[str]) -> int:
    """Open a folder again by its real names; the caller closes it, unless it is *directory* itself."""
    here = directory
    for name in names:
        above = here
        try:
            here = os.open(name, _STEP, dir_fd=above)
        finally:
            if above != directory:
                os.close(above)
    return here
