"""Functions that join spans which are lists: what stands in one is told in words alone."""

from __future__ import annotations

from datetime import datetime

from ..marks import breaks, keeps


def _spans(runs: list[list[str]]) -> list[tuple[datetime, datetime]]:
    spans = []
    for start, end in runs:
        first, last = datetime.strptime(start, "%H:%M"), datetime.strptime(end, "%H:%M")
        if last <= first:
            raise ValueError("A run ends before it begins. Give the start first.")
        spans.append((first, last))
    return sorted(spans)


@keeps("common_rules_hold", judged=True)
def kiln_minutes(runs: list[list[str]]) -> int:
    """Return for how many minutes at least one kiln burns.

    Args:
        runs: The runs of all kilns, each as [start, end] in the form HH:MM. Runs may overlap.
    """
    minutes, until = 0.0, datetime.min
    for first, last in _spans(runs):
        minutes += max(0.0, (last - max(first, until)).total_seconds()) if last > until else 0.0
        until = max(until, last)
    return round(minutes / 60)


@breaks("common_rules_hold")
def kiln_pauses(runs: list[list[str]]) -> list[int]:
    """Return the pauses in which no kiln burns, in minutes.

    Args:
        runs: The runs of all kilns, each as [start, end] in the form HH:MM. Runs may overlap.
    """
    pauses, until = [], datetime.strptime("06:00", "%H:%M")
    for first, last in _spans(runs):
        if first > until:
            pauses.append(round((first - until).total_seconds() / 60))
        until = last
    evening = datetime.strptime("20:00", "%H:%M")
    return [*pauses, *([round((evening - until).total_seconds() / 60)] if evening > until else [])]
