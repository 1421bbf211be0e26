"""CodeLog: the Python code that a call compiled, ran or unmarshalled."""

from __future__ import annotations

import marshal
import pickle
import sys
import threading
from collections.abc import Iterator
from types import CodeType, FrameType, TracebackType
from typing import Any, Self

__all__ = ["CodeLog"]


class CodeLog:
    """The code passed to ``exec`` and ``eval``, by any thread, while it is entered.

    Attributes:
        codes: Code objects, oldest first; imported modules included.
        marshalled: Data read as marshalled objects.
        used: Names of called functions that turn text into code or objects; only with *is_slow*.

    Args:
        is_slow: Whether to watch every function call, in this thread and in new ones.
    """

    def __init__(self, *, is_slow: bool = False) -> None:
        self.used: set[str] = set()
        self._is_slow = is_slow
        self.codes: list[CodeType] = []
        self.marshalled: list[bytes] = []

    def __enter__(self) -> Self:
        _install()
        _listening.append(self)
        if self._is_slow:
            sys.setprofile(_profile)
            threading.setprofile(_profile)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _listening.remove(self)
        if self._is_slow:
            sys.setprofile(None)
            threading.setprofile(None)

    def ran(self, *names: str) -> bool:
        """Tell whether code ran that contains all *names*, as names or as strings."""
        return any(set(names) <= set(_names(code)) for code in self.codes)


#: Built-in functions that turn text into code or objects.
_BUILT_IN = frozenset(
    {eval, exec, compile, pickle.loads, pickle.load, pickle.Unpickler.load, marshal.loads, marshal.load}
)
_LOADING_MODULES = frozenset({"yaml", "pickle", "shelve", "jsonpickle", "dill", "joblib", "ruamel", "cloudpickle"})
_LOADERS = frozenset({"load", "load_all", "loads", "_loads", "_load", "open", "decode", "safe_load", "__init__"})

_listening: list[CodeLog] = []
_is_installed = False


def _install() -> None:
    # An audit hook cannot be removed, so one hook serves every log of the process.
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


def _profile(frame: FrameType, event: str, function: Any) -> None:
    if event == "c_call":
        # The interpreter's own imports evaluate code too.
        if function in _BUILT_IN and not frame.f_code.co_filename.startswith("<frozen"):
            _note_use(function.__name__)
    elif event == "call" and frame.f_code.co_name in _LOADERS:
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if module in _LOADING_MODULES:
            _note_use(module)


def _note_use(name: str) -> None:
    for log in tuple(_listening):
        log.used.add(name)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _names(constant)
