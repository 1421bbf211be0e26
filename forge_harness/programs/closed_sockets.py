"""Closed sockets: the kernel refuses a process, and all that it starts, every new socket, or those for datagrams.

Landlock closes TCP alone: UDP, and sockets of other programs in the file system, need a filter of system calls, on
Linux. Where it is missing, the functions return False and change nothing.
"""

from __future__ import annotations

import errno

from .call_filter import SOCKET_CALLS, answer_calls, answer_datagrams

__all__ = ["close_datagrams", "close_sockets"]

#: It makes sockets as well; the same number everywhere.
_IO_URING_SETUP = 425
_NUMBERS = {machine: (number, _IO_URING_SETUP) for machine, number in SOCKET_CALLS.items()}


def close_sockets() -> bool:
    """Have the kernel refuse new sockets to this process, for good; pairs of sockets and pipes are left.

    Returns:
        Whether it does so from now on.
    """
    return answer_calls(_NUMBERS, errno.EACCES)


def close_datagrams() -> bool:
    """Have the kernel refuse new UDP sockets to this process, for good, as if the machine were offline.

    No name is looked up with a server of the network any more: the system's resolver says at once that it cannot.

    Returns:
        Whether it does so from now on.
    """
    return answer_datagrams(errno.ENETUNREACH)
