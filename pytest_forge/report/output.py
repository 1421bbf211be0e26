"""Output: writes the text of a command, and reports a full disk."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from .atomic_file import write_atomically
from .place import place_problem

__all__ = ["check_place", "json_text", "write_output"]


def json_text(value: Any) -> str:
    """Return *value* as JSON by the standard, safe to show on a terminal.

    NaN and infinities become text, and unprintable characters escape sequences.
    """
    text = json.dumps(_standard(value), indent=1, ensure_ascii=False, allow_nan=False, default=repr)
    return "".join(
        character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1] for character in text
    )


def check_place(place: Path | None) -> None:
    """Refuse a place that cannot be written to, before the run.

    Raises:
        CommandError: If the folder is missing or cannot be written to, or *place* is a folder itself.
    """
    problem = None if place is None else place_problem(place, name=str(place))
    if problem:
        raise CommandError(problem)


def write_output(text: str, *, place: Path | None = None) -> None:
    """Write *text* and a line end to *place*, whole or not at all; to standard output unless given.

    Raises:
        CommandError: If it cannot be written.
        BrokenPipeError: If the reader of standard output has closed it.
    """
    data = text.encode("utf-8", "backslashreplace") + b"\n"
    try:
        if place is not None:
            write_atomically(place, data)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        where = "standard output" if place is None else repr(str(place))
        raise CommandError(
            f"The report cannot be written to {where} ({error.strerror}). Make room, or name a file in another folder."
        ) from None


def _standard(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _standard(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_standard(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value
