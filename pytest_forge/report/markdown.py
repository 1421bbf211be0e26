"""The report as Markdown, for a comment in a pull request or the summary of a job.

Texts of tools are written in ways that no renderer interprets: each punctuation mark as an entity, and in details
inside fences that are longer than anything in them. Mentions and references of issues are broken by a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..regex import regex
from ..verdict import CheckResult
from .printable import printable
from .source_place import source_place
from .value import INCOMPLETE, Report

__all__ = ["markdown_text"]

#: The most characters of a comment on GitHub, with some left for a heading of the user's own.
_MAX_COMMENT = 64_000
_MAX_CELL = 400
_MAX_TEXT = 4_000
#: What begins or ends anything in Markdown or HTML, and automatic links.
_MARKS = regex(r"[!-&(-+/:-@\[-`{-~]|(?<=www)\.", re.IGNORECASE)


def markdown_text(report: Report, base: Path, *, limit: int = _MAX_COMMENT) -> str:
    """Return the report as Markdown.

    Args:
        report: The outcome of a run.
        base: Folder that targets start from; files are named from the root of its repository.
        limit: The most bytes; findings that do not fit are counted.
    """
    found = sorted((one for one in report.results if one.status == "failed"), key=lambda one: one.level != "MUST")
    head = [f"### {_title(report)}", "", _counts(report), ""]
    if report.is_partial:
        head += [f"**{INCOMPLETE}**", ""]
    rows = _fitting([_row(one, base) for one in found], limit * 2 // 5)
    table = ["| level | tool | check | finding | where |", "|---|---|---|---|---|", *rows, ""] if rows else []
    rest = limit - _size([*head, *table]) - 200
    blocks = [*map(_details, found[: len(rows)]), *_unjudged(report), *_unread(report), *_accepted(report)]
    shown = _fitting(blocks, rest)
    cut = []
    if len(rows) < len(found) or len(shown) < len(blocks):
        cut = [f"Cut at {limit:,} bytes: {len(rows)} of {len(found)} findings are listed. The JSON report has all."]
    return "\n".join([*head, *table, *shown, *cut]).rstrip("\n")


def _title(report: Report) -> str:
    failed = report.count("failed")
    if failed:
        return f"Forge: {failed} finding{'' if failed == 1 else 's'} in {report.affected_tools}"
    return f"Forge: no findings in {report.counted_tools}" + (
        ", but not everything could be judged" if report.exit_code else ""
    )


def _counts(report: Report) -> str:
    accepted = sum(one.is_accepted for one in report.results)
    parts = [f"{report.count('passed')} passed", f"{report.count('not_applicable') - accepted} not applicable"]
    parts += [f"{accepted} accepted"] if accepted else []
    parts += [f"{report.count('error')} could not be judged"] if report.count("error") else []
    return f"{', '.join(parts)}. {report.seconds:.1f} s"


def _row(result: CheckResult, base: Path) -> str:
    place = source_place(result.tool, result.target, base=base)
    where = _code(f"{place.path}:{place.line}") if place else _code(result.target)
    cells = (result.level, _code(result.tool), _code(result.check), _prose(result.message), where)
    return f"| {' | '.join(cells)} |"


def _details(result: CheckResult) -> str:
    parts = [_fenced(result.message, "text")]
    if result.arguments is not None:
        parts.append(_fenced(json.dumps(result.arguments, ensure_ascii=False, default=repr), "json"))
    if result.reproduce:
        parts.append(_fenced(result.reproduce, "sh"))
    return _folded(_code(result.id or f"{result.tool}[{result.check}]", whole=True), parts)


def _unjudged(report: Report) -> list[str]:
    groups: dict[str, list[str]] = {}
    for result in report.results:
        if result.status == "error":
            groups.setdefault(result.message, []).append(result.id or f"{result.tool}[{result.check}]")
    parts = [_fenced("\n".join([*map(printable, names), printable(text)]), "text") for text, names in groups.items()]
    return [_folded(f"{report.count('error')} could not be judged", parts)] if parts else []


def _unread(report: Report) -> list[str]:
    parts = [_fenced(f"{printable(one.name)}\n{printable(one.problems[0])}", "text") for one in report.unread]
    return [_folded(f"{len(parts)} could not be read", parts)] if parts else []


def _accepted(report: Report) -> list[str]:
    accepted = [one for one in report.results if one.accepted_status]
    parts = [_fenced(f"{printable(one.id)}\n{printable(one.accepted_reason)}", "text") for one in accepted]
    return [_folded(f"{len(accepted)} accepted", parts)] if parts else []


def _folded(summary: str, parts: Sequence[str]) -> str:
    return "\n\n".join([f"<details><summary>{summary}</summary>", *parts, "</details>\n"])


def _fenced(text: str, language: str) -> str:
    """Return a block of code; *text* keeps its line ends only if it is printable otherwise."""
    shown = "\n".join(_cut(printable(line), _MAX_TEXT) for line in text.split("\n")) if language == "text" else ""
    shown = shown or _cut(printable(text), _MAX_TEXT)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{shown}\n{fence}"


def _code(text: str, *, whole: bool = False) -> str:
    """Return *text* as code; elements are used, since a pipe ends a cell of a table even between backticks."""
    shown = printable(text)
    return f"<code>{_entities(shown if whole else _cut(shown, _MAX_CELL))}</code>"


def _prose(text: str) -> str:
    # Mentions and references are found in what is shown, so an entity alone does not prevent them.
    return re.sub(r"(&#(?:64|35);)", r"\1<!-- -->", _entities(_cut(printable(text), _MAX_CELL)))


def _entities(text: str) -> str:
    return _MARKS.sub(lambda mark: f"&#{ord(mark[0])};", text)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _fitting(blocks: Iterable[str], limit: int) -> list[str]:
    found: list[str] = []
    for block in blocks:
        limit -= _size([block])
        if limit < 0:
            break
        found.append(block)
    return found


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8", "backslashreplace")) + 1 for line in lines)
