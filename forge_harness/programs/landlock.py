"""Landlock: the kernel confines a process, and all it starts, to some folders, TCP ports and its own descendants.

Linux 5.13 and newer; the network rule needs 6.7, the rule about signals 6.12. Where it is missing, `restrict_process`
and `contain_process` return False and change nothing.
Reference: https://docs.kernel.org/userspace-api/landlock.html
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["NETWORK_ABI", "SCOPE_ABI", "contain_process", "landlock_abi", "restrict_process"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH, _RULE_PORT = 1, 2
_NO_NEW_PRIVILEGES = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE
_RIGHTS_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_REFER = 1 << 13
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_CONNECT_TCP = 1 << 1
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1

#: The versions of the interface that brought the rules about the network, and about signals.
NETWORK_ABI, SCOPE_ABI = 4, 6


class _Ruleset(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]  # as ctypes wants it


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent_fd", ctypes.c_int32)]  # as ctypes wants it


class _PortRule(ctypes.Structure):
    _fields_ = [("allowed", ctypes.c_uint64), ("port", ctypes.c_uint64)]  # as ctypes wants it


def restrict_process(
    *,
    readable: Iterable[str | os.PathLike[str]],
    writable: Iterable[str | os.PathLike[str]],
    executable: Iterable[str | os.PathLike[str]] | None = None,
    ports: Iterable[int] = (),
    with_network: bool = True,
) -> bool:
    """Keep this process to the given folders and ports, for good.

    Args:
        readable: Files and folders it may read and execute from; missing ones are ignored.
        writable: Files and folders it may do anything in.
        executable: The only files and folders that it may execute from; None for all that it may read or write.
        ports: TCP ports it may connect to, on any host; others are refused where the kernel can.
        with_network: Whether to restrict ports at all.

    Returns:
        Whether the kernel enforces it from now on.
    """
    libc, abi = _interface()
    if abi < 1:
        return False
    everything = _RIGHTS_BY_ABI[max(known for known in _RIGHTS_BY_ABI if known <= abi)]
    ruleset = _Ruleset(everything, _CONNECT_TCP if with_network and abi >= NETWORK_ABI else 0, 0)
    descriptor = _create(libc, ruleset, size=16 if abi >= NETWORK_ABI else 8)
    if descriptor < 0:
        return False
    withheld = 0 if executable is None else _EXECUTE
    try:
        for path in readable:
            _allow_path(libc, descriptor, path, _READING & everything & ~withheld)
        for path in writable:
            _allow_path(libc, descriptor, path, everything & ~withheld)
        for path in executable or ():
            _allow_path(libc, descriptor, path, _READING)
        if ruleset.net:
            for port in ports:
                rule = _PortRule(_CONNECT_TCP, port)
                libc.syscall(_ADD_RULE, descriptor, _RULE_PORT, ctypes.byref(rule), ctypes.c_uint32(0))
        return _enforce(libc, descriptor)
    finally:
        os.close(descriptor)


def contain_process() -> bool:
    """Keep this process, for good, from signalling processes that exist already, and from their abstract sockets.

    It may still signal itself, its threads and later processes of its own; ``kill(-1, …)`` reaches no other process.

    Returns:
        Whether the kernel enforces it from now on.
    """
    libc, abi = _interface()
    if abi < SCOPE_ABI:
        return False
    descriptor = _create(libc, _Ruleset(_REFER, 0, _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS), size=24)
    if descriptor < 0:
        return False
    try:
        # Every set of rules refuses to move a file to another folder unless it says otherwise.
        _allow_path(libc, descriptor, "/", _REFER)
        return _enforce(libc, descriptor)
    finally:
        os.close(descriptor)


def landlock_abi() -> int:
    """Return the version of the kernel's interface; 0 if it has none."""
    return max(0, _interface()[1])


def _interface() -> tuple[ctypes.CDLL, int]:
    libc = ctypes.CDLL(None, use_errno=True)
    if sys.platform != "linux" or os.uname().machine not in {"x86_64", "aarch64", "riscv64"}:
        return libc, 0
    return libc, libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))


def _create(libc: ctypes.CDLL, ruleset: _Ruleset, *, size: int) -> int:
    # An older kernel takes a shorter structure.
    return int(libc.syscall(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0)))


def _enforce(libc: ctypes.CDLL, descriptor: int) -> bool:
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    return bool(libc.syscall(_RESTRICT_SELF, descriptor, ctypes.c_uint32(0)) == 0)


def _allow_path(libc: ctypes.CDLL, ruleset: int, path: str | os.PathLike[str], rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _FILE_RIGHTS | _TRUNCATE | _IOCTL_DEV
        rule = _PathRule(rights, descriptor)
        libc.syscall(_ADD_RULE, ruleset, _RULE_PATH, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(descriptor)
