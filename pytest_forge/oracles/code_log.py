"""CodeLog: which Python code a call ran that was made while it ran, and which bytes it read as marshalled code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, TracebackType
from typing import Any, Self

__all__ = ["CodeLog"]


class CodeLog:
    """The code objects that were handed to ``exec`` and ``eval``, as text too, by any thread, while it was entered.

    Attributes:
        codes: Oldest first; also those of modules that were imported.
        marshalled: What was read as marshalled objects.
    """

    def __init__(self) -> None:
        self.codes: list[CodeType] = []
        self.marshalled: list[bytes] = []

    def __enter__(self) -> Self:
        _install()
        _listening.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _listening.remove(self)

    def ran(self, *names: str) -> bool:
        """Tell whether code ran that uses all the names, as names or as texts."""
        return any(set(names) <= set(_names(code)) for code in self.codes)


_listening: list[CodeLog] = []
_is_installed = False


def _install() -> None:
    # An audit hook cannot be removed again, so one serves every log of the process.
    global _is_installed  # one hook a process
    if not _is_installed:
        _is_installed = True
        sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if not _listening:
        return
    if event == "exec" and arguments and isinstance(arguments[0], CodeType):
        for log in tuple(_listening):
            log.codes.append(arguments[0])
    elif event == "marshal.loads" and arguments and isinstance(arguments[0], bytes):
        for log in tuple(_listening):
            log.marshalled.append(arguments[0])


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _names(constant)
