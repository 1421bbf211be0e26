"""Own failure: an exception raised by a check itself, which is a bug of Forge and not of the tool."""

from __future__ import annotations

from pathlib import Path

__all__ = ["told_failure"]

_MAX_TEXT = 200


def told_failure(error: Exception) -> str:
    """Return the message about an exception that a check itself has raised, for a bug report."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = "" if frame is None else f" at {Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}"
    text = " ".join(str(error).split())[:_MAX_TEXT]
    return (
        f"The check itself failed with {type(error).__name__}{where}{text and f' ({text})'}. "
        "Please report it with the tool's code."
    )
