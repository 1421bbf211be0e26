"""AuditLog: Python's audit events during a call: files, folders, processes, sockets.

It observes and does not block. Code without audit events (native libraries, raw system calls, child processes) is not
seen. Reference: https://docs.python.org/3/library/audit_events.html
"""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Any, Literal, Self

from msgspec import Struct

__all__ = ["AUDIT_EVENTS", "Action", "AuditEvent", "AuditLog", "audit_event"]

Action = Literal["read", "write", "list", "create", "delete", "move", "link", "change", "execute", "connect"]


class AuditEvent(Struct, frozen=True):
    """One audit event.

    Attributes:
        event: Its name.
        action: Its effect; for ``open``, whether the file is opened for writing.
        paths: Paths as given, possibly relative; the text of a command; the address of a socket. Descriptors are left
            out.
        mode: The mode of ``open()``; None for all other events.
        flags: The flags of ``open()`` and ``os.open()``; 0 for all other events.
        asked_by: For a process or a socket, the calling modules, nearest first.
    """

    event: str
    action: Action
    paths: tuple[str, ...]
    mode: str | None = None
    flags: int = 0
    asked_by: tuple[str, ...] = ()

    @property
    def touches_files(self) -> bool:
        """Whether it concerns the file system."""
        return self.action not in ("execute", "connect")


#: Event to its action, and the number of leading arguments that are paths.
_EVENTS: dict[str, tuple[Action, int]] = {
    "open": ("read", 1),
    "os.listdir": ("list", 1),
    "os.scandir": ("list", 1),
    "os.walk": ("list", 1),
    "os.fwalk": ("list", 1),
    "glob.glob": ("list", 1),
    "os.remove": ("delete", 1),
    "os.rmdir": ("delete", 1),
    "shutil.rmtree": ("delete", 1),
    "os.rename": ("move", 2),
    "shutil.move": ("move", 2),
    "shutil.copyfile": ("write", 2),
    "shutil.copymode": ("change", 2),
    "shutil.copystat": ("change", 2),
    "shutil.copytree": ("write", 2),
    "shutil.make_archive": ("write", 3),
    "shutil.unpack_archive": ("write", 2),
    "os.mkdir": ("create", 1),
    "tempfile.mkstemp": ("create", 1),
    "tempfile.mkdtemp": ("create", 1),
    "os.link": ("link", 2),
    "os.symlink": ("link", 2),
    "os.truncate": ("write", 1),
    "os.chmod": ("change", 1),
    "os.chown": ("change", 1),
    "os.chflags": ("change", 1),
    "os.utime": ("change", 1),
    "os.setxattr": ("change", 1),
    "os.removexattr": ("change", 1),
    "sqlite3.connect": ("write", 1),
    "subprocess.Popen": ("execute", 2),
    "os.system": ("execute", 1),
    "os.exec": ("execute", 2),
    "os.posix_spawn": ("execute", 2),
    "os.spawn": ("execute", 3),
    "os.startfile": ("execute", 1),
    "os.fork": ("execute", 0),
    "os.forkpty": ("execute", 0),
    "ctypes.dlsym": ("execute", 2),
    "socket.connect": ("connect", 2),
    "socket.bind": ("connect", 2),
    "socket.sendto": ("connect", 2),
    "socket.getaddrinfo": ("connect", 1),
    "socket.gethostbyname": ("connect", 1),
}

AUDIT_EVENTS = tuple(_EVENTS)
"""The names of the events."""

#: Functions of the C library that start a process; other look-ups are ignored.
_NATIVE_STARTERS = frozenset(
    {"system", "popen", "fork", "vfork", "execl", "execlp", "execv", "execve", "execvp", "posix_spawn", "posix_spawnp"}
)
_MAX_ASKERS = 24

#: Flags that allow writing through the descriptor.
_WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class AuditLog:
    """The audit events of all threads while it is entered.

    Entering it again continues the same list.

    Attributes:
        events: Oldest first.
    """

    def __init__(self) -> None:
        self.events: list[AuditEvent] = []

    @staticmethod
    def install() -> None:
        """Install the hook now, to hear events that later hooks refuse."""
        _install()

    def __enter__(self) -> Self:
        _install()
        _listening.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _listening.remove(self)

    def hear(self, event: AuditEvent) -> None:
        """Record *event*, before it happens; may run in any thread."""
        self.events.append(event)

    def naming(self, text: str) -> list[AuditEvent]:
        """Return the events with *text* in one of their paths."""
        return [event for event in self.events if any(text in path for path in event.paths)]


_listening: list[AuditLog] = []
_is_installed = False


def _install() -> None:
    # An audit hook cannot be removed, so one hook serves every log of the process.
    global _is_installed  # one hook a process
    if not _is_installed:
        _is_installed = True
        sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _listening or event not in _EVENTS:
        return
    try:
        heard = audit_event(event, arguments)
    except Exception:  # noqa: BLE001  # an unreadable event must not affect the tool
        return
    if heard is not None:
        for log in tuple(_listening):
            log.hear(heard)


def audit_event(event: str, arguments: tuple[Any, ...], askers: tuple[str, ...] | None = None) -> AuditEvent | None:
    """Return an event as the interpreter raised it; None for one without an effect.

    Args:
        event: Its name.
        arguments: Its arguments.
        askers: The calling modules, nearest first; None for those on the stack above the hook.
    """
    if event not in _EVENTS or (event == "ctypes.dlsym" and arguments[1] not in _NATIVE_STARTERS):
        return None
    action, names = _EVENTS[event]
    paths = tuple(text for argument in arguments[:names] for text in _texts(argument))
    if action in ("execute", "connect"):
        return AuditEvent(event, action, paths, asked_by=_askers() if askers is None else askers)
    if event != "open":
        return AuditEvent(event, action, paths)
    mode, flags = arguments[1], arguments[2] if isinstance(arguments[2], int) else 0
    writes = any(letter in "wax+" for letter in mode) if isinstance(mode, str) else bool(flags & _WRITING_FLAGS)
    return AuditEvent(event, "write" if writes else "read", paths, mode if isinstance(mode, str) else None, flags)


def _askers() -> tuple[str, ...]:
    """Return the modules on the stack above the hook, nearest first, each once in a row."""
    found: list[str] = []
    # The first three frames are this function, its caller and the hook.
    frame = sys._getframe(3)  # noqa: SLF001  # the only way to the caller
    while frame is not None and len(found) < _MAX_ASKERS:
        name = str(frame.f_globals.get("__name__", ""))
        if not found or found[-1] != name:
            found.append(name)
        frame = frame.f_back  # type: ignore[assignment]  # None at the end
    return tuple(found)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str | bytes | os.PathLike):
        return [os.fsdecode(value)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    return []
