"""Local moments: a refused call whose moments lose their offsets, since the tool may want the time on the clock.

log(start="2024-01-01T12:00:00Z")     "Give local times, without an offset."
log(start="2024-01-01T12:00:00")      works
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject

__all__ = ["calls_with_local_moments"]

_OFFSET = regex(r"(?<=^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$")


def calls_with_local_moments(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a refused call whose moments have no offsets, if it has such and the schema allows that.

    Args:
        subject: The tool.
        call: The call.
    """
    local = {name: _local(value) for name, value in call.items()}
    return [local] if local != call and FlatSchema(subject.schema).fits(subject.schema, local) else []


def _local(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _local(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_local(part) for part in value]
    return _OFFSET.sub("", value) if isinstance(value, str) else value
