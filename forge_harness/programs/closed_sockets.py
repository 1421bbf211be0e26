"""Closed sockets: the kernel refuses a process, and all that it starts, every new socket.

Landlock closes TCP alone: UDP, and sockets of other programs in the file system, need this. It is a filter of system
calls (seccomp), on Linux. Where it is missing, `close_sockets` returns False and changes nothing.
Reference: https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

__all__ = ["close_sockets"]

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
#: For each machine: how the kernel names it, and the number of the call that makes a socket.
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198), "riscv64": (0xC00000F3, 198)}
#: It makes sockets as well; the same number everywhere.
_IO_URING_SETUP = 425
#: Numbers from here are calls of x86's 32-bit form, which has a table of its own.
_X32 = 0x40000000
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE = 0, 4


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]  # as ctypes wants it


def close_sockets() -> bool:
    """Have the kernel refuse new sockets to this process, for good; pairs of sockets and pipes are left.

    Returns:
        Whether it does so from now on.
    """
    machine = _MACHINES.get(os.uname().machine)
    if sys.platform != "linux" or machine is None:
        return False
    architecture, socket = machine
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 0, 4, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 2, 0, _X32),
        (_IF_EQUAL, 1, 0, socket),
        (_IF_EQUAL, 0, 1, _IO_URING_SETUP),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    written = b"".join(struct.pack("=HBBI", *step) for step in steps)
    program = _Program(len(steps), written)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)
