"""The report for people: grouped by tool, worst first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..sandbox import WORKSPACE_WORD
from ..targets.facts import ToolFacts
from ..verdict import NOT_ENOUGH_SEEN, NOTHING_WORKS, CheckResult
from .coverage import coverage_lines
from .paint import Paint
from .printable import printable
from .snippet import snippet_lines
from .value import INCOMPLETE, Report

__all__ = ["report_lines", "tool_lines"]

_MAX_CALL = 300
#: Indentation of a finding's sentence.
_INDENT = 10
#: Where a call begins, and the command that reproduces it.
_COLUMN = 21
#: How many checks with the same error are named; the JSON report names all.
_MAX_NAMED = 4
#: How many tools without a working call are listed with their messages.
_MAX_IDLE = 6
#: How many tools that were left out are listed with the reason; the others by name.
_MAX_LEFT_OUT = 6


def report_lines(
    report: Report, *, paint: Paint | None = None, base: Path | None = None, with_findings: bool = True
) -> list[str]:
    """Return the report line by line.

    Args:
        report: The report.
        paint: Colours; none unless given.
        base: Folder that targets' paths start from; if given, each call is shown as lines of Python too.
        with_findings: Whether to list findings and errors. Stale entries of a baseline are listed in any case, since
            they belong to no test.
    """
    paint = paint or Paint(is_on=False)
    by_tool: dict[tuple[str, str], list[CheckResult]] = {}
    for result in report.results:
        if result.status in {"failed", "error"} and (with_findings or result.is_stale):
            by_tool.setdefault((result.tool, result.target), []).append(result)
    lines: list[str] = []
    for (tool, target), results in sorted(by_tool.items(), key=lambda item: _badness(item[1])):
        kind = next(
            (facts.kind for facts in report.tools if (facts.name, facts.target) == (tool, target)), "definition"
        )
        lines += tool_lines(tool, target, results, paint, kind=kind, base=base)
        lines.append("")
    lines += _accepted(report, paint)
    lines += _reasons("not read", [(tool, tool.problems[0]) for tool in report.unread], paint)
    lines += _left_out(report, paint)
    if report.coverage:
        lines += [*coverage_lines(report.coverage, paint), ""]
    lines += _unreachable(report, paint)
    for sentence in (
        *_helpers(report),
        *_seen_inside(report),
        *_on_demand(report),
        *_nothing_works(report),
        *_not_enough_seen(report),
        *_missing(report),
        *_incomplete(report),
    ):
        lines += paint.wrapped(sentence)
    lines.append(_summary(report, paint))
    return lines


def tool_lines(
    tool: str,
    target: str,
    results: Sequence[CheckResult],
    paint: Paint,
    *,
    kind: str = "definition",
    base: Path | None = None,
) -> list[str]:
    """Return the findings of one tool, each with its sentence, its call and the line that reproduces it."""
    lines = [f"{paint.bold(printable(tool))}  {paint.dim(printable(target))}"]
    for result in sorted(results, key=lambda result: (result.status != "failed", result.level != "MUST")):
        if result.status == "failed":
            lines += _finding(result, paint)
            if base is not None:
                snippet = snippet_lines(result, kind=kind, base=base)
                lines += [f"          {paint.dim('python')}     {printable(line)}" for line in snippet]
    lines += _unjudged([result for result in results if result.status == "error"], paint)
    return lines


def _accepted(report: Report, paint: Paint) -> list[str]:
    # Errors that follow from an accepted finding are counted, and not listed.
    accepted = [result for result in report.results if result.is_accepted and not result.follows]
    lines = [paint.bold("accepted")] if accepted else []
    for result in accepted:
        lines += [f"  {printable(result.id)}", *paint.wrapped(printable(result.message), indent=_INDENT)]
    return [*lines, ""] if lines else []


def _left_out(report: Report, paint: Paint) -> list[str]:
    """Return the tools that were not checked at all, each with the reason."""
    return _reasons(
        "left out", [(tool, tool.left_out) for tool in report.tools if tool.left_out and not tool.changes], paint
    )


def _unreachable(report: Report, paint: Paint) -> list[str]:
    """Return the tools that were judged by their definition only, each with the reason."""
    uncalled = {(result.tool, result.target) for result in report.results if not result.was_made}
    found = [tool for tool in report.tools if tool.not_called and (tool.name, tool.target) in uncalled]
    return _reasons("not called", [(tool, tool.not_called) for tool in found], paint)


def _reasons(title: str, tools: Sequence[tuple[ToolFacts, str]], paint: Paint) -> list[str]:
    lines = [paint.bold(title)] if tools else []
    for tool, why in tools[:_MAX_LEFT_OUT]:
        lines += [f"  {printable(tool.name)}  {paint.dim(printable(tool.target))}"]
        lines += paint.wrapped(printable(why), indent=_INDENT)
    if len(tools) > _MAX_LEFT_OUT:
        more = [printable(tool.name) for tool, _ in tools[_MAX_LEFT_OUT:]]
        lines += paint.wrapped(f"and {len(more)} more: {', '.join(more)}", indent=2)
    return [*lines, ""] if lines else []


def _helpers(report: Report) -> list[str]:
    """Return how many functions next to registered tools were not checked, and how to check one."""
    helpers = report.helpers
    if not helpers:
        return []
    functions = "1 function" if len(helpers) == 1 else f"{len(helpers)} functions"
    return [
        f"{functions} next to the registered tools not checked: name one to check it, as {printable(helpers[0])!r}."
    ]


def _on_demand(report: Report) -> list[str]:
    """Return how many tools were not called without permission, and how to give it."""
    on_demand = {
        (tool.name, tool.target)
        for tool in report.tools
        if tool.needs_permission and not tool.left_out and not tool.not_called
    }
    uncalled = {
        (result.tool, result.target)
        for result in report.results
        if not result.was_made and result.status == "not_applicable"
    }
    number = len(uncalled & on_demand)
    if not number:
        return []
    were = "tool was" if number == 1 else "tools were"
    return [f"{number} {were} not called: allow it with --allow-destructive (pytest: --forge-allow-destructive)."]


def _seen_inside(report: Report) -> list[str]:
    """Return how many servers were observed by their own interpreter as well."""
    uncalled = {result.target for result in report.results if not result.was_made}
    number = len({tool.target for tool in report.tools if tool.is_seen_inside} - uncalled)
    return (
        [f"{number} server{_s(number)} seen from inside, by a start-up module: see --outside-only."] if number else []
    )


def _not_enough_seen(report: Report) -> list[str]:
    """Return what to do about the checks that had too little time for their calls."""
    unseen = [result for result in report.results if result.status == "error" and result.code == NOT_ENOUGH_SEEN]
    if not unseen:
        return []
    tools = len({(result.tool, result.target) for result in unseen})
    way = unseen[0].message.rpartition(". ")[2]
    return [f"Too few calls for {len(unseen)} check{_s(len(unseen))} of {tools} tool{_s(tools)}. {printable(way)}"]


def _nothing_works(report: Report) -> list[str]:
    """Return how many tools had no working call, so that their verdicts say little."""
    idle: dict[tuple[str, str], str] = {}
    for result in report.results:
        if result.code == NOTHING_WORKS:
            idle.setdefault((result.tool, result.target), result.message)
    if not idle:
        return []
    tools = report.number_of_tools
    lines = [
        f"No ordinary call of {len(idle)} of {tools} tool{_s(tools)} worked, so little of their behaviour was judged."
    ]
    for (tool, _), message in [*idle.items()][:_MAX_IDLE]:
        lines.append(f"  {printable(tool)}: {printable(message)}")
    return lines


def _missing(report: Report) -> list[str]:
    """Return the checks that need a workspace in the command of a server."""
    left: dict[str, set[str]] = {}
    for result in report.results:
        if result.status == "not_applicable" and WORKSPACE_WORD in result.message:
            left.setdefault(result.message, set()).add(result.check)
    return [f"Not judged: {', '.join(sorted(checks))}. {printable(message)}" for message, checks in left.items()]


def _incomplete(report: Report) -> list[str]:
    return [INCOMPLETE] if report.is_partial else []


def _finding(result: CheckResult, paint: Paint) -> list[str]:
    label = paint.red(f"{result.level:<6}") if result.level == "MUST" else paint.yellow(f"{result.level:<6}")
    lines = [f"  {label}  {paint.bold(printable(result.check))}"]
    lines += paint.wrapped(printable(result.message), indent=_INDENT)
    if result.arguments is not None:
        lines += paint.folded(f"          {paint.dim('call')}       ", _call(result.arguments), column=_COLUMN)
    if result.reproduce:
        label, line = f"          {paint.dim('reproduce')}  ", printable(result.reproduce)
        # A shell reads the lines as one.
        lines += paint.folded(label, line, column=_COLUMN, end=" \\")
    return lines


def _unjudged(results: Iterable[CheckResult], paint: Paint) -> list[str]:
    groups: dict[str, tuple[str, list[str]]] = {}
    for result in results:
        # Each of these messages tells of the calls of its own check; one is shown for all.
        key = result.code if result.code in (NOT_ENOUGH_SEEN, NOTHING_WORKS) else result.message
        groups.setdefault(key, (result.message, []))[1].append(result.check)
    lines = []
    for message, checks in groups.values():
        named = ", ".join(checks if len(checks) <= _MAX_NAMED else checks[: _MAX_NAMED - 1])
        others = "" if len(checks) <= _MAX_NAMED else f" and {len(checks) - _MAX_NAMED + 1} more checks"
        lines.append(f"  {paint.yellow('ERROR ')}  {paint.bold(named)}{others}")
        lines += paint.wrapped(printable(message), indent=_INDENT)
    return lines


def _badness(results: Sequence[CheckResult]) -> tuple[int, int, int]:
    must = sum(result.status == "failed" and result.level == "MUST" for result in results)
    should = sum(result.status == "failed" and result.level == "SHOULD" for result in results)
    return (-must, -should, -len(results))


def _summary(report: Report, paint: Paint) -> str:
    failed, unjudged = report.count("failed"), report.count("error")
    if failed:
        head = paint.red(f"{failed} finding{_s(failed)} in {report.affected_tools}")
    elif unjudged or report.unread or report.refused:
        head = paint.yellow(f"No findings in {report.counted_tools}, but not everything could be judged")
    elif report.is_partial:
        head = paint.yellow(f"No findings in {report.counted_tools}")
    else:
        head = paint.green(f"No findings in {report.counted_tools}")
    accepted = sum(result.is_accepted for result in report.results)
    tail = f"{report.count('passed')} passed, {_not_applicable(report) - accepted} not applicable"
    if accepted:
        tail += f", {accepted} accepted"
    if unjudged:
        tail += f", {unjudged} could not be judged"
    return f"{head}; {tail}. {report.seconds:.1f} s"


def _not_applicable(report: Report) -> int:
    """Return how many checks do not apply to the tools that were checked."""
    left_out = {(tool.name, tool.target) for tool in report.tools if tool.left_out}
    return sum(
        result.status == "not_applicable" and (result.tool, result.target) not in left_out for result in report.results
    )


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _call(arguments: object) -> str:
    text = json.dumps(arguments, default=repr)
    return text if len(text) <= _MAX_CALL else f"{text[:_MAX_CALL]}… ({len(text)} characters)"
