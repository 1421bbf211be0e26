"""Regression test: a finding as a test in a file of the user's, which fails until the finding is fixed.

Tests are only ever added to a file: existing ones stay, with the user's changes, since their findings may come back. A
file that this module has not created is refused.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shlex
import textwrap
from collections.abc import Iterable
from pathlib import Path

from ..finding_id import parse_finding_id
from ..report.atomic_file import write_atomically
from ..report.printable import printable
from ..report.python_text import python_text
from ..verdict import CheckResult

__all__ = ["RegressionTestError", "check_test_place", "write_tests"]

_MARK = "Regression tests by Forge Harness"
_HEAD = f'''"""{_MARK}: each fails until its finding is fixed."""

from pathlib import Path

from pytest_forge import assert_promise

BASE = {{base}}
'''
_WIDTH = 88
_MAX_CALL = 600


class RegressionTestError(Exception):
    """Tests cannot be written to the given place; the message says why and what to do."""


def check_test_place(place: Path, *, name: str) -> None:
    """Refuse a place that cannot be written to, before the run.

    Args:
        place: A file, or an existing folder.
        name: Its name in messages.

    Raises:
        RegressionTestError: If tests cannot be written there.
    """
    if place.is_dir():
        return
    if place.suffix != ".py":
        raise RegressionTestError(
            f"Tests cannot be written to {name!r}. Name a folder that exists, or a file that ends in '.py'."
        )
    if not place.parent.is_dir():
        raise RegressionTestError(f"There is no folder for the tests {name!r}. Create it first, or name another.")
    _present(place, name)


def write_tests(results: Iterable[CheckResult], place: Path, *, base: Path) -> int:
    """Write a test for each finding without one, and return the number of tests written.

    Args:
        results: The verdicts of a run.
        place: A file, or a folder, in which each tool gets a file.
        base: Folder that the targets' paths start from.

    Raises:
        RegressionTestError: If a file exists that was not created by this module.
        OSError: If it cannot be written.
    """
    files: dict[Path, list[CheckResult]] = {}
    for result in results:
        if result.status == "failed" and result.id and result.reproduce:
            file = place / f"test_forge_{_identifier(result.tool)}.py" if place.is_dir() else place
            files.setdefault(file, []).append(result)
    written = 0
    for file, found in files.items():
        known, text = _present(file, str(file))
        tests = {_name(result): _test(result, base) for result in found}
        new = [test for name, test in tests.items() if name not in known]
        if new:
            text = text or _HEAD.format(base=_base(base, file))
            write_atomically(file, "\n\n".join([text.rstrip("\n") + "\n", *new]).encode())
            written += len(new)
    return written


def _present(file: Path, name: str) -> tuple[set[str], str]:
    """Return the names of the tests in a file, and its text; both empty for a missing file."""
    if not file.exists():
        return set(), ""
    try:
        text = file.read_bytes().decode()
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        tree, text = None, ""
    if tree is None or not (ast.get_docstring(tree) or "").startswith(_MARK):
        raise RegressionTestError(
            f"The file {name!r} exists and was not written by --write-tests. Name another file, or a folder."
        )
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, text


def _name(result: CheckResult) -> str:
    name = parse_finding_id(result.id)
    cause = "" if name is None else name.cause
    return f"test_{_identifier(result.tool)}_{_identifier(result.check)}_{_identifier(cause)}"


def _identifier(text: str) -> str:
    return re.sub(r"\W", "_", text, flags=re.ASCII)[:60] or "_"


def _base(base: Path, file: Path) -> str:
    way = os.path.relpath(base.resolve(), file.parent.resolve())
    folder = "Path(__file__).parent"
    return folder if way == "." else f"{folder} / {python_text(Path(way).as_posix())}"


def _test(result: CheckResult, base: Path) -> str:
    """Return the source of one test."""
    line = _read(result.reproduce)
    target = line.target
    source, colon, attribute = target.partition(":")
    if Path(source).is_absolute() and Path(source).is_relative_to(base):
        target = f"{Path(source).relative_to(base).as_posix()}{colon}{attribute}"
    words = [python_text(target), python_text(f"{result.tool}[{result.check}]"), "base=BASE"]
    if line.seed:
        words.append(f"seed={line.seed}")
    if line.budget != "quick":
        words.append(f"budget={python_text(line.budget)}")
    words += [
        f"{key}={python_text(values)}"
        for key, values in (("check_modules", line.check_module), ("variables", line.env))
        if values
    ]
    if line.prepare:
        words.append(f"prepare={python_text(line.prepare)}")
    if line.call:
        words.append(f"call={python_text(json.loads(line.call))}")
    if line.allow_destructive:
        words.append("allow_destructive=True")
    lines = [f"def {_name(result)}() -> None:", *_comment(result.message)]
    if result.arguments is not None:
        call = python_text(result.arguments)
        lines += _comment(f"The call: {call if len(call) <= _MAX_CALL else call[:_MAX_CALL] + '…'}")
    # A comma after the last word keeps the formatter from joining the lines.
    lines += ["    assert_promise(", *(f"        {word}," for word in words), "    )", ""]
    return "\n".join(lines)


def _comment(text: str) -> list[str]:
    return textwrap.wrap(
        printable(text), _WIDTH, initial_indent="    # ", subsequent_indent="    # ", break_on_hyphens=False
    )


def _read(line: str) -> argparse.Namespace:
    """Return the parsed command line that reproduces a finding."""
    parser = argparse.ArgumentParser(exit_on_error=False, add_help=False, prefix_chars="-")
    parser.add_argument("target")
    parser.add_argument("--replay")
    parser.add_argument("--check-module", action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", default="quick")
    parser.add_argument("--env", action="append", default=[])
    parser.add_argument("--prepare")
    parser.add_argument("--call")
    parser.add_argument("--allow-destructive", action="store_true")
    return parser.parse_args(shlex.split(line)[2:])
