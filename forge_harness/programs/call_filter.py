"""A filter of system calls (seccomp): the kernel answers some of them itself, for this process and all that it starts.

Reference: https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The supervisor imports this at each start.
    from collections.abc import Mapping

__all__ = ["SOCKET_CALLS", "answer_calls", "answer_datagrams"]

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
#: How the kernel names each machine.
_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "riscv64": 0xC00000F3}
#: Numbers from here are calls of x86's 32-bit form, which has a table of its own.
_X32 = 0x40000000
_ALLOW, _ANSWER = 0x7FFF0000, 0x00050000
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
#: The first two arguments; no machine above has its higher bytes first.
_FIRST, _SECOND = 16, 24
#: For each machine, the number of the call that makes a socket.
SOCKET_CALLS = {"x86_64": 41, "aarch64": 198, "riscv64": 198}
_IPV4, _IPV6, _DATAGRAM, _KIND = 2, 10, 2, 0xF


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]  # as ctypes wants it


def answer_calls(numbers: Mapping[str, tuple[int, ...]], error: int) -> bool:
    """Have the kernel answer these calls without making them, for good.

    Args:
        numbers: Those of the calls, by the machine as `os.uname` names it.
        error: The error number of the answer; 0 for success. All calls of a processor's 32-bit forms, which have
            other numbers, are answered with an error as well, and none of them with success.

    Returns:
        Whether it does so from now on; False on other systems and machines, where nothing is changed.
    """
    machine = os.uname().machine if sys.platform == "linux" else ""
    calls = numbers.get(machine)
    if calls is None or machine not in _MACHINES:
        return False
    # A jump is the number of steps that it leaves out; the last two steps are the ends.
    to_allow = len(calls)
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 0, to_allow + 2 + bool(error), _MACHINES[machine]),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, to_allow + bool(error), 0, _X32),
        *((_IF_EQUAL, to_allow - place, 0, number) for place, number in enumerate(calls)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ANSWER | error),
    ]
    return _set_filter(steps)


def answer_datagrams(error: int) -> bool:
    """Have the kernel answer calls that make a socket for datagrams (UDP) on the internet, for good.

    Args:
        error: The error number of the answer.

    Returns:
        Whether it does so from now on; False on other systems and machines, where nothing is changed.
    """
    machine = os.uname().machine if sys.platform == "linux" else ""
    if machine not in _MACHINES:
        return False
    return _set_filter(
        [
            (_LOAD, 0, 0, _ARCHITECTURE),
            (_IF_EQUAL, 0, 8, _MACHINES[machine]),
            (_LOAD, 0, 0, _NUMBER),
            (_IF_EQUAL, 0, 6, SOCKET_CALLS[machine]),
            (_LOAD, 0, 0, _FIRST),
            (_IF_EQUAL, 1, 0, _IPV4),
            (_IF_EQUAL, 0, 3, _IPV6),
            (_LOAD, 0, 0, _SECOND),
            (_AND, 0, 0, _KIND),
            (_IF_EQUAL, 1, 0, _DATAGRAM),
            (_RETURN, 0, 0, _ALLOW),
            (_RETURN, 0, 0, _ANSWER | error),
        ]
    )


def _set_filter(steps: list[tuple[int, int, int, int]]) -> bool:
    written = b"".join(struct.pack("=HBBI", *step) for step in steps)
    program = _Program(len(steps), written)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)
