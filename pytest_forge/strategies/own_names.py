"""Own names: texts and names of files that the regular expressions of a tool's own code match, and similar names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath
from types import CodeType
from typing import Any

from forge_harness import Tool

from ..regex import regex
from ..targets.held_values import nested_codes
from .mined_constants import author_functions
from .schemas.patterns import compiled_pattern, text_matching

__all__ = ["name_like", "names_of_own_patterns", "text_of_own_patterns", "texts_of_own_patterns"]

_MAX_PATTERNS, _EACH, _SEEDS = 4, 4, 12
#: A class of characters with a repetition, or an escaped class.
_SIGNS = regex(r"\[[^\]]+\][+*{?]|\\[dws]")
_COMPARING = frozenset(("match", "fullmatch"))
_LAST_DIGIT = regex(r"\d(?=\D*$)")
_FILE = regex(r"[\w.-]+\.[A-Za-z][A-Za-z0-9]{0,8}")


def names_of_own_patterns(tool: Tool) -> list[str]:
    """Return names of files that match a pattern of the tool's modules: 2024-01-07.mp4."""
    found: list[str] = []
    for pattern in list(_patterns(tool))[:_MAX_PATTERNS]:
        made = (text_matching(pattern, seed=seed, plain_first=False) for seed in range(_SEEDS))
        names = [name for name in dict.fromkeys(made) if name is not None and _FILE.fullmatch(name)]
        found += [name for name in names[:_EACH] if name not in found]
    return found


def text_of_own_patterns(tool: Tool) -> str:
    """Return a text with a match of each compiled pattern of the tool's modules; "" if there are none."""
    return " ".join(texts_of_own_patterns(tool))


def texts_of_own_patterns(tool: Tool) -> list[str]:
    """Return a text that matches each of the first compiled patterns of the tool's modules."""
    found = (text_matching(pattern.strip("^$"), seed=0, plain_first=False) for pattern in _patterns(tool))
    return [text for text in islice(found, _MAX_PATTERNS) if text]


def name_like(name: str) -> str:
    """Return another name of the same form: 2025-01-31.mp4 for 2025-01-30.mp4, adab@mail.org for ada@mail.org."""
    person, at, domain = name.rpartition("@")
    if person:
        # The domain may be one of few that a tool takes.
        return f"{name_like(person)}{at}{domain}"
    path = PurePosixPath(name)
    digit = _LAST_DIGIT.search(path.stem)
    if digit is None:
        return f"{path.stem}b{path.suffix}"
    stem = f"{path.stem[: digit.start()]}{(int(digit[0]) + 1) % 10}{path.stem[digit.end() :]}"
    return f"{stem}{path.suffix}"


def _patterns(tool: Tool) -> Iterator[str]:
    """Yield the expressions that a module holds, and then those that stand where they are used."""
    seen: set[str] = set()
    inline: list[str] = []
    for function in author_functions(tool):
        for code in nested_codes(function.__code__):
            inline += _inline(code)
            for name in code.co_names:
                for value in _single_values(function.__globals__.get(name)):
                    pattern = value.pattern if isinstance(value, re.Pattern) else value
                    is_one = pattern is not value or ("re" in function.__globals__ and _is_expression(value))
                    if isinstance(pattern, str) and is_one and pattern not in seen:
                        seen.add(pattern)
                        yield pattern
    yield from (pattern for pattern in dict.fromkeys(inline) if pattern not in seen)


def _inline(code: CodeType) -> list[str]:
    """Return the expressions with which code has a whole text compared: re.fullmatch(r"[A-Z]{2}[0-9]{4}", text)."""
    if _COMPARING.isdisjoint(code.co_names) or "re" not in code.co_names:
        return []
    return [value for value in code.co_consts if _is_expression(value) and "\n" not in value]


def _is_expression(value: Any) -> bool:
    """Tell whether a text of the author's, which may be compiled elsewhere, is a regular expression."""
    return isinstance(value, str) and _SIGNS.search(value) is not None and compiled_pattern(value) is not None


def _single_values(value: Any) -> Iterable[Any]:
    """Return what a table or list of the author's contains, two levels deep; any other value by itself."""
    if isinstance(value, Mapping):
        return [one for part in value.values() for one in (part if isinstance(part, list | tuple) else [part])]
    if isinstance(value, list | tuple):
        return [one for part in value for one in (part if isinstance(part, list | tuple) else [part])]
    return [value]
