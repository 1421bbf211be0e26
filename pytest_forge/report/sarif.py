"""The report as SARIF 2.1.0, for code scanning and editors.

Findings are results, each on the line where its tool is defined; accepted ones are suppressed results with the reason.
What could not be judged is a notification of the run, since SARIF has no place for it among results.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..verdict import CheckResult
from .output import json_text
from .printable import printable
from .rule import Rule
from .source_place import SourcePlace, root_of, source_place
from .value import INCOMPLETE, Report

__all__ = ["sarif_text"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: Limits of GitHub's code scanning: results of a run, and characters of a rule's texts.
_MAX_RESULTS = 25_000
_MAX_DESCRIPTION = 1024
_MAX_MESSAGE = 4_000
#: A result without a file would have the whole upload refused; these belong to a project as a whole.
_PROJECT_FILES = ("pyproject.toml", "setup.cfg", "package.json", "README.md")


def sarif_text(report: Report, base: Path) -> str:
    """Return the report as SARIF.

    Args:
        report: The outcome of a run.
        base: Folder that targets start from; files are named from the root of its repository.
    """
    return json_text(_log(report, base))


def _log(report: Report, base: Path) -> dict[str, Any]:
    found = sorted((result for result in report.results if _is_finding(result)), key=lambda one: one.level != "MUST")
    unjudged = [result for result in report.results if result.status == "error"]
    shown = found[:_MAX_RESULTS]
    rules = {rule.id: rule for rule in _rules([*shown, *unjudged], report.rules)}
    positions = {name: position for position, name in enumerate(rules)}
    places = {key: _place(*key, base) for key in dict.fromkeys((one.tool, one.target) for one in shown)}
    notes = [_notification(result, positions) for result in unjudged]
    notes += [_note(_message(f"{tool.name}: {tool.problems[0]}"), "error") for tool in report.unread]
    if len(found) > len(shown):
        notes.append(_note(f"{len(found)} findings; this file has the first {len(shown)}, MUST before SHOULD."))
    if report.is_partial:
        notes.append(_note(INCOMPLETE))
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "forge-harness",
                        "version": metadata.version("forge-harness"),
                        "rules": [_descriptor(rule) for rule in rules.values()],
                    }
                },
                "automationDetails": {"id": "forge-check/"},
                "invocations": [
                    {
                        "executionSuccessful": report.exit_code != 2,
                        "exitCode": report.exit_code,
                        "toolExecutionNotifications": notes,
                    }
                ],
                "columnKind": "unicodeCodePoints",
                "results": [_result(result, positions, places[result.tool, result.target]) for result in shown],
            }
        ],
    }


def _is_finding(result: CheckResult) -> bool:
    return result.status == "failed" or result.accepted_status == "failed"


def _rules(results: Iterable[CheckResult], known: Mapping[str, Rule]) -> Sequence[Rule]:
    """Return the rules of *results*; of an unknown check, as much as a result says."""
    named = {result.check: result for result in results}
    return [known.get(name) or Rule(name, one.family, one.level, f"{name} holds.") for name, one in named.items()]


def _descriptor(rule: Rule) -> dict[str, Any]:
    codes = "".join(f"\n- `{code}`: {meaning}" for code, meaning in rule.codes.items())
    parts = [rule.promise, rule.reason, f"Findings:\n{codes}" if codes else "", f"Source: {rule.source}"]
    described = "\n\n".join([*(part for part in parts if part), f"`forge explain {rule.id}` shows an example."])
    return {
        "id": rule.id,
        "name": "".join(part.capitalize() for part in rule.id.split("_")),
        "shortDescription": {"text": rule.promise[:_MAX_DESCRIPTION]},
        "fullDescription": {"text": _cut(f"{rule.promise} {rule.unwrapped_reason}".strip(), _MAX_DESCRIPTION)},
        "help": {"text": described, "markdown": described},
        "defaultConfiguration": {"level": _level(rule.level)},
        "properties": {
            "tags": [rule.family],
            "problem.severity": "error" if rule.level == "MUST" else "warning",
            "precision": "high",
        },
    }


def _result(result: CheckResult, positions: Mapping[str, int], place: SourcePlace) -> dict[str, Any]:
    message = result.accepted_message or result.message
    more = f" Reproduce: {result.reproduce}" if result.reproduce else ""
    return {
        "ruleId": result.check,
        "ruleIndex": positions[result.check],
        "level": _level(result.level),
        "message": {"text": _message(f"{result.tool}: {message}{more}")},
        "locations": [_location(result.tool, place)],
        "partialFingerprints": _fingerprints(result),
        "properties": {"id": printable(result.id), "code": result.code, "target": printable(result.target)},
        **(
            {}
            if not result.is_accepted
            else {
                "suppressions": [
                    {
                        "kind": "external",
                        "status": "accepted",
                        "justification": _cut(printable(result.accepted_reason), 1024),
                    }
                ]
            }
        ),
    }


def _location(tool: str, place: SourcePlace) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.path), "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": place.line},
        },
        "logicalLocations": [{"name": printable(tool), "kind": "function"}],
    }


def _place(tool: str, target: str, base: Path) -> SourcePlace:
    """Return where the tool is defined; else a file of the project."""
    found = source_place(tool, target, base=base)
    if found is not None:
        return found
    root = root_of(base)
    for folder in (base.resolve(), root):
        for name in _PROJECT_FILES:
            if (folder / name).is_file():
                return SourcePlace((folder / name).relative_to(root).as_posix())
    # There is no such file, but an upload needs a location.
    return SourcePlace(printable(tool).replace("/", ".").strip(".") or "tool")


def _fingerprints(result: CheckResult) -> dict[str, str]:
    """Return what makes it the same finding as in an earlier run, wherever its line has moved.

    GitHub compares the first of these only, and computes it of the line if it is missing.
    """
    text = f"{result.target}\0{result.id or result.message}".encode("utf-8", "backslashreplace")
    mark = hashlib.sha256(text).hexdigest()[:32]
    return {"primaryLocationLineHash": f"{mark}:1", "forgeFindingId/v1": mark}


def _notification(result: CheckResult, positions: Mapping[str, int]) -> dict[str, Any]:
    text = f"{result.tool}: {result.check} could not judge it. {result.message}"
    return {
        "level": "error",
        "message": {"text": _message(text)},
        "associatedRule": {"id": result.check, "index": positions[result.check]},
        "properties": {"id": printable(result.id), "code": result.code, "target": printable(result.target)},
    }


def _note(text: str, level: str = "warning") -> dict[str, Any]:
    return {"level": level, "message": {"text": text}}


def _level(level: str) -> str:
    return "error" if level == "MUST" else "warning"


def _message(text: str) -> str:
    """Return *text* on one line; brackets that would make a link are escaped, as SARIF asks."""
    text = _cut(printable(text), _MAX_MESSAGE)
    return text.replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
