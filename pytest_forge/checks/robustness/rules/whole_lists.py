"""Whole lists: a call from the first result on, whose limits on the number of results are as large as may be."""

from __future__ import annotations

from typing import Any

from ....profile.told_filters import begins_later
from ....profile.told_totals import limits_results
from ....strategies.schemas.flat_schema import FlatSchema

__all__ = ["whole_call"]

_LARGE = (50, 20, 10)


def whole_call(view: FlatSchema, call: dict[str, Any]) -> dict[str, Any]:
    """Return a call without the optional arguments that begin later, and with the largest limits.

    Args:
        view: The schema of the tool.
        call: A call of it.
    """
    needed = view.root.get("required") or ()
    whole = {name: value for name, value in call.items() if name in needed or not begins_later(name)}
    for name, node in view.arguments.items():
        if name in whole and limits_results(name, str(node.get("description") or "")):
            whole = next(({**whole, name: one} for one in _LARGE if view.fits(node, one)), whole)
    return whole
