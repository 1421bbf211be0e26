"""Own names: names of files that the regular expressions of a tool's own code match, and names like another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from forge_harness import Tool

from ..targets.held_values import nested_codes
from .mined_constants import author_functions
from .schemas.patterns import text_matching

__all__ = ["name_like", "names_of_own_patterns"]

_MAX_PATTERNS, _EACH, _SEEDS = 4, 4, 12
_LAST_DIGIT = re.compile(r"\d(?=\D*$)")
_FILE = re.compile(r"[\w.-]+\.[A-Za-z][A-Za-z0-9]{0,8}")


def names_of_own_patterns(tool: Tool) -> list[str]:
    """Return names of files that match a compiled pattern of the tool's modules: 2024-01-07.mp4."""
    found: list[str] = []
    for pattern in list(_patterns(tool))[:_MAX_PATTERNS]:
        made = (text_matching(pattern, seed=seed, plain_first=False) for seed in range(_SEEDS))
        names = [name for name in dict.fromkeys(made) if name is not None and _FILE.fullmatch(name)]
        found += [name for name in names[:_EACH] if name not in found]
    return found


def name_like(name: str) -> str:
    """Return another name of the same form: 2025-01-31.mp4 for 2025-01-30.mp4."""
    path = PurePosixPath(name)
    digit = _LAST_DIGIT.search(path.stem)
    if digit is None:
        return f"{path.stem}b{path.suffix}"
    stem = f"{path.stem[: digit.start()]}{(int(digit[0]) + 1) % 10}{path.stem[digit.end() :]}"
    return f"{stem}{path.suffix}"


def _patterns(tool: Tool) -> Iterator[str]:
    seen: set[str] = set()
    for function in author_functions(tool):
        for code in nested_codes(function.__code__):
            for name in code.co_names:
                value = function.__globals__.get(name)
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str) and value.pattern not in seen:
                    seen.add(value.pattern)
                    yield value.pattern
