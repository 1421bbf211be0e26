"""Selection: which checks a run makes."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ..checks.check import FAMILIES, Check, all_checks

__all__ = ["SelectionError", "replayed", "select_checks"]


class SelectionError(Exception):
    """The checks that were named do not exist, or nothing is left of them."""


def select_checks(*, include: Sequence[str] = (), skip: Sequence[str] = (), level: str = "should") -> list[Check]:
    """Return the checks to make, in their order.

    Args:
        include: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        level: ``"must"`` leaves out every SHOULD.

    Raises:
        SelectionError: If a name is neither an id nor a family, or nothing is left.
    """
    known = all_checks()
    for name in (*include, *skip):
        if name not in known and name not in FAMILIES:
            close = difflib.get_close_matches(name, [*known, *FAMILIES], 1)
            hint = f"Did you mean {close[0]!r}?" if close else "'forge explain' lists the checks."
            raise SelectionError(f"There is no check or family {name!r}. {hint}")
    selected = [
        check
        for check in known.values()
        if (not include or check.id in include or check.family in include)
        and check.id not in skip
        and check.family not in skip
        and (level == "should" or check.level == "MUST")
    ]
    if not selected:
        # A run that judges nothing would look like a clean one.
        raise SelectionError("The selection leaves no check to make. Name more, or skip less.")
    return selected


def replayed(identifier: str) -> tuple[str, Check]:
    """Return the tool's name and the check that a finding's id names.

    Args:
        identifier: ``<tool>[<check>]``.

    Raises:
        SelectionError: If it has another form, or the check does not exist.
    """
    tool, bracket, rest = identifier.rpartition("[")
    if not bracket or not rest.endswith("]"):
        raise SelectionError(
            f"{identifier!r} is no id of a finding. Copy it from the report; it looks like 'tool[check]'."
        )
    selected = select_checks(include=[rest[:-1]])
    if [check.id for check in selected] != [rest[:-1]]:
        raise SelectionError(f"{identifier!r} names a family of checks. Copy the id of one finding from the report.")
    return tool, selected[0]
