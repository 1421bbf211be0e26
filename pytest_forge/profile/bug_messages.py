"""Bug messages: messages of the interpreter's own exceptions, which mean a bug.

Authors may write some of them too, to refuse an input: these only count in an exception, and not in a server's text.
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["bug_in_text", "is_bug_message"]

_OF_TYPES = (
    r"'NoneType' object|object has no attribute '|unsupported operand type|(?:list|string|tuple) index out of range"
    r"|division (?:or modulo )?by zero|object is not (?:subscriptable|iterable|callable)|indices must be integers"
    r"|missing (?:\d+ )?required (?:positional|keyword|argument)|unexpected keyword argument|positional arguments? but"
    r"|maximum recursion depth|codec can't (?:en|de)code|local variable '\w+'|can only concatenate str"
    r"|must be str(?:, bytes or os.PathLike object)?, not |must be real number, not|not supported between instances"
)
_OF_VALUES = (
    r"(?:max|min)\(\) (?:arg|iterable argument) is (?:an )?empty|not enough values to unpack"
    r"|too many values to unpack|range\(\) arg 3 must not be zero|slice step cannot be zero"
    r"|dictionary changed size during iteration|[Ss]et changed size during iteration|deque mutated during iteration"
    r"|(?:generator|coroutine) raised StopIteration|dictionary update sequence element"
    r"|\w+\.(?:index|remove)\(x\): x not in \w+|(?:factorial|comb|perm|isqrt)\(\) .*negative"
    r"|cannot convert float NaN to integer|arg not in range\(0x110000\)|bytes must be in range\(0, 256\)"
    r"|for islice\(\) must be|math domain error|negative shift count|base is not invertible for the given modulus"
)
_OF_INPUTS = regex(
    r"^empty separator$|^.{0,200} is not in (?:list|deque)$|^(?:substring|subsection) not found$"
    r"|requires at least (?:one|two) data points?$|^no (?:median|mode|mean) for empty data$"
    r"|^expected a (?:positive|nonnegative|noninteger or positive integer) input|must be a non-negative integer$"
    r"|^(?:Sample larger than population|empty range (?:for|in) rand)|^n must be at least one$"
    r"|^maxlen must be non-negative$|^sleep length must be non-negative$|^max_workers must be greater than 0$"
    r"|^day is out of range for month$",
    re.DOTALL,
)
#: Systems refuse texts with a NUL byte; passing that refusal on to a model is a bug.
_IN_REPLIES = (
    r"embedded null (?:byte|character)|\bKeyError\b|\bIndexError\b|\bAttributeError\b|\bTypeError\b|\bNameError\b"
    r"|Cannot read propert(?:y|ies) of|is not a function\b|undefined is not|Maximum call stack size"
    r"|Invalid array length|\bReferenceError\b|invalid memory address or nil pointer|index out of range \[\d"
    r"|\bpanicked at\b|slice bounds out of range|NullPointerException"
)
_IN_EXCEPTION = regex(f"{_OF_TYPES}|{_OF_VALUES}", re.DOTALL)
_IN_TEXT = regex(f"{_OF_TYPES}|{_OF_VALUES}|{_IN_REPLIES}")


def is_bug_message(message: str) -> bool:
    """Tell whether this message of an exception that the interpreter raised means a bug.

    Args:
        message: Of a ValueError, a RuntimeError or a StatisticsError; other classes are judged by their class.
    """
    return bool(_IN_EXCEPTION.search(message) or _OF_INPUTS.search(message))


def bug_in_text(text: str) -> re.Match[str] | None:
    """Return the match of an interpreter's bug message in a reply; None without one."""
    return _IN_TEXT.search(text)
