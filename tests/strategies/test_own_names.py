"""Names of files that a tool's own code knows."""

from __future__ import annotations

import re

from pytest_forge.strategies.own_names import name_like, names_of_own_patterns
from pytest_forge.targets.functions import function_tool

_RECORDING = re.compile(r"[0-9]{4}-[0-9]{2}\.mp4")
_WORD = re.compile(r"[a-z]+")


def test_a_pattern_of_the_module_gives_names_that_it_matches() -> None:
    def recordings(names: list[str]) -> list[str]:
        return [name for name in names if _RECORDING.fullmatch(name) and _WORD.search(name)]

    names = names_of_own_patterns(function_tool(recordings))

    assert len(names) > 1
    assert all(_RECORDING.fullmatch(name) for name in names)


def test_a_name_like_another_one_differs_in_one_digit_or_letter() -> None:
    assert [name_like(name) for name in ("2025-01-30.mp4", "scan_09.png", "plan.md")] == [
        "2025-01-31.mp4",
        "scan_00.png",
        "planb.md",
    ]
