"""Finding: a verdict that fails a test."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..report.printable import printable

if TYPE_CHECKING:
    from ..checks.check import Check
    from ..verdict import CheckResult

__all__ = ["Finding"]


class Finding(AssertionError):  # noqa: N818  # a verdict, not an error
    """A verdict that fails a test; its text is the message to the user.

    Attributes:
        told: The message in one line.
    """

    def __init__(self, result: CheckResult, check: Check, *, snippet: Sequence[str] = ()) -> None:
        lines = [
            f"{result.tool} breaks {check.id} ({check.level})"
            if result.status == "failed"
            else f"{check.id} could not judge {result.tool}"
        ]
        lines += [f"  requires   {check.promise}", f"  found      {result.message}"]
        if result.arguments is not None:
            lines.append(f"  call       {json.dumps(result.arguments, default=repr)[:2000]}")
        lines += [f"  source     {check.source}", f"  reproduce  {result.reproduce}"]
        lines += [f"  python     {line}" for line in snippet]
        super().__init__("\n".join(printable(line) for line in lines))
        self.told = printable(result.message)
