"""Own moments: a day and time in each of the forms that a tool's code reads: strptime(text, "%d.%m.%Y %H:%M")."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from forge_harness import Tool

from ..regex import regex
from ..targets.held_values import nested_codes
from .mined_constants import author_functions

__all__ = ["texts_of_own_forms"]

_MOMENT = datetime(2024, 1, 1, 12, 0)
_FORM = regex(r"(?=.*%[YmdHjV])(?:%[A-Za-z%]|[^%\n]){2,40}")
#: What `fromisoformat` of a moment, a day and a time reads.
_ISO = ("2024-01-01T12:00", "2024-01-01T12:00:00+00:00", "2024-01-01", "12:00")
_MAX_FORMS = 4


def texts_of_own_forms(tool: Tool) -> list[str]:
    """Return a moment in the first forms with which the code of a tool reads texts; none if it reads no moment."""
    return list(dict.fromkeys(_texts(tool)))


def _texts(tool: Tool) -> Iterator[str]:
    codes = [(one, function) for function in author_functions(tool) for one in nested_codes(function.__code__)]
    if any("strptime" in code.co_names for code, _ in codes):
        held = [*(value for code, _ in codes for value in code.co_consts)]
        held += [function.__globals__.get(name) for code, function in codes for name in code.co_names]
        forms = [value for value in held if isinstance(value, str) and _FORM.fullmatch(value)]
        yield from (_MOMENT.strftime(form) for form in list(dict.fromkeys(forms))[:_MAX_FORMS])
    if any("fromisoformat" in code.co_names for code, _ in codes):
        yield from _ISO
