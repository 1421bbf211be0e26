"""Exception form: whether a text is a Python exception as the interpreter writes it, and nothing else.

FileNotFoundError(2, 'No such file or directory')       repr
[Errno 2] No such file or directory: 'notes.txt'        str of an OSError
'no-such-entry'                                         str of a KeyError for a value that was sent
Traceback (most recent call last): ...                  traceback.format_exc
"""

from __future__ import annotations

import builtins
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..regex import regex

__all__ = ["exception_form"]

_REPR = regex(r"(?:\w+\.)*(?P<name>[A-Za-z_]\w*)\((?P<rest>.*)\)", re.DOTALL)
_CLASS = regex(r"[A-Z]\w*(?:Error|Exception)")
_ERRNO = regex(r"\[Errno (?P<number>\d+)\] (?P<message>[^:]+)(?:: (?:'.*'|\".*\"|b'.*'))?", re.DOTALL)
_TRACEBACK = "Traceback (most recent call last):"
_MAX_TEXT = 2_000


def exception_form(value: Any, arguments: Mapping[str, Any]) -> str:
    """Return how an answer is the text of an exception, for a finding; "" if it is not.

    Args:
        value: The answer: a text, or an object with one text in it.
        arguments: The arguments of the call.
    """
    if isinstance(value, Mapping) and len(value) == 1:
        (value,) = value.values()
    if not isinstance(value, str):
        return ""
    text = value.strip()
    if text.startswith(_TRACEBACK):
        return "a traceback"
    if len(text) > _MAX_TEXT:
        return ""
    shape = _REPR.fullmatch(text)
    if shape is not None and (_is_class(shape["name"]) or _CLASS.fullmatch(shape["name"])):
        return f"an exception, {text[:60]!r},"
    error = _ERRNO.fullmatch(text)
    if error is not None and os.strerror(int(error["number"])) == error["message"]:
        return f"the text of an exception, {text[:60]!r},"
    if any(text == repr(sent) for sent in _texts(arguments)):
        return f"the text of a KeyError, {text[:60]!r},"
    return ""


def _is_class(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)
