"""Functions whose argument names a field of the records in another one."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Runs = Annotated[list[dict[str, Any]], Field(max_length=50, description="The runs, e.g. [{'runner': 'Ada '}].")]
By = Annotated[str | None, Field(description="Field to sort the runs by; left out, they keep their order.")]


def _checked(runs: list[dict[str, Any]], by: str | None) -> None:
    if by is not None and not all(by in run for run in runs):
        raise ValueError("each run needs the field to sort by")


@breaks("arguments_are_not_mutated")
def first_runner(runs: Runs, by: By = None) -> str:
    """Show the first of some runs."""
    _checked(runs, by)
    if by is not None:
        runs.sort(key=lambda run: str(run[by]))
    return str(runs[0])[:200] if runs else ""


@keeps("arguments_are_not_mutated")
def leading_runner(runs: Runs, by: By = None) -> str:
    """Show the first of some runs."""
    _checked(runs, by)
    ordered = runs if by is None else sorted(runs, key=lambda run: str(run[by]))
    return str(ordered[0])[:200] if ordered else ""
