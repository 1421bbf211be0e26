"""The report of contract coverage: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .contract_coverage import ToolCoverage
from .paint import Paint
from .printable import printable

__all__ = ["coverage_json", "coverage_lines", "is_below", "total_percent"]

_MAX_MISSING = 6


def total_percent(tools: Sequence[ToolCoverage]) -> float:
    """Return the share of all points that was exercised, in per cent; 100 without points."""
    points = sum(len(tool.points) for tool in tools)
    return 100.0 * (1 - sum(len(tool.missing) for tool in tools) / points) if points else 100.0


def is_below(tools: Sequence[ToolCoverage], least: float | None) -> str:
    """Return a sentence if the coverage is below *least* per cent; empty otherwise."""
    percent = total_percent(tools)
    if least is None or percent >= least:
        return ""
    return f"The contract coverage is {percent:.1f} %, below the required {least:g} %."


def coverage_lines(tools: Sequence[ToolCoverage], paint: Paint) -> list[str]:
    """Return the coverage of each tool, with the first missing points."""
    points = sum(len(tool.points) for tool in tools)
    missing = sum(len(tool.missing) for tool in tools)
    lines = [paint.bold(f"contract coverage  {total_percent(tools):.1f} % ({points - missing} of {points})")]
    for tool in tools:
        line = f"  {tool.percent:5.1f} %  {printable(tool.tool)}"
        if tool.missing:
            others = len(tool.missing) - _MAX_MISSING
            line += "  " + paint.dim("missing: " + printable(", ".join(tool.missing[:_MAX_MISSING])))
            line += paint.dim(f" and {others} more") if others > 0 else ""
        lines.append(line)
    return lines


def coverage_json(tools: Sequence[ToolCoverage]) -> dict[str, Any]:
    """Return the coverage in JSON types, version 1."""
    points = sum(len(tool.points) for tool in tools)
    return {
        "version": 1,
        "tools": [
            {
                "name": tool.tool,
                "target": tool.target,
                "points": len(tool.points),
                "covered": len(tool.points) - len(tool.missing),
                "percent": round(tool.percent, 1),
                "missing": tool.missing,
            }
            for tool in tools
        ],
        "total": {
            "points": points,
            "covered": points - sum(len(tool.missing) for tool in tools),
            "percent": round(total_percent(tools), 1),
        },
    }
