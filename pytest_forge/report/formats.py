"""Formats: every form of the report, by the name that users give it.

A row is a function from the report and the folder that targets start from to text. It imports its module itself, since
the command and the plugin read this table in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .value import Report

__all__ = [
    "COVERAGE",
    "FORMATS",
    "WITH_COVERAGE",
    "FormatError",
    "missing_part",
    "named_reports",
    "report_text",
    "write_report",
]

#: The format of nothing but the coverage of contracts.
COVERAGE = "cov"
#: The formats that show the coverage of contracts, so that it is measured for them.
WITH_COVERAGE = frozenset({COVERAGE, "html"})


class FormatError(Exception):
    """The words for a report mean nothing; the message lists the formats."""


def report_text(name: str, report: Report, *, base: Path) -> str:
    """Return *report* in the format *name*, without a line end.

    Args:
        name: A key of `FORMATS`.
        report: The outcome of a run.
        base: Folder that targets and shown paths start from.
    """
    return FORMATS[name](report, base)


def write_report(name: str, report: Report, *, base: Path, place: Path | None) -> None:
    """Write *report* in the format *name*; for GitHub, also to the summary of the job.

    Args:
        name: A key of `FORMATS`.
        report: The outcome of a run.
        base: Folder that targets and shown paths start from.
        place: The file; None for standard output.

    Raises:
        CommandError: If it cannot be written.
    """
    from .output import write_output

    write_output(report_text(name, report, base=base), place=place)
    if name == "github":
        from .github import append_summary

        append_summary(report, base)


def named_reports(words: Sequence[str], *, option: str) -> list[tuple[str, str]]:
    """Return the format and the path of each ``FORMAT:PATH``; the path ``-`` is standard output.

    Args:
        words: As the user wrote them.
        option: Where, for messages.

    Raises:
        FormatError: If one has another form, its format is unknown or needs a package that is not installed, or two
            name the same file.
    """
    found: list[tuple[str, str]] = []
    for word in words:
        kind, colon, path = word.partition(":")
        if not colon or kind not in FORMATS or not path:
            raise FormatError(f"{option} is {word!r}. Write FORMAT:PATH; the formats are {', '.join(FORMATS)}.")
        if missing := missing_part(kind):
            raise FormatError(missing)
        if path in [other for _, other in found]:
            raise FormatError(f"{option} names {path!r} twice. Write each report to a file of its own.")
        found.append((kind, path))
    return found


def missing_part(name: str) -> str:
    """Return which package the format *name* lacks and how to add it; empty if it lacks none."""
    if name != "html":
        return ""
    from .html.page import missing_package

    return missing_package()


def _text(report: Report, base: Path) -> str:  # noqa: ARG001  # as every format
    from .text import report_lines

    return "\n".join(report_lines(report))


def _json(report: Report, base: Path) -> str:  # noqa: ARG001  # as every format
    from .output import json_text

    return json_text(report.as_json())


def _coverage(report: Report, base: Path) -> str:  # noqa: ARG001  # as every format
    from .coverage import coverage_json
    from .output import json_text

    return json_text(coverage_json(report.coverage))


def _html(report: Report, base: Path) -> str:
    from .html.checks_page import checks_page

    return checks_page(report, base)


def _sarif(report: Report, base: Path) -> str:
    from .sarif import sarif_text

    return sarif_text(report, base)


def _markdown(report: Report, base: Path) -> str:
    from .markdown import markdown_text

    return markdown_text(report, base)


def _github(report: Report, base: Path) -> str:
    from .github import github_text

    return github_text(report, base)


def _junit(report: Report, base: Path) -> str:
    from .junit import junit_text

    return junit_text(report, base)


#: By name, in the order of messages.
FORMATS: dict[str, Callable[[Report, Path], str]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "markdown": _markdown,
    "github": _github,
    "junit": _junit,
    "html": _html,
    COVERAGE: _coverage,
}
