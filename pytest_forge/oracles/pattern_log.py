"""PatternLog: the regular expressions that a call compiled, or took from the cache of `re`."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any, Self

__all__ = ["PatternLog"]


class PatternLog:
    """The regular expressions passed to `re` while it is entered; it replaces a function of `re` for that time.

    Attributes:
        patterns: The expressions, oldest first, with their flags; those of bytes as text, a letter for each byte.
    """

    def __init__(self) -> None:
        self.patterns: list[tuple[str, int]] = []
        # Every function of `re` uses it; without it, the log stays empty.
        self._real: Any = getattr(re, "_compile", None)

    def __enter__(self) -> Self:
        if self._real is not None:
            re._compile = self._compile  # type: ignore[attr-defined]  # noqa: SLF001  # a public hook does not exist
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._real is not None:
            re._compile = self._real  # type: ignore[attr-defined]  # noqa: SLF001  # as above

    def _compile(self, pattern: Any, flags: Any) -> Any:
        text = pattern.pattern if isinstance(pattern, re.Pattern) else pattern
        text = text.decode("latin-1") if isinstance(text, bytes) else text
        if isinstance(text, str):
            own = pattern.flags if isinstance(pattern, re.Pattern) else 0
            # A flag of expressions for bytes alone.
            self.patterns.append((text, (int(flags) | int(own)) & ~re.LOCALE))
        return self._real(pattern, flags)
