"""Spans in any order: some tools join those that touch only where the later one comes later."""

from __future__ import annotations

import re

from ..marks import breaks, keeps


def _days(spans: list[str]) -> list[tuple[int, int]]:
    found = []
    for span in spans:
        parts = re.fullmatch(r"(\d{1,3})\.\.(\d{1,3})", span)
        if parts is None or int(parts[1]) > int(parts[2]):
            raise ValueError("Write a span as first..last, such as '4..9'.")
        found.append((int(parts[1]), int(parts[2])))
    return found


def _joined(days: list[tuple[int, int]]) -> dict[str, object]:
    joined: list[tuple[int, int]] = []
    for first, last in days:
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return {"days": sum(last - first + 1 for first, last in joined), "spans": [f"{a}..{b}" for a, b in joined]}


@breaks("common_rules_hold")
def count_closed_days(spans: list[str]) -> dict[str, object]:
    """Count the days of a year on which a road is closed.

    Args:
        spans: Spans of days, in any order, such as '4..9'. Days that several spans share count once.
    """
    return _joined(_days(spans))


@keeps("common_rules_hold")
def count_closed_days_of_sorted(spans: list[str]) -> dict[str, object]:
    """Count the days of a year on which a road is closed.

    Args:
        spans: Spans of days, in any order, such as '4..9'. Days that several spans share count once.
    """
    return _joined(sorted(_days(spans)))


@keeps("common_rules_hold")
def count_closed_days_in_order(spans: list[str]) -> dict[str, object]:
    """Count the days of a year on which a road is closed, in the order of the spans. Results come in any order.

    Args:
        spans: Spans of days, the earliest first, such as '4..9'.
    """
    return _joined(_days(spans))
