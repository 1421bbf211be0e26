"""Functions whose docstrings say what they raise, and functions that raise more than that."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from ..marks import breaks, keeps

_FERRIES = {"Molde": {"pier": 3, "minutes": 20}, "Bergen": {"pier": 1}}


@keeps("valid_calls_do_not_crash", judged=True)
def pier_of(town: str) -> int:
    """Tell at which pier the ferry to a town lies.

    Parameters
    ----------
    town : str
        The town.

    Raises
    ------
    KeyError
        If no ferry goes there.
    """
    return _FERRIES[town.title()]["pier"]


@breaks("valid_calls_do_not_crash")
def minutes_to(town: str) -> int:
    """Tell how long the ferry to a town takes.

    Args:
        town: The town.

    Raises:
        KeyError: No ferry goes there.
    """
    return _FERRIES[town.title()]["minutes"]


@breaks("valid_calls_do_not_crash")
def berth_of(town: str) -> str:
    """Tell where the ferry to a town lies.

    Args:
        town: The town.
    """
    return f"pier {_FERRIES[town.title()]['pier']}"


@keeps("valid_calls_do_not_crash", judged=True)
def next_ferry(day: str) -> str:
    """Return the day of the next ferry, which goes every other day.

    Args:
        day: A day, YYYY-MM-DD.
    """
    return (date.fromisoformat(day) + timedelta(days=2)).isoformat()


@breaks("valid_calls_do_not_crash")
def later_ferry(days: int) -> str:
    """Return the day of a ferry after the first one of the season.

    Args:
        days: How many days after it.
    """
    return (date(2024, 4, 1) + timedelta(days=days)).isoformat()


@keeps("valid_calls_do_not_crash", judged=True)
def minutes_between(left: str, arrived: str) -> int:
    """Return how many minutes a crossing took. "object is not subscriptable" stands in the log where a clock failed.

    Args:
        left: ISO 8601.
        arrived: ISO 8601.
    """
    taken = datetime.fromisoformat(arrived).replace(tzinfo=None) - datetime.fromisoformat(left).replace(tzinfo=None)
    return taken // timedelta(minutes=1)
