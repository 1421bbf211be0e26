"""Fault errors: realistic exceptions of the outside world, with a canary in every private place.

The private places are the text, the file name or address, the cause, the notes, and the output of a failed command.
Public parts have no canary: the class name, ``errno``, ``strerror``, a status code, a reason phrase.
"""

from __future__ import annotations

import concurrent.futures
import errno
import http.client
import inspect
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import types
import urllib.error
from collections.abc import Callable, Mapping
from email.message import Message
from typing import Any
from xml.etree import ElementTree as ET

__all__ = ["PRIVATE_PLACES", "is_environmental", "is_raised_by_builtins", "loaded_error"]

#: Private places of an exception, as named in findings.
PRIVATE_PLACES = ("text", "file name", "address", "command", "cause", "note", "error output")

_FAMILIES: tuple[type[BaseException], ...] = (
    OSError,
    EOFError,
    sqlite3.Error,
    subprocess.SubprocessError,
    http.client.HTTPException,
    concurrent.futures.TimeoutError,
    concurrent.futures.BrokenExecutor,
)

#: Packages whose errors concern servers, drivers and the network, not the arguments.
# fmt: off
_DRIVERS = frozenset(
    {
        "aiohttp", "aiomysql", "aiosqlite", "anthropic", "asyncpg", "azure", "boto3", "botocore", "cassandra",
        "clickhouse_connect", "docker", "duckdb", "elasticsearch", "google", "googleapiclient", "grpc",
        "httpcore", "httpx", "kafka", "kubernetes", "ldap3", "MySQLdb", "mysql", "neo4j", "openai",
        "opensearchpy", "oracledb", "paramiko", "pika", "psycopg", "psycopg2", "pymongo", "pymysql", "pyodbc",
        "redis", "requests", "slack_sdk", "snowflake", "sqlalchemy", "urllib3", "websockets", "websocket",
        "zmq",
    }
)
# fmt: on
_DRIVER_BASES = frozenset({"DatabaseError", "InterfaceError", "OperationalError"})

#: The error number of each class, for a realistic errno and strerror.
_NUMBERS: Mapping[type[OSError], int] = types.MappingProxyType(
    {
        FileNotFoundError: errno.ENOENT,
        PermissionError: errno.EACCES,
        FileExistsError: errno.EEXIST,
        IsADirectoryError: errno.EISDIR,
        NotADirectoryError: errno.ENOTDIR,
        BlockingIOError: errno.EAGAIN,
        ChildProcessError: errno.ECHILD,
        ProcessLookupError: errno.ESRCH,
        InterruptedError: errno.EINTR,
        TimeoutError: errno.ETIMEDOUT,
        ConnectionRefusedError: errno.ECONNREFUSED,
        ConnectionResetError: errno.ECONNRESET,
        ConnectionAbortedError: errno.ECONNABORTED,
        BrokenPipeError: errno.EPIPE,
        ConnectionError: errno.ECONNREFUSED,
    }
)


def is_environmental(error_class: type[BaseException]) -> bool:
    """Tell whether a class stands for failures of files, the network, processes or databases.

    A handler for such a class handles failures whose text is private.
    """
    if issubclass(error_class, UnicodeError):
        return False
    if issubclass(error_class, _FAMILIES):
        return True
    names = {base.__name__ for base in error_class.__mro__}
    return error_class.__module__.partition(".")[0] in _DRIVERS or bool(names & _DRIVER_BASES)


def is_raised_by_builtins(error_class: type[BaseException]) -> bool:
    """Tell whether builtins and the standard library raise a class for invalid values.

    ValueError, KeyError, ``json.JSONDecodeError`` and similar: the text is the library's own. Not ``re.error``, whose
    text is a phrase and a position in the pattern, and both are public.
    """
    if not issubclass(error_class, Exception) or error_class in {Exception, RuntimeError, re.error}:
        return False
    if issubclass(error_class, Warning | StopAsyncIteration | BaseExceptionGroup) or is_environmental(error_class):
        return False
    return error_class.__module__.partition(".")[0] in sys.stdlib_module_names | {"builtins"}


def loaded_error(error_class: type[BaseException], canaries: Mapping[str, str]) -> BaseException:
    """Return an exception with a canary in every private place it has.

    Args:
        error_class: ``Exception`` or wider gives a RuntimeError.
        canaries: A canary for each of `PRIVATE_PLACES`.
    """
    error = _special(error_class, canaries) or _generic(error_class, canaries)
    error.__cause__ = error.__context__ = OSError(f"/srv/{canaries['cause']}.key is locked")
    error.add_note(f"while using {canaries['note']}")
    return error


def _special(error_class: type[BaseException], canaries: Mapping[str, str]) -> BaseException | None:
    text, name = f"{canaries['text']} could not be used", f"/srv/{canaries['file name']}/{canaries['file name']}.key"
    address = f"https://{canaries['address']}.internal/v1"
    if error_class in {BaseException, Exception, RuntimeError}:
        return RuntimeError(text)
    if issubclass(error_class, subprocess.CalledProcessError):
        return subprocess.CalledProcessError(
            2, ["run", f"--key={canaries['command']}"], "", _Output(canaries["error output"])
        )
    if issubclass(error_class, subprocess.TimeoutExpired):
        return subprocess.TimeoutExpired(
            ["run", f"--key={canaries['command']}"], 5.0, "", _Output(canaries["error output"])
        )
    if error_class is subprocess.SubprocessError:
        return subprocess.CalledProcessError(
            2, ["run", f"--key={canaries['command']}"], "", _Output(canaries["error output"])
        )
    if error_class is urllib.error.HTTPError:
        return _HTTPError(address, text)
    if error_class is urllib.error.URLError:
        return urllib.error.URLError(OSError(errno.ECONNREFUSED, text))
    if error_class in _FIELDS:
        return _with_fields(error_class, text)
    if issubclass(error_class, OSError) and not inspect.isfunction(error_class.__init__):
        number = _NUMBERS.get(error_class, errno.EIO)
        error = error_class(number, os.strerror(number), name)
        # Some classes, for example ssl.SSLError, do not show their file name.
        return error if name in str(error) else None
    return None


#: Constructor arguments with realistic public fields: phrases and positions.
_FIELDS: Mapping[type[BaseException], tuple[Any, ...]] = types.MappingProxyType(
    {
        json.JSONDecodeError: ("Expecting value", "", 0),
        UnicodeDecodeError: ("utf-8", b"\xff", 0, 1, "invalid start byte"),
        UnicodeEncodeError: ("ascii", "\xff", 0, 1, "ordinal not in range(128)"),
        UnicodeTranslateError: ("\xff", 0, 1, "character maps to <undefined>"),
        SyntaxError: ("invalid syntax", ("<unknown>", 1, 1, "", 1, 1)),
        ET.ParseError: ("syntax error: line 1, column 0",),
    }
)


def _with_fields(error_class: type[BaseException], text: str) -> BaseException:
    """Return an error of a subclass with the same name, with harmless fields and the text *text*."""
    shown = {"__str__": lambda _: text, "__repr__": lambda _: f"{error_class.__name__}({text!r})"}
    loaded = type(error_class.__name__, (error_class,), {**shown, "__module__": error_class.__module__})
    error: BaseException = loaded(*_FIELDS[error_class])
    if error_class is json.JSONDecodeError:
        error.args = (text,)
    if error_class is ET.ParseError:
        vars(error).update(code=2, position=(1, 0))
    return error


class _Output(str):
    """The output of a failed command: text that can also be decoded like bytes."""

    __slots__ = ()

    def decode(self, *_: Any, **__: Any) -> str:
        """Return the text."""
        return str(self)


class _HTTPError(urllib.error.HTTPError):
    """A server's refusal with more text than its public reason phrase."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__(address, 502, "Bad Gateway", Message(), io.BytesIO(b""))
        self._text = text

    def __str__(self) -> str:
        return f"HTTP Error 502: {self._text}"

    __repr__ = __str__


_HTTPError.__name__ = _HTTPError.__qualname__ = "HTTPError"


def _generic(error_class: type[BaseException], canaries: Mapping[str, str]) -> BaseException:
    text = f"{canaries['text']} could not be used"
    error = _constructed(error_class, text)
    if canaries["text"] in _shown(error):
        return _with_reply(error, canaries)
    # The class leaves the canary out of its text, so a subclass of the same name is raised.
    shown = {"__str__": lambda _: text, "__repr__": lambda _: f"{error_class.__name__}({text!r})"}
    try:
        derive: Callable[..., type[BaseException]] = type(error_class)
        loaded = derive(error_class.__name__, (error_class,), {**shown, "__module__": error_class.__module__})
        return _with_reply(_constructed(loaded, text), canaries)
    except Exception:  # noqa: BLE001  # a class that cannot be subclassed is raised as it is
        return error


def _constructed(error_class: type[BaseException], text: str) -> BaseException:
    try:
        error = error_class(text)
    except Exception:  # noqa: BLE001  # the constructor takes other arguments
        error = error_class.__new__(error_class, text)
        error.args = (text,)
    return error


def _with_reply(error: BaseException, canaries: Mapping[str, str]) -> BaseException:
    """Attach the request and the response that handlers of an HTTP client's errors read."""
    client = type(error).__module__.partition(".")[0]
    module = sys.modules.get(client)
    address = f"https://{canaries['address']}.internal/v1"
    try:
        if client == "httpx" and module is not None:
            request = module.Request("GET", address)
            vars(error).update(_request=request, response=module.Response(502, request=request))
        elif client == "requests" and module is not None:
            reply = module.Response()
            reply.status_code, reply.reason, reply.url = 502, "Bad Gateway", address
            vars(error).update(response=reply, request=None)
    except Exception:  # noqa: BLE001  # another release of the client; then only the text has a canary
        return error
    return error


def _shown(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # without its constructor, it may lack attributes for its text
        return ""
