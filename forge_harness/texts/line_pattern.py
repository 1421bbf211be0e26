r"""LinePattern: where a regular expression, or plain text, is found in lines of bytes.

The engine is RE2 (``google-re2``, by the extra ``tools``): its time grows with the length of the text, whatever the
pattern, so a pattern of a model cannot keep the process busy for ever. Look-around and references to groups do not
exist in it. Without it, only plain text is found.

A whole block of lines is searched at once. The pattern is made so that no match reaches over the end of a line, and
``^`` and ``$`` stand at the ends of each. A pattern for which that does not suffice is compared line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..errors import ToolError

__all__ = ["MAX_LENGTH", "LinePattern"]

#: The longest pattern, in characters.
MAX_LENGTH = 1_000

#: The largest program of RE2, in its instructions; at worst, each is looked at for each byte of text.
_MAX_PROGRAM = 10_000

#: What RE2 may use for a compiled pattern. It keeps the last 128 of a process.
_MAX_PATTERN_BYTES = 2 * 1024**2

#: Steps of the engine that take about a second at worst.
_STEPS_AT_ONCE = 100_000_000

_MAX_BLOCK_BYTES = 1024**2

# A character of its own, or one that a backslash makes plain.
_PLAIN = re.compile(r"(?:[^\\.+*?()|\[\]{}^$]|\\[!-/:-@\[-`{-~])+")

# \A, \z and \C, and flags that are taken away: the end of a block would count as the end of a line.
_NEEDS_LINES = re.compile(r"\\[AzC]|\(\?[a-zA-Z]*-")

Find = Callable[[bytes, int], int]


class LinePattern:
    """A pattern, ready to be found in blocks of lines.

    Args:
        text: A regular expression in the syntax of RE2.

    Attributes:
        find: Takes a block of lines, the last one without its end, and the offset of a line's beginning; returns the
            offset of the first match from there, or -1.
        block_bytes: The size of the blocks that are searched within about a second each.

    Raises:
        ToolError: With the code ``bad_pattern``, if the pattern is malformed or too large, or needs an engine that is
            not installed.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            raise _bad(f"The pattern is longer than {MAX_LENGTH} characters. Use a shorter one.")
        if "\n" in text:
            raise _bad("The pattern holds the end of a line, and lines are searched one by one. Search for one line.")
        self.find: Find
        self.block_bytes = _MAX_BLOCK_BYTES
        engine = _engine()
        if engine is None:
            self.find = _found_as_text(text)
            return
        # Plain text as well: RE2 passes over what does not match faster than `bytes.find`.
        compiled = _compiled(engine, text)
        self.block_bytes = max(8 * 1024, min(_MAX_BLOCK_BYTES, _STEPS_AT_ONCE // compiled.programsize))
        search = compiled.search
        self.find = _found_by_line(search) if _NEEDS_LINES.search(text) else _found_in_block(search)


def _bad(message: str) -> ToolError:
    return ToolError(message, code="bad_pattern")


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise _bad("The pattern holds half of a character. Write the whole character.") from None


def _engine() -> Any:
    try:
        import re2
    except ImportError:
        return None
    return re2


def _found_as_text(text: str) -> Find:
    if not _PLAIN.fullmatch(text):
        raise _bad(
            "Regular expressions need the package google-re2, which is not installed here. Search for plain text, with "
            "a backslash before each special character."
        )
    wanted = _encoded(re.sub(r"\\(.)", r"\1", text))
    return lambda block, at: block.find(wanted, at)


def _compiled(re2: Any, text: str) -> Any:
    options = re2.Options()
    options.log_errors = False  # it would write the pattern to standard error
    options.never_nl = True
    options.never_capture = True
    options.max_mem = _MAX_PATTERN_BYTES
    try:
        compiled = re2.compile(_encoded(f"(?m){text}"), options)
    except re2.error:
        raise _bad(
            "The pattern is not a regular expression of RE2, or is too large. Correct it, and use neither look-around "
            "nor references to groups."
        ) from None
    if compiled.programsize > _MAX_PROGRAM:
        raise _bad("The pattern is too large when its repetitions are written out. Use smaller numbers.")
    return compiled


def _found_in_block(search: Callable[[bytes, int], Any]) -> Find:
    def find(block: bytes, at: int) -> int:
        found = search(block, at)
        return -1 if found is None else int(found.start())

    return find


def _found_by_line(search: Callable[[bytes], Any]) -> Find:
    def find(block: bytes, at: int) -> int:
        while at <= len(block):
            end = block.find(b"\n", at)
            end = len(block) if end < 0 else end
            found = search(block[at:end])
            if found is not None:
                return at + int(found.start())
            at = end + 1
        return -1

    return find
