"""The child of `debug_console`: runs Python code and writes what came of it to a file.

    python console_child.py OUTCOME < CODE

OUTCOME gets a JSON object: ``value`` is the repr of the last expression, null without one; ``raised`` is the exception
that ended the code, with its line, null if none did. The code's own output goes where that of any program goes. It
imports next to nothing, since the code pays for it.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import traceback

__all__ = ["main"]

_NAME = "<console>"
_MAX_CHARACTERS = 100_000


def main(outcome: str) -> None:
    """Run the code on standard input, and write its outcome to the file *outcome*."""
    source = sys.stdin.buffer.read().decode()
    told: dict[str, str | None] = {"value": None, "raised": None}
    try:
        told["value"] = _value(source)
    except SystemExit as error:
        told["raised"] = f"SystemExit: {error.code}"[:_MAX_CHARACTERS]
    except BaseException as error:  # noqa: BLE001  # code under debugging may raise anything
        told["raised"] = _shown(error)[:_MAX_CHARACTERS]
    sys.stdout.flush()
    # The code may have closed or replaced what it was given; the file is opened anew.
    with open(outcome, "w", encoding="utf-8", errors="replace") as file:  # noqa: PTH123  # without another import
        json.dump(told, file)


def _value(source: str) -> str | None:
    """Run *source*, and return the repr of its last expression."""
    parsed = ast.parse(source, _NAME)
    last = parsed.body.pop() if parsed.body and isinstance(parsed.body[-1], ast.Expr) else None
    names: dict[str, object] = {"__name__": "__console__"}
    exec(compile(parsed, _NAME, "exec"), names)  # noqa: S102  # to run code is the task
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), _NAME, "eval"), names)  # noqa: S307  # as above
    return None if value is None else repr(value)[:_MAX_CHARACTERS]


def _shown(error: BaseException) -> str:
    """Return an exception as its class, message and line; no path of this machine but what the message holds."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).strip().replace(f'File "{_NAME}", ', "")
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == _NAME), None)
    except Exception:  # noqa: BLE001  # its own methods may raise
        return type(error).__name__
    return text if line is None else f"{text} (line {line})"


if __name__ == "__main__":
    # Modules are imported from the working folder, not from here.
    sys.path[0] = os.getcwd()  # noqa: PTH109  # without another import
    main(sys.argv[1])
