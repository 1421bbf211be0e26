"""Process settings: settings of a whole process, and how each is read and restored."""

from __future__ import annotations

import atexit
import csv
import decimal
import faulthandler
import gc
import locale
import logging
import os
import resource
import signal
import socket
import ssl
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

from forge_harness import FORGE_TOOL_REGISTRY, TOOL_REGISTRY

__all__ = ["LIMITS", "SETTINGS", "Kind"]

#: The name of a setting in findings.
Kind = str

LIMITS = {
    "open files": resource.RLIMIT_NOFILE,
    "memory": resource.RLIMIT_AS,
    "processor time": resource.RLIMIT_CPU,
    "the size of a file": resource.RLIMIT_FSIZE,
    "core dumps": resource.RLIMIT_CORE,
    "the stack": resource.RLIMIT_STACK,
}


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _decimal_context() -> tuple[int, str, int, int, frozenset[Any]]:
    context = decimal.getcontext()
    trapped = frozenset(sign for sign, is_trapped in context.traps.items() if is_trapped)
    return (context.prec, context.rounding, context.Emin, context.Emax, trapped)


def _set_decimal_context(value: tuple[int, str, int, int, frozenset[Any]]) -> None:
    context = decimal.getcontext()
    context.prec, context.rounding, context.Emin, context.Emax, trapped = value
    for sign in context.traps:
        context.traps[sign] = sign in trapped


def _registries() -> tuple[dict[str, Any], dict[str, Any]]:
    return dict(FORGE_TOOL_REGISTRY), dict(TOOL_REGISTRY)


def _set_registries(value: tuple[dict[str, Any], dict[str, Any]]) -> None:
    for registry, tools in zip((FORGE_TOOL_REGISTRY, TOOL_REGISTRY), value, strict=True):
        registry.clear()
        registry.update(tools)


def _wide_filters() -> list[tuple[Any, ...]]:
    """Return the warning filters for all modules; filters for one message, module or library are not judged."""
    return [
        entry
        for entry in warnings.filters
        if entry[1] is None and entry[3] is None and not entry[4] and entry[2].__module__ == "builtins"
    ]


def _opener() -> Any:
    return getattr(sys.modules.get("urllib.request"), "_opener", None)


def _set_opener(value: Any) -> None:
    # Imported late: most processes never need it.
    import urllib.request

    urllib.request._opener = value  # type: ignore[attr-defined]  # noqa: SLF001  # its name is private


def _set_affinity(value: Any) -> None:
    os.sched_setaffinity(0, value)


def _working_directory() -> str:
    """Return the path of the working directory, or the one that it had before it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109  # compared as text
    except FileNotFoundError:
        return os.readlink("/proc/self/cwd").removesuffix(" (deleted)")  # noqa: PTH115


def _set_blocked(value: set[Any]) -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, value)


def _nothing(_: Any) -> None:
    """Do nothing: the setting cannot be restored, or is restored with another one."""


def _attribute(owner: Any, name: str) -> tuple[Callable[[], Any], Callable[[Any], Any]]:
    return (lambda: getattr(owner, name, None), lambda value: setattr(owner, name, value))


#: Kind to its reader and its writer.
SETTINGS: dict[Kind, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "working directory": (_working_directory, os.chdir),  # compared as text
    "umask": (_umask, os.umask),
    "import path": (lambda: list(sys.path), lambda value: sys.path.__setitem__(slice(None), value)),
    "program arguments": (lambda: list(sys.argv), lambda value: sys.argv.__setitem__(slice(None), value)),
    "locale": (lambda: locale.setlocale(locale.LC_ALL), lambda value: locale.setlocale(locale.LC_ALL, value)),
    "time zone": (lambda: (time.timezone, time.tzname), lambda _: time.tzset()),
    "recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "switch interval": (sys.getswitchinterval, sys.setswitchinterval),
    "limit of digits": (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    "field size limit of csv": (csv.field_size_limit, csv.field_size_limit),
    "stack size of new threads": (threading.stack_size, threading.stack_size),
    "decimal context": (_decimal_context, _set_decimal_context),
    "default timeout of sockets": (socket.getdefaulttimeout, socket.setdefaulttimeout),
    "certificate checks": _attribute(ssl, "_create_default_https_context"),
    "opener of urllib": (_opener, _set_opener),
    "folder of temporary files": (tempfile.gettempdir, lambda value: setattr(tempfile, "tempdir", value)),
    "garbage collection": (gc.isenabled, lambda value: gc.enable() if value else gc.disable()),
    "thresholds of garbage collection": (gc.get_threshold, lambda value: gc.set_threshold(*value)),
    "debugging of garbage collection": (gc.get_debug, gc.set_debug),
    "fault handler": (
        faulthandler.is_enabled,
        lambda value: faulthandler.enable() if value else faulthandler.disable(),
    ),
    "level of the root logger": (lambda: logging.root.level, logging.root.setLevel),
    "logging as a whole": (lambda: logging.root.manager.disable, logging.disable),
    "warnings filters": (
        lambda: list(warnings.filters),
        lambda value: warnings.filters.__setitem__(slice(None), value),  # type: ignore[index]
    ),
    "filters for all warnings": (_wide_filters, _nothing),
    "standard output": _attribute(sys, "stdout"),
    "standard error": _attribute(sys, "stderr"),
    "standard input": _attribute(sys, "stdin"),
    "exception hook": _attribute(sys, "excepthook"),
    "exception hook of threads": _attribute(threading, "excepthook"),
    "hook for unraisable exceptions": _attribute(sys, "unraisablehook"),
    "trace function": (sys.gettrace, sys.settrace),
    "profile function": (sys.getprofile, sys.setprofile),
    "blocked signals": (lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()), _set_blocked),
    "priority": (lambda: os.getpriority(os.PRIO_PROCESS, 0), _nothing),
    "processors it may run on": (lambda: os.sched_getaffinity(0), _set_affinity),
    "callbacks at exit": (lambda: getattr(atexit, "_ncallbacks", int)(), _nothing),
    "tool registries": (_registries, _set_registries),
}
