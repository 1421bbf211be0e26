"""PastCalls: the calls that led to a finding in an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["PastCalls"]


@dataclass(frozen=True, slots=True)
class PastCalls:
    """The calls that led to a finding in an earlier run.

    Attributes:
        arguments: The arguments of the failing call; None if there is none.
        before: The calls made before it, each with ``tool`` and ``arguments``.
    """

    arguments: Mapping[str, Any] | None = None
    before: Sequence[Mapping[str, Any]] = ()
