"""program_answer: what the model reads of a program that has ended, or was ended."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..json_result import fit_texts
from ..private_text import holds_private_text, redact
from ..programs.program import ProgramResult

__all__ = ["MARGIN_S", "MAX_OUTPUT_BYTES", "program_answer", "relative_text"]

#: Seconds of a call for what is not its program's own time.
MARGIN_S = 5
#: How much of each stream is kept.
MAX_OUTPUT_BYTES = 1024 * 1024
#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024


def program_answer(
    done: ProgramResult, *, timeout_s: float | None, texts: Mapping[str, str | None], **more: Any
) -> dict[str, Any]:
    """Return the result of a call, or the failure ``timeout`` with what the program had written until then.

    Args:
        done: How the program ended.
        timeout_s: The time that it had, in seconds.
        texts: Its output by key, None where there is none; long ones are cut, so that the result fits.
        more: Further parts of the result.
    """
    ended = {"exit_code": done.exit_code, "truncated": done.truncated, "confined": done.confined}
    if not done.timed_out:
        return fit_texts({**more, **texts, **ended}, texts, max_bytes=_MAX_RESULT_BYTES)
    # The output of a failure must not hold private text, or the model would get none of it.
    shown = {key: redact(text) if text and holds_private_text(text) else text for key, text in texts.items()}
    told = {
        "error": "timeout",
        "message": f"The program did not end within {timeout_s:g} s. Ask it for less; stdout and stderr hold what it "
        "had written.",
    }
    return fit_texts({**told, **more, **shown, **ended}, texts, max_bytes=_MAX_RESULT_BYTES)


def relative_text(text: str, workspace: Path) -> str:
    """Return a text in which the paths of the workspace are relative to it."""
    return text.replace(f"{workspace}/", "").replace(str(workspace), ".")
