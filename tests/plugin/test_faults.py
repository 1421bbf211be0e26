"""Fault injection: the exceptions that are made up, and the code that counts as the author's."""

from __future__ import annotations

import errno
import functools
import http.client
import json
import os
import socket
import sqlite3
import ssl
import subprocess
import sys
import urllib.error
from pathlib import Path

import httpx
import pytest
from pydantic import ValidationError

from forge_harness import FnToolExecutor, LegacyTool, PathNotFoundError
from forge_harness.kinds.executor import ExecutorTool
from pytest_forge.oracles.fault_errors import PRIVATE_PLACES, is_environmental, loaded_error
from pytest_forge.oracles.own_code import OwnCode
from pytest_forge.targets.functions import function_tool

CANARIES = {place: f"canary{index:020d}" for index, place in enumerate(PRIVATE_PLACES)}
OUTSIDE = [
    OSError,
    FileNotFoundError,
    PermissionError,
    IsADirectoryError,
    TimeoutError,
    ConnectionError,
    ConnectionResetError,
    socket.gaierror,
    ssl.SSLError,
    urllib.error.URLError,
    urllib.error.HTTPError,
    http.client.HTTPException,
    http.client.RemoteDisconnected,
    sqlite3.Error,
    sqlite3.OperationalError,
    subprocess.SubprocessError,
    subprocess.CalledProcessError,
    subprocess.TimeoutExpired,
    httpx.HTTPError,
    httpx.HTTPStatusError,
    httpx.ConnectTimeout,
]


@pytest.mark.parametrize("error_class", [*OUTSIDE, RuntimeError, Exception, BaseException])
def test_a_made_up_exception_is_caught_as_its_class_and_tells_a_canary(error_class: type[BaseException]) -> None:
    error = loaded_error(error_class, CANARIES)

    assert isinstance(error, error_class)
    assert any(canary in f"{error} {error!r}" for canary in CANARIES.values())
    assert CANARIES["cause"] in str(error.__cause__)
    assert CANARIES["note"] in error.__notes__[0]


@pytest.mark.parametrize("error_class", OUTSIDE)
def test_what_may_be_told_of_an_exception_holds_no_canary(error_class: type[BaseException]) -> None:
    error = loaded_error(error_class, CANARIES)
    public = [
        type(error).__name__,
        *(getattr(error, name, None) for name in ("errno", "strerror", "code", "returncode", "stdout")),
    ]
    if isinstance(error, urllib.error.HTTPError):
        public.append(error.reason)
    if isinstance(error, httpx.HTTPStatusError):
        public += [error.response.status_code, error.response.reason_phrase]

    assert not any(canary in repr(public) for canary in CANARIES.values())


def test_an_os_error_has_the_number_and_words_of_its_class() -> None:
    error = loaded_error(FileNotFoundError, CANARIES)

    assert isinstance(error, OSError)
    assert (error.errno, error.strerror) == (errno.ENOENT, os.strerror(errno.ENOENT))
    assert CANARIES["file name"] in str(error.filename)


@pytest.mark.parametrize("error_class", OUTSIDE)
def test_errors_of_the_outside_world_are_environmental(error_class: type[BaseException]) -> None:
    assert is_environmental(error_class)


@pytest.mark.parametrize(
    "error_class",
    [
        ValueError,
        KeyError,
        TypeError,
        ZeroDivisionError,
        UnicodeDecodeError,
        json.JSONDecodeError,
        ValidationError,
        AssertionError,
    ],
)
def test_errors_about_the_arguments_are_not_environmental(error_class: type[BaseException]) -> None:
    assert not is_environmental(error_class)


def sample(city: str) -> str:
    """Return a city."""
    return city


def wrapped(function):
    @functools.wraps(function)
    def run(*args, **kwargs):
        return function(*args, **kwargs)

    return run


class Handler:
    def __call__(self, arguments):
        return arguments

    def method(self, arguments):
        return arguments


@pytest.mark.parametrize(
    "tool",
    [
        function_tool(sample),
        function_tool(wrapped(sample)),
        LegacyTool(
            name="a", description="A.", input_schema={"type": "object"}, impl=functools.partial(sample, "Paris")
        ),
        ExecutorTool(FnToolExecutor("a", Handler(), description="A.")),
        ExecutorTool(FnToolExecutor("a", Handler().method, description="A.")),
    ],
    ids=["function", "decorated", "partial", "callable object", "bound method"],
)
def test_the_authors_file_is_found_behind_every_wrapper(tool) -> None:
    own = OwnCode(tool)

    assert own.files == {__file__}
    assert not own.owns(json.__file__)
    assert not own.owns(httpx.__file__)
    assert not own.owns(sys.modules["forge_harness"].__file__)
    assert not own.owns(sys.modules["pytest_forge"].__file__)
    assert not own.owns("<string>")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text(
        "def work(value):\n"  # 1
        "    try:\n"  # 2
        "        try:\n"  # 3
        "            return int(value)\n"  # 4
        "        except (ValueError, os.error):\n"  # 5
        "            pass\n"  # 6
        "        return open(value)\n"  # 7
        "    except FAMILY:\n"  # 8
        "        pass\n"  # 9
        "    except:\n"  # 10
        "        pass\n"  # 11
    )
    return path


def test_a_line_knows_what_is_caught_around_it(source: Path) -> None:
    own = OwnCode(function_tool(sample))
    names = {"ValueError": ValueError, "os": os, "FAMILY": (sqlite3.Error, KeyError)}

    inner, outer = own.guards(str(source), 4)

    assert inner.classes(names) == [(ValueError, OSError)]
    assert outer.classes(names) == [(sqlite3.Error, KeyError), (BaseException,)]
    assert own.guards(str(source), 7) == [outer]
    assert own.guards(str(source), 9) == []


def test_code_without_source_has_no_guards() -> None:
    assert OwnCode(function_tool(sample)).guards("/nowhere/code.py", 1) == []


def test_an_error_of_the_harness_is_a_file_error_that_no_campaign_makes_up() -> None:
    # Its message is written for models; a handler that quotes it leaks nothing.
    assert is_environmental(PathNotFoundError)
    assert PathNotFoundError.__module__.startswith("forge_harness.")
