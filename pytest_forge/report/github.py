"""The report for GitHub Actions: annotations on the lines of a pull request, and the summary of the job.

The text of the report is printed while commands are stopped, so that no text of a tool can be one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from forge_harness import CommandError

from ..verdict import CheckResult
from .markdown import markdown_text
from .printable import printable
from .source_place import source_place
from .text import report_lines
from .value import Report

__all__ = ["append_summary", "github_text"]

#: GitHub shows as many annotations of each kind for a step.
_MAX_ANNOTATIONS = 10
_MAX_MESSAGE = 2_000
#: The largest summary of a step that GitHub keeps; a larger one is dropped as a whole.
_MAX_SUMMARY = 1024 * 1024
_VARIABLE = "GITHUB_STEP_SUMMARY"


def github_text(report: Report, base: Path) -> str:
    """Return the text of the report, and a command for each annotation.

    Args:
        report: The outcome of a run.
        base: Folder that targets start from; files are named from the root of its repository.
    """
    # A word that nothing in the report can know resumes commands.
    word = secrets.token_hex(16)
    return "\n".join([f"::stop-commands::{word}", *report_lines(report), f"::{word}::", *_annotations(report, base)])


def append_summary(report: Report, base: Path) -> None:
    """Append the report to the summary of the job, if this is one.

    Raises:
        CommandError: If it cannot be written.
    """
    name = os.environ.get(_VARIABLE, "")
    if not name:
        return
    place = Path(name)
    try:
        used = place.stat().st_size if place.exists() else 0
        text = markdown_text(report, base, limit=max(_MAX_SUMMARY - used - 2, 0))
        data = f"{text}\n\n".encode("utf-8", "backslashreplace")
        if used + len(data) <= _MAX_SUMMARY:
            with place.open("ab") as file:
                file.write(data)
    except OSError as error:
        raise CommandError(
            f"The summary of the job cannot be written ({error.strerror}). Look at {_VARIABLE}, or unset it."
        ) from None


def _annotations(report: Report, base: Path) -> Iterable[str]:
    for kind, level in (("error", "MUST"), ("warning", "SHOULD")):
        found = [one for one in report.results if one.status == "failed" and one.level == level]
        yield from (_annotation(kind, one, base) for one in found[:_MAX_ANNOTATIONS])
        if len(found) > _MAX_ANNOTATIONS:
            yield f"::notice title=Forge::{len(found) - _MAX_ANNOTATIONS} more {level} findings; the log has all."
    unjudged = report.count("error") + len(report.unread)
    if unjudged:
        yield f"::notice title=Forge::{unjudged} could not be judged; the log has the reasons."


def _annotation(kind: str, result: CheckResult, base: Path) -> str:
    place = source_place(result.tool, result.target, base=base)
    where = f"file={_value(place.path)},line={place.line}," if place else ""
    lines = [result.message, *([f"Reproduce: {result.reproduce}"] if result.reproduce else [])]
    text = "%0A".join(_data(printable(line)[:_MAX_MESSAGE]) for line in lines)
    title = printable(result.id or f"{result.tool}[{result.check}]")
    return f"::{kind} {where}title={_value(title)}::{text}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
