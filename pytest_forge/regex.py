"""Regular expressions that are compiled when they are first used.

A command imports a thousand of them and uses some two hundred. Compiling all takes a third of the time of the imports,
in each of the processes of a run.
"""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["compile_all", "regex"]

#: Those that are not compiled yet.
_waiting: list[_Regex] = []


class _Regex:
    """A regular expression; any attribute but its pattern compiles it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._given = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._given)
        # The next use of a method finds it here.
        for method in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn"):
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression for a module to keep; it is compiled when it is first used.

    Args:
        pattern: As of `re.compile`.
        flags: As of `re.compile`.
    """
    made = _Regex(pattern, int(flags))
    _waiting.append(made)
    return cast("re.Pattern[str]", made)


def compile_all() -> None:
    """Compile those that are not compiled yet: before processes are forked that would each compile them."""
    while _waiting:
        cast("re.Pattern[str]", _waiting.pop()).search  # noqa: B018  # looking it up compiles it
