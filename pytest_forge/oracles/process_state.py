"""ProcessState: state that all tools of a process share, at one moment, and its changes since.

    before = ProcessState.take()
    ...
    for change in ProcessState.take().changes_since(before): print(change.what)
    before.restore()

These are values that other code reads; open resources are in `held_resources`.
"""

from __future__ import annotations

import logging
import operator
import os
import random
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct

from .process_settings import LIMITS, SETTINGS, Kind

__all__ = ["Kind", "ProcessState", "StateChange", "reseeded"]

#: Modules whose functions and classes a tool must not replace.
_SHARED_MODULES = (
    "builtins", "os", "os.path", "sys", "io", "json", "time", "datetime", "random", "math", "re", "socket", "ssl",
    "subprocess", "shutil", "tempfile", "pathlib", "logging", "threading", "asyncio", "urllib.request", "urllib.parse",
    "http.client", "hashlib", "pickle", "copy", "uuid", "sqlite3", "string", "inspect", "importlib", "warnings",
    "requests", "requests.sessions", "httpx", "urllib3", "yaml",
)  # fmt: skip
#: Names set by the interpreter, and a setting that is judged separately.
_NOT_JUDGED = frozenset({"__builtins__", "__warningregistry__", "_create_default_https_context"})


class StateChange(Struct, frozen=True):
    """One change.

    Attributes:
        kind: ``working directory``, ``environment``, ``signal handlers``, ...
        what: The change, as the rest of a sentence that begins with "it".
        name: The variable, signal or function; empty for kinds with a single value.
    """

    kind: Kind
    what: str
    name: str = ""


class ProcessState(Struct, frozen=True):
    """State that all tools of a process share, at one moment.

    Attributes:
        values: (kind, name) to value; compared by equality.
        shared: Module to its names; functions and classes are compared by identity.
    """

    values: Mapping[tuple[Kind, str], Any]
    shared: Mapping[str, Mapping[str, Any]]

    @classmethod
    def take(cls) -> ProcessState:
        """Read the whole state; takes about half a millisecond."""
        return cls(_values(), {name: dict(vars(sys.modules[name])) for name in _SHARED_MODULES if name in sys.modules})

    def is_current(self) -> bool:
        """Tell whether nothing has changed since; modules that were imported since do not count."""
        if self.values != _values():
            return False
        loaded = ((vars(sys.modules[name]), then) for name, then in self.shared.items() if name in sys.modules)
        return all(_holds_the_same(now, then) for now, then in loaded)

    def changes_since(self, before: ProcessState) -> list[StateChange]:
        """Return the differences from *before*."""
        found = []
        for key in sorted({*self.values, *before.values}):
            kind, name = key
            now, then = self.values.get(key, _GONE), before.values.get(key, _GONE)
            if now == then or now is then or (kind == "handlers of a logger" and then is _GONE and now == 0):
                continue
            found.append(StateChange(kind, _told(kind, name, then, now), name))
        for module, then in before.shared.items():
            now_there = self.shared.get(module, then)
            # Most have not changed, which a comparison by identity finds at once.
            if not _holds_the_same(now_there, then):
                found += _replacements(module, then, now_there)
        return found

    def restore(self) -> None:
        """Restore all values that can be restored."""
        now = ProcessState.take()
        for change in now.changes_since(self):
            key = (change.kind, change.name)
            with suppress(Exception):
                if change.kind in SETTINGS:
                    SETTINGS[change.kind][1](self.values[key])
                elif change.kind == "environment":
                    _set_variable(change.name, self.values.get(key))
                elif change.kind == "signal handlers":
                    signal.signal(signal.Signals[change.name], self.values[key])
                elif change.kind == "resource limits":
                    resource.setrlimit(LIMITS[change.name], self.values[key])
                elif change.kind == "root handlers":
                    self._restore_root_handlers()
                elif change.kind in ("builtins", "functions of other modules"):
                    self._restore_function(change.name)

    def _restore_root_handlers(self) -> None:
        known = {name for kind, name in self.values if kind == "root handlers"}
        for handler in list(logging.root.handlers):
            if str(id(handler)) not in known:
                logging.root.removeHandler(handler)

    def _restore_function(self, name: str) -> None:
        module, _, attribute = name.rpartition(".")
        value = self.shared[module].get(attribute, _GONE)
        if value is _GONE:
            delattr(sys.modules[module], attribute)
        else:
            setattr(sys.modules[module], attribute, value)


def reseeded(call: Callable[[], object]) -> str | None:
    """Return the global random source that *call* seeds with a fixed value; None if it seeds none.

    It is called twice, from two different states: only a seed makes the states afterwards equal. Both are restored.
    """
    sources: dict[str, tuple[Any, Any, Any]] = {"random": (random.getstate, random.setstate, random.seed)}
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        sources["numpy.random"] = (lambda: repr(numpy.get_state()), numpy.set_state, numpy.seed)
    kept = {name: numpy.get_state() if name != "random" else random.getstate() for name in sources}  # type: ignore[union-attr]
    states: dict[str, list[tuple[Any, Any]]] = {name: [] for name in sources}
    try:
        for turn in (1, 2):
            for _, _, seed in sources.values():
                seed(7_919 * turn)
            begun = {name: read() for name, (read, _, _) in sources.items()}
            call()
            for name, (read, _, _) in sources.items():
                states[name].append((begun[name], read()))
    finally:
        for name, (_, write, _) in sources.items():
            write(kept[name])
    for name, ((first_before, first), (second_before, second)) in states.items():
        if first == second and first not in (first_before, second_before):
            return name
    return None


def _values() -> dict[tuple[Kind, str], Any]:
    """Read all values but the names of modules."""
    values: dict[tuple[Kind, str], Any] = {(kind, ""): _quiet(read) for kind, (read, _) in SETTINGS.items()}
    values |= {("environment", name): value for name, value in os.environ.items()}
    values |= {("signal handlers", number.name): _quiet(signal.getsignal, number) for number in _SIGNALS}
    values |= {("resource limits", name): _quiet(resource.getrlimit, number) for name, number in LIMITS.items()}
    values |= {("root handlers", str(id(handler))): repr(handler) for handler in logging.root.handlers}
    values |= {
        ("handlers of a logger", name): len(logger.handlers)
        for name, logger in list(logging.root.manager.loggerDict.items())
        if isinstance(logger, logging.Logger)
    }
    return values


class _Gone:
    """A value that does not exist."""

    def __repr__(self) -> str:
        return "nothing"


_GONE = _Gone()


def _quiet(read: Callable[..., Any], *args: Any) -> Any:
    try:
        return read(*args)
    except Exception:  # noqa: BLE001  # a removed working directory, a limit that the system lacks
        return _GONE


def _holds_the_same(now: Mapping[str, Any], then: Mapping[str, Any]) -> bool:
    return now.keys() == then.keys() and all(map(operator.is_, map(now.get, then), then.values()))


def _replacements(module: str, then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[StateChange]:
    kind = "builtins" if module == "builtins" else "functions of other modules"
    for name, value in then.items():
        if now.get(name, _GONE) is not value and callable(value) and name not in _NOT_JUDGED:
            yield StateChange(kind, f"replaced {module}.{name}", f"{module}.{name}")
    for name in sorted(now.keys() - then.keys() if module == "builtins" else ()):
        if name not in _NOT_JUDGED:
            yield StateChange(kind, f"added {module}.{name}", f"{module}.{name}")


def _set_variable(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def _told(kind: Kind, name: str, then: Any, now: Any) -> str:
    if kind == "environment":
        verb = "set" if then is _GONE else "removed" if now is _GONE else "changed"
        # Never the value, which may be a key.
        return f"{verb} the environment variable {name!r}"
    if kind == "signal handlers":
        return f"changed the handler of {name}"
    if kind == "resource limits":
        return f"changed the limit of {name} from {then!r} to {now!r}"
    if kind == "root handlers":
        return "removed a handler of the root logger" if now is _GONE else "added a handler to the root logger"
    if kind == "handlers of a logger":
        more = isinstance(then, _Gone) or (isinstance(now, int) and now > then)
        return f"{'added' if more else 'removed'} a handler {'to' if more else 'of'} the logger {name!r}"
    if kind == "import path":
        new = [entry for entry in now if entry not in then] if isinstance(now, list) and isinstance(then, list) else []
        return f"added {new[0]!r} to sys.path" if new else "changed sys.path"
    if kind == "level of the root logger":
        return f"set the level of the root logger to {logging.getLevelName(now)}"
    if kind in _REPLACED:
        return f"replaced the {kind} ({_REPLACED[kind]})"
    if isinstance(then, int | str | float | None) and isinstance(now, int | str | float | None):
        return f"changed the {kind} from {then!r} to {now!r}"
    return f"changed the {kind}"


_REPLACED = {
    "standard output": "sys.stdout",
    "standard error": "sys.stderr",
    "standard input": "sys.stdin",
    "exception hook": "sys.excepthook",
    "exception hook of threads": "threading.excepthook",
    "hook for unraisable exceptions": "sys.unraisablehook",
    "trace function": "sys.settrace",
    "profile function": "sys.setprofile",
    "certificate checks": "ssl._create_default_https_context",
    "opener of urllib": "urllib.request.install_opener",
}
_SIGNALS = [number for number in signal.Signals if number not in (signal.SIGKILL, signal.SIGSTOP)]
