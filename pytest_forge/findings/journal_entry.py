"""JournalEntry: what a check has shown of a tool, as a line of a journal, and those that another run takes up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from msgspec import Struct

from ..engine.kept_verdicts import KeptTool
from ..engine.result_maker import SURVIVAL_CHECK
from ..targets.facts import ToolFacts
from ..verdict import CheckResult

__all__ = ["JournalEntry", "TakenUp", "tool_mark"]


class JournalEntry(Struct, frozen=True):
    """What a check has shown of a tool.

    Attributes:
        place: The target of the tool, its index there, and its `tool_mark`.
        check: The id of the check that was made.
        results: Its verdict, and that of another check whose finding it has caused.
        covered: The parts of the tool's contract that its calls have exercised.
        began: When its run began, in nanoseconds as `time.time_ns`.
    """

    place: tuple[str, int, str]
    check: str
    results: tuple[CheckResult, ...]
    covered: tuple[str, ...]
    began: int = 0

    @classmethod
    def from_json(cls, value: dict[str, Any], *, began: int = 0) -> JournalEntry:
        """Return the entry of a decoded line.

        Raises:
            ValueError, TypeError, KeyError: If it is not one.
        """
        return cls(
            (str(value["target"]), int(value["index"]), str(value["tool"])),
            str(value["check"]),
            tuple(CheckResult(**result) for result in value["results"]),
            tuple(map(str, value["covered"])),
            began,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the entry as a line has it."""
        target, index, tool = self.place
        return {
            "target": target,
            "index": index,
            "tool": tool,
            "check": self.check,
            "results": [asdict(result) for result in self.results],
            "covered": sorted(self.covered),
        }

    @property
    def is_error(self) -> bool:
        """Whether the check could not be judged."""
        return any(result.status == "error" for result in self.results)


class TakenUp:
    """The verdicts of a run that was cut off, without those that have to be made again.

    Args:
        entries: Of that run, in order; the last of a check holds.
    """

    def __init__(self, entries: Iterable[JournalEntry] = ()) -> None:
        self._known: dict[tuple[str, int, str], dict[str, JournalEntry]] = {}
        for entry in entries:
            self._known.setdefault(entry.place, {})[entry.check] = entry
        for place, of_tool in self._known.items():
            results = [result for entry in of_tool.values() for result in entry.results]
            # What a session does after a call that does not return is known to that session only.
            is_lost = any(one.check == SURVIVAL_CHECK and one.status == "failed" for one in results)
            judged = {check: one for check, one in of_tool.items() if not (is_lost or one.is_error)}
            self._known[place] = judged

    def __len__(self) -> int:
        """Return how many verdicts are taken up."""
        return sum(map(len, self._known.values()))

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """What is taken up."""
        return [entry for of_tool in self._known.values() for entry in of_tool.values()]

    def known(self, tool: ToolFacts, index: int) -> KeptTool:
        """Return the verdicts on a tool; none if its definition has changed."""
        entries = self._known.get((tool.target, index, tool_mark(tool)), {}) if self._known else {}
        covered = {part for entry in entries.values() for part in entry.covered}
        return KeptTool({check: entry.results for check, entry in entries.items()}, covered)


def tool_mark(tool: ToolFacts) -> str:
    """Return what changes with the definition of a tool."""
    parts = (
        tool.name,
        tool.description,
        tool.input_schema,
        tool.output_schema,
        tool.annotations,
        tool.declared,
        tool.tier,
    )
    return sha256(json.dumps(parts, sort_keys=True, default=repr).encode()).hexdigest()[:16]
