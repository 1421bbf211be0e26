"""The closed network: Python code in the sandbox reaches nothing but our own loopback canary."""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import Any

__all__ = ["close_network"]

_LOOPBACK = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1", "localhost"})
_LOOK_UPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"})
_allowed_ports: set[int] = set()
_allowed_folders: list[str] = []
_is_closed = False


def close_network(*, allowed_ports: set[int], socket_folder: str) -> None:
    """Refuse every connection and look-up of this process from now on, as if the machine were offline.

    An audit hook cannot be removed again. It sees Python's own sockets only; Landlock keeps native code and child
    processes away from TCP where the kernel can.

    Args:
        allowed_ports: Ports on the loopback address that stay open.
        socket_folder: Folder whose Unix sockets stay reachable; a user's agent or engine listens elsewhere.
    """
    global _is_closed  # one hook a process, however often this is called
    _allowed_ports.update(allowed_ports)
    _allowed_folders.append(socket_folder)
    if not _is_closed:
        _is_closed = True
        sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if not event.startswith("socket."):
        return
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
        address = arguments[-1]
        if isinstance(address, tuple) and len(address) > 1:
            if address[0] in _LOOPBACK and address[1] in _allowed_ports:
                return
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        if address is not None and not _is_allowed_socket(address):
            raise OSError(errno.ENOENT, "No such file or directory")
    elif event in _LOOK_UPS and not _needs_no_server(event, arguments[0]):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


def _needs_no_server(event: str, name: Any) -> bool:
    if event == "socket.getnameinfo":
        name = name[0]
    if isinstance(name, bytes):
        name = name.decode("ascii", "replace")
    # The name of an address has to be asked of a server; the address of an address has not.
    is_forward = event in {"socket.getaddrinfo", "socket.gethostbyname"}
    return name is None or name in _LOOPBACK or (is_forward and _is_address(str(name)))


def _is_address(name: str) -> bool:
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            socket.inet_pton(family, name)
        except (OSError, ValueError):
            continue
        return True
    return False


def _is_allowed_socket(address: Any) -> bool:
    name = os.fsdecode(address if isinstance(address, str) else bytes(address))
    # A name that begins with NUL is in no folder, and any process may own it.
    return not name.startswith("\0") and any(
        os.path.realpath(name).startswith(folder + os.sep) for folder in _allowed_folders
    )
