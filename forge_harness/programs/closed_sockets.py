"""Closed sockets: the kernel refuses a process, and all that it starts, every new socket.

Landlock closes TCP alone: UDP, and sockets of other programs in the file system, need a filter of system calls, on
Linux. Where it is missing, `close_sockets` returns False and changes nothing.
"""

from __future__ import annotations

import errno

from .call_filter import answer_calls

__all__ = ["close_sockets"]

#: It makes sockets as well; the same number everywhere.
_IO_URING_SETUP = 425
#: For each machine, the number of the call that makes a socket.
_SOCKET = {"x86_64": 41, "aarch64": 198, "riscv64": 198}
_NUMBERS = {machine: (number, _IO_URING_SETUP) for machine, number in _SOCKET.items()}


def close_sockets() -> bool:
    """Have the kernel refuse new sockets to this process, for good; pairs of sockets and pipes are left.

    Returns:
        Whether it does so from now on.
    """
    return answer_calls(_NUMBERS, errno.EACCES)
