"""Report: the outcome of a run, shown by every format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from ..targets.facts import ToolFacts
from ..verdict import CheckResult
from .contract_coverage import ToolCoverage
from .rule import Rule
from .shard import Shard

__all__ = ["INCOMPLETE", "Report"]

#: What each format says of a run that was interrupted, or of which a shard is missing.
INCOMPLETE = "The run is incomplete: these are the verdicts that were made."


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a run.

    Attributes:
        tools: Every tool that was found, in order.
        results: Every verdict, by tool and check, in order.
        seconds: Wall time of the run.
        coverage: The contract coverage, if it was requested.
        is_partial: Whether verdicts are missing, since the run was interrupted or a shard is not here.
        shard: The part of the run that this is; None for the whole.
        places: What the tools of the whole run are sorted by, for a shard; else empty. A target and a number: that in
            the run, after an empty target, or in a run of pytest that in the target.
        rules: What is known of the checks of *results*, by id.
    """

    tools: Sequence[ToolFacts]
    results: Sequence[CheckResult]
    seconds: float
    coverage: Sequence[ToolCoverage] = ()
    is_partial: bool = False
    shard: Shard | None = None
    places: Sequence[tuple[str, int]] = ()
    rules: Mapping[str, Rule] = field(default_factory=dict)

    def count(self, status: str) -> int:
        """Return how many verdicts have *status*."""
        return sum(result.status == status for result in self.results)

    @property
    def number_of_tools(self) -> int:
        """How many tools were checked."""
        return sum(not (tool.left_out or tool.unusable) for tool in self.tools)

    @property
    def counted_tools(self) -> str:
        """How many tools the verdicts are about, in words: ``3 tools``, or ``1 of 3 tools`` for an incomplete run."""
        number = self.number_of_tools
        told = f"{number} tool{'' if number == 1 else 's'}"
        if not self.is_partial:
            return told
        return f"{len({(result.tool, result.target) for result in self.results})} of {told}"

    @property
    def affected_tools(self) -> str:
        """How many tools have a finding, and of how many, in words: ``1 of 3 tools``.

        A tool that is gone since it was locked has a finding, and is none of those that were checked.
        """
        failed = {(result.tool, result.target) for result in self.results if result.status == "failed"}
        gone = failed - {(tool.name, tool.target) for tool in self.tools if not (tool.left_out or tool.unusable)}
        number = self.number_of_tools + len(gone)
        return f"{len(failed)} of {number} tool{'' if number == 1 else 's'}"

    @property
    def unread(self) -> list[ToolFacts]:
        """Entries of definition files that are not definitions, and have no failed check that says so."""
        failed = {(result.tool, result.target) for result in self.results if result.status == "failed"}
        return [
            tool
            for tool in self.tools
            if tool.kind == "definition" and tool.dialect is None and tool.problems
            if (tool.name, tool.target) not in failed
        ]

    @property
    def refused(self) -> list[ToolFacts]:
        """Items of lists that cannot be checked: unlike a module's function, each was meant to be a tool."""
        return [tool for tool in self.tools if tool.left_out and tool.target.endswith("]")]

    @property
    def helpers(self) -> list[str]:
        """The plain functions next to registered tools that were not checked, as targets."""
        places = (f"{tool.target.partition(':')[0]}:{name}" for tool in self.tools for name in tool.helpers)
        return list(dict.fromkeys(places))

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings, 2 something could not be judged, or the run is incomplete."""
        if self.is_partial:
            return 2
        if self.count("failed"):
            return 1
        return 2 if self.count("error") or self.unread or self.refused else 0

    def as_json(self) -> dict[str, Any]:
        """Return the JSON report, version 1; reasons such as ``left_out`` are there only if they apply.

        The report of a shard has ``shard`` too, from which the whole is put together.
        """
        return {
            "version": 1,
            "tools": [
                {
                    **{key: getattr(tool, key) for key in _TOLD[:5]},
                    **{key: why for key in _TOLD[5:] if (why := getattr(tool, key))},
                }
                for tool in self.tools
            ],
            "results": [result.as_json() for result in self.results],
            "summary": {
                "tools": self.number_of_tools,
                "passed": self.count("passed"),
                "failed": self.count("failed"),
                "error": self.count("error"),
                "not_applicable": self.count("not_applicable"),
                **({"interrupted": True} if self.is_partial else {}),
                **({"helpers": self.helpers} if self.helpers else {}),
                "seconds": round(self.seconds, 3),
            },
            **({} if self.shard is None else {"shard": self._as_part(self.shard)}),
        }

    def _as_part(self, shard: Shard) -> dict[str, Any]:
        """Return the shard, with what version 1 leaves out of its tools and results."""
        return {
            "number": shard.number,
            "of": shard.of,
            "places": list(self.places),
            "tools": [_rest(tool, leave=(*_TOLD, *_LARGE)) for tool in self.tools],
            "results": [_rest(result, leave=result.as_json()) for result in self.results],
        }


#: Facts in the JSON report, version 1; the last three only if they apply.
_TOLD = ("name", "target", "kind", "tier", "category", "left_out", "not_called", "unusable")
#: Facts that no format shows.
_LARGE = ("description", "input_schema", "output_schema", "rebuilt_schema", "rebuilt_description")


def _rest(value: ToolFacts | CheckResult, *, leave: Collection[str]) -> dict[str, Any]:
    """Return the fields that differ from their defaults."""
    found = {}
    for one in fields(value):
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name not in leave and (now := getattr(value, one.name)) != default:
            found[one.name] = now
    return found
