"""Without the right of an administrator to read and write every file, which tests of refused access need."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

_VERSION_3 = 0x20080522
#: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH.
_EVERY_FILE = 1 << 1 | 1 << 2


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


@contextmanager
def unprivileged() -> Iterator[None]:
    """Take the right from this thread; unlike with another user, Python still finds its own modules."""
    if sys.platform != "linux":
        pytest.skip("only Linux has capabilities")
    libc, header, sets = ctypes.CDLL(None, use_errno=True), _Header(_VERSION_3, 0), (_Sets * 2)()
    assert libc.capget(ctypes.byref(header), ctypes.byref(sets)) == 0
    had = sets[0].effective
    sets[0].effective = had & ~_EVERY_FILE
    assert libc.capset(ctypes.byref(header), ctypes.byref(sets)) == 0
    try:
        yield
    finally:
        sets[0].effective = had
        assert libc.capset(ctypes.byref(header), ctypes.byref(sets)) == 0
