"""Privileges: rights of an administrator that a tool under test must not have."""

from __future__ import annotations

import ctypes
import sys

__all__ = ["give_up_privileges"]

_DROP_FROM_BOUNDING_SET = 24
_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63

#: Capabilities for files only, which Landlock limits: chown, reading and writing despite the mode, and so on.
_KEPT = (1 << 0) | (1 << 1) | (1 << 2) | (1 << 3) | (1 << 4)


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def give_up_privileges() -> None:
    """Drop an administrator's rights for good, except those for files; Linux only.

    In a container everything runs as root, and root may read the environment of every other process, despite
    Landlock, lift its own limits, and signal and trace any process.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(_LAST_CAPABILITY + 1):
        if not _KEPT >> capability & 1:
            # The kernel refuses unknown numbers, and processes without these rights.
            libc.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    header, sets = _Header(_VERSION_3, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), ctypes.byref(sets)) == 0:
        kept = sets[0].permitted & _KEPT
        wanted = (_Sets * 2)(_Sets(kept, kept, 0), _Sets(0, 0, 0))
        libc.capset(ctypes.byref(header), ctypes.byref(wanted))
