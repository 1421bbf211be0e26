"""Merging: the JSON reports of a run's shards, or of several runs, put together as one report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..targets.facts import ToolFacts
from ..verdict import CheckResult
from .shard import Shard
from .value import Report

__all__ = ["MergeError", "MergedReports", "merged_reports", "read_report"]

_VERSION = 1
_STATUSES = ("passed", "failed", "error", "not_applicable")


class MergeError(Exception):
    """Reports cannot be put together; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class MergedReports:
    """Reports, put together.

    Attributes:
        report: The whole; partial if a shard is missing.
        missing: The shards of which there is no report.
    """

    report: Report
    missing: tuple[Shard, ...] = ()


def read_report(path: Path, *, name: str) -> Report:
    """Return the report in a JSON file.

    Args:
        path: The file.
        name: Its name in messages.

    Raises:
        MergeError: If it is missing, or is not a report of version 1.
    """
    try:
        value = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise MergeError(
            f"{name!r} cannot be read ({error.strerror}). Name the files that --format json wrote."
        ) from None
    except (ValueError, RecursionError):
        raise MergeError(f"{name!r} is not JSON. Name the files that --format json wrote.") from None
    if not isinstance(value, dict) or value.get("version") != _VERSION or "results" not in value:
        raise MergeError(f"{name!r} is not a JSON report of version {_VERSION}. Write it with --format json.")
    try:
        return _report(value)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise MergeError(f"{name!r} is a broken report. Write it again with --format json.") from None


def merged_reports(reports: Mapping[str, Report]) -> MergedReports:
    """Return one report of all tools and verdicts.

    Args:
        reports: By the names of their files.

    Raises:
        MergeError: If a shard or a verdict is there twice, or the reports belong to different runs.
    """
    _check_shards(reports)
    _check_verdicts(reports)
    every = list(reports.values())
    shards = [report.shard for report in every if report.shard is not None]
    numbers = {shard.number for shard in shards}
    missing = tuple(
        Shard(number, one.of) for one in shards[:1] for number in range(1, one.of + 1) if number not in numbers
    )
    if shards:
        listed = [pair for report in every for pair in zip(report.places, report.tools, strict=True)]
        tools = [tool for _, tool in sorted(listed, key=lambda pair: pair[0])]
    else:
        tools = [tool for report in every for tool in report.tools]
    rank = {(tool.name, tool.target): place for place, tool in reversed(list(enumerate(tools)))}
    results = sorted(
        (result for report in every for result in report.results),
        key=lambda result: len(tools) if result.is_stale else rank.get((result.tool, result.target), len(tools)),
    )
    # Shards run at the same time.
    seconds = [report.seconds for report in every]
    total = max(seconds) if shards else sum(seconds)
    is_partial = bool(missing) or any(report.is_partial for report in every)
    return MergedReports(Report(tools, results, total, is_partial=is_partial), missing)


def _check_shards(reports: Mapping[str, Report]) -> None:
    names: dict[Shard | None, str] = {}
    for name, report in reports.items():
        shard = report.shard
        other = next(iter(names.items()), None)
        if other is not None and (shard is None) != (other[0] is None):
            whole = name if shard is None else other[1]
            raise MergeError(f"{whole!r} is the report of a whole run, the others are of shards. Leave it out.")
        if shard is None or other is None or other[0] is None:
            names[shard] = name
            continue
        if shard.of != other[0].of:
            raise MergeError(
                f"{name!r} is shard {shard}, and {other[1]!r} is shard {other[0]}. Name the reports of one run."
            )
        if shard in names:
            raise MergeError(f"{names[shard]!r} and {name!r} are both shard {shard}. Name each shard once.")
        names[shard] = name


def _check_verdicts(reports: Mapping[str, Report]) -> None:
    seen: dict[tuple[str, str, str], str] = {}
    made: dict[frozenset[str], str] = {}
    for name, report in reports.items():
        own = {(one.target, one.tool, one.check) for one in report.results if not one.is_stale}
        for verdict in sorted(own):
            if verdict in seen:
                raise MergeError(
                    f"{seen[verdict]!r} and {name!r} both judge {verdict[1]!r} by {verdict[2]}. "
                    "Name reports of different tools or checks."
                )
            seen[verdict] = name
        usable = {(tool.name, tool.target) for tool in report.tools if not tool.unusable}
        checks = frozenset(check for target, tool, check in own if (tool, target) in usable)
        if report.shard is not None and checks and not report.is_partial:
            made.setdefault(checks, name)
    if len(made) > 1:
        first, second = list(made.values())[:2]
        raise MergeError(f"The shards {first!r} and {second!r} made different checks. Name the reports of one run.")


def _report(value: dict[str, Any]) -> Report:
    part = value.get("shard")
    shard = None if part is None else Shard(int(part["number"]), int(part["of"]))
    tools = value["tools"]
    rest_of_tools = part["tools"] if part is not None else [{}] * len(tools)
    facts = [ToolFacts(**_known(ToolFacts, tool), **rest) for tool, rest in zip(tools, rest_of_tools, strict=True)]
    facts = [ToolFacts(**{one.name: _frozen(getattr(tool, one.name)) for one in fields(tool)}) for tool in facts]
    results = value["results"]
    rests = part["results"] if part is not None else _targets(facts, results)
    judged = [CheckResult(**_known(CheckResult, result), **rest) for result, rest in zip(results, rests, strict=True)]
    if any(result.status not in _STATUSES for result in judged):
        raise ValueError
    summary = value["summary"]
    return Report(
        facts,
        judged,
        float(summary["seconds"]),
        is_partial=bool(summary.get("interrupted")),
        shard=shard,
        places=[(str(target), int(number)) for target, number in part["places"]] if part is not None else (),
    )


def _targets(tools: Sequence[ToolFacts], results: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the target of each result by its tool's name; version 1 of a whole run does not have it."""
    known = {tool.name: tool.target for tool in reversed(tools)}
    return [{"target": known.get(result["tool"], "")} for result in results]


def _known(kind: type, value: Mapping[str, Any]) -> dict[str, Any]:
    names = {one.name for one in fields(kind)}
    return {key: item for key, item in value.items() if key in names}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
