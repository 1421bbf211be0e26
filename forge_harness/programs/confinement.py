"""Confinement: the places that a program may read and change, kept by the kernel where it can."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Confinement", "confined_to"]

#: What programs are made of, and what they need to start, to look names up and to trust servers. No file of a user,
#: no account and no other process is here.
_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies"),
    *("/etc/localtime", "/etc/timezone", "/etc/locale.conf", "/etc/mime.types", "/etc/os-release", "/etc/magic"),
    *("/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gai.conf"),
    *("/etc/services", "/etc/protocols"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/loadavg", "/proc/uptime", "/proc/version"),
    *("/proc/filesystems", "/sys/devices/system/cpu"),
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass(frozen=True, slots=True, kw_only=True)
class Confinement:
    """What a program may touch.

    Args:
        readable: Files and folders that it may read and execute; missing ones are ignored.
        writable: Files and folders in which it may do anything.
        with_network: Whether it may open TCP connections.
        executable: The only files that it may execute, itself and its loader among them; None for all that it may
            read or write. Landlock alone keeps it to them.
        bubblewrap: The bubblewrap that confines it; None for Landlock.
        hidden: Files that it can neither read nor execute, wherever they are. Bubblewrap alone hides them.
    """

    readable: tuple[Path, ...]
    writable: tuple[Path, ...]
    executable: tuple[Path, ...] | None = None
    with_network: bool = True
    bubblewrap: Path | None = None
    hidden: tuple[Path, ...] = ()


def confined_to(*folders: Path | None, readable: Iterable[Path] = (), with_network: bool = True) -> Confinement:
    """Return a confinement to some folders: the program may change them, and read the system and this interpreter.

    Args:
        folders: Where it works; None is left out.
        readable: Further files and folders that it may read.
        with_network: Whether it may open TCP connections.
    """
    system = map(Path, (*_SYSTEM, sys.prefix, sys.base_prefix))
    own = (folder for folder in folders if folder is not None)
    return Confinement(readable=(*system, *readable), writable=(*own, *map(Path, _DEVICES)), with_network=with_network)
