"""SpawnLog: the programs that a call started, with their arguments, and the commands given to a shell."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import PurePath
from types import TracebackType
from typing import Any, Self

from msgspec import Struct

from .audit import AuditEvent

__all__ = ["Spawn", "SpawnLog"]

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "fish", "ash"})


class Spawn(Struct, frozen=True):
    """An attempt to start a program.

    Attributes:
        words: The program and its arguments; empty for a shell command alone.
        shell_text: The text for a shell; empty without a shell.
    """

    words: tuple[str, ...]
    shell_text: str = ""

    @property
    def program(self) -> str:
        """The name of the program, without its folder."""
        return PurePath(self.words[0]).name if self.words else ""


class SpawnLog:
    """The programs that any thread tried to start while it is entered, existing or not.

    `shutil.which` finds every program for that time, so that the tool reaches its start command.

    Attributes:
        spawns: Oldest first.
    """

    def __init__(self) -> None:
        self.spawns: list[Spawn] = []
        self._which = shutil.which

    def __enter__(self) -> Self:
        _install()
        _listening.append(self)
        shutil.which = self._find  # type: ignore[assignment]  # the same for every use here
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.which = self._which
        _listening.remove(self)

    @property
    def shell_texts(self) -> list[str]:
        """The texts given to shells."""
        return [spawn.shell_text for spawn in self.spawns if spawn.shell_text]

    def hear(self, event: AuditEvent) -> None:
        """Note a program that another interpreter has reported to start."""
        if event.event == "os.system":
            self.spawns += [Spawn((), text) for text in event.paths]
        elif event.event in _EVENTS:
            # The first text is the file of the program, the others are its words.
            self.spawns.append(_as_spawn(event.paths[1:]))

    def _find(self, name: Any, *args: Any, **kwargs: Any) -> Any:
        return self._which(name, *args, **kwargs) or f"/usr/bin/{os.fspath(name)}"


_listening: list[SpawnLog] = []
_is_installed = False


def _install() -> None:
    # An audit hook cannot be removed, so one hook serves every log of the process.
    global _is_installed  # one hook a process
    if not _is_installed:
        _is_installed = True
        sys.addaudithook(_hear)


#: Event to the index of the argument with the words.
_EVENTS = {"subprocess.Popen": 1, "os.exec": 1, "os.posix_spawn": 1, "os.spawn": 2, "os.system": 0}


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _listening or event not in _EVENTS:
        return
    try:
        heard = _as_spawn(arguments[_EVENTS[event]])
    except Exception:  # noqa: BLE001  # an unreadable event must not affect the tool
        return
    for log in tuple(_listening):
        log.spawns.append(heard)


def _as_spawn(asked: Any) -> Spawn:
    if isinstance(asked, str | bytes):
        return Spawn((), os.fsdecode(asked))
    words = tuple(os.fsdecode(word) for word in asked)
    if words and PurePath(words[0]).name in _SHELLS:
        for index, word in enumerate(words[1:], 1):
            if word.startswith("-") and not word.startswith("--") and "c" in word and index + 1 < len(words):
                return Spawn(words, words[index + 1])
    return Spawn(words)
