"""PastCalls: the calls with which an earlier run has found something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["PastCalls"]


@dataclass(frozen=True, slots=True)
class PastCalls:
    """The calls with which an earlier run has found something.

    Attributes:
        arguments: The call that showed it; None if there is none.
        before: The calls that were made before it, each with ``tool`` and ``arguments``.
    """

    arguments: Mapping[str, Any] | None = None
    before: Sequence[Mapping[str, Any]] = ()
