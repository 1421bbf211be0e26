"""Defaults that are worked out when the module is imported, and those that are worked out in the call."""

from datetime import date

from ..marks import breaks, keeps

_DUE = {"H-1": date(2024, 2, 1), "H-2": date(2024, 3, 5)}


@breaks("equal_calls_agree")
def overdue_horses(on: str = date.today().strftime("%d.%m.%Y")) -> dict[str, int]:
    """List the horses whose shoes are overdue, with the days.

    Args:
        on: The day as DD.MM.YYYY, the day of the call if left out.
    """
    return _overdue(on)


@keeps("equal_calls_agree")
def overdue_shoes(on: str = "") -> dict[str, int]:
    """List the horses whose shoes are overdue, with the days.

    Args:
        on: The day as DD.MM.YYYY, the day of the call if left out.
    """
    return _overdue(on or date.today().strftime("%d.%m.%Y"))


@keeps("equal_calls_agree")
def overdue_since_the_fair(on: str = "01.05.2024") -> dict[str, int]:
    """List the horses whose shoes are overdue, with the days.

    Args:
        on: The day as DD.MM.YYYY, that of the fair if left out.
    """
    return _overdue(on)


def _overdue(on: str) -> dict[str, int]:
    try:
        day, month, year = map(int, on.split("."))
        today = date(year, month, day)
    except ValueError:
        raise ValueError("on must be a day as DD.MM.YYYY") from None
    return {horse: (today - due).days for horse, due in _DUE.items() if today > due}
