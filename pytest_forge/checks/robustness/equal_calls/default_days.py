"""Default days: a default that is the day on which the tool's module was imported.

def overdue(as_of: str = date.today().isoformat())     tomorrow, the process still answers for today
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from ....oracles.own_code import OwnCode
from ....targets.subject import Subject
from ....verdict import CheckFailure

__all__ = ["judge_default_days"]

_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y%m%d", "%Y/%m/%d")


def judge_default_days(subject: Subject) -> None:
    """Judge that no default in a function's schema is today's date, unless its source contains that date.

    Raises:
        CheckFailure: If one is.
    """
    if subject.is_served:
        return
    days = {datetime.now().date(), datetime.now(UTC).date()}  # the tool may use either
    shown = {day.strftime(form): day for day in days for form in _FORMS}
    for name, default in _defaults(subject.schema):
        day = shown.get(default)
        if day is not None and not _is_written(subject, default, day):
            raise CheckFailure(
                "default_of_import",
                f"The default {default!r} of {name!r} is the day on which the module was imported, and stays when the "
                "day changes. Use None as the default, and work out the day in the call.",
                about=name,
            )


def _defaults(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, node in (schema.get("properties") or {}).items():
        if isinstance(node, Mapping) and isinstance(node.get("default"), str):
            yield name, node["default"]


def _is_written(subject: Subject, default: str, day: date) -> bool:
    """Tell whether a date stands in the author's code, as a text or as numbers; true if the code is not at hand."""
    numbers = re.compile(rf"\b{day.year}\s*,\s*{day.month}\s*,\s*{day.day}\b")
    files = OwnCode(subject.tool).files
    for file in files:
        try:
            text = Path(file).read_text(errors="replace")
        except OSError:
            return True
        if default in text or numbers.search(text):
            return True
    return not files
