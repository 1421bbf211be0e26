"""Functions that name the weeks of days."""

from __future__ import annotations

from datetime import date
from typing import Any

from ..marks import breaks, keeps


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError("a day is written as 2024-05-31") from None


@breaks("common_rules_hold")
def delivery_week(day: str) -> dict[str, str]:
    """Return the calendar week of a delivery.

    Args:
        day: The day of the delivery, such as "2024-05-31".
    """
    return {"week": f"{_day(day).isocalendar().week}/{day[:4]}", "weekday": _day(day).strftime("%A")}


@keeps("common_rules_hold", judged=True)
def shipping_week(day: str) -> dict[str, str]:
    """Return the calendar week of a shipment.

    Args:
        day: The day of the shipment, such as "2024-05-31".
    """
    year, week, _ = _day(day).isocalendar()
    return {"week": f"{week}/{year}", "weekday": _day(day).strftime("%A")}


@keeps("common_rules_hold")
def season_of(day: str) -> dict[str, str]:
    """Return the season of a day, and its week of the year, counted from its first Monday.

    Args:
        day: The day, such as "2024-05-31".
    """
    found = _day(day)
    seasons = ("winter", "spring", "summer", "autumn")
    return {"season": f"{seasons[found.month % 12 // 3]} {found.year}", "week": found.strftime("%Y, week %W")}


@breaks("common_rules_hold")
def count_by_week(days: list[str]) -> dict[str, int]:
    """Count the days of each week, which is named such as "2024-W22".

    Args:
        days: Days such as ["2024-05-31"].
    """
    counts: dict[str, int] = {}
    for day in days:
        week = _day(day).strftime("%Y-W%V")
        counts[week] = counts.get(week, 0) + 1
    return counts


@breaks("common_rules_hold")
def visits_by_week(visits: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up the visitors of a museum by calendar week.

    Args:
        visits: Records with "date" (YYYY-MM-DD) and "visitors" (0 to 5000).
    """
    sums: dict[str, int] = {}
    for visit in visits:
        day = _day(str(visit.get("date")))
        week = f"{day.year}/{day.isocalendar().week}"
        sums[week] = sums.get(week, 0) + int(visit.get("visitors") or 0)
    return {"weeks": [{"name": week, "visitors": count} for week, count in sums.items()]}


@keeps("common_rules_hold", judged=True)
def visits_by_iso_week(visits: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up the visitors of a museum by calendar week.

    Args:
        visits: Records with "date" (YYYY-MM-DD) and "visitors" (0 to 5000).
    """
    sums: dict[str, int] = {}
    for visit in visits:
        year, week, _ = _day(str(visit.get("date"))).isocalendar()
        sums[f"{year}/{week}"] = sums.get(f"{year}/{week}", 0) + int(visit.get("visitors") or 0)
    return {"weeks": [{"name": week, "visitors": count} for week, count in sums.items()]}


@keeps("common_rules_hold")
def visits_by_month(visits: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up the visitors of a museum by month.

    Args:
        visits: Records with "date" (YYYY-MM-DD) and "visitors" (0 to 5000).
    """
    sums: dict[str, int] = {}
    for visit in visits:
        month = f"{_day(str(visit.get('date'))):%B %Y}"
        sums[month] = sums.get(month, 0) + int(visit.get("visitors") or 0)
    return {"months": [{"name": month, "visitors": count} for month, count in sums.items()]}
