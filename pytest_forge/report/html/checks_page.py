"""The report of a run as a page of HTML: summary, tools by checks, findings, contract coverage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from ...targets.facts import ToolFacts
from ...targets.mcp.address import is_mcp_target
from ...targets.resolve import is_builtin_target, is_data_target, whole_of_builtin
from ...verdict import CheckResult
from ..coverage import coverage_json
from ..value import INCOMPLETE, Report
from .page import html_page

__all__ = ["checks_page"]

_ORDER = ("failed", "error", "accepted", "not_applicable", "passed")
_MAX_TEXT = 20_000
#: Findings on the page for readers without JavaScript.
_MAX_PLAIN = 200


def checks_page(report: Report, base: Path) -> str:
    """Return the page.

    Args:
        report: The outcome of a run.
        base: Folder from which places are shown.
    """
    prefixes = [f"{folder}/" for folder in dict.fromkeys((str(base), str(base.resolve()))) if folder not in (".", "/")]

    def near(text: str) -> str:
        for prefix in prefixes:
            text = text.replace(prefix, "")
        return text

    places: dict[tuple[str, str], int] = {}
    tools: list[dict[str, Any]] = []
    known = [(tool.name, tool.target, _facts(tool)) for tool in report.tools]
    # A stale entry of a baseline may name a tool that no longer exists.
    for name, target, facts in [*known, *((one.tool, one.target, dict[str, str]()) for one in report.results)]:
        if (name, target) not in places:
            places[name, target] = len(tools)
            tools.append({"name": name, "target": near(target), **facts})
    results = sorted(
        ({"tool": places[one.tool, one.target], **_result(one, near=near)} for one in report.results),
        key=lambda one: (_ORDER.index(one["status"]), one["level"] != "MUST"),
    )
    checks = {one.check: _check(report, one) for one in report.results}
    for name in {one["check"] for one in results if one["status"] in ("failed", "error", "accepted")}:
        checks[name]["example"] = _example(name)
    coverage = coverage_json(report.coverage) if report.coverage else None
    counts = Counter(one["status"] for one in results)
    found = [one for one in results if one["status"] in ("failed", "error")]
    return html_page(
        "checks",
        {"tools": tools, "checks": checks, "results": results, "coverage": coverage},
        headline=_headline(report, counts),
        targets=sorted({near(_whole(tool.target)) for tool in report.tools})[:6],
        state="bad" if counts["failed"] else "unsure" if report.exit_code else "good",
        counts=[
            ("failed, MUST", sum(one["level"] == "MUST" for one in found if one["status"] == "failed"), "failed"),
            ("failed, SHOULD", sum(one["level"] != "MUST" for one in found if one["status"] == "failed"), "failed"),
            ("not judged", counts["error"], "error"),
            *([("accepted", counts["accepted"], "accepted")] if counts["accepted"] else []),
            ("not applicable", counts["not_applicable"], "not_applicable"),
            ("passed", counts["passed"], "passed"),
        ],
        number_of_tools=report.number_of_tools,
        seconds=f"{report.seconds:.1f}",
        incomplete=INCOMPLETE if report.is_partial else "",
        unread=[(one.name, near(one.target), _short(one.problems[0])) for one in report.unread],
        coverage=coverage,
        plain=[{**one, "tool": tools[one["tool"]], "about": checks[one["check"]]} for one in found[:_MAX_PLAIN]],
        hidden=max(len(found) - _MAX_PLAIN, 0),
    )


def _headline(report: Report, counts: Counter[str]) -> str:
    found = counts["failed"]
    if found:
        return f"{found} finding{'s' * (found != 1)} in {report.affected_tools}"
    if counts["error"]:
        return f"No findings, but {counts['error']} check{'s' * (counts['error'] != 1)} could not judge"
    return f"No findings in {report.counted_tools}"


def _whole(target: str) -> str:
    """Return the target that holds that of a tool: a file without the name of a function in it."""
    if is_builtin_target(target):
        return whole_of_builtin(target)
    return target if is_data_target(target) or is_mcp_target(target) else target.partition(":")[0] or target


def _facts(tool: ToolFacts) -> dict[str, str]:
    told = {"kind": tool.kind, "tier": tool.tier, "why": tool.unusable or tool.left_out or tool.not_called}
    return {key: str(value) for key, value in told.items() if value}


def _result(result: CheckResult, *, near: Callable[[str], str]) -> dict[str, Any]:
    is_accepted = result.is_accepted and bool(result.accepted_status)
    status = "accepted" if is_accepted else result.status
    shown: dict[str, Any] = {"check": result.check, "level": result.level, "status": status}
    if status in ("failed", "error", "accepted"):
        shown |= {"id": result.id, "code": result.code, "seconds": round(result.seconds, 2)}
        shown["reproduce"] = _short(near(result.reproduce))
        if result.arguments is not None:
            shown["arguments"] = _written(result.arguments)
        if result.before:
            shown["before"] = [
                {"tool": str(call.get("tool")), "arguments": _written(call.get("arguments"))} for call in result.before
            ]
    shown["message"] = _short(near(result.accepted_message if is_accepted else result.message))
    if is_accepted:
        shown["reason"] = _short(result.accepted_reason)
    return {key: value for key, value in shown.items() if value not in ("", None)}


def _check(report: Report, result: CheckResult) -> dict[str, Any]:
    shown: dict[str, Any] = {"family": result.family, "level": result.level}
    if rule := report.rules.get(result.check):
        shown |= {
            "promise": rule.promise,
            "reason": rule.unwrapped_reason,
            "source": rule.source,
            "codes": dict(rule.codes),
        }
    return shown


def _example(check: str) -> str:
    """Return the source of a tool that breaks *check*, and of the same tool fixed; empty for a project's own check."""
    if not check.isidentifier():
        return ""
    place = resources.files("pytest_forge") / "checks" / "examples" / f"{check}.py"
    return place.read_text(encoding="utf-8").strip() if place.is_file() else ""


def _written(value: Any) -> str:
    return _short(json.dumps(value, ensure_ascii=False, indent=2, default=repr))


def _short(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}… ({len(text):,} characters)"
