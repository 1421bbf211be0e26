"""Edge calls: valid calls at the edges of every keyword, one argument at a time and two at once."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

from ..mined_constants import MinedConstants
from .boundaries import boundary_arguments
from .edge_values import EdgeValues
from .examples import candidate_arguments
from .pairs import paired_arguments

__all__ = ["edge_calls"]


def edge_calls(
    schema: Mapping[str, Any], *, mined: MinedConstants | None = None, limit: int = 600
) -> list[dict[str, Any]]:
    """Return valid calls, always the same: edges of keywords, values on which tools fail, and pairs of them.

    Args:
        schema: The advertised schema.
        mined: Constants of the tool's code, used as values too.
        limit: Maximum number of calls.
    """
    calls = candidate_arguments(schema, limit=2)
    if not calls:
        return []
    edges = EdgeValues(schema, mined)
    values = {name: edges.of(name) for name in edges.nodes}
    alone = ({**calls[-1], name: value} for name, part in values.items() for value in part)
    found: dict[str, dict[str, Any]] = {}
    for call in itertools.chain(
        (edge.arguments for edge in boundary_arguments(schema, limit=limit)),
        alone,
        paired_arguments(calls[-1], values, limit=limit),
    ):
        key = json.dumps(call, sort_keys=True, default=repr)
        if key not in found and edges.view.fits(schema, call):
            found[key] = call
        if len(found) >= limit:
            break
    return list(found.values())
