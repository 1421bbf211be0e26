"""CassetteTally: the interactions that the tests of a run have played, added up over its processes."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .cassette_marker import owned_cassette

if TYPE_CHECKING:
    from ..cassettes.use.cassette import Cassette

__all__ = ["CassetteTally", "played_part"]

_MARKERS_OF_OTHERS = ("vcr", "default_cassette")


@dataclass(slots=True)
class CassetteTally:
    """The cassettes of a run so far.

    Attributes:
        owners: How many collected tests own each cassette.
        modules: The collected test files, with whether tests there use another recorder.
        is_partial: Whether some tests were not selected.
        passed: How many passed tests have played each cassette.
        unplayed: The interactions that none of them played, from 0.
        counts: How many interactions each has.
        shared: Cassettes that markers name, or that `use_cassette` has opened.
        recorded: Cassettes that the run has recorded.
        blocks: The files that `use_cassette` has opened, with the test modules that opened them.
        unsure: Those whose block ended with an exception, on purpose or not.
        shaky: Test modules with a test that did not pass.
        problems: The problems found, in two sentences each.
    """

    owners: Counter[str] = field(default_factory=Counter)
    modules: dict[str, bool] = field(default_factory=dict)
    is_partial: bool = False
    passed: Counter[str] = field(default_factory=Counter)
    unplayed: dict[str, set[int]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    recorded: set[str] = field(default_factory=set)
    blocks: dict[str, set[str]] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    shaky: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def collected(self, item: pytest.Item) -> None:
        """Note a test, whether or not it will run."""
        path = owned_cassette(item)
        if path is not None:
            self.owners[str(path)] += 1
        foreign = any(item.get_closest_marker(name) for name in _MARKERS_OF_OTHERS)
        self.modules[str(item.path)] = self.modules.get(str(item.path), False) or foreign

    def played(self, told: dict[str, Any]) -> None:
        """Note the unplayed interactions of a passed test."""
        self.passed[told["path"]] += 1
        self._left(told)

    def left_block(self, path: Path, cassette: Cassette | None, is_whole: bool) -> None:
        """Note the unplayed interactions of a block of `use_cassette`."""
        name = str(path.absolute())
        # pytest keeps the running test there; a session fixture may end after the last one.
        module = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
        self.blocks.setdefault(name, set()).add(module)
        if cassette is None or not is_whole:
            self.unsure.add(name)
        else:
            self._left(played_part(name, cassette, is_shared=True))

    def _left(self, told: dict[str, Any]) -> None:
        path, left = told["path"], set(told["unplayed"])
        self.unplayed[path] = self.unplayed.get(path, left) & left
        self.counts[path] = told["count"]
        if told["is_shared"]:
            self.shared.add(path)
        if told["is_recording"]:
            self.recorded.add(path)

    def merge(self, told: dict[str, Any]) -> None:
        """Merge the tally of a worker; every worker collects all tests."""
        self.owners |= Counter(told["owners"])
        for path, modules in told["blocks"].items():
            self.blocks.setdefault(path, set()).update(modules)
        self.unsure.update(told["unsure"])
        for one in told["left"]:
            self._left(one)
        for path, foreign in told["modules"].items():
            self.modules[path] = self.modules.get(path, False) or foreign
        self.is_partial = self.is_partial or told["is_partial"]

    def is_judged(self, path: str) -> bool:
        """Whether all requests of the tests of a cassette are known."""
        if path in self.recorded or path in self.unsure or (self.is_partial and path in self.shared):
            return False
        if self.passed[path] < self.owners[path] or self.blocks.get(path, set()) & self.shaky:
            return False
        return path in self.unplayed

    def to_tell(self) -> dict[str, Any]:
        """Return the tally of a worker in JSON types."""
        return {
            "owners": dict(self.owners),
            "modules": self.modules,
            "is_partial": self.is_partial,
            "blocks": {path: sorted(modules) for path, modules in self.blocks.items()},
            "unsure": sorted(self.unsure),
            "left": [
                {
                    "path": path,
                    "unplayed": sorted(self.unplayed[path]),
                    "count": self.counts[path],
                    "is_shared": True,
                    "is_recording": path in self.recorded,
                }
                for path in self.blocks
                if path in self.unplayed
            ],
        }


def played_part(path: str, cassette: Cassette, *, is_shared: bool) -> dict[str, Any]:
    """Return the played and unplayed interactions of a cassette, in JSON types."""
    left = list(cassette.unplayed())
    return {
        "path": path,
        "unplayed": left,
        "count": cassette.played + len(left),
        "is_shared": is_shared,
        "is_recording": cassette.is_recording,
    }
