"""KeptVerdicts: where a campaign keeps its verdicts as they are made, and finds those that need not be made again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from ..targets.facts import ToolFacts
from ..verdict import CheckResult

__all__ = ["NOTHING_KEPT", "KeptTool", "KeptVerdicts"]


class KeptTool(Struct, frozen=True):
    """What is known of a tool from a run that was cut off.

    Attributes:
        results: The verdicts by the check that was made; one that lost the tool's process has two.
        covered: The parts of the tool's contract that the calls of these checks have exercised.
    """

    results: Mapping[str, Sequence[CheckResult]] = field(default_factory=dict)
    covered: Collection[str] = ()


class KeptVerdicts(Protocol):
    """Where a campaign keeps its verdicts; its methods are called by several threads."""

    def known(self, tool: ToolFacts, index: int) -> KeptTool: ...

    def keep(
        self, tool: ToolFacts, index: int, check: str, results: Sequence[CheckResult], covered: Collection[str]
    ) -> None: ...


class _NothingKept:
    def known(self, tool: ToolFacts, index: int) -> KeptTool:
        del tool, index
        return KeptTool()

    def keep(
        self, tool: ToolFacts, index: int, check: str, results: Sequence[CheckResult], covered: Collection[str]
    ) -> None:
        del tool, index, check, results, covered


#: Keeps nothing.
NOTHING_KEPT: KeptVerdicts = _NothingKept()
