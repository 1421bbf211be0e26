"""FormatLog: the texts that a call used as format strings or templates."""

from __future__ import annotations

import string
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Self

__all__ = ["FormatLog"]


class FormatLog:
    """The format strings of this thread and of new ones, while it is entered.

    Slow: it inspects every function call.

    Attributes:
        formats: Texts whose ``format`` or ``format_map`` was called, or that were passed to a `string.Formatter` that
            reads attributes.
        templates: Texts of templates that refuse unknown names.
    """

    def __init__(self) -> None:
        self.formats: list[str] = []
        self.templates: list[str] = []

    def __enter__(self) -> Self:
        sys.setprofile(self._profile)
        threading.setprofile(self._profile)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call":
            text = getattr(function, "__self__", None)
            if isinstance(text, str) and function.__name__ in ("format", "format_map"):
                self.formats.append(text)
        elif event == "call" and frame.f_code is _FILL_IN:
            formatter, text = frame.f_locals.get("self"), frame.f_locals.get("format_string")
            if isinstance(text, str) and getattr(type(formatter), "get_field", None) is string.Formatter.get_field:
                self.formats.append(text)
        elif event == "call" and frame.f_code is _SUBSTITUTE:
            self.templates.append(str(getattr(frame.f_locals.get("self"), "template", "")))


_FILL_IN = string.Formatter.vformat.__code__
_SUBSTITUTE = string.Template.substitute.__code__
