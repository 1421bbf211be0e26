"""Call series: calls that differ from one that works in one place, each from all others.

add_task(list="home", task="milk")     ->     task="milkaa", task="milkab", task="milkac" ...
"""

from __future__ import annotations

from typing import Any

from ...strategies.other_leaves import Path, leaf_at, with_leaf
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.value_series import value_series
from ...targets.subject import Subject

__all__ = ["call_series"]


def call_series(subject: Subject, call: dict[str, Any], path: Path, *, most: int) -> list[dict[str, Any]]:
    """Return calls that differ from one in one place, as the schema allows them; none if it allows no other value.

    Args:
        subject: The tool.
        call: A call of it.
        path: The place of a text or a whole number.
        most: Number of calls, at most.
    """
    schema = subject.schema
    fits = FlatSchema(schema).fits
    values = value_series(leaf_at(call, path), lambda one: fits(schema, with_leaf(call, path, one)), most=most)
    return [with_leaf(call, path, one) for one in values]
